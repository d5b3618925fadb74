import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Knowledge } from '../knowledge/service.ts'

/** A page as it was read; files come as pages without links. */
export interface WebPage {
  readonly kind: 'page'
  readonly url: string
  /** Where a temporary redirect led; empty without one. */
  readonly redirectedTo: string
  readonly canonical: string
  readonly title: string
  readonly markdown: string
  readonly links: readonly string[]
  readonly etag: string
  readonly lastModified: string
  readonly bytes: number
  readonly code: number
}
export interface FailedPage {
  readonly kind: 'none'
  readonly reason: MessageDescriptor
  /** `gone` for 404 and 410 · `unwanted` when the site or page refuses robots · `later` when a retry may succeed. */
  readonly why: 'gone' | 'unwanted' | 'later' | 'failed'
  readonly code: number
  readonly retryAfterMs: number
  readonly redirectedTo: string
}
export interface UnchangedPage {
  readonly kind: 'same'
}

export interface SiteRules {
  readonly allow: (url: string) => boolean
  readonly crawlDelayMs: number
  readonly sitemaps: readonly string[]
}

/** Rejects only if the signal is aborted. */
export interface Web {
  readonly read: (
    url: string,
    how: { readonly etag: string; readonly lastModified: string; readonly signal: AbortSignal },
  ) => Promise<WebPage | UnchangedPage | FailedPage>
  readonly sitemap: (
    url: string,
    how: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<{ readonly kind: 'list'; readonly urls: readonly string[] } | FailedPage>
  readonly robots: (origin: string, signal: AbortSignal) => Promise<SiteRules | FailedPage>
  /** Whether the host currently resolves to a public address. */
  readonly isPublic: (url: string) => Promise<boolean>
}

/** Stores pages as documents of agents of the context's workspace: one per agent, crawl and URL. */
export type PageStore = Pick<Knowledge, 'putPage' | 'confirmPage' | 'removePage' | 'removeCrawl'>

/** One credit per page read, held before and settled after. Both join the transaction of the context. */
export interface CrawlPayer {
  /** Holds credits for up to `pages`, leaving enough for `owedBefore` pages of older runs. Returns for how many. */
  readonly hold: (ctx: Ctx, item: CrawlPayment & { readonly owedBefore: number }) => Promise<number>
  /** Charges `pages` and releases the rest of the hold. Idempotent per key. */
  readonly settle: (ctx: Ctx, item: CrawlPayment) => Promise<void>
  /** Pages the workspace could pay for now. */
  readonly affordablePages: (ctx: Ctx) => Promise<number>
}
export interface CrawlPayment {
  readonly key: string
  readonly cause: string
  readonly pages: number
}

export type FilterOwnAgents = (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlySet<string>>
export type Enqueue = (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
