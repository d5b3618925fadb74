// Wires the crawler: pages through the reader that knowledge has, files through its parser, credits through the ledger.
import { HOST_DELAY_MS } from './modules/crawler/site-throttle.ts'
import type { Agents } from './modules/agents/service.ts'
import type { Billing } from './modules/billing/service.ts'
import { createCrawlPayer } from './modules/crawler/charge-pages.ts'
import type { Enqueue, Learning, FailedPage, Web, WebPage } from './modules/crawler/ports.ts'
import { createCrawler, createSiteThrottle } from './modules/crawler/service.ts'
import { PageError, type PageReader, type ReadFile } from './modules/knowledge/pages.ports.ts'
import { ParseError, type Parser } from './modules/knowledge/parsing.ports.ts'
import { checkAddress } from './lib/outbound/guarded-fetch.ts'
import { reasonFor } from './lib/outbound/reasons.ts'
import type { Settings } from './lib/settings.ts'

export interface CrawlerWiring {
  readonly settings: Settings
  readonly pages: PageReader
  readonly parser: Pick<Parser, 'parse'>
  readonly learning: Learning
  readonly agents: Pick<Agents, 'titles'>
  readonly billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'settleMany'>
  readonly enqueue: Enqueue
}

/** A job goes on so long before it makes room for another. */
const SLICE_MS = 10_000
/** Of hosts that the operator permitted and gave no delay for. */
const MANY = 4

export function wireCrawler({ settings, pages, parser, learning, agents, billing, enqueue }: CrawlerWiring) {
  const permitted = new Set(settings.outboundAllow.map((host) => host.toLowerCase()))
  const ownDelay = settings.crawlerOwnDelayMs ?? HOST_DELAY_MS
  return createCrawler({
    web: webOf(pages, parser, settings.outboundAllow),
    learning,
    ownAgents: async (ctx, ids) => new Set((await agents.titles(ctx, ids)).keys()),
    purse: createCrawlPayer(billing),
    pacer: createSiteThrottle(Date.now, (host) => (permitted.has(host) ? ownDelay : HOST_DELAY_MS)),
    sliceMs: SLICE_MS,
    ...(ownDelay < HOST_DELAY_MS ? { parallelHost: MANY } : {}),
    enqueue,
  })
}

function webOf(pages: PageReader, parser: Pick<Parser, 'parse'>, allow: readonly string[]): Web {
  return {
    async read(url, { etag, lastModified, signal }) {
      try {
        const read = await pages.read(url, { etag, lastModified, signal, crawling: true })
        if (read.kind === 'unchanged') return { kind: 'same' }
        return read.kind === 'page' ? read : await asPage(parser, read, signal)
      } catch (error) {
        return none(error, signal)
      }
    },
    async sitemap(url, how) {
      try {
        const { items } = await pages.sitemap(url, how)
        return { kind: 'list', urls: items.map((item) => item.url) }
      } catch (error) {
        return none(error, how.signal)
      }
    },
    async robots(origin, signal) {
      try {
        return await pages.robots(origin, { signal })
      } catch (error) {
        return none(error, signal)
      }
    },
    isPublic: (url) =>
      checkAddress(url, { allow }).then(
        () => true,
        (error: unknown) => reasonFor(error) !== 'not-public',
      ),
  }
}

async function asPage(parser: Pick<Parser, 'parse'>, file: ReadFile, signal: AbortSignal): Promise<WebPage> {
  try {
    const { path, fileName, mediaType, url, etag, lastModified, bytes, code } = file
    const { title, markdown } = await parser.parse({ source: { path }, fileName, mediaType, signal })
    return { kind: 'page', url, canonical: '', title, markdown, links: [], etag, lastModified, bytes, code }
  } finally {
    await file.dispose()
  }
}

const WHY: Partial<Record<PageError['kind'], FailedPage['why']>> = { gone: 'gone', noindex: 'unwanted' }

function none(error: unknown, signal: AbortSignal): FailedPage {
  if (signal.aborted) throw error
  const reason = (message: string, why: FailedPage['why'], code = 0, retryAfterMs = 0) =>
    ({ kind: 'none', reason: message, why, code, retryAfterMs }) as const
  if (error instanceof ParseError) return reason(error.message, 'failed', 200)
  if (!(error instanceof PageError)) throw error
  return reason(
    error.message,
    WHY[error.kind] ?? (error.retryable ? 'later' : 'failed'),
    error.code,
    error.retryAfterMs,
  )
}
