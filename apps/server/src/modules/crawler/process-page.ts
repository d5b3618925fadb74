// What becomes of a page that was looked at: learnt, known already, another page's double, left out, or failed.
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
import type { Learning, FailedPage, OwnAgents, WebPage } from './ports.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { inSequence, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

/** What was seen of a page without asking anybody, or by fetching it. */
export type FetchOutcome =
  | { readonly kind: 'skip'; readonly reason: MessageDescriptor }
  | { readonly kind: 'same' }
  | FailedPage
  /** `onlyLinks` says why a page is only looked through for links. */
  | (WebPage & { readonly onlyLinks: MessageDescriptor | undefined })

/** A run as one process works on it. */
export interface PageContext {
  readonly crawl: repository.CrawlRow
  readonly lease: string
  /** Addresses of one path with other parameters, by that path. */
  readonly variants: Map<string, number>
}

export interface LearningDeps {
  readonly learning: Learning
  readonly ownAgents: OwnAgents
}

/** The run is no longer ours to go on with. */
export class RunEnded extends Error {}

const TRIES = 3
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 5 * 60_000
const MAX_LINKS = 2000
const MAX_TITLE = 500

export type Result = Exclude<CrawlPage['status'], 'waiting'>
type Change = Partial<Omit<pages.PageRow, 'status' | 'reason'>> & { readonly reason?: MessageDescriptor }

/** Writes down what became of a page that waited; undefined where nothing did, because it waits on or somebody else saw to it. */
export async function settle(
  deps: LearningDeps,
  ctx: Ctx,
  working: PageContext,
  asked: pages.PageRow,
  seen: FetchOutcome,
  ms: number,
): Promise<Result | undefined> {
  const crawl = await repository.mine(ctx.db, working.crawl.id, working.lease)
  if (!crawl) throw new RunEnded()
  const page = await pages.find(ctx.db, crawl.id, asked.url)
  // Another address may have led here meanwhile.
  if (!page || page.status !== 'waiting' || page.run !== crawl.run) return undefined
  const at: At = { deps, ctx, working: { ...working, crawl }, ms }
  if (seen.kind === 'skip') return left(at, page, 'skipped', { reason: seen.reason })
  if (seen.kind === 'same') return finish(at, page, 'unchanged', { code: 304, bytes: 0 })
  if (seen.kind === 'none') return failed(at, page, seen)
  return looked(at, page, seen)
}

interface At {
  readonly deps: LearningDeps
  readonly ctx: Ctx
  readonly working: PageContext
  /** The fetch took. */
  readonly ms: number
}

async function failed(
  at: At,
  page: pages.PageRow,
  { reason, why, code, retryAfterMs }: FailedPage,
): Promise<Result | undefined> {
  const { ctx, working } = at
  if (why === 'later' && page.tries + 1 < TRIES) {
    const pause = Math.min(Math.max(retryAfterMs, FIRST_PAUSE_MS * 4 ** page.tries), LONGEST_PAUSE_MS)
    const dueAt = new Date(ctx.now().getTime() + pause)
    await pages.write(ctx.db, working.crawl.id, page.url, {
      tries: page.tries + 1,
      dueAt,
      reason: storedMessage(reason),
      code,
    })
    return undefined
  }
  if (why === 'unwanted') return left(at, page, 'skipped', { reason, code })
  if (why === 'gone') return left(at, page, 'failed', { reason, code, bytes: 0 })
  // It may come back: what was learnt stays.
  return finish(at, page, 'failed', { reason, code, bytes: 0 })
}

/** A page that answered: it may be another one than was asked for. */
async function looked(
  at: At,
  asked: pages.PageRow,
  seen: WebPage & { onlyLinks: MessageDescriptor | undefined },
): Promise<Result | undefined> {
  const { ctx, working } = at
  const { crawl } = working
  const pageFields = { title: cut(seen.title, 300), code: seen.code, bytes: seen.bytes }
  let page = asked
  const arrived = normalizeAddress(seen.url) ?? asked.url
  if (arrived !== asked.url) {
    const decision = decide(crawl, arrived, asked.depth, ctx.now())
    const reason = msg('redirects_to', { address: arrived })
    if (decision.do === 'skip')
      return left(at, asked, 'skipped', { ...pageFields, reason: inSequence(reason, decision.reason) })
    await addPages(at, [{ url: arrived, depth: asked.depth }])
    await left(at, asked, 'duplicate', { ...pageFields, reason })
    const there = await pages.find(ctx.db, crawl.id, arrived)
    if (!there || there.status !== 'waiting') return 'duplicate'
    page = there
  }
  const other = await namesAnother(at, page, seen)
  if (other !== undefined) {
    const reason = msg('canonical_elsewhere', { address: other })
    return left(at, page, 'duplicate', { ...pageFields, reason, canonical: other })
  }
  await follow(at, page, seen)
  if (seen.onlyLinks) return left(at, page, 'skipped', { ...pageFields, reason: seen.onlyLinks })
  if (!seen.markdown)
    return left(at, page, 'skipped', {
      ...pageFields,
      reason: msg('page_without_text_links_read'),
    })
  return learn(at, page, seen, pageFields)
}

async function learn(at: At, page: pages.PageRow, seen: WebPage, pageFields: Change): Promise<Result | undefined> {
  const { deps, ctx, working } = at
  const { crawl } = working
  const hash = sha256(`${seen.title}\n${seen.markdown}`)
  const twin = await pages.twin(ctx.db, run(crawl), page.url, hash)
  const verdict = compareContent({ hash, before: page.contentHash, twin })
  if (verdict === 'duplicate')
    return left(at, page, 'duplicate', {
      ...pageFields,
      reason: msg('same_text_as', { address: twin ?? '' }),
      canonical: twin ?? '',
    })
  const version = { etag: seen.etag, lastModified: seen.lastModified, contentHash: hash, canonical: '' }
  if (verdict === 'unchanged') return finish(at, page, 'unchanged', { ...pageFields, ...version })
  const { markdown, bytes, etag, lastModified } = seen
  const own = await deps.ownAgents(ctx, crawl.agentIds)
  for (const agentId of crawl.agentIds.filter((id) => own.has(id))) {
    const { id: crawlId, tags } = crawl
    const { url } = page
    try {
      await deps.learning.putPage(ctx, {
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
      // An agent that went away in this moment learns nothing; one that is full says so.
      if (error.code !== 'NOT_FOUND') return finish(at, page, 'failed', { ...pageFields, reason: errorReason(error) })
    }
  }
  return finish(at, page, 'read', { ...pageFields, ...version })
}

/** The address a page names as its own, where it is left to that one. */
async function namesAnother({ ctx, working }: At, page: pages.PageRow, seen: WebPage): Promise<string | undefined> {
  const { crawl } = working
  const canonical = seen.canonical ? normalizeAddress(seen.canonical, seen.url) : undefined
  if (canonical === undefined || canonical === page.url) return undefined
  if (decide(crawl, canonical, page.depth, ctx.now()).do !== 'read') return undefined
  const other = await pages.find(ctx.db, crawl.id, canonical)
  if (!defersTo(other?.run === crawl.run ? other.status : undefined)) return undefined
  await addPages({ ctx, working }, [{ url: canonical, depth: page.depth }])
  return canonical
}

async function follow(at: At, page: pages.PageRow, { links, url }: WebPage): Promise<void> {
  const { ctx, working } = at
  const { crawl, variants } = working
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
    const skipped = decision.do === 'skip' ? decision.reason : tooMany(variants, address)
    found.set(address, { url: address, depth, skipped })
  }
  await addPages(at, [...found.values()])
}

function tooMany(variants: Map<string, number>, address: string): MessageDescriptor | undefined {
  const path = variantOf(address)
  if (path === undefined) return undefined
  const count = variants.get(path) ?? 0
  if (count >= MAX_VARIANTS) return msg('too_many_parameter_variants', { max: MAX_VARIANTS })
  variants.set(path, count + 1)
  return undefined
}

/** A job remembers more addresses than it reads, but not without end. */
const roomFor = ({ maxPages, pagesFound }: repository.CrawlRow): number => maxPages * 3 + 1000 - pagesFound

async function addPages({ ctx, working }: Pick<At, 'ctx' | 'working'>, list: readonly pages.NewPage[]): Promise<void> {
  const { crawl } = working
  const added = list.slice(0, Math.max(0, roomFor(crawl)))
  const { found, skipped } = await pages.add(ctx.db, run(crawl), added, ctx.now())
  if (found > 0) await repository.foundMore(ctx.db, crawl.id, found, -skipped)
}

/** A page that the agents shall not know, or not under this address. */
async function left(at: At, page: pages.PageRow, status: Result, change: Change): Promise<Result | undefined> {
  const { deps, ctx, working } = at
  const { crawl } = working
  if (!page.contentHash) return finish(at, page, status, change)
  const own = await deps.ownAgents(ctx, crawl.agentIds)
  for (const agentId of own) await deps.learning.removePage(ctx, { agentId, crawlId: crawl.id, url: page.url })
  const removed = msg('page_document_removed')
  const reason = change.reason ? inSequence(change.reason, removed) : removed
  return finish(at, page, status, { ...change, reason, contentHash: '', etag: '', lastModified: '' })
}

function finish(
  { ctx, working, ms }: At,
  page: pages.PageRow,
  status: Result,
  change: Change,
): Promise<Result | undefined> {
  const { crawl, lease } = working
  const paid = status === 'read' ? 1 : 0
  return ctx.tx(async (tx) => {
    const text = { reason: storedMessage(change.reason), title: cut(storable(change.title ?? page.title), MAX_TITLE) }
    if (!(await repository.counted(tx.db, { id: crawl.id, lease }, COUNTED[status], paid, tx.now())))
      throw new RunEnded()
    await pages.write(tx.db, crawl.id, page.url, {
      ...change,
      ...text,
      status,
      ms: Math.round(ms),
      fetchedAt: tx.now(),
      dueAt: null,
    })
    if (releasesDuplicates(status)) {
      const again = await pages.again(tx.db, run(crawl), page.url)
      if (again > 0) await repository.foundMore(tx.db, crawl.id, 0, again)
    }
    return status
  })
}

export const run = ({ id, run: number }: repository.CrawlRow): pages.Run => ({ crawlId: id, run: number })
