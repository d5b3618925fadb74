/**
 * Mail that people send to a domain of the account: stored, delivered to the webhook with svix's signature, and read
 * through the receiving API.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Refusal, type SentMail } from './parse-mail.ts'

export interface WrittenMail {
  readonly from: string
  readonly to: string | readonly string[]
  readonly subject: string
  readonly text?: string | undefined
  readonly html?: string | undefined
  /** Additional headers, as a mail server received them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly attachments?: readonly ReceivedFile[] | undefined
  readonly messageId?: string | undefined
  /** The mail that it answers: its subject, quoted text and thread. */
  readonly answers?: AnsweredMail | undefined
}
export interface ReceivedFile {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** A picture that the HTML shows by `cid:` and this id. */
  readonly contentId?: string | undefined
}
interface AnsweredMail {
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly messageId: string
  readonly date: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Received {
  readonly id: string
  readonly from: string
  readonly to: string[]
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  readonly headers: Record<string, string>
  readonly message_id: string
  readonly created_at: string
  readonly files: readonly (ReceivedFile & { readonly id: string })[]
}

const RETRIES = 20
const RETRY_MS = 500

export interface ReceivingOptions {
  /** The address of the service, for file downloads. */
  readonly url: () => string
}

export function createReceiving({ url }: ReceivingOptions) {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const mails: Received[] = []
  const downloads = new Map<string, ReceivedFile>()
  let target: string | undefined
  let isClosed = false

  const sign = (id: string, at: string, body: string, key = secret) =>
    `v1,${createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
      .update(`${id}.${at}.${body}`)
      .digest('base64')}`

  /** Posts an event until the webhook accepts it. Resolves with the last status. */
  const tell = async (event: object): Promise<number> => {
    const body = JSON.stringify(event)
    const id = `msg_${randomUUID().replaceAll('-', '')}`
    let status = 0
    for (let attempt = 0; attempt < RETRIES && target !== undefined && !isClosed; attempt += 1) {
      const at = String(Math.floor(Date.now() / 1000))
      try {
        const answer = await fetch(target, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'svix-id': id,
            'svix-timestamp': at,
            'svix-signature': sign(id, at, body),
          },
          body,
          signal: AbortSignal.timeout(15_000),
        })
        ;({ status } = answer)
        await answer.arrayBuffer()
        if (answer.ok) return status
      } catch {
        status = 0
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    return status
  }

  const fileOf = ({ id, filename, contentType, content, contentId }: Received['files'][number]) => ({
    id,
    filename,
    size: content.length,
    content_type: contentType,
    content_id: contentId ?? null,
    content_disposition: contentId === undefined ? 'attachment' : 'inline',
  })
  const eventOf = (mail: Received) => ({
    type: 'email.received',
    created_at: mail.created_at,
    data: {
      email_id: mail.id,
      created_at: mail.created_at,
      from: mail.from,
      to: mail.to,
      bcc: [],
      cc: [],
      received_for: mail.to,
      message_id: mail.message_id,
      subject: mail.subject,
      attachments: mail.files.map((file) => {
        const { size: _, ...shown } = fileOf(file)
        return shown
      }),
    },
  })

  const find = (id: string): Received => {
    const mail = mails.find((one) => one.id === id)
    if (!mail) throw new Refusal(404, 'not_found', 'Email not found')
    return mail
  }
  const withDownload = (file: Received['files'][number]) => {
    const token = randomBytes(16).toString('hex')
    downloads.set(token, file)
    return {
      ...fileOf(file),
      download_url: `${url()}/received-files/${token}`,
      expires_at: new Date(Date.now() + 3600_000).toISOString(),
    }
  }

  return {
    secret,
    sign,
    deliverTo: (webhook: string) => void (target = webhook),
    /** Receives a mail and calls the webhook. */
    async receive(written: WrittenMail): Promise<{ id: string; status: number }> {
      const mail = received(written)
      mails.push(mail)
      return { id: mail.id, status: await tell(eventOf(mail)) }
    },
    /** Reports what became of a sent mail. */
    report: (
      { id, from, to, subject, tags }: Pick<SentMail, 'id' | 'from' | 'to' | 'subject' | 'tags'>,
      type: 'bounced' | 'complained' | 'delivered',
      bounce = 'Permanent',
    ): Promise<number> => {
      const at = new Date().toISOString()
      const bounced = { type: bounce, subType: 'General', message: 'The recipient’s server rejected the email.' }
      const data = { email_id: id, message_id: `<${id}@resend.test>`, created_at: at, from, to, subject, tags }
      return tell({
        type: `email.${type}`,
        created_at: at,
        data: type === 'bounced' ? { ...data, bounce: bounced } : data,
      })
    },
    /** Calls the webhook again for the same mail. */
    tellAgain: (id: string) => tell(eventOf(find(id))),
    eventOf: (id: string) => eventOf(find(id)),
    forget: (id: string) => void mails.splice(mails.indexOf(find(id)), 1),
    /** The status and body for `/emails/receiving…`. Throws a Refusal. */
    answer(method: string, path: string): { status: number; body: unknown } {
      if (method !== 'GET')
        throw new Refusal(405, 'method_not_allowed', 'Method is not allowed for the requested path.')
      const [, , id, part, fileId, ...more] = path.split('/').filter((one) => one !== '')
      if (more.length > 0 || (part !== undefined && part !== 'attachments'))
        throw new Refusal(404, 'not_found', 'The requested endpoint does not exist.')
      if (id === undefined) {
        const data = mails.toReversed().map(({ files, headers: _h, text: _t, html: _x, ...one }) => ({
          ...one,
          ...NO_MORE,
          attachments: files.map(fileOf),
        }))
        return { status: 200, body: { object: 'list', has_more: false, data } }
      }
      const { files, ...mail } = find(id)
      if (part === undefined)
        return {
          status: 200,
          body: {
            object: 'email',
            ...mail,
            ...NO_MORE,
            received_for: mail.to,
            raw: null,
            attachments: files.map(fileOf),
          },
        }
      if (fileId === undefined)
        return { status: 200, body: { object: 'list', has_more: false, data: files.map(withDownload) } }
      const file = files.find((one) => one.id === fileId)
      if (!file) throw new Refusal(404, 'not_found', 'Attachment not found')
      return { status: 200, body: { object: 'attachment', ...withDownload(file) } }
    },
    download: (token: string): ReceivedFile | undefined => downloads.get(token),
    close: () => void (isClosed = true),
  }
}

const NO_MORE = { bcc: [], cc: [], reply_to: [] }

/** A mail with what its program puts below an answer. */
function quoting({ text, html }: Pick<WrittenMail, 'text' | 'html'>, answered: AnsweredMail | undefined) {
  if (!answered) return { text, html }
  const intro = `On ${new Date(answered.date).toUTCString()}, ${answered.from} wrote:`
  const shown = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
  const quote = `<div class="gmail_quote">${shown(intro)}<br><blockquote>${shown(answered.text)}</blockquote></div>`
  return {
    text: text === undefined ? undefined : `${text}\n\n${intro}\n\n${answered.text.replaceAll(/^/gm, '> ')}\n`,
    html: html === undefined ? undefined : `${html}<br>${quote}`,
  }
}

function received({ answers, attachments = [], ...written }: WrittenMail): Received {
  const to = [written.to].flat()
  const at = written.from.lastIndexOf('@')
  const domain = written.from.slice(at + 1).replace(/>.*$/, '') || 'nowhere.example'
  const messageId = written.messageId ?? `<${randomUUID()}@${domain}>`
  const subject =
    answers && written.subject === '' ? `Re: ${answers.subject.replace(/^(?:re:\s*)+/i, '')}` : written.subject
  const { text, html } = quoting(written, answers)
  return {
    id: randomUUID(),
    from: written.from,
    to: [...to],
    subject,
    text: text ?? null,
    html: html ?? null,
    headers: {
      from: written.from,
      to: to.join(', '),
      subject,
      'message-id': messageId,
      'return-path': `<${written.from.replace(/^.*<|>.*$/g, '')}>`,
      ...(answers &&
        answers.messageId !== '' && {
          'in-reply-to': answers.messageId,
          references: [answers.headers?.['references'] ?? '', answers.messageId].join(' ').trim(),
        }),
      ...Object.fromEntries(Object.entries(written.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    },
    message_id: messageId,
    created_at: new Date().toISOString(),
    files: attachments.map((file) => ({ ...file, id: randomUUID() })),
  }
}
