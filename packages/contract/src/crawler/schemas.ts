import { z } from 'zod'
import { Refresh } from '../knowledge/refresh.ts'
import { messageRef } from '../lib/rules.ts'

export const CRAWL_STATES = ['queued', 'processing', 'paused', 'completed', 'failed', 'cancelled'] as const
/** `waiting` is still to be fetched · `unchanged` since the last run · `duplicate` of another page of the job · `skipped` by a rule. */
export const CRAWL_PAGE_STATES = ['waiting', 'read', 'unchanged', 'duplicate', 'skipped', 'failed'] as const

export const MAX_CRAWL_PAGES = 20_000
export const MAX_CRAWL_DEPTH = 20

/** A path or URL with `*` for any part, e.g. `/docs/*`; not a regular expression. */
const matchers = z.array(z.string().trim().min(1).max(500)).max(50)

export const CrawlSettings = z.object({
  name: z.string().trim().min(1).max(200),
  /** `site` follows links from the start addresses; `sitemap` reads what sitemaps list. */
  kind: z.enum(['site', 'sitemap']),
  startUrls: z.array(z.string().trim().min(1).max(2000)).min(1).max(50),
  /** A page must match `include`, unless that is empty, and not match `exclude`. */
  include: matchers,
  exclude: matchers,
  /** 0 reads the start addresses alone. */
  maxDepth: z.number().int().min(0).max(MAX_CRAWL_DEPTH),
  maxPages: z.number().int().min(1).max(MAX_CRAWL_PAGES),
  stayOnDomain: z.boolean(),
  refresh: Refresh,
  agentIds: z.array(z.string().max(100)).min(1).max(20),
  tags: z.array(z.string().trim().min(1).max(50)).max(20),
})
export type CrawlSettings = z.infer<typeof CrawlSettings>

export const CRAWL_STARTER = {
  kind: 'site',
  include: [],
  exclude: [],
  maxDepth: 3,
  maxPages: 200,
  stayOnDomain: true,
  refresh: 'never',
  tags: [],
} as const satisfies Partial<CrawlSettings>

export const Crawl = CrawlSettings.extend({
  agentIds: z.array(z.string()),
  id: z.string(),
  status: z.enum(CRAWL_STATES),
  reason: z.string(),
  reasonMessage: messageRef,
  pagesFound: z.number().int(),
  pagesRead: z.number().int(),
  pagesFailed: z.number().int(),
  pagesSkipped: z.number().int(),
  /** Unix seconds. */
  ts: z.number().int(),
  startedAt: z.number().int().nullable(),
  endedAt: z.number().int().nullable(),
  nextRunAt: z.number().int().nullable(),
})
export type Crawl = z.infer<typeof Crawl>

export const CrawlPage = z.object({
  url: z.string(),
  title: z.string(),
  depth: z.number().int(),
  status: z.enum(CRAWL_PAGE_STATES),
  reason: z.string(),
  reasonMessage: messageRef,
  /** HTTP status; 0 before any answer. */
  code: z.number().int(),
  bytes: z.number().int(),
  ms: z.number().int(),
  /** Unix seconds; null while waiting. */
  fetchedAt: z.number().int().nullable(),
})
export type CrawlPage = z.infer<typeof CrawlPage>
