import type { Language } from '@parlance/contract/accounts/languages'
import type { DnsRecord, EmailDomain } from '@parlance/contract/domains/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'

/** Answers of the domain system. Rejects when no server answers; unknown names have no records. */
export interface Dns {
  readonly txt: (name: string) => Promise<readonly string[]>
  /** The names a name leads to by CNAME, one after the other, at most a few. */
  readonly chain: (name: string) => Promise<readonly string[]>
  readonly addresses: (name: string) => Promise<readonly string[]>
}

/** Where the hosts of agencies are served. Errors: UNAVAILABLE where the service does not answer, CONFLICT for a host that another customer of it has. */
export interface Hosting {
  /** The same host twice is fine. */
  readonly add: (host: string) => Promise<void>
  /** One that is not there is fine. */
  readonly remove: (host: string) => Promise<void>
}

export interface DomainMails {
  /** Rejects with MailRefused if the address takes no mail. */
  readonly instructions: (
    ctx: Ctx,
    mail: { to: string; replyTo: string; agency: string; domain: string; records: readonly DnsRecord[] },
  ) => Promise<void>
  /**
   * To the people of the workspace, or to one of them: its domain leads elsewhere or is served no more, its mail domain
   * has no records yet or works no more.
   */
  readonly warning: (
    ctx: Ctx,
    mail: { domain: string; state: DomainNews; to?: string; language?: Language },
  ) => Promise<void>
}
export type DomainNews = 'missing' | 'quarantined' | 'mailReminder' | 'mailFailed'

export type FoundEmailDomain = EmailDomain
/** The service that sends from mail domains. Errors: UNAVAILABLE where it does not answer or is not configured. */
export interface EmailDomains {
  /** @throws CONFLICT for a name that is another tenant's */
  readonly add: (region: Region, name: string) => Promise<FoundEmailDomain>
  readonly find: (region: Region, id: string) => Promise<FoundEmailDomain | undefined>
  readonly verify: (region: Region, id: string) => Promise<void>
  /** One that is not there is fine. */
  readonly remove: (region: Region, id: string) => Promise<void>
}
