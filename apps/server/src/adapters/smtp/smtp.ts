import type { Logger } from '../../lib/log.ts'
import { type Mailer, MailRefused } from '../../lib/mail.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
  readonly url: string
  readonly from: string
  readonly log: Logger
}

const CONNECT_MS = 10_000
const IDLE_MS = 30_000

/** Loaded with the first mail, to save memory on servers that send none. */
async function openTransport({ url, from, log }: SmtpOptions) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      // Mails must not pull in files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  transport.on('error', (error) => log.warn({ err: error }, 'a connection to the mail server failed'))
  return transport
}

/** A few connections are kept and shared. Close it when the server stops. */
export function createSmtpMailer(options: SmtpOptions): Mailer & { readonly close: () => void } {
  const { from, log } = options
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async send({ fromName, key, attachments = [], tags: _tags, ...mail }) {
      const sender = fromName === undefined ? {} : { from: { name: fromName, address } }
      const name = key === undefined ? {} : { messageId: `<${key}@${address.split('@')[1] ?? 'localhost'}>` }
      const files = attachments.map(({ base64, ...file }) => ({ ...file, content: base64, encoding: 'base64' }))
      const transport = await (opened ??= openTransport(options))
      const { messageId } = await transport
        .sendMail({ ...mail, ...sender, ...name, attachments: files })
        .catch((error: unknown) => {
          throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error
        })
      log.info({ messageId }, 'mail sent')
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** The recipient, message or address is refused. Errors about our account or sender may be temporary. */
const isFinal = (error: unknown): error is Error => {
  const {
    code,
    command,
    responseCode = 0,
    message,
  } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return false
  // Reported by the library before anything is sent.
  if (command === 'API') return /recipient/i.test(message)
  return responseCode >= 500 && responseCode < 600
}
