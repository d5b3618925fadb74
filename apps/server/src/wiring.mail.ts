// Which adapter sends mail of which region, and the queue that keeps what can't be sent yet.
import type { Language } from '@parlance/contract/accounts/languages'
import type { Region } from '@parlance/contract/lib/regions'
import { createResendMailer } from './adapters/resend/resend.ts'
import { createSmtpMailer } from './adapters/smtp/smtp.ts'
import type { Vault } from './lib/crypto.ts'
import type { Jobs } from './lib/jobs/jobs.ts'
import type { Logger } from './lib/log.ts'
import { createMailers, isSandboxMail, type Mailer, mailJobs, wayOf } from './lib/mail.ts'
import type { MailWay, Settings } from './lib/settings.ts'

/** Every mail with made-up contents. What draws them is loaded when they are looked at. */
export async function mailTemplates(publicUrl: string, language: Language) {
  const { sampleMails } = await import('./mails/samples.ts')
  return (await sampleMails(publicUrl, language)).map(({ id, name, mail }) => ({ id, name, ...mail }))
}

interface MailDeps {
  /** The sandbox's mail server, where mail stays on this machine. */
  readonly sandboxUrl: string | undefined
  readonly vault: Vault
  readonly jobs: ReadonlyMap<Region, Jobs>
  readonly log: Logger
}

export function wireMail({ mail }: Pick<Settings, 'mail'>, { sandboxUrl = '', vault, jobs, log }: MailDeps) {
  const open = new Map<string, { mailer: Mailer; close: () => void }>()
  /** One set of connections for each way, though regions share it. */
  const mailerOf = (way: MailWay): Mailer => {
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
  const direct = (region: Region) => mailerOf(wayOf(mail, region) ?? { kind: 'smtp', url: sandboxUrl })
  return {
    mailers: createMailers({ direct, vault, jobsOf: (region) => jobs.get(region) }),
    mailJobs: mailJobs({ direct, vault }),
    mailIsSandboxed: isSandboxMail(mail),
    closeMail: () => {
      for (const { close } of open.values()) close()
    },
  }
}
