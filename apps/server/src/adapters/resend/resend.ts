import type { Logger } from '../../lib/log.ts'
import { type Mail, type Mailer, MailRefused, SenderRefused } from '../../lib/mail.ts'

export interface ResendOptions {
  readonly apiKey: string
  readonly baseUrl: string
  readonly from: string
  readonly log: Logger
}

const TIMEOUT_MS = 30_000
/** Statuses about the mail itself, which are final. Everything else may be temporary. */
const FINAL = new Set([400, 413, 422])
/** An error with the same status that concerns our settings, not the mail. */
const OUR_SENDER = 'invalid_from_address'
/** Any other display name is quoted. */
const PLAIN_NAME = /^[\p{L}\p{N} ]+$/u

export function createResendMailer({ apiKey, baseUrl, from, log }: ResendOptions): Mailer {
  const load = async () => {
    const { Resend } = await import('resend')
    return new Resend(apiKey, { baseUrl })
  }
  let client: ReturnType<typeof load> | undefined
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  return {
    async send({
      fromName,
      fromAddress = address,
      to,
      subject,
      text,
      html,
      key,
      replyTo,
      attachments,
      headers,
      tags,
    }: Mail) {
      const { emails } = await (client ??= load())
      const options = {
        ...(key === undefined ? {} : { idempotencyKey: key }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }
      const unnamed = fromAddress === address ? from : fromAddress
      const sender = fromName === undefined ? unnamed : `${named(fromName)} <${fromAddress}>`
      const more = {
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(headers && { headers }),
        ...(tags && { tags: Object.entries(tags).map(([name, value]) => ({ name, value })) }),
        ...(attachments && {
          attachments: attachments.map(({ base64, filename, contentType }) => ({
            filename,
            contentType,
            content: base64,
          })),
        }),
      }
      const { data, error } = await emails.send({ from: sender, to, subject, text, html, ...more }, options)
      if (error) throw failure(error)
      log.info({ messageId: data.id }, 'mail sent')
    },
  }
}

const named = (name: string): string => {
  const plain = name.replace(/[\p{C}]/gu, ' ').trim()
  return PLAIN_NAME.test(plain) ? plain : `"${plain.replace(/["\\<>]/g, '')}"`
}

function failure({ name, message, statusCode }: { name: string; message: string; statusCode: number | null }): Error {
  const what = `Resend: ${name}${statusCode === null ? '' : ` (${statusCode})`}: ${message}`
  if (statusCode === 401 || statusCode === 403 || name === OUR_SENDER) return new SenderRefused(what)
  return FINAL.has(statusCode ?? 0) ? new MailRefused(what) : new Error(what)
}
