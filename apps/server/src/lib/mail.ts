// Sending mail: over the transport of its region, or to the sandbox's inbox if none is configured.
import { msg } from '@parlance/i18n/messages'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { sha256, type Vault } from './crypto.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db/pool.ts'
import type { Job, Jobs } from './jobs/jobs.ts'
import type { Logger } from './log.ts'
import type { MailSettings, MailTransport } from './settings.ts'

export interface Mail {
  /** Display name of the sender; the product's name when absent. */
  readonly fromName?: string
  /** The workspace whose clients or visitors it is for: its agency's mail domain is used if it works. */
  readonly onBehalfOf?: string
  /** Set by the mailers when the sender is not ours. */
  readonly fromAddress?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: string
  readonly attachments?: readonly MailAttachment[]
  /** More headers, e.g. those by which mails are shown as one thread. */
  readonly headers?: Readonly<Record<string, string>>
  /** Come back with the mail service's reports; names and values of letters, digits, `_` and `-`. */
  readonly tags?: Readonly<Record<string, string>>
  /** Idempotency key, for mail services that support it. */
  readonly key?: string
}

/** Base64, because queued mails are stored as JSON. */
export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly base64: string
}

/** The mail was rejected for good, e.g. because the address does not exist. Retrying is useless. */
export class MailRefused extends Error {}

/** The service refuses this sender; the mail itself may be fine. */
export class SenderRefused extends Error {}

export interface Senders {
  readonly of: (region: Region, workspaceId: string) => Promise<{ address: string; name: string } | undefined>
  readonly refused: (region: Region, workspaceId: string) => Promise<void>
}

/** Groups mails about one chat into a thread, under an id that no mail has. */
export function threadHeaders(conversationId: string): Readonly<Record<string, string>> {
  const id = `<chat-${sha256(`mail-thread:${conversationId}`).slice(0, 32)}@chat.invalid>`
  return { 'In-Reply-To': id, References: id }
}

/** Lets mail programs unsubscribe with one click (RFC 8058). */
export const unsubscribeHeaders = (address: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Marks mail that no person wrote, so that no machine answers it (RFC 3834); mail by a person says `no`. */
export const AUTOMATIC: Readonly<Record<string, string>> = { 'Auto-Submitted': 'auto-generated' }
export const BY_A_PERSON: Readonly<Record<string, string>> = { 'Auto-Submitted': 'no' }

/** For jobs: swallows a final rejection, so that there is no retry. `key` names the mail in the log. */
export const unlessRefused =
  (log: Logger, key?: string) =>
  (error: unknown): void => {
    if (!(error instanceof MailRefused)) throw error
    log.warn(
      { reason: error.message, ...(key === undefined ? {} : { mail: key }) },
      'a mail was refused and is not tried again',
    )
  }

/** Message for the user who entered the address. */
export const TAKES_NO_MAIL = msg('email_undeliverable')

/** Resolves when the mail server accepted it; rejects with the server's reason, as MailRefused when that is final. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
}

export interface RegionMailer extends Mailer {
  /** Sends it from a job, retried for a day and stored encrypted; with a transaction's `db` only if it commits. */
  readonly later: (mail: Mail, db?: Db) => Promise<void>
  /** Sends it now, or later if the server is unreachable. Rejects with MailRefused for good. */
  readonly sendOrLater: (mail: Mail) => Promise<void>
}

export interface Mailers {
  /** The mailer for people and workspaces of that region. There is no fallback to another region's transport. */
  readonly of: (region: Region) => RegionMailer
}

/** Transport of a region: its own, else the general one; undefined for the sandbox. */
export const transportOf = ({ ways, general }: MailSettings, region: Region): MailTransport | undefined =>
  ways[region] ?? general

/** Whether mail stays on this machine. Either every region has a transport or none. */
export const isSandboxMail = ({ ways, general }: MailSettings): boolean =>
  general === undefined && Object.keys(ways).length === 0

const JOB = 'mail.send'
export const mailVaultContext = (region: Region) => ({ tenant: `mail:${region}`, where: 'mail' })

export interface MailersDeps {
  readonly direct: (region: Region) => Mailer
  readonly vault: Vault
  /** Absent for regions that are not served here, and before jobs begin. */
  readonly jobsOf: (region: Region) => Pick<Jobs, 'enqueue'> | undefined
}

export function createMailers({ direct, vault, jobsOf }: MailersDeps): Mailers {
  const of = (region: Region): RegionMailer => {
    const mailer = direct(region)
    const later = async (mail: Mail, db?: Db) => {
      const jobs = jobsOf(region)
      if (!jobs) return mailer.send(mail)
      const { tenant, where } = mailVaultContext(region)
      const sealed = vault.seal(tenant, where, JSON.stringify({ key: randomId(24), ...mail }))
      await jobs.enqueue(JOB, { sealed }, db)
    }
    return {
      send: mailer.send,
      later,
      async sendOrLater(mail) {
        const named = { key: randomId(24), ...mail }
        await mailer.send(named).catch((error: unknown) => {
          if (error instanceof MailRefused || !jobsOf(region)) throw error
          return later(named)
        })
      },
    }
  }
  return { of }
}

/** Growing delays for two hours, then hourly for a day. */
const PATIENCE = { retryLimit: 30, retryDelay: 10, retryDelayMax: 3600 } as const

export const mailJobs = ({ direct, vault }: Pick<MailersDeps, 'direct' | 'vault'>): Job[] => {
  const opened = (ctx: Ctx, { sealed }: Readonly<Record<string, unknown>>): Mail => {
    const { tenant, where } = mailVaultContext(ctx.region)
    return JSON.parse(vault.open(tenant, where, String(sealed))) as Mail
  }
  return [
    {
      name: JOB,
      ...PATIENCE,
      async run(ctx, data) {
        const mail = opened(ctx, data)
        await direct(ctx.region).send(mail).catch(unlessRefused(ctx.log, mail.key))
      },
      async dead(ctx, data) {
        ctx.log.error({ mail: opened(ctx, data).key }, 'a mail could not be sent for a day and was dropped')
      },
    },
  ]
}
