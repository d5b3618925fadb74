// What knowledge and the crawler need of the web: pages as text, sitemaps, and robots.txt.
import type { MessageDescriptor } from '@parlance/i18n/messages'

export interface ReadPage {
  readonly kind: 'page'
  readonly url: string
  /** `url` if a temporary redirect led there; empty otherwise. */
  readonly redirectedTo: string
  /** The canonical URL, absolute; empty if there is none. */
  readonly canonical: string
  readonly title: string
  readonly markdown: string
  /** Absolute http(s) URLs in the order of the page, without duplicates and fragments; none with `nofollow`. */
  readonly links: readonly string[]
  /** Validators sent by the server; empty if absent. */
  readonly etag: string
  readonly lastModified: string
  /** Bytes of the uncompressed response. */
  readonly bytes: number
  readonly code: number
  /** Declared language tag; empty if absent. */
  readonly language: string
}

/** A downloaded file, e.g. a PDF, for the document parser. */
export interface ReadFile {
  readonly kind: 'file'
  readonly url: string
  readonly redirectedTo: string
  /** On disk until `dispose` is called, which is up to the caller. */
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
  /** The page was found by crawling: `noindex` is respected. */
  readonly crawling?: boolean
}

export type PageErrorKind =
  | 'not-public'
  | 'redirects'
  | 'too-large'
  /** The body was endless or too slow. */
  | 'endless'
  | 'timeout'
  | 'certificate'
  | 'unreachable'
  /** Neither text nor a supported file. */
  | 'not-text'
  /** The page is rendered by scripts and has no text of its own. */
  | 'needs-javascript'
  | 'empty'
  | 'noindex'
  | 'robots'
  /** 404 and 410. */
  | 'gone'
  /** 401, 403 and their like. */
  | 'forbidden'
  /** 429 and 503. */
  | 'busy'
  | 'refused'
  | 'server'
  | 'broken'

/** Why a page could not be read. `reason` reveals nothing about our network. */
export class PageError extends Error {
  readonly kind: PageErrorKind
  readonly reason: MessageDescriptor
  readonly code: number
  readonly retryable: boolean
  /** Wait requested by the server in milliseconds; 0 if none. */
  readonly retryAfterMs: number
  /** Where a temporary redirect led; empty without one. */
  readonly redirectedTo: string
  constructor(
    kind: PageErrorKind,
    reason: MessageDescriptor,
    more: { code?: number; retryable?: boolean; retryAfterMs?: number; redirectedTo?: string; cause?: unknown } = {},
  ) {
    super(reason.message, { cause: more.cause })
    this.name = 'PageError'
    this.kind = kind
    this.reason = reason
    this.code = more.code ?? 0
    this.retryable = more.retryable ?? false
    this.retryAfterMs = more.retryAfterMs ?? 0
    this.redirectedTo = more.redirectedTo ?? ''
  }
}

export interface SitemapItem {
  readonly url: string
  /** As in the sitemap; empty if absent. */
  readonly lastModified: string
}

export interface Robots {
  readonly allow: (url: string) => boolean
  readonly crawlDelayMs: number
  readonly sitemaps: readonly string[]
}

export interface PageReader {
  /** Reads one page as Markdown, without asking robots.txt: for pages named by people. Rejects with a PageError. */
  readonly read: (url: string, options?: ReadOptions) => Promise<ReadPage | ReadFile | UnchangedPage>
  /** Includes indexes; `more`: beyond `limit`. Rejects with a PageError unless the first can be read. */
  readonly sitemap: (
    url: string,
    options: { readonly limit: number; readonly signal?: AbortSignal },
  ) => Promise<{ items: SitemapItem[]; more: boolean }>
  /** Cached rules for us. A missing one allows everything; rejects with a retryable PageError (`robots`) otherwise. */
  readonly robots: (origin: string, options?: { readonly signal?: AbortSignal }) => Promise<Robots>
}
