// Security notices: mails to owners about changes of sign-in methods. The notice commits with the change itself; a job
// in their region sends the mail, so that no call waits for it and none is lost.
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
/** Encrypted, because the queue keeps payloads for a while. */
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

interface QueuedNotice {
  readonly key: string
  readonly email: string
  /** Stored, because the account of an abandoned address can't be looked up later. */
  readonly language?: Language
  readonly what: SecurityEvent
  readonly at: string
  /** Absent if no browser was involved. */
  readonly device?: Device
}

/** Enqueues a mail in the change's transaction. Not to unconfirmed addresses: strangers could flood a mailbox. */
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
  readonly appOrigin: () => string
  readonly countryOf: CountryOf
}

/** Runs the job. Throws while the mail server is unreachable, so that it is retried. */
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
  { appOrigin, countryOf }: NoticeDeps,
  { what, at, device, language = DEFAULT_LANGUAGE }: QueuedNotice,
  region: Region,
) {
  // Mail rendering is loaded on first use.
  const { securityMail, signInMail } = await import('../../mails/security-mails.ts')
  const network = device?.ipAddress ?? ''
  const country = (network && (await countryOf(network))) || ''
  const common = { language, at, network, country, ...(device && { device: clientNames(device.userAgent) }) }
  const page = (tab: string) => `${appOrigin()}/app/${region}/account?tab=${tab}`
  if (what.news === 'sign-in') return signInMail({ ...common, link: page('sessions'), method: what.method })
  const link = what.news === 'factors-reset' ? `${appOrigin()}/login` : page('security')
  return securityMail({ ...common, what, link })
}
