// Reads pages, files, sitemaps and robots.txt through a guarded client.
import type { PageReader } from '../../modules/knowledge/pages.ports.ts'
import type { Parser } from '../../modules/knowledge/parsing.ports.ts'
import { createGuardedFetch, type Resolve } from '../../lib/outbound/guarded-fetch.ts'
import type { ExchangeOptions } from './request.ts'
import { MAX_FILE, readPage } from './read-page.ts'
import { createRobots, ROBOT } from './robots.ts'
import { readSitemap } from './sitemap.ts'

export interface WebOptions {
  readonly parsePage: Parser['parsePage']
  /** `host:port` entries inside our network that may be reached. */
  readonly allow: readonly string[]
  /** Origin of this installation, sent in the user agent; empty when unknown. */
  readonly appOrigin: () => string
  readonly tempDir: string
  readonly timeoutMs?: number
  readonly resolve?: Resolve
  readonly onRefused?: (reason: string) => void
}

const TIMEOUT_MS = 20_000
const LONGEST_MS = 90_000

export function createPageReader(options: WebOptions): PageReader {
  const fetch = createGuardedFetch({
    allow: options.allow,
    timeoutMs: LONGEST_MS,
    maxBytes: MAX_FILE,
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.onRefused ? { onRefused: options.onRefused } : {}),
  })
  const asked = (headers: Readonly<Record<string, string>>, signal?: AbortSignal): ExchangeOptions => ({
    fetch,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    headers: { 'user-agent': userAgent(options.appOrigin()), ...headers },
    signal,
  })
  return {
    read: (url, how = {}) => readPage(url, how, { ...options, asked }),
    sitemap: (url, how) => readSitemap(url, how, asked),
    robots: createRobots(asked),
  }
}

const userAgent = (appOrigin: string): string => `${ROBOT}/1.0${appOrigin ? ` (+${appOrigin}/bot)` : ''}`
