// What knowledge and the crawler need of whoever reads files and pages: their text as Markdown, or why there is none.
import type { MessageDescriptor } from '@parlance/i18n/messages'

export interface ParseInput {
  /** A file on disk, which is only read; or its bytes. */
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array }
  /** Tells the kind where the content does not; empty when unknown. */
  readonly fileName: string
  /** As the sender declares it; a hint like the name. Empty when unknown. */
  readonly mediaType: string
  /** Stops the reading at once, also while it waits for its turn. */
  readonly signal?: AbortSignal
}

export interface Parsed {
  /** Out of the document where it tells one, otherwise the file's name without its ending. One line. */
  readonly title: string
  /** Never blank, at most MAX_SOURCE_CHARS; lines end in \n; no control characters. */
  readonly markdown: string
  /** Pages or slides; null where the kind has none, or the file does not tell. */
  readonly pages: number | null
  /** Of what the content is, whatever the name or the sender said. */
  readonly mediaType: string
  /** What was left out. */
  readonly warnings: readonly MessageDescriptor[]
}

export interface PageInput {
  readonly html: Uint8Array
  /** Where it was fetched from, after redirects: relative addresses start there. */
  readonly url: string
  /** The header with its charset; empty when there was none. */
  readonly contentType: string
  readonly signal?: AbortSignal
}

export interface ParsedPage {
  /** One line; empty when the page tells none. */
  readonly title: string
  /** The main text, without menus and what is hidden; empty when the page has none. At most MAX_SOURCE_CHARS. */
  readonly markdown: string
  /** The address that the page itself names, absolute and without a fragment; null when it names none. */
  readonly canonical: string | null
  /** Absolute http(s) addresses in the order of the page, each once, without fragments; none when the page asks not to follow them. */
  readonly links: readonly string[]
  /** As the page declares it (BCP 47); empty when it does not. */
  readonly language: string
  /** The page asks not to be kept (robots `noindex` or `none`). */
  readonly noIndex: boolean
}

export interface Parser {
  /** Rejects with a ParseError, or with the signal's reason. */
  readonly parse: (input: ParseInput) => Promise<Parsed>
  /** Rejects like `parse`. Pages and files do not wait for each other. */
  readonly parsePage: (input: PageInput) => Promise<ParsedPage>
}

/**
 * `encrypted` needs a password · `empty` holds no text · `broken` cannot be read as what it is · `too-large` is beyond a
 * limit · `unsupported` is of a kind that is not read · `slow` and `memory` took more than reading may.
 */
export const PARSE_ERRORS = ['encrypted', 'empty', 'broken', 'too-large', 'unsupported', 'slow', 'memory'] as const
export type ParseErrorKind = (typeof PARSE_ERRORS)[number]

/** Why a document was not read; the same document fails again. */
export class ParseError extends Error {
  readonly kind: ParseErrorKind
  readonly reason: MessageDescriptor
  constructor(kind: ParseErrorKind, reason: MessageDescriptor, options: { cause?: unknown } = {}) {
    super(reason.message, options)
    this.name = 'ParseError'
    this.kind = kind
    this.reason = reason
  }
}
