/** Parses requests to send a mail as Resend does, including its refusals. */
import { z } from 'zod'

/** A refusal in the service's words. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface SentMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
  readonly attachments: readonly {
    readonly filename: string
    readonly contentType: string | undefined
    /** Base64. */
    readonly content: string
  }[]
  readonly idempotencyKey: string | undefined
}

const MAX_RECIPIENTS = 50
const MAX_BYTES = 40 * 1024 * 1024
const ADDRESS = /^[^\s@<>()[\],;:"\\]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z0-9-]{2,63}$/i
/** `address` or `Name <address>`; a name with special characters needs quotes. */
const MAILBOX = /^(?:(?:[^<>"@,;:\\]*|"[^"\\]*")\s*<([^<>\s]+)>|([^<>\s]+))$/
const addressOf = (mailbox: string): string | undefined => {
  const [, named, bare] = MAILBOX.exec(mailbox.trim()) ?? []
  const address = named ?? bare
  return address !== undefined && ADDRESS.test(address) ? address : undefined
}

const Tag = z.string().regex(/^[\w-]{1,256}$/)
const many = z.union([z.string(), z.array(z.string()).min(1)]).transform((one) => [one].flat())
const Body = z.looseObject({
  from: z.string(),
  to: many,
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  reply_to: many.optional(),
  headers: z.record(z.string().regex(/^[!-9;-~]+$/), z.string().regex(/^[^\r\n]*$/)).optional(),
  tags: z.array(z.strictObject({ name: Tag, value: Tag })).optional(),
  attachments: z
    .array(z.looseObject({ filename: z.string(), content: z.base64(), content_type: z.string().optional() }))
    .optional(),
})

const refuse = (code: string, message: string): never => {
  throw new Refusal(422, code, message)
}

/** The mail in a body, without its id. Throws the service's refusal otherwise. */
export function parseMail(raw: string): Omit<SentMail, 'id' | 'idempotencyKey'> {
  if (Buffer.byteLength(raw) > MAX_BYTES) throw new Refusal(413, 'validation_error', 'The message is too large.')
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    throw new Refusal(400, 'validation_error', 'The request body is not valid JSON.')
  }
  for (const field of ['from', 'to', 'subject'] as const)
    if (typeof body !== 'object' || body === null || !(field in body) || Reflect.get(body, field) === '')
      refuse('missing_required_field', `Missing \`${field}\` field.`)
  const read = Body.safeParse(body)
  if (!read.success) {
    const [issue] = read.error.issues
    return refuse('validation_error', `Invalid \`${issue?.path.join('.')}\` field. ${issue?.message}`)
  }
  const { from, to, subject, html, text } = read.data
  if (html === undefined && text === undefined) refuse('missing_required_field', 'Missing `html` or `text` field.')
  if (!addressOf(from))
    refuse(
      'invalid_from_address',
      'Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
    )
  if (/[\r\n]/.test(subject)) refuse('validation_error', 'The `\\n` is not allowed in the `subject` field.')
  if (to.length > MAX_RECIPIENTS) refuse('validation_error', 'The `to` field may hold 50 addresses.')
  const addresses = to.map((mailbox) => addressOf(mailbox) ?? refuse('validation_error', 'Invalid `to` field.'))
  const replyTo = (read.data.reply_to ?? []).map(
    (mailbox) => addressOf(mailbox) ?? refuse('validation_error', 'Invalid `reply_to` field.'),
  )
  const attachments = (read.data.attachments ?? []).map(({ filename, content, content_type: contentType }) => ({
    filename,
    contentType,
    content,
  }))
  const headers = { ...read.data.headers }
  const tags = Object.fromEntries((read.data.tags ?? []).map(({ name, value }) => [name, value]))
  return { from, to: addresses, subject, html: html ?? '', text: text ?? '', replyTo, headers, tags, attachments }
}

/** The domain of a sender, in lower case. */
export const domainOf = (from: string): string => (addressOf(from) ?? '').split('@')[1]?.toLowerCase() ?? ''
