import type { Language } from '@parlance/contract/accounts/languages'
import type { DnsRecord, EmailDomain } from '@parlance/contract/domains/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'

/** DNS answers. Rejects when no server answers; unknown names have no records. */
export interface Dns {
  readonly txt: (name: string) => Promise<readonly string[]>
  /** The CNAME chain of a name, limited in length. */
  readonly chain: (name: string) => Promise<readonly string[]>
  readonly addresses: (name: string) => Promise<readonly string[]>
}

/**
 * The service that serves agencies' hosts. Errors: UNAVAILABLE when it does not answer, CONFLICT for another customer's
 * host.
 */
export interface Hosting {
  /** Idempotent. */
  readonly add: (host: string) => Promise<void>
  /** Ignores unknown hosts. */
  readonly remove: (host: string) => Promise<void>
}

export interface DomainMails {
  /** Rejects with MailRefused if the address takes no mail. */
  readonly instructions: (
    ctx: Ctx,
    mail: { to: string; replyTo: string; agency: string; domain: string; records: readonly DnsRecord[] },
  ) => Promise<void>
  /**
   * Warns the workspace's members, or one of them: its domain points elsewhere or is no longer served, or its mail
   * domain lacks records or stopped working.
   */
  readonly warning: (
    ctx: Ctx,
    mail: { domain: string; state: DomainNews; to?: string; language?: Language },
  ) => Promise<void>
}
export type DomainNews = 'missing' | 'quarantined' | 'mailReminder' | 'mailFailed'

export type FoundEmailDomain = EmailDomain
/** The service that sends from mail domains. Errors: UNAVAILABLE when it does not answer or is not configured. */
export interface EmailDomains {
  /** @throws CONFLICT for another tenant's name */
  readonly add: (region: Region, name: string) => Promise<FoundEmailDomain>
  readonly find: (region: Region, id: string) => Promise<FoundEmailDomain | undefined>
  readonly verify: (region: Region, id: string) => Promise<void>
  /** Ignores unknown ids. */
  readonly remove: (region: Region, id: string) => Promise<void>
}
