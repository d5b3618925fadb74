// What the crawler needs of others: the web as text, agents that learn, and credits to pay with.
import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'

/** A page as it was read; files come as pages without links. */
export interface WebPage {
  readonly kind: 'page'
  /** After redirects. */
  readonly url: string
  readonly canonical: string
  readonly title: string
  /** Empty where a page only leads on. */
  readonly markdown: string
  readonly links: readonly string[]
  readonly etag: string
  readonly lastModified: string
  readonly bytes: number
  readonly code: number
}
/** Why there is no page. */
export interface FailedPage {
  readonly kind: 'none'
  readonly reason: MessageDescriptor
  /** `gone` for 404 and 410 · `unwanted` where the site or the page asks robots away · `later` where another try may go well. */
  readonly why: 'gone' | 'unwanted' | 'later' | 'failed'
  readonly code: number
  readonly retryAfterMs: number
}
export interface UnchangedPage {
  readonly kind: 'same'
}

export interface SiteRules {
  readonly allow: (url: string) => boolean
  readonly crawlDelayMs: number
  readonly sitemaps: readonly string[]
}

/** Rejects for nothing but the abort of its signal. */
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
  /** False for an address that does not lead to the public internet, as far as that can be told now. */
  readonly isPublic: (url: string) => Promise<boolean>
}

/** What agents learn, one document per agent, job and address; of agents of the context's workspace. */
export interface Learning {
  /** NOT_FOUND for an agent that is gone, LIMIT_REACHED for one that can hold no more. */
  readonly putPage: (
    ctx: Ctx,
    page: {
      readonly agentId: string
      readonly crawlId: string
      readonly url: string
      readonly title: string
      readonly markdown: string
      readonly bytes: number
      readonly etag: string
      readonly lastModified: string
      readonly tags: readonly string[]
    },
  ) => Promise<{ docId: string; changed: boolean }>
  readonly removePage: (ctx: Ctx, of: { agentId: string; crawlId: string; url: string }) => Promise<unknown>
  /** Removes every document that the job brought. */
  readonly removeCrawl: (ctx: Ctx, crawlId: string) => Promise<unknown>
}

/** One credit per page that is read, set aside before and taken after. Both join the transaction of their context. */
export interface CrawlPayer {
  /** Sets aside credits for `pages`, or for as many as there are beside `owedBefore` pages of older runs. Answers for how many. */
  readonly hold: (ctx: Ctx, item: PayerItem & { readonly owedBefore: number }) => Promise<number>
  /** Takes the price of `pages` and gives the rest back. The same key again does nothing. */
  readonly settle: (ctx: Ctx, item: PayerItem) => Promise<void>
  /** Pages the workspace could pay for now. */
  readonly reaches: (ctx: Ctx) => Promise<number>
}
export interface PayerItem {
  readonly key: string
  /** What the credit log says of it. */
  readonly cause: string
  readonly pages: number
}

/** Which of these agents the workspace of the context has. */
export type OwnAgents = (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlySet<string>>
export type Enqueue = (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
