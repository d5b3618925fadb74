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

/** Serves agencies' hosts. Errors: UNAVAILABLE without an answer, CONFLICT for another customer's host. */
export interface Hosting {
  readonly add: (host: string) => Promise<void>
  readonly remove: (host: string) => Promise<void>
}

export interface DomainMails {
  /** Rejects with MailRefused if the address takes no mail. */
  readonly instructions: (
    ctx: Ctx,
    mail: { to: string; replyTo: string; agency: string; domain: string; records: readonly DnsRecord[] },
  ) => Promise<void>
  /** Warns members, or one of them, about a domain that points elsewhere, is not served, or lacks mail records. */
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
  readonly remove: (region: Region, id: string) => Promise<void>
}
