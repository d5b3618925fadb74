import { normalizeAddress } from './address.ts'
import { decide } from './scope.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createYielder } from './yield-to-event-loop.ts'
import { RunEnded, runOf } from './process-page.ts'
import type { Web } from './ports.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { inSequence, type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** More than will be read, so that URLs that turn out to be unsuitable can be dropped. */
const SPARE = 500

/** Fills the frontier and starts the job's work. Returns the reason if that is impossible; undefined on success. */
export async function seedRun(
  web: Web,
  ctx: Ctx,
  { crawl, lease }: { readonly crawl: repository.CrawlRow; readonly lease: string },
  signal: AbortSignal,
): Promise<MessageDescriptor | undefined> {
  const { urls, failure } =
    crawl.kind === 'site' ? { urls: crawl.startUrls, failure: undefined } : await sitemapUrls(web, crawl, signal)
  const begin = await filterUrls(ctx, crawl, urls)
  return ctx.tx(async (tx) => {
    if (!(await repository.lockLeased(tx.db, { id: crawl.id, lease }))) throw new RunEnded()
    const starts = await pages.add(tx.db, runOf(crawl), begin, tx.now())
    const known = await pages.addKnown(tx.db, runOf(crawl))
    if (starts.found + known === 0) return failure ?? msg('no_start_page')
    const counts = { pagesFound: starts.found + known, pagesSkipped: starts.skipped }
    if (!(await repository.updateLeased(tx.db, { id: crawl.id, lease }, { status: 'processing', ...counts })))
      throw new RunEnded()
    return undefined
  })
}

/** Sitemap entries on other sites are not even logged. */
async function filterUrls(ctx: Ctx, crawl: repository.CrawlRow, urls: readonly string[]): Promise<pages.NewPage[]> {
  const found = new Map<string, pages.NewPage>()
  const breathe = createYielder()
  for (const one of urls) {
    await breathe()
    const url = normalizeAddress(one)
    if (url === undefined || found.has(url)) continue
    const decision = decide(crawl, url, 0, ctx.now())
    if (decision.do === 'skip' && decision.foreign && crawl.kind === 'sitemap') continue
    found.set(url, { url, depth: 0, skipped: decision.do === 'skip' ? decision.reason : undefined })
  }
  return [...found.values()]
}

async function sitemapUrls(web: Web, crawl: repository.CrawlRow, signal: AbortSignal) {
  const urls: string[] = []
  let failure: MessageDescriptor | undefined
  for (const start of crawl.startUrls) {
    const limit = crawl.maxPages + SPARE - urls.length
    if (limit <= 0) break
    for (const address of await sitemapsAt(web, start, signal)) {
      const found = await web.sitemap(address, { limit, signal })
      if (found.kind === 'list') urls.push(...found.urls)
      else failure ??= inSequence(msg('sitemap_unreadable', { address }), found.reason)
    }
  }
  return { urls, failure: failure ?? msg('sitemap_empty') }
}

/** Sitemaps named by the site's robots.txt, or the default location. */
async function sitemapsAt(web: Web, start: string, signal: AbortSignal): Promise<readonly string[]> {
  const { origin, pathname } = new URL(start)
  if (pathname !== '/') return [start]
  const robots = await web.robots(origin, signal)
  const named = 'sitemaps' in robots ? robots.sitemaps.slice(0, 20) : []
  return named.length > 0 ? named : [`${origin}/sitemap.xml`]
}
