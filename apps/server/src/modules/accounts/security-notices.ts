// Tells owners by mail what changed of how their account is entered. What is to be told commits with the change itself; a job
// of their region writes the mail and sends it, so that no call waits for it and none is lost with a process.
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { SecurityNews, SignInMethod } from '../../mails/security-mails.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import type { Db } from '../../lib/db/pool.ts'
import { putIn } from '../../lib/jobs/outbox.ts'
import { unlessRefused, type Mailers } from '../../lib/mail.ts'
import type { CountryOf } from './ports.ts'
import { languagesOf } from './profile/profile.repository.ts'
import { clientNames, deviceOf } from './sessions/sessions.ts'
import type { Device } from './sessions/sessions.repository.ts'

export const NOTICE_JOB = 'accounts.security-mail'
/** Sealed, for the queue keeps what it was given for a while. */
export const NOTICE_VAULT_CONTEXT = { tenant: 'accounts', where: 'account|security-mail' } as const

export type { SignInMethod } from '../../mails/security-mails.ts'
export type SecurityEvent = SecurityNews | { readonly news: 'sign-in'; readonly method: SignInMethod }

interface Recipient {
  readonly email: string
  readonly region: Region
  readonly emailVerified: boolean
  /** That of the account with this address when absent. */
  readonly language?: Language | null | undefined
}

/** What lies in the queue. */
interface QueuedNotice {
  readonly key: string
  readonly email: string
  /** As it was when it happened: an address that was left leads to no account any more. */
  readonly language?: Language
  readonly what: SecurityEvent
  readonly at: string
  /** Absent where no browser did it. */
  readonly device?: Device
}

/**
 * Puts one mail into the transaction that changes what it tells of. Addresses that nobody has confirmed get none: whoever
 * signs up with the address of somebody else could fill their mailbox.
 */
export type NotifyOwner = (tx: Db, ctx: Pick<Ctx, 'request'>, to: Recipient, what: SecurityEvent) => Promise<void>

export const createNoticeRecorder =
  (vault: Vault, now: () => Date): NotifyOwner =>
  async (tx, ctx, { email, region, emailVerified, ...to }, what) => {
    if (!emailVerified) return
    const language = to.language ?? (await languagesOf(tx, [email])).get(email) ?? DEFAULT_LANGUAGE
    const device = ctx.request && deviceOf(ctx)
    const told: QueuedNotice = {
      key: randomId(24),
      email,
      language,
      what,
      at: now().toISOString(),
      ...(device && { device }),
    }
    await putIn(tx, region, NOTICE_JOB, {
      sealed: vault.seal(NOTICE_VAULT_CONTEXT.tenant, NOTICE_VAULT_CONTEXT.where, JSON.stringify(told)),
    })
  }

export interface NoticeDeps {
  readonly vault: Vault
  readonly mailers: Mailers
  readonly settings: { readonly publicUrl: string }
  readonly countryOf: CountryOf
}

/** What the job does. Throws, so that it is tried again, while the mail server can't be reached. */
export const createSecurityNotices = (deps: NoticeDeps) => ({
  async sendNotice(ctx: Ctx, sealed: string): Promise<void> {
    const told = JSON.parse(
      deps.vault.open(NOTICE_VAULT_CONTEXT.tenant, NOTICE_VAULT_CONTEXT.where, sealed),
    ) as QueuedNotice
    const { key, email } = told
    const mail = await writeMail(deps, told, ctx.region)
    await deps.mailers
      .of(ctx.region)
      .send({ ...mail, to: email, key })
      .catch(unlessRefused(ctx.log, key))
  },
})

async function writeMail(
  { settings, countryOf }: NoticeDeps,
  { what, at, device, language = DEFAULT_LANGUAGE }: QueuedNotice,
  region: Region,
) {
  // What writes mails is loaded with the first one.
  const { securityMail, signInMail } = await import('../../mails/security-mails.ts')
  const network = device?.ipAddress ?? ''
  const country = (network && (await countryOf(network))) || ''
  const whence = { language, at, network, country, ...(device && { device: clientNames(device.userAgent) }) }
  const page = (tab: string) => `${settings.publicUrl}/app/${region}/account?tab=${tab}`
  if (what.news === 'sign-in') return signInMail({ ...whence, link: page('sessions'), method: what.method })
  const link = what.news === 'factors-reset' ? `${settings.publicUrl}/login` : page('security')
  return securityMail({ ...whence, what, link })
}
