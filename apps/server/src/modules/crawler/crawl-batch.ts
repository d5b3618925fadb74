// A few seconds of a run: pages are fetched concurrently and processed one after the other.
import { hostOf, normalizeAddress } from './address.ts'
import { type Limits, MAX_PARALLEL, MAX_PARALLEL_HOST, pickNext } from './site-throttle.ts'
import { decide } from './scope.ts'
import { MAX_VARIANTS } from './traps.ts'
import type { Ctx } from '../../lib/ctx.ts'
import {
  RunEnded,
  type PageStoreDeps,
  runOf,
  type FetchOutcome,
  processOutcome,
  type PageContext,
} from './process-page.ts'
import type { SiteThrottle } from './site-throttle.ts'
import type { CrawlPayer, FailedPage, Web, WebPage } from './ports.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

export interface BatchDeps extends PageStoreDeps {
  readonly web: Web
  readonly throttle: SiteThrottle
  readonly payments: CrawlPayer
  readonly batchMs: number
  readonly parallelHost?: number
}

/** `again` continues after `inMs` · `exhausted` means no credits. */
export type BatchEnd = { readonly kind: 'again'; readonly inMs: number } | { readonly kind: 'done' | 'exhausted' }

const QUEUE_SIZE = 200
/** Pages for which credits are held at a time. */
const PAGES_PER_HOLD = 50
const MAX_WAIT_MS = 2000
const BUSY_PAUSE_MS = 5000

interface BatchState {
  readonly deps: BatchDeps
  readonly ctx: Ctx
  readonly working: PageContext
  readonly signal: AbortSignal
  readonly limits: Limits
  readonly running: Map<string, Promise<void>>
  queue: pages.PageRow[]
  /** Pages left of the current credit hold, and of the crawl's page limit. */
  heldPages: number
  remainingPages: number
  error: unknown
  /** Serializes the processing of fetched pages. */
  processing: Promise<void>
}

/** @throws RunEnded if the lease was lost */
export async function crawlBatch(
  deps: BatchDeps,
  ctx: Ctx,
  of: Omit<PageContext, 'variants'>,
  signal: AbortSignal,
): Promise<BatchEnd> {
  const { crawl } = of
  const variants = await pages.countVariants(ctx.db, runOf(crawl), Math.ceil(MAX_VARIANTS / 10))
  const state: BatchState = {
    deps,
    ctx,
    working: { ...of, variants },
    signal,
    limits: { parallel: MAX_PARALLEL, parallelHost: deps.parallelHost ?? MAX_PARALLEL_HOST },
    running: new Map(),
    queue: [],
    heldPages: 0,
    remainingPages: crawl.maxPages - crawl.pagesRead,
    error: undefined,
    processing: Promise.resolve(),
  }
  try {
    return await runBatch(state, performance.now() + deps.batchMs)
  } finally {
    await Promise.all(state.running.values())
  }
}

async function runBatch(state: BatchState, until: number): Promise<BatchEnd> {
  const { ctx, working, running } = state
  for (;;) {
    if (state.error !== undefined) throw state.error
    const left = until - performance.now()
    if (left <= 0) return { kind: 'again', inMs: 0 }
    // Pages being fetched may turn out to be skipped and free their slot.
    if (state.remainingPages <= running.size || state.heldPages <= running.size) {
      if (running.size > 0) await Promise.race(running.values())
      else if (state.remainingPages <= 0) return endAtPageLimit(state)
      else if ((await pages.nextDue(ctx.db, runOf(working.crawl))) === undefined) return { kind: 'done' }
      else if (!(await holdCredits(state))) return { kind: 'exhausted' }
      continue
    }
    if (state.queue.length === 0) await refillQueue(state)
    const pick = pickNext(
      state.queue.map(({ url }) => hostOf(url)),
      state.deps.throttle.pace,
      running.size,
      Date.now(),
      state.limits,
    )
    if ('next' in pick) {
      const [page] = state.queue.splice(pick.next, 1)
      if (page) startPage(state, page)
      continue
    }
    if (running.size === 0 && state.queue.length === 0) {
      const due = await pages.nextDue(ctx.db, runOf(working.crawl))
      if (due === undefined) return { kind: 'done' }
      const inMs = due.getTime() - ctx.now().getTime()
      if (inMs > left) return { kind: 'again', inMs }
      await waitForWork(Math.max(10, inMs), state)
      continue
    }
    if (running.size === 0 && pick.waitMs !== null && pick.waitMs > left) return { kind: 'again', inMs: pick.waitMs }
    await waitForWork(Math.min(pick.waitMs ?? MAX_WAIT_MS, MAX_WAIT_MS), state)
  }
}

/** Waits until a page is done, the time is over or the run ends. */
function waitForWork(ms: number, { running, signal }: BatchState): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake, { once: true })
    if (running.size > 0) void Promise.race(running.values()).then(wake)
  })
}

async function refillQueue(state: BatchState): Promise<void> {
  const { ctx, working, running } = state
  state.queue = await pages.findDue(ctx.db, runOf(working.crawl), ctx.now(), [...running.keys()], QUEUE_SIZE)
}

/** Skips waiting pages beyond the page limit. */
async function endAtPageLimit({ ctx, working: { crawl, lease } }: BatchState): Promise<BatchEnd> {
  const reason = crawl.maxPages === 1 ? msg('page_limit_one') : msg('page_limit', { max: crawl.maxPages })
  await ctx.tx(async (tx) => {
    if (!(await repository.lockLeased(tx.db, { id: crawl.id, lease }))) throw new RunEnded()
    const skipped = await pages.skipWaiting(tx.db, runOf(crawl), storedMessage(reason), tx.now())
    await repository.addFoundPages(tx.db, crawl.id, 0, -skipped)
  })
  return { kind: 'done' }
}

/** False without credits. */
async function holdCredits(state: BatchState): Promise<boolean> {
  const { deps, ctx, working, remainingPages: room } = state
  const crawl = await settleRunPayment(deps.payments, ctx, working)
  const key = `crawl:${crawl.id}:${crawl.run}:${working.lease}:${crawl.pagesRead}:${crawl.pagesFailed + crawl.pagesSkipped}`
  state.heldPages = await ctx.tx(async (tx) => {
    if (!(await repository.lockLeased(tx.db, { id: crawl.id, lease: working.lease }))) throw new RunEnded()
    const owedBefore = await repository.countPausedBefore(tx.db, crawl)
    const held = await deps.payments.hold(tx, {
      key,
      cause: creditCauseOf(crawl),
      pages: Math.min(PAGES_PER_HOLD, room),
      owedBefore,
    })
    if (held > 0) await repository.update(tx.db, crawl.id, { holdKey: key, holdPages: 0 })
    return held
  })
  return state.heldPages > 0
}

export const creditCauseOf = ({ name }: Pick<repository.CrawlRow, 'name'>): string =>
  storedMessage(msg('credit_crawler', { name }))

export async function settleRunPayment(
  payments: CrawlPayer,
  ctx: Ctx,
  { crawl, lease }: Omit<PageContext, 'variants'>,
): Promise<repository.CrawlRow> {
  return ctx.tx(async (tx) => {
    const now = await repository.find(tx.db, ctx.workspaceId, crawl.id, true)
    if (!now || now.lease !== lease) throw new RunEnded()
    if (!now.holdKey) return now
    await payments.settle(tx, { key: now.holdKey, cause: creditCauseOf(now), pages: now.holdPages })
    await repository.update(tx.db, now.id, { holdKey: '', holdPages: 0 })
    return { ...now, holdKey: '', holdPages: 0 }
  })
}

function startPage(state: BatchState, page: pages.PageRow): void {
  const { deps, running } = state
  const host = hostOf(page.url)
  deps.throttle.begin(host)
  const done = crawlPage(state, page, host)
    .catch((error: unknown) => {
      state.error ??= error
    })
    .finally(() => running.delete(page.url))
  running.set(page.url, done)
}

async function crawlPage(state: BatchState, page: pages.PageRow, host: string): Promise<void> {
  const { deps, ctx, working, signal } = state
  const started = performance.now()
  let pause = 0
  let seen: FetchOutcome
  try {
    seen = await fetchPage(state, page, host)
    if (seen.kind === 'none' && seen.why === 'later') pause = seen.retryAfterMs || BUSY_PAUSE_MS
  } finally {
    deps.throttle.end(host, pause)
  }
  const ms = performance.now() - started
  const turn = state.processing.then(async () => {
    if (signal.aborted) throw new RunEnded()
    const result = await processOutcome(deps, ctx, working, page, seen, ms)
    // Unchanged pages count towards the page limit but cost nothing.
    if (result === 'read') state.heldPages -= 1
    if (result === 'read' || result === 'unchanged') state.remainingPages -= 1
  })
  state.processing = turn.catch(() => undefined)
  await turn
}

/** Whether a site shows something else for a while, e.g. a sign-in or maintenance page. 404 and 410 are final. */
const isAway = (url: string, seen: WebPage | FailedPage): boolean =>
  seen.redirectedTo !== '' &&
  normalizeAddress(seen.redirectedTo) !== url &&
  (seen.kind === 'page' || seen.why === 'unwanted')

/** Checks the scope and robots.txt, then fetches the page. */
async function fetchPage(
  { deps, ctx, working, signal }: BatchState,
  page: pages.PageRow,
  host: string,
): Promise<FetchOutcome> {
  const decision = decide(working.crawl, page.url, page.depth, ctx.now())
  if (decision.do === 'skip') return { kind: 'skip', reason: decision.reason }
  const robots = await deps.web.robots(new URL(page.url).origin, signal)
  if ('kind' in robots) return robots
  deps.throttle.setDelay(host, robots.crawlDelayMs)
  if (!robots.allow(page.url)) return { kind: 'skip', reason: msg('robots_disallow') }
  const { etag, lastModified } = page
  const seen = await deps.web.read(page.url, { etag, lastModified, signal })
  if (page.contentHash && seen.kind !== 'same' && isAway(page.url, seen)) {
    const reason = msg('redirects_temporarily_to', { address: seen.redirectedTo })
    const { code, redirectedTo } = seen
    return { kind: 'none', reason, why: 'failed', code, retryAfterMs: 0, redirectedTo }
  }
  if (seen.kind !== 'page') return seen
  const arrived = new URL(seen.url)
  if (arrived.origin !== new URL(page.url).origin) {
    const rules = await deps.web.robots(arrived.origin, signal)
    if ('kind' in rules) return rules
    if (!rules.allow(seen.url)) return { kind: 'skip', reason: msg('redirects_to_disallowed', { address: seen.url }) }
  } else if (!robots.allow(seen.url))
    return { kind: 'skip', reason: msg('redirects_to_disallowed', { address: seen.url }) }
  return { ...seen, onlyLinks: decision.do === 'links' ? decision.reason : undefined }
}
