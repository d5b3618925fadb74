// Reads mails as they stand in a mailbox.
import { addressOf } from '@parlance/contract/lib/mailbox'
import type { Attachment, Email, Header } from 'postal-mime'
import { sha256 } from '../../lib/crypto.ts'
import type { InboundMail, InboundMailEvent } from '../../lib/inbound-mail.ts'

export interface ReadMail {
  readonly mail: InboundMail
  readonly files: readonly Buffer[]
}

export interface Known {
  readonly id: string
  /** When it arrived. */
  readonly at: number
  /** Of the whole mail, when only its beginning was read: then its files are all too large. */
  readonly size?: number
}

/** Servers write who a mail was for into the first of these; the others are the sender's words. */
const RECIPIENT_HEADERS = new Set(
  'delivered-to x-delivered-to x-original-to envelope-to x-envelope-to x-forwarded-to to cc bcc'.split(' '),
)
const MAX_FILES = 50
const MAX_NAME = 200

const load = () => import('postal-mime')
type AddressParser = Awaited<ReturnType<typeof load>>['addressParser']

function recipientsOf(headers: readonly Header[], parseAddresses: AddressParser): string[] {
  const all = headers
    .filter(({ key }) => RECIPIENT_HEADERS.has(key))
    .flatMap(({ value }) => parseAddresses(value, { flatten: true }))
    .map(({ address = '' }) => addressOf(address))
  return [...new Set(all)].filter((address) => address !== '')
}

/** The first value of each header: those above were added later, by servers that are nearer to us. */
function headersOf(headers: readonly Header[]): Record<string, string> {
  const found = new Map<string, string>()
  for (const { key, value } of headers) if (!found.has(key)) found.set(key, value)
  const results = resultsOf(headers)
  if (results !== '') found.set('authentication-results', results)
  return Object.fromEntries(found)
}

/** The checks of the server that took the mail, which come first; a sender may have written others below them. */
function resultsOf(headers: readonly Header[]): string {
  const all = headers.filter(({ key }) => key === 'authentication-results').map(({ value }) => value)
  const serverOf = (value: string) => value.split(';')[0]?.trim().toLowerCase()
  const end = all.findIndex((value) => serverOf(value) !== serverOf(all[0] ?? ''))
  return all.slice(0, end < 0 ? all.length : end).join('; ')
}

/** What to store about a mail, by its headers alone. */
export async function eventOf(head: Uint8Array, id: string): Promise<InboundMailEvent> {
  const { default: PostalMime, addressParser } = await load()
  const { headers } = await PostalMime.parse(head)
  const first = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? ''
  const names = [first('message-id'), first('from'), first('date')]
  return {
    id,
    // The same for another copy of it, and where a mailbox gives its mails new numbers.
    key: names[0] === '' ? id : `m-${sha256(JSON.stringify(names)).slice(0, 40)}`,
    to: recipientsOf(headers, addressParser),
  }
}

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength)

/** Encoded words may hide line breaks and NUL, which the database refuses. */
const lineOf = (text: string) => text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')

const fromOf = ({ from }: Email): InboundMail['from'] => ({
  name: lineOf(from?.name ?? ''),
  address: addressOf(from?.address ?? ''),
})

export async function parseMail(source: Uint8Array, { id, at, size }: Known): Promise<ReadMail> {
  const { default: PostalMime, addressParser } = await load()
  const email = await PostalMime.parse(source)
  const attached = email.attachments.slice(0, MAX_FILES)
  const files = size === undefined ? attached.map(bytesOf) : []
  return {
    files,
    mail: {
      id,
      from: fromOf(email),
      to: recipientsOf(email.headers, addressParser),
      subject: lineOf(email.subject ?? ''),
      text: email.text ?? '',
      html: email.html ?? '',
      headers: headersOf(email.headers),
      messageId: email.messageId ?? '',
      at,
      attachments: attached.map((one, index) => ({
        id: String(index),
        filename: lineOf(one.filename ?? 'file').slice(0, MAX_NAME),
        mime: one.mimeType,
        bytes: size ?? files[index]?.length ?? 0,
        isInline: one.related === true || (one.disposition === 'inline' && (one.contentId ?? '') !== ''),
      })),
    },
  }
}

export function fileIn({ files }: ReadMail, id: string): Buffer {
  const file = files[Number(id)]
  if (!file) throw new Error('the mail has no such file')
  return file
}
