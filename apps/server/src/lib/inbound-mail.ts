// Inbound mail: its metadata, whether a machine wrote it, and the sender's own words.
import { createContext, runInContext } from 'node:vm'
import { addressOf } from '@parlance/contract/lib/mailbox'
import EmailReplyParser from 'email-reply-parser'
import { Parser } from 'htmlparser2'
import type { Region } from '@parlance/contract/lib/regions'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { WebhookRefusal, WebhookRequest } from './http/provider-webhook.ts'
import type { Logger } from './log.ts'

export interface InboundAttachment {
  readonly id: string
  readonly filename: string
  readonly mime: string
  readonly bytes: number
  readonly isInline?: boolean
}
export interface InboundMail {
  readonly id: string
  readonly from: { readonly address: string; readonly name: string }
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly messageId: string
  readonly at: number
  readonly attachments: readonly InboundAttachment[]
}

/** Logos of signatures are smaller; photos and screenshots inside the text are larger. */
const MIN_INLINE_BYTES = 20_000

const SIGNATURE = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys))\b/i

/** Whether the sender added the file, and not their mail program. */
export const isAttached = ({ isInline, mime, bytes }: InboundAttachment): boolean =>
  !SIGNATURE.test(mime) && (isInline !== true || (mime.startsWith('image/') && bytes >= MIN_INLINE_BYTES))

/** The provider's notice of an inbound mail. The text is fetched later. */
export interface InboundMailEvent {
  readonly id: string
  /** The same for another copy of the mail; the id when absent. */
  readonly key?: string
  /** All recipients, visible or not, each once and in lower case. */
  readonly to: readonly string[]
}

/** The provider's notice that a mail of ours came back for good, or that its reader called it spam. */
export interface MailReport {
  /** The provider's id of our mail. */
  readonly id: string
  readonly why: 'bounced' | 'complained'
  readonly tags: Readonly<Record<string, string>>
}

/** What watches a mailbox; only one process does. */
export interface MailboxListener {
  /** Aborted when this process must let go. */
  readonly signal: AbortSignal
  /** State left by the previous holder, and to leave for the next. */
  readonly state: unknown
  readonly keep: (state: unknown) => Promise<void>
  /** Stores the notice: once it resolves, the mail is not lost. False for a mail to nobody here. */
  readonly take: (event: InboundMailEvent) => Promise<boolean>
  /** Why no mail arrives, in words for users; nothing once it does. */
  readonly report: (problem?: MessageDescriptor) => Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

/** A service that receives mail for a domain of this installation. */
export interface InboundMailService {
  readonly domain: string
  readonly readEvent: (
    request: Pick<WebhookRequest, 'headers' | 'body'>,
  ) => { readonly event?: InboundMailEvent; readonly report?: MailReport } | Pick<WebhookRefusal, 'reason'>
  /** Undefined when the service no longer has the mail. */
  readonly fetch: (region: Region, id: string) => Promise<InboundMail | undefined>
  readonly attachment: (region: Region, mailId: string, id: string) => Promise<Buffer>
  /** For services without a webhook: watches the mailbox until the signal aborts. */
  readonly listen?: (listener: MailboxListener) => Promise<void>
  readonly close?: () => Promise<void>
}

/** The local part of an address of the domain, in lower case; undefined for another domain. */
export function localPartOf(address: string, domain: string): string | undefined {
  const known = addressOf(address)
  return known.endsWith(`@${domain}`) ? known.slice(0, -domain.length - 1) : undefined
}

const MACHINES = /^(?:mailer-daemon|postmaster|(?:no|do-?not|not)[-_.]?reply|bounces?)(?:[+=-].*)?@/i
const BULK = /^(?:bulk|junk|list|auto[_-]?reply)$/i

/** Whether a machine wrote it. Such mail is never answered: two machines would go on forever (RFC 3834). */
export function isAutomatic({ headers, from }: Pick<InboundMail, 'headers' | 'from'>): boolean {
  const value = (name: string) => headers[name]?.trim() ?? ''
  const submitted = value('auto-submitted').split(';')[0]?.trim().toLowerCase() ?? ''
  return (
    (submitted !== '' && submitted !== 'no') ||
    BULK.test(value('precedence')) ||
    ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-failed-recipients'].some(
      (name) => value(name) !== '',
    ) ||
    value('return-path') === '<>' ||
    /^multipart\/report\b/i.test(value('content-type')) ||
    from.address === '' ||
    MACHINES.test(from.address)
  )
}

/** Whether the receiving service reports that the sender is forged. */
export const isForged = ({ headers }: Pick<InboundMail, 'headers'>): boolean =>
  /\bdmarc=(?:fail|permerror)\b/i.test(headers['authentication-results'] ?? '')

/** Visitors' limit; only quoted text comes after it. */
const MAX_CHARS = 40_000
const MAX_WORDS = 16_000
/** Mail programs put long style sheets before the first word. */
const MAX_HTML = 200_000
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'svg', 'math'])
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** Elements in which mail programs quote the earlier mail. */
const QUOTES = /\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra)\b/

/** Styles that hide text from the reader of the mail; hidden text could instruct the agent. */
const UNSEEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:opacity|max-height)\s*:\s*0[a-z%]*\s*(?:;|!|$))/i

/** The visible text of an HTML-only mail, without quotes. None of the HTML is kept. */
export function textOfMailHtml(html: string): string {
  let text = ''
  const open: { readonly name: string; readonly isSilent: boolean }[] = []
  let silent = 0
  const parser = new Parser({
    onopentag(name, { class: className = '', id = '', style = '', hidden }) {
      const isQuote = name === 'blockquote' || QUOTES.test(className) || id === 'appendonsend'
      const isSilent = SILENT.has(name) || isQuote || hidden !== undefined || UNSEEN.test(style)
      open.push({ name, isSilent })
      if (isSilent) silent += 1
      if (name === 'br' || BLOCKS.has(name)) text += '\n'
    },
    ontext(data) {
      if (silent === 0) text += data.replaceAll(/[\s\u00A0]+/g, ' ')
    },
    onclosetag(name) {
      const at = open.findLastIndex((one) => one.name === name)
      if (at >= 0) silent -= open.splice(at).filter(({ isSilent }) => isSilent).length
      if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.write(html.slice(0, MAX_HTML))
  parser.end()
  return text
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** For some mails the library's expressions would backtrack for minutes, while nobody else is served. */
const MAX_PARSING_MS = 500
const parsing = createContext({ parse: (text: string) => new EmailReplyParser().parseReply(text), text: '' })

function withoutQuotes(text: string): string {
  parsing['text'] = text
  try {
    return String(runInContext('parse(text)', parsing, { timeout: MAX_PARSING_MS }))
  } catch {
    return text
      .split('\n')
      .filter((line) => !line.startsWith('>'))
      .join('\n')
  }
}

/** No line ends with blanks, and no more than two empty lines follow each other. */
function tidied(text: string): string {
  let empty = 0
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => (empty = line === '' ? empty + 1 : 0) <= 2)
    .join('\n')
}

export function wordsOf({ text, html }: Pick<InboundMail, 'text' | 'html'>): string {
  const given = (text.trim() === '' ? textOfMailHtml(html) : text.replaceAll('\r\n', '\n')).slice(0, MAX_CHARS)
  const own = withoutQuotes(tidied(given)).trim()
  return (own === '' ? given.trim() : own).toWellFormed().replaceAll('\u0000', '').slice(0, MAX_WORDS)
}
