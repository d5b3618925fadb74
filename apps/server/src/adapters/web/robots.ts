import { LRUCache } from 'lru-cache'
import robotsModule from 'robots-parser'
import { PageError, type PageReader, type Robots } from '../../modules/knowledge/pages.ports.ts'
import { type ExchangeOptions, exchange } from './request.ts'
import { robotsUnknown } from './page-errors.ts'
import { decodeText, headerCharset } from '@parlance/contract/lib/decode-text'

/** The package's types describe it as an ES module, which it is not. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default
/** The name that robots.txt uses for us. */
export const ROBOT = 'ParlanceBot'
const MAX_BYTES = 500_000
const KEPT_MS = 3_600_000
const UNKNOWN_MS = 30_000
const MAX_KEPT = 1000
const ALLOW_ALL: Robots = { allow: () => true, crawlDelayMs: 0, sitemaps: [] }

export function createRobots(
  asked: (headers: Readonly<Record<string, string>>, signal?: AbortSignal) => ExchangeOptions,
): PageReader['robots'] {
  const kept = new LRUCache<string, Promise<Robots>>({ max: MAX_KEPT, ttl: KEPT_MS })
  return (origin, { signal } = {}) => {
    const known = kept.get(origin)
    if (known) return known
    // The fetch is shared: a caller's signal only ends its own wait.
    const robots = fetched(origin, asked({ accept: 'text/plain,*/*;q=0.5' }))
    kept.set(origin, robots)
    robots.catch(() => kept.set(origin, robots, { ttl: UNKNOWN_MS }))
    return signal ? Promise.race([robots, aborted(signal)]) : robots
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

async function fetched(origin: string, asked: ExchangeOptions): Promise<Robots> {
  const url = `${origin}/robots.txt`
  try {
    const got = await exchange(url, asked)
    try {
      const { status, headers } = got.response
      if (status === 429 || status >= 500) throw robotsUnknown(undefined, status)
      if (!got.response.ok) return ALLOW_ALL
      return readRobots(
        url,
        decodeText(await beginningOf(got.pieces()), headerCharset(headers.get('content-type') ?? '')) ?? '',
      )
    } finally {
      got.close()
    }
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    // If the host is unreachable for good, reading the page reports it better; endless redirects mean no rules.
    if (error.kind === 'not-public' || error.kind === 'certificate' || error.kind === 'redirects') return ALLOW_ALL
    throw error.kind === 'robots' ? error : robotsUnknown(error, error.code)
  }
}

/** The rest of a robots.txt beyond the limit is ignored. */
async function beginningOf(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    parts.push(piece)
    bytes += piece.byteLength
    if (bytes >= MAX_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MAX_BYTES)
}

export function readRobots(url: string, text: string): Robots {
  const rules = robotsParser(url, tamed(text))
  return {
    allow: (address) => rules.isAllowed(address, ROBOT) !== false,
    crawlDelayMs: Math.max(0, rules.getCrawlDelay(ROBOT) ?? 0) * 1000,
    sitemaps: rules.getSitemaps().filter((address) => URL.canParse(address)),
  }
}

const MAX_LINES = 5000
const MAX_LINE = 500
const MAX_STARRED = 10_000

/** Rules with many wildcards are slow to match: they are cut at the first one, which forbids more rather than less. */
function tamed(text: string): string {
  let starred = 0
  return text
    .split(/\r\n|\r|\n/, MAX_LINES)
    .map((line) => {
      const short = line.slice(0, MAX_LINE)
      if (!short.includes('*') || /^\s*user-agent/i.test(short)) return short
      starred += short.length
      if (starred <= MAX_STARRED) return short
      return /^\s*disallow\s*:\s*\/[^*]/i.test(short) ? short.slice(0, short.indexOf('*')) : ''
    })
    .join('\n')
}
