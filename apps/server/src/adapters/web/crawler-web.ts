import { checkAddress } from '../../lib/outbound/guarded-fetch.ts'
import { reasonFor } from '../../lib/outbound/reasons.ts'
import type { FailedPage, Web, WebPage } from '../../modules/crawler/ports.ts'
import { PageError, type PageReader, type ReadFile } from '../../modules/knowledge/pages.ports.ts'
import { ParseError, type Parser } from '../../modules/knowledge/parsing.ports.ts'

/** `allow`: hosts that may be reached although their address is not public. */
export function createCrawlerWeb(pages: PageReader, parser: Pick<Parser, 'parse'>, allow: readonly string[]): Web {
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
    const { path, fileName, mediaType, url, redirectedTo, etag, lastModified, bytes, code } = file
    const { title, markdown } = await parser.parse({ source: { path }, fileName, mediaType, signal })
    return {
      kind: 'page',
      url,
      redirectedTo,
      canonical: '',
      title,
      markdown,
      links: [],
      etag,
      lastModified,
      bytes,
      code,
    }
  } finally {
    await file.dispose()
  }
}

const WHY: Partial<Record<PageError['kind'], FailedPage['why']>> = { gone: 'gone', noindex: 'unwanted' }

function none(error: unknown, signal: AbortSignal): FailedPage {
  if (signal.aborted) throw error
  if (error instanceof ParseError)
    return { kind: 'none', reason: error.reason, why: 'failed', code: 200, retryAfterMs: 0, redirectedTo: '' }
  if (!(error instanceof PageError)) throw error
  const { kind, reason, retryable, code, retryAfterMs, redirectedTo } = error
  const why = WHY[kind] ?? (retryable ? 'later' : 'failed')
  return { kind: 'none', reason, why, code, retryAfterMs, redirectedTo }
}
