// What knowledge and the crawler need of the web: a page as text, the lists of sitemaps, and what a site asks of robots.
import type { MessageDescriptor } from '@parlance/i18n/messages'

export interface ReadPage {
  readonly kind: 'page'
  /** After redirects. */
  readonly url: string
  /** The address the page names as its own, absolute; empty when it names none. */
  readonly canonical: string
  readonly title: string
  readonly markdown: string
  /** Absolute http and https addresses in the order of the page, without doubles and fragments; none when it asks not to follow them. */
  readonly links: readonly string[]
  /** What its server said of this version; empty when nothing. */
  readonly etag: string
  readonly lastModified: string
  /** Of the answer, unpacked. */
  readonly bytes: number
  /** HTTP status. */
  readonly code: number
  /** Language tag as the page declares it; empty when it does not. */
  readonly language: string
}

/** A file that stands behind an address, e.g. a PDF: to be handed to the parser of files. */
export interface ReadFile {
  readonly kind: 'file'
  readonly url: string
  /** On disk until `dispose` is called, which whoever got it must do. */
  readonly path: string
  readonly dispose: () => Promise<void>
  readonly fileName: string
  readonly mediaType: string
  readonly etag: string
  readonly lastModified: string
  readonly bytes: number
  readonly code: number
}

/** The page has not changed since the given `etag` or `lastModified`. */
export interface UnchangedPage {
  readonly kind: 'unchanged'
  readonly url: string
}

export interface ReadOptions {
  readonly etag?: string
  readonly lastModified?: string
  readonly signal?: AbortSignal
  /** Nobody named this page: what it asks of robots is respected, so it may be refused with `noindex`. */
  readonly crawling?: boolean
}

export type PageErrorKind =
  /** Not an address of the public internet. */
  | 'not-public'
  | 'redirects'
  | 'too-large'
  /** The body came in pieces without end, or too slowly. */
  | 'endless'
  | 'timeout'
  | 'certificate'
  | 'unreachable'
  /** Neither text nor a kind of file that is read. */
  | 'not-text'
  /** The page is made by scripts in the browser: it has no text of its own. */
  | 'needs-javascript'
  | 'empty'
  /** The page asks not to be listed. */
  | 'noindex'
  | 'robots'
  /** 404 and 410. */
  | 'gone'
  /** 401, 403 and their like. */
  | 'forbidden'
  /** 429 and 503. */
  | 'busy'
  /** Other 4xx. */
  | 'refused'
  /** Other 5xx. */
  | 'server'
  /** The page could not be parsed. */
  | 'broken'

/** Why there is no page. `reason` tells nothing of our network. */
export class PageError extends Error {
  readonly kind: PageErrorKind
  readonly reason: MessageDescriptor
  /** HTTP status; 0 without an answer. */
  readonly code: number
  /** It may go well a little later. */
  readonly retryable: boolean
  /** Milliseconds that the server asked to wait; 0 when it did not. */
  readonly retryAfterMs: number
  constructor(
    kind: PageErrorKind,
    reason: MessageDescriptor,
    more: { code?: number; retryable?: boolean; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(reason.message, { cause: more.cause })
    this.name = 'PageError'
    this.kind = kind
    this.reason = reason
    this.code = more.code ?? 0
    this.retryable = more.retryable ?? false
    this.retryAfterMs = more.retryAfterMs ?? 0
  }
}

export interface SitemapItem {
  readonly url: string
  /** As the sitemap writes it; empty without. */
  readonly lastModified: string
}

export interface Robots {
  readonly allow: (url: string) => boolean
  /** Milliseconds between two requests; 0 when the site does not say. */
  readonly crawlDelayMs: number
  readonly sitemaps: readonly string[]
}

export interface PageReader {
  /** Reads one page as Markdown, robots not asked: one page that a person named. Rejects with a PageError. */
  readonly read: (url: string, options?: ReadOptions) => Promise<ReadPage | ReadFile | UnchangedPage>
  /**
   * Addresses of a sitemap, its indexes followed, packed and plain ones read; `more` when there are others beyond `limit`.
   * Rejects with a PageError when the first one cannot be read; those it names that cannot be are left out.
   */
  readonly sitemap: (
    url: string,
    options: { readonly limit: number; readonly signal?: AbortSignal },
  ) => Promise<{ items: SitemapItem[]; more: boolean }>
  /**
   * What robots.txt of an origin says to us, kept for a while. A missing one allows everything; rejects with a retryable
   * PageError (`robots`) while the site cannot tell (5xx, no answer).
   */
  readonly robots: (origin: string, options?: { readonly signal?: AbortSignal }) => Promise<Robots>
}
