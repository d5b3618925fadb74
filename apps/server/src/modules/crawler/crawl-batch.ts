// Some seconds of a run: pages are fetched side by side, a few at a time, and dealt with one after the other.
import { hostOf } from './address.ts'
import { type Limits, MAX_PARALLEL, MAX_PARALLEL_HOST, pickNext } from './site-throttle.ts'
import { decide } from './scope.ts'
import { MAX_VARIANTS } from './traps.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { RunEnded, type LearningDeps, run, type FetchOutcome, settle, type PageContext } from './process-page.ts'
import type { SiteThrottle } from './site-throttle.ts'
import type { CrawlPayer, Web } from './ports.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

export interface BatchDeps extends LearningDeps {
  readonly web: Web
  readonly throttle: SiteThrottle
  readonly payments: CrawlPayer
  readonly sliceMs: number
  readonly parallelHost?: number
}

/** `again` after so many milliseconds · `exhausted` when credits are out. */
export type BatchEnd = { readonly kind: 'again'; readonly inMs: number } | { readonly kind: 'done' | 'exhausted' }

const QUEUE = 200
/** Credits set aside at a time, in pages. */
const HELD_PAGES = 50
const NAP_MS = 2000
const BUSY_PAUSE_MS = 5000

interface State {
  readonly deps: BatchDeps
  readonly ctx: Ctx
  readonly working: PageContext
  readonly signal: AbortSignal
  readonly limits: Limits
  readonly running: Map<string, Promise<void>>
  queue: pages.PageRow[]
  /** Pages that may still be read for credits set aside, and pages the job may still read. */
  held: number
  room: number
  /** The first thing that went wrong, which ends the slice. */
  error: unknown
  /** Pages are dealt with one after the other. */
  last: Promise<void>
}

/** Throws Ended when the job is no longer ours, and what the database throws. */
export async function crawlBatch(
  deps: BatchDeps,
  ctx: Ctx,
  of: Omit<PageContext, 'variants'>,
  signal: AbortSignal,
): Promise<BatchEnd> {
  const { crawl } = of
  const variants = await pages.variants(ctx.db, run(crawl), Math.ceil(MAX_VARIANTS / 10))
  const state: State = {
    deps,
    ctx,
    working: { ...of, variants },
    signal,
    limits: { parallel: MAX_PARALLEL, parallelHost: deps.parallelHost ?? MAX_PARALLEL_HOST },
    running: new Map(),
    queue: [],
    held: 0,
    room: crawl.maxPages - crawl.pagesRead,
    error: undefined,
    last: Promise.resolve(),
  }
  try {
    return await loop(state, performance.now() + deps.sliceMs)
  } finally {
    await Promise.all(state.running.values())
  }
}

async function loop(state: State, until: number): Promise<BatchEnd> {
  const { ctx, working, running } = state
  for (;;) {
    if (state.error !== undefined) throw state.error
    const left = until - performance.now()
    if (left <= 0) return { kind: 'again', inMs: 0 }
    // Whatever is under way may turn out not to be read, and leave its place to another.
    if (state.room <= running.size || state.held <= running.size) {
      if (running.size > 0) await Promise.race(running.values())
      else if (state.room <= 0) return full(state)
      else if ((await pages.nextDue(ctx.db, run(working.crawl))) === undefined) return { kind: 'done' }
      else if (!(await fillPurse(state))) return { kind: 'exhausted' }
      continue
    }
    if (state.queue.length === 0) await refill(state)
    const pick = pickNext(
      state.queue.map(({ url }) => hostOf(url)),
      state.deps.throttle.pace,
      running.size,
      Date.now(),
      state.limits,
    )
    if ('next' in pick) {
      const [page] = state.queue.splice(pick.next, 1)
      if (page) begin(state, page)
      continue
    }
    if (running.size === 0 && state.queue.length === 0) {
      const due = await pages.nextDue(ctx.db, run(working.crawl))
      if (due === undefined) return { kind: 'done' }
      const inMs = due.getTime() - ctx.now().getTime()
      if (inMs > left) return { kind: 'again', inMs }
      await nap(Math.max(10, inMs), state)
      continue
    }
    if (running.size === 0 && pick.waitMs !== null && pick.waitMs > left) return { kind: 'again', inMs: pick.waitMs }
    await nap(Math.min(pick.waitMs ?? NAP_MS, NAP_MS), state)
  }
}

/** Until something is done, the time is over, or the run ends. */
function nap(ms: number, { running, signal }: State): Promise<void> {
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

async function refill(state: State): Promise<void> {
  const { ctx, working, running } = state
  state.queue = await pages.next(ctx.db, run(working.crawl), ctx.now(), [...running.keys()], QUEUE)
}

/** What waits beyond the most a job reads is left out. */
async function full({ ctx, working: { crawl, lease } }: State): Promise<BatchEnd> {
  const reason = crawl.maxPages === 1 ? msg('page_limit_one') : msg('page_limit', { max: crawl.maxPages })
  await ctx.tx(async (tx) => {
    if (!(await repository.lockMine(tx.db, { id: crawl.id, lease }))) throw new RunEnded()
    const skipped = await pages.skipWaiting(tx.db, run(crawl), storedMessage(reason), tx.now())
    await repository.foundMore(tx.db, crawl.id, 0, -skipped)
  })
  return { kind: 'done' }
}

/** False when there are no credits. */
async function fillPurse(state: State): Promise<boolean> {
  const { deps, ctx, working, room } = state
  const crawl = await settleRunPayment(deps.payments, ctx, working)
  const key = `crawl:${crawl.id}:${crawl.run}:${working.lease}:${crawl.pagesRead}:${crawl.pagesFailed + crawl.pagesSkipped}`
  state.held = await ctx.tx(async (tx) => {
    if (!(await repository.lockMine(tx.db, { id: crawl.id, lease: working.lease }))) throw new RunEnded()
    const owedBefore = await repository.countPausedBefore(tx.db, crawl)
    const held = await deps.payments.hold(tx, {
      key,
      cause: causeOf(crawl),
      pages: Math.min(HELD_PAGES, room),
      owedBefore,
    })
    if (held > 0) await repository.update(tx.db, crawl.id, { holdKey: key, holdPages: 0 })
    return held
  })
  return state.held > 0
}

export const causeOf = ({ name }: Pick<repository.CrawlRow, 'name'>): string =>
  storedMessage(msg('credit_crawler', { name }))

/** Pays what was read for credits set aside, also where the process that did so is gone. */
export async function settleRunPayment(
  payments: CrawlPayer,
  ctx: Ctx,
  { crawl, lease }: Omit<PageContext, 'variants'>,
): Promise<repository.CrawlRow> {
  return ctx.tx(async (tx) => {
    const now = await repository.find(tx.db, ctx.workspaceId, crawl.id, true)
    if (!now || now.lease !== lease) throw new RunEnded()
    if (!now.holdKey) return now
    await payments.settle(tx, { key: now.holdKey, cause: causeOf(now), pages: now.holdPages })
    await repository.update(tx.db, now.id, { holdKey: '', holdPages: 0 })
    return { ...now, holdKey: '', holdPages: 0 }
  })
}

function begin(state: State, page: pages.PageRow): void {
  const { deps, running } = state
  const host = hostOf(page.url)
  deps.throttle.begin(host)
  const done = one(state, page, host)
    .catch((error: unknown) => {
      state.error ??= error
    })
    .finally(() => running.delete(page.url))
  running.set(page.url, done)
}

async function one(state: State, page: pages.PageRow, host: string): Promise<void> {
  const { deps, ctx, working, signal } = state
  const started = performance.now()
  let pause = 0
  let seen: FetchOutcome
  try {
    seen = await look(state, page, host)
    if (seen.kind === 'none' && seen.why === 'later') pause = seen.retryAfterMs || BUSY_PAUSE_MS
  } finally {
    deps.throttle.end(host, pause)
  }
  const ms = performance.now() - started
  const turn = state.last.then(async () => {
    if (signal.aborted) throw new RunEnded()
    const result = await settle(deps, ctx, working, page, seen, ms)
    // What is known already counts against the most a job reads, and costs nothing.
    if (result === 'read') state.held -= 1
    if (result === 'read' || result === 'unchanged') state.room -= 1
  })
  state.last = turn.catch(() => undefined)
  await turn
}

/** By the rules of the job and of the site, and then by fetching it. */
async function look({ deps, ctx, working, signal }: State, page: pages.PageRow, host: string): Promise<FetchOutcome> {
  const decision = decide(working.crawl, page.url, page.depth, ctx.now())
  if (decision.do === 'skip') return { kind: 'skip', reason: decision.reason }
  const robots = await deps.web.robots(new URL(page.url).origin, signal)
  if ('kind' in robots) return robots
  deps.throttle.asks(host, robots.crawlDelayMs)
  if (!robots.allow(page.url)) return { kind: 'skip', reason: msg('robots_disallow') }
  const { etag, lastModified } = page
  const seen = await deps.web.read(page.url, { etag, lastModified, signal })
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
