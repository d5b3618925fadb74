import type { Region } from '@parlance/contract/lib/regions'
import { createResendMailer } from '../resend/resend.ts'
import { createSmtpMailer } from '../smtp/smtp.ts'
import type { Vault } from '../../lib/crypto.ts'
import type { Jobs } from '../../lib/jobs/jobs.ts'
import type { Logger } from '../../lib/log.ts'
import {
  AUTOMATIC,
  createMailers,
  isSandboxMail,
  type Mail,
  type Mailer,
  mailJobs,
  SenderRefused,
  type Senders,
  transportOf,
} from '../../lib/mail.ts'
import type { MailTransport, ResendAccount, Settings } from '../../lib/settings.ts'

interface MailDeps {
  /** The sandbox's mail server, where mail stays on this machine. */
  readonly sandboxUrl: string | undefined
  /** The sandbox account for the mail domains of agencies. */
  readonly sandboxAccount?: ResendAccount | undefined
  readonly vault: Vault
  readonly jobs: ReadonlyMap<Region, Jobs>
  readonly log: Logger
}

export function createMail(
  { mail }: Pick<Settings, 'mail'>,
  { sandboxUrl = '', sandboxAccount, vault, jobs, log }: MailDeps,
) {
  const open = new Map<string, { mailer: Mailer; close: () => void }>()
  /** One connection pool per transport, shared by regions that use it. */
  const mailerOf = (way: MailTransport): Mailer => {
    const name = JSON.stringify(way)
    const known = open.get(name)
    if (known) return known.mailer
    if (way.kind === 'resend') {
      const mailer = createResendMailer({ ...way, from: mail.from, log })
      open.set(name, { mailer, close: () => {} })
      return mailer
    }
    const mailer = createSmtpMailer({ url: way.url, from: mail.from, log })
    open.set(name, { mailer, close: mailer.close })
    return mailer
  }
  const accountOf = (region: Region): ResendAccount | undefined => mail.accounts?.[region] ?? sandboxAccount
  let senders: Senders | undefined
  const direct = (region: Region): Mailer => {
    const own = mailerOf(transportOf(mail, region) ?? { kind: 'smtp', url: sandboxUrl })
    return {
      async send({ onBehalfOf, ...mailed }: Mail) {
        const given = { ...mailed, headers: { ...AUTOMATIC, ...mailed.headers } }
        const account = onBehalfOf === undefined ? undefined : accountOf(region)
        if (!account || !senders || onBehalfOf === undefined) return own.send(given)
        const sender = await senders.of(region, onBehalfOf)
        if (!sender) return own.send(given)
        try {
          const { apiKey, baseUrl } = account
          return await mailerOf({ kind: 'resend', apiKey, baseUrl }).send({
            fromName: sender.name,
            ...given,
            fromAddress: sender.address,
          })
        } catch (error) {
          if (!(error instanceof SenderRefused)) throw error
          log.warn({ reason: error.message }, 'the mail domain of an agency is refused; its mail leaves from ours')
          await senders.refused(region, onBehalfOf)
          // An idempotency key may not be reused with another payload.
          return own.send({ ...given, ...(given.key !== undefined && { key: `${given.key}-own` }) })
        }
      },
    }
  }
  return {
    accountOf,
    useSenders: (given: Senders) => void (senders = given),
    mailers: createMailers({ direct, vault, jobsOf: (region) => jobs.get(region) }),
    jobs: mailJobs({ direct, vault }),
    isSandboxed: isSandboxMail(mail),
    close: () => {
      for (const { close } of open.values()) close()
    },
  }
}
