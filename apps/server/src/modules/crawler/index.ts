import type { Billing } from '../billing/service.ts'
import { createCrawlPayer } from './charge-pages.ts'
import { crawlerJobs } from './jobs.ts'
import { createSiteThrottle, HOST_DELAY_MS } from './site-throttle.ts'
import { createCrawlerRouter } from './router.ts'
import { createCrawler } from './service.ts'

/** A crawl runs this long before it makes way for others. */
const BATCH_MS = 10_000
/** Concurrent pages per permitted host without a delay. */
const PARALLEL = 4

type CrawlerDeps = Pick<Parameters<typeof createCrawler>[0], 'web' | 'pageStore' | 'ownAgents' | 'enqueue'> & {
  readonly billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'settleMany'>
  /** Hosts that may be crawled although their address is not public. */
  readonly permittedHosts: readonly string[]
  /** Milliseconds between two pages of a permitted host; defaults to `HOST_DELAY_MS`. */
  readonly permittedDelayMs?: number | undefined
}

export function createCrawlerModule({ billing, permittedHosts, permittedDelayMs, ...deps }: CrawlerDeps) {
  const permitted = new Set(permittedHosts.map((host) => host.toLowerCase()))
  const delay = permittedDelayMs ?? HOST_DELAY_MS
  const service = createCrawler({
    ...deps,
    payments: createCrawlPayer(billing),
    throttle: createSiteThrottle(Date.now, (host) => (permitted.has(host) ? delay : HOST_DELAY_MS)),
    batchMs: BATCH_MS,
    ...(delay < HOST_DELAY_MS ? { parallelHost: PARALLEL } : {}),
  })
  return { service, router: createCrawlerRouter(service), jobs: crawlerJobs(service) }
}
