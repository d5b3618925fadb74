import type { Language } from '@parlance/contract/accounts/languages'
import type { DnsRecord } from '@parlance/contract/domains/schemas'
import type { Ctx } from '../../lib/ctx.ts'

/** Answers of the domain system. Rejects when no server answers; unknown names have no records. */
export interface Dns {
  readonly txt: (name: string) => Promise<readonly string[]>
  /** The names a name leads to by CNAME, one after the other, at most a few. */
  readonly chain: (name: string) => Promise<readonly string[]>
  readonly addresses: (name: string) => Promise<readonly string[]>
}

export interface DomainMails {
  /** Rejects with MailRefused if the address takes no mail. */
  readonly instructions: (
    ctx: Ctx,
    mail: { to: string; replyTo: string; agency: string; domain: string; records: readonly DnsRecord[] },
  ) => Promise<void>
  /** To the people of the workspace: its domain leads elsewhere, or is served no more. */
  readonly warning: (
    ctx: Ctx,
    mail: { domain: string; state: 'missing' | 'quarantined'; language?: Language },
  ) => Promise<void>
}
