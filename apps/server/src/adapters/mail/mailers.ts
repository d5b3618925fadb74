// Picks the adapter that sends the mail of a region, with the queue that keeps what can’t be sent yet.
import type { Region } from '@parlance/contract/lib/regions'
import { createResendMailer } from '../resend/resend.ts'
import { createSmtpMailer } from '../smtp/smtp.ts'
import type { Vault } from '../../lib/crypto.ts'
import type { Jobs } from '../../lib/jobs/jobs.ts'
import type { Logger } from '../../lib/log.ts'
import { createMailers, isSandboxMail, type Mailer, mailJobs, transportOf } from '../../lib/mail.ts'
import type { MailTransport, Settings } from '../../lib/settings.ts'

interface MailDeps {
  /** The sandbox's mail server, where mail stays on this machine. */
  readonly sandboxUrl: string | undefined
  readonly vault: Vault
  readonly jobs: ReadonlyMap<Region, Jobs>
  readonly log: Logger
}

export function createMail({ mail }: Pick<Settings, 'mail'>, { sandboxUrl = '', vault, jobs, log }: MailDeps) {
  const open = new Map<string, { mailer: Mailer; close: () => void }>()
  /** One connection pool for each transport, shared by regions that use the same one. */
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
  const direct = (region: Region) => mailerOf(transportOf(mail, region) ?? { kind: 'smtp', url: sandboxUrl })
  return {
    mailers: createMailers({ direct, vault, jobsOf: (region) => jobs.get(region) }),
    jobs: mailJobs({ direct, vault }),
    isSandboxed: isSandboxMail(mail),
    close: () => {
      for (const { close } of open.values()) close()
    },
  }
}
