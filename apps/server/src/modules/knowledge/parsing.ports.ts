// What knowledge and the crawler need of document parsers: text as Markdown, or the reason of a failure.
import type { MessageDescriptor } from '@parlance/i18n/messages'

export interface ParseInput {
  /** A file on disk, which is not modified, or its bytes. */
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array }
  /** Used to detect the kind if the content is ambiguous; empty if unknown. */
  readonly fileName: string
  /** As declared by the sender; a hint like the name. Empty if unknown. */
  readonly mediaType: string
  readonly signal?: AbortSignal
}

export interface Parsed {
  /** From the document, otherwise the file name without extension. One line. */
  readonly title: string
  /** Never blank, at most MAX_SOURCE_CHARS; lines end in \n; no control characters. */
  readonly markdown: string
  /** Pages or slides; null if unknown or not applicable. */
  readonly pages: number | null
  readonly mediaType: string
  readonly warnings: readonly MessageDescriptor[]
}

export interface PageInput {
  readonly html: Uint8Array
  /** URL after redirects, the base of relative URLs. */
  readonly url: string
  readonly contentType: string
  readonly signal?: AbortSignal
}

export interface ParsedPage {
  /** One line; empty if absent. */
  readonly title: string
  /** The main text without menus and hidden parts; may be empty. At most MAX_SOURCE_CHARS. */
  readonly markdown: string
  /** The canonical URL, absolute and without fragment; null if there is none. */
  readonly canonical: string | null
  /** Absolute http(s) URLs in the order of the page, without duplicates and fragments; none with `nofollow`. */
  readonly links: readonly string[]
  /** As declared (BCP 47); empty if absent. */
  readonly language: string
  /** The page has robots `noindex` or `none`. */
  readonly noIndex: boolean
}

export interface Parser {
  /** Rejects with a ParseError, or with the signal's reason. */
  readonly parse: (input: ParseInput) => Promise<Parsed>
  /** Rejects like `parse`. Pages and files are queued separately. */
  readonly parsePage: (input: PageInput) => Promise<ParsedPage>
}

/** `encrypted` needs a password · `broken` is damaged · `slow` and `memory` exceeded the parser's limits. */
export const PARSE_ERRORS = ['encrypted', 'empty', 'broken', 'too-large', 'unsupported', 'slow', 'memory'] as const
export type ParseErrorKind = (typeof PARSE_ERRORS)[number]

/** Why a document could not be parsed. Retrying is useless. */
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
