// Processes a fetched page: stored, unchanged, duplicate, skipped or failed.
import type { CrawlPage } from '@parlance/contract/crawler/schemas'
import { normalizeAddress } from './address.ts'
import { releasesDuplicates, defersTo, compareContent } from './duplicates.ts'
import { COUNTED } from '@parlance/contract/crawler/run'
import { decide } from './scope.ts'
import { MAX_VARIANTS, variantOf } from './traps.ts'
import { AppError, errorReason } from '@parlance/contract/lib/errors'
import { cut, storable } from '@parlance/contract/lib/text'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createYielder } from './yield-to-event-loop.ts'
import type { PageStore, FailedPage, FilterOwnAgents, WebPage } from './ports.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { inSequence, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

export type FetchOutcome =
  | { readonly kind: 'skip'; readonly reason: MessageDescriptor }
  | { readonly kind: 'same' }
  | FailedPage
  /** `onlyLinks` is the reason why only the links of the page are used. */
  | (WebPage & { readonly onlyLinks: MessageDescriptor | undefined })

export interface PageContext {
  readonly crawl: repository.CrawlRow
  readonly lease: string
  /** Number of URLs that differ only in parameters, by path. */
  readonly variants: Map<string, number>
}

export interface PageStoreDeps {
  readonly pageStore: PageStore
  readonly ownAgents: FilterOwnAgents
}

export class RunEnded extends Error {}

const MAX_TRIES = 3
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 5 * 60_000
const MAX_LINKS = 2000
const MAX_TITLE = 500

export type PageResult = Exclude<CrawlPage['status'], 'waiting'>
type Change = Partial<Omit<pages.PageRow, 'status' | 'reason'>> & { readonly reason?: MessageDescriptor }

/** Stores the result of a waiting page; undefined if it waits for a retry or was processed already. */
export async function processOutcome(
  deps: PageStoreDeps,
  ctx: Ctx,
  working: PageContext,
  asked: pages.PageRow,
  seen: FetchOutcome,
  ms: number,
): Promise<PageResult | undefined> {
  const crawl = await repository.findLeased(ctx.db, working.crawl.id, working.lease)
  if (!crawl) throw new RunEnded()
  const page = await pages.find(ctx.db, crawl.id, asked.url)
  // A redirect of another page may have led here meanwhile.
  if (!page || page.status !== 'waiting' || page.run !== crawl.run) return undefined
  const at: PageStep = { deps, ctx, working: { ...working, crawl }, ms }
  if (seen.kind === 'skip') return leavePage(at, page, 'skipped', { reason: seen.reason })
  if (seen.kind === 'same') return confirmPage(at, page, { code: 304, bytes: 0 })
  if (seen.kind === 'none') return handleFailure(at, page, seen)
  return handlePage(at, page, seen)
}

interface PageStep {
  readonly deps: PageStoreDeps
  readonly ctx: Ctx
  readonly working: PageContext
  /** Duration of the fetch in milliseconds. */
  readonly ms: number
}

async function handleFailure(
  at: PageStep,
  page: pages.PageRow,
  { reason, why, code, retryAfterMs, redirectedTo }: FailedPage,
): Promise<PageResult | undefined> {
  const { ctx, working } = at
  if (why === 'later' && page.tries + 1 < MAX_TRIES) {
    const pause = Math.min(Math.max(retryAfterMs, FIRST_PAUSE_MS * 4 ** page.tries), LONGEST_PAUSE_MS)
    const dueAt = new Date(ctx.now().getTime() + pause)
    await pages.update(ctx.db, working.crawl.id, page.url, {
      tries: page.tries + 1,
      dueAt,
      reason: storedMessage(reason),
      code,
    })
    return undefined
  }
  if (why === 'unwanted') return leavePage(at, page, 'skipped', { reason, code })
  if (why === 'gone') return leavePage(at, page, 'failed', { reason, code, bytes: 0 })
  const arrived = page.contentHash && code < 400 ? normalizeAddress(redirectedTo) : undefined
  // A site may mean to stay there.
  if (arrived !== undefined && decide(working.crawl, arrived, page.depth, ctx.now()).do === 'read')
    await addPages(at, [{ url: arrived, depth: page.depth }])
  // The failure may be temporary: stored documents are kept.
  return finishPage(at, page, 'failed', { reason, code, bytes: 0 })
}

/** A fetched page, possibly after a redirect. */
async function handlePage(
  at: PageStep,
  asked: pages.PageRow,
  seen: WebPage & { onlyLinks: MessageDescriptor | undefined },
): Promise<PageResult | undefined> {
  const { ctx, working } = at
  const { crawl } = working
  const pageFields = { title: cut(seen.title, 300), code: seen.code, bytes: seen.bytes }
  let page = asked
  const arrived = normalizeAddress(seen.url) ?? asked.url
  if (arrived !== asked.url) {
    const decision = decide(crawl, arrived, asked.depth, ctx.now())
    const reason = msg('redirects_to', { address: arrived })
    if (decision.do === 'skip')
      return leavePage(at, asked, 'skipped', { ...pageFields, reason: inSequence(reason, decision.reason) })
    await addPages(at, [{ url: arrived, depth: asked.depth }])
    await leavePage(at, asked, 'duplicate', { ...pageFields, reason })
    const there = await pages.find(ctx.db, crawl.id, arrived)
    // A page that named the redirecting address as its canonical one is stored here: neither would be otherwise.
    const isCircle = there?.status === 'duplicate' && there.canonical === asked.url
    if (!there || (there.status !== 'waiting' && !isCircle)) return 'duplicate'
    page = there
  }
  const other = await otherCanonicalUrl(at, page, seen, asked.url)
  if (other !== undefined) {
    const reason = msg('canonical_elsewhere', { address: other })
    return leavePage(at, page, 'duplicate', { ...pageFields, reason, canonical: other })
  }
  await addLinks(at, page, seen)
  if (seen.onlyLinks) return leavePage(at, page, 'skipped', { ...pageFields, reason: seen.onlyLinks })
  if (!seen.markdown)
    return leavePage(at, page, 'skipped', {
      ...pageFields,
      reason: msg('page_without_text_links_read'),
    })
  return storePage(at, page, seen, pageFields)
}

async function storePage(
  at: PageStep,
  page: pages.PageRow,
  seen: WebPage,
  pageFields: Change,
): Promise<PageResult | undefined> {
  const { deps, ctx, working } = at
  const { crawl } = working
  const hash = sha256(`${seen.title}\n${seen.markdown}`)
  const twin = await pages.findSameContent(ctx.db, runOf(crawl), page.url, hash)
  const verdict = compareContent({ hash, before: page.contentHash, twin })
  if (verdict === 'duplicate')
    return leavePage(at, page, 'duplicate', {
      ...pageFields,
      reason: msg('same_text_as', { address: twin ?? '' }),
      canonical: twin ?? '',
    })
  const version = { etag: seen.etag, lastModified: seen.lastModified, contentHash: hash, canonical: '' }
  if (verdict === 'unchanged') return confirmPage(at, page, { ...pageFields, ...version })
  const { markdown, bytes, etag, lastModified } = seen
  const own = await deps.ownAgents(ctx, crawl.agentIds)
  for (const agentId of crawl.agentIds.filter((id) => own.has(id))) {
    const { id: crawlId, tags } = crawl
    const { url } = page
    try {
      await deps.pageStore.putPage(ctx, {
        agentId,
        crawlId,
        url,
        title: seen.title || url,
        markdown,
        bytes,
        etag,
        lastModified,
        tags,
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Deleted agents are skipped; an agent that is full fails the page.
      if (error.code !== 'NOT_FOUND')
        return finishPage(at, page, 'failed', { ...pageFields, reason: errorReason(error) })
    }
  }
  return finishPage(at, page, 'read', { ...pageFields, ...version })
}

/** The canonical URL of a page, if the page is skipped in its favour. */
async function otherCanonicalUrl(
  { ctx, working }: PageStep,
  page: pages.PageRow,
  seen: WebPage,
  askedUrl: string,
): Promise<string | undefined> {
  const { crawl } = working
  const canonical = seen.canonical ? normalizeAddress(seen.canonical, seen.url) : undefined
  if (canonical === undefined || canonical === page.url || canonical === askedUrl) return undefined
  if (decide(crawl, canonical, page.depth, ctx.now()).do !== 'read') return undefined
  const other = await pages.find(ctx.db, crawl.id, canonical)
  if (!defersTo(other?.run === crawl.run ? other.status : undefined)) return undefined
  await addPages({ ctx, working }, [{ url: canonical, depth: page.depth }])
  return canonical
}

async function addLinks(at: PageStep, page: pages.PageRow, { links, url }: WebPage): Promise<void> {
  const { ctx, working } = at
  const { crawl } = working
  if (crawl.kind !== 'site') return
  const depth = page.depth + 1
  const found = new Map<string, pages.NewPage>()
  const breathe = createYielder()
  for (const link of links.slice(0, MAX_LINKS)) {
    await breathe()
    const address = normalizeAddress(link, url)
    if (address === undefined || address === page.url || found.has(address)) continue
    const decision = decide(crawl, address, depth, ctx.now())
    if (decision.do === 'skip' && decision.foreign) continue
    found.set(address, { url: address, depth, skipped: decision.do === 'skip' ? decision.reason : undefined })
  }
  await limitVariants(at, found)
  await addPages(at, [...found.values()])
}

/** Skips URLs that are new to the run when too many of their path differ only in parameters. */
async function limitVariants({ ctx, working }: PageStep, found: Map<string, pages.NewPage>): Promise<void> {
  const { crawl, variants } = working
  const asked = [...found.values()].filter(({ url, skipped }) => skipped === undefined && variantOf(url) !== undefined)
  const known = await pages.findKnown(
    ctx.db,
    runOf(crawl),
    asked.map(({ url }) => url),
  )
  for (const page of asked) {
    const path = variantOf(page.url)
    if (path === undefined || known.has(page.url)) continue
    const count = variants.get(path) ?? 0
    if (count < MAX_VARIANTS) variants.set(path, count + 1)
    else found.set(page.url, { ...page, skipped: msg('too_many_parameter_variants', { max: MAX_VARIANTS }) })
  }
}

/** A crawl stores more URLs than it reads, within a limit. */
const remainingPages = ({ maxPages, pagesFound }: repository.CrawlRow): number => maxPages * 3 + 1000 - pagesFound

async function addPages(
  { ctx, working }: Pick<PageStep, 'ctx' | 'working'>,
  list: readonly pages.NewPage[],
): Promise<void> {
  const { crawl } = working
  const added = list.slice(0, Math.max(0, remainingPages(crawl)))
  const { found, skipped } = await pages.add(ctx.db, runOf(crawl), added, ctx.now())
  if (found > 0) await repository.addFoundPages(ctx.db, crawl.id, found, -skipped)
}

/** Ends an unchanged page: its documents only show when it was checked. */
async function confirmPage(at: PageStep, page: pages.PageRow, change: Change): Promise<PageResult | undefined> {
  const { deps, ctx, working } = at
  const { id: crawlId, agentIds } = working.crawl
  await deps.pageStore.confirmPage(ctx, { agentIds, crawlId, url: page.url })
  return finishPage(at, page, 'unchanged', change)
}

/** Ends a page without content and removes its documents. */
async function leavePage(
  at: PageStep,
  page: pages.PageRow,
  status: PageResult,
  change: Change,
): Promise<PageResult | undefined> {
  const { deps, ctx, working } = at
  const { crawl } = working
  if (!page.contentHash) return finishPage(at, page, status, change)
  const own = await deps.ownAgents(ctx, crawl.agentIds)
  for (const agentId of own) await deps.pageStore.removePage(ctx, { agentId, crawlId: crawl.id, url: page.url })
  const removed = msg('page_document_removed')
  const reason = change.reason ? inSequence(change.reason, removed) : removed
  return finishPage(at, page, status, { ...change, reason, contentHash: '', etag: '', lastModified: '' })
}

function finishPage(
  { ctx, working, ms }: PageStep,
  page: pages.PageRow,
  status: PageResult,
  change: Change,
): Promise<PageResult | undefined> {
  const { crawl, lease } = working
  const paid = status === 'read' ? 1 : 0
  return ctx.tx(async (tx) => {
    const text = { reason: storedMessage(change.reason), title: cut(storable(change.title ?? page.title), MAX_TITLE) }
    if (!(await repository.countPage(tx.db, { id: crawl.id, lease }, COUNTED[status], paid, tx.now())))
      throw new RunEnded()
    await pages.update(tx.db, crawl.id, page.url, {
      ...change,
      ...text,
      status,
      ms: Math.round(ms),
      fetchedAt: tx.now(),
      dueAt: null,
    })
    if (releasesDuplicates(status)) {
      const again = await pages.requeueDuplicates(tx.db, runOf(crawl), page.url)
      if (again > 0) await repository.addFoundPages(tx.db, crawl.id, 0, again)
    }
    return status
  })
}

export const runOf = ({ id, run: number }: repository.CrawlRow): pages.Run => ({ crawlId: id, run: number })
