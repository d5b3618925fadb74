// Runs of crawls: claimed by any process, done in batches, resumed after a process died.
import { chooseAffordable, PAUSED_WITHOUT_CREDITS } from '../billing/index.ts'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import { reduceRun, type RunEvent } from '@parlance/contract/crawler/run'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../lib/ctx.ts'
import { RunEnded, runOf } from './process-page.ts'
import type { Enqueue } from './ports.ts'
import { seedRun } from './seed-run.ts'
import { settleRunPayment, type BatchDeps, type BatchEnd, crawlBatch } from './crawl-batch.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { inSequence, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { readMessage, storedMessage } from '../../lib/stored-message.ts'

export const RUN_JOB = 'crawler.run'
export const DELETE_JOB = 'crawler.forget'
const LEASE_MS = 20_000
const RENEW_INTERVAL_MS = 5000
/** A run without progress for this time is queued again. */
const ABANDONED_AFTER_MS = 25_000
const SWEEP_BATCH = 100

export interface RunsDeps extends BatchDeps {
  /** Joins the transaction of the context. */
  readonly enqueue: Enqueue
}

export const changesAfter = (crawl: repository.CrawlRow, event: RunEvent): Partial<repository.CrawlRow> => {
  const { status, reason, pagesFound, pagesRead, pagesFailed, pagesSkipped } = reduceRun(crawl, event)
  return { status, reason, pagesFound, pagesRead, pagesFailed, pagesSkipped }
}

export const enqueueRun = (
  enqueue: Enqueue,
  ctx: Ctx,
  { workspaceId, id }: Pick<repository.CrawlRow, 'workspaceId' | 'id'>,
) => enqueue(ctx, RUN_JOB, { workspaceId, crawlId: id })

/** Starts a run in the caller's transaction, which has locked the idle crawl. */
export async function start(
  { enqueue }: Pick<RunsDeps, 'enqueue'>,
  tx: Ctx,
  crawl: repository.CrawlRow,
): Promise<repository.CrawlRow> {
  const now = tx.now()
  const change = {
    ...changesAfter(crawl, { type: 'asked' }),
    run: crawl.run + 1,
    startedAt: now,
    endedAt: null,
    nextRunAt: null,
    updatedAt: now,
  }
  await repository.update(tx.db, crawl.id, change)
  await enqueueRun(enqueue, tx, crawl)
  return { ...crawl, ...change }
}

/** Resumes a paused crawl in the caller's transaction, which has locked it. */
export async function resume(
  { enqueue }: Pick<RunsDeps, 'enqueue'>,
  tx: Ctx,
  crawl: repository.CrawlRow,
): Promise<repository.CrawlRow> {
  const change = { ...changesAfter(crawl, { type: 'resumed' }), updatedAt: tx.now() }
  await repository.update(tx.db, crawl.id, change)
  await enqueueRun(enqueue, tx, crawl)
  return { ...crawl, ...change }
}

/** Resumes paused crawls of a workspace that can pay for their next page, oldest run first. Returns how many. */
async function resumePaused(deps: RunsDeps, ctx: Ctx, workspaceId: string): Promise<number> {
  const available = await deps.payments.affordablePages({ ...ctx, workspaceId })
  if (available < 1) return 0
  return ctx.tx(async (tx) => {
    const paused = await repository.lockPaused(tx.db, workspaceId)
    const chosen = chooseAffordable(
      paused.map((crawl) => ({ crawl, cost: 1 })),
      available,
    )
    for (const { crawl } of chosen) await resume(deps, tx, crawl)
    return chosen.length
  })
}

export function createRuns(deps: RunsDeps) {
  const open = new Map<AbortController, Promise<void>>()
  let closing = false
  /** One batch; if the server is closing, the run is queued again for another process. */
  async function workAndHandOver(ctx: Ctx, crawlId: string, stop: AbortController): Promise<void> {
    try {
      await workOn(deps, ctx, crawlId, stop)
    } finally {
      if (closing) await enqueueRun(deps.enqueue, ctx, { workspaceId: ctx.workspaceId, id: crawlId })
    }
  }
  return {
    /** The job of a run: does one batch and queues the next. Idempotent. */
    async work(ctx: Ctx, crawlId: string): Promise<void> {
      // The job is retried by another process.
      if (closing) throw new Error('The server is closing.')
      const stop = new AbortController()
      const done = workAndHandOver(ctx, crawlId, stop)
      open.set(stop, done)
      try {
        await done
      } finally {
        open.delete(stop)
      }
    },

    /** Releases all leases. Only at start, if no other process works on the region. */
    recover: (ctx: Ctx): Promise<void> => repository.releaseAll(ctx.db),

    async close(): Promise<void> {
      closing = true
      for (const stop of open.keys()) stop.abort(new RunEnded())
      await Promise.allSettled(open.values())
    },

    /** Every minute: starts runs that are due and queues abandoned ones. Returns how many. */
    async sweep(ctx: Ctx): Promise<number> {
      const due = await ctx.tx(async (tx) => {
        const rows = await repository.findDue(tx.db, tx.now(), SWEEP_BATCH)
        for (const row of rows) await start(deps, tx, row)
        return rows.length
      })
      const left = await repository.findAbandoned(
        ctx.db,
        ctx.now(),
        new Date(ctx.now().getTime() - ABANDONED_AFTER_MS),
        SWEEP_BATCH,
      )
      for (const { id, workspaceId, deletedAt } of left)
        await deps.enqueue(ctx, deletedAt ? DELETE_JOB : RUN_JOB, { workspaceId, crawlId: id })
      let resumed = 0
      for (const workspaceId of await repository.workspacesWithPaused(ctx.db, SWEEP_BATCH))
        resumed += await resumePaused(deps, ctx, workspaceId)
      return due + left.length + resumed
    },

    resumePaused: (ctx: Ctx): Promise<number> => resumePaused(deps, ctx, ctx.workspaceId),
  }
}

async function workOn(deps: RunsDeps, ctx: Ctx, crawlId: string, stop: AbortController): Promise<void> {
  const lease = randomId(16)
  const crawl = await repository.claim(
    ctx.db,
    { workspaceId: ctx.workspaceId, id: crawlId, lease },
    ctx.now(),
    leaseEnd(ctx),
  )
  if (!crawl) return
  const beat = setInterval(() => void renew(ctx, crawl.id, lease, stop), RENEW_INTERVAL_MS)
  try {
    const end = await runBatch(deps, ctx, { crawl, lease }, stop.signal)
    if (end) await conclude(deps, ctx, { crawl, lease }, end)
  } catch (error) {
    if (!(error instanceof RunEnded) && !stop.signal.aborted) throw error
  } finally {
    clearInterval(beat)
    stop.abort(new RunEnded())
    await settlePayment(deps, ctx, { crawl, lease })
    await repository.release(ctx.db, crawl.id, lease)
  }
}

type LeasedCrawl = { readonly crawl: repository.CrawlRow; readonly lease: string }
const leaseEnd = (ctx: Ctx) => new Date(ctx.now().getTime() + LEASE_MS)

async function renew(ctx: Ctx, id: string, lease: string, stop: AbortController): Promise<void> {
  try {
    if (!(await repository.renew(ctx.db, id, lease, ctx.now(), leaseEnd(ctx)))) stop.abort(new RunEnded())
  } catch (error) {
    ctx.log.warn({ err: error, crawlId: id }, 'renewing the lease of a crawl failed')
  }
}

/** Undefined if the run could not start and was ended with a reason. */
async function runBatch(
  deps: RunsDeps,
  ctx: Ctx,
  { crawl, lease }: LeasedCrawl,
  signal: AbortSignal,
): Promise<BatchEnd | undefined> {
  if (crawl.status === 'queued') {
    const owedBefore = await repository.countPausedBefore(ctx.db, crawl)
    if ((await deps.payments.affordablePages(ctx)) <= owedBefore) return { kind: 'exhausted' }
    const reason = await seedRun(deps.web, ctx, { crawl, lease }, signal)
    if (reason !== undefined) {
      await end(ctx, { crawl, lease }, { type: 'failed', reason: storedMessage(reason) })
      return undefined
    }
  }
  const begun = await repository.findLeased(ctx.db, crawl.id, lease)
  if (!begun) throw new RunEnded()
  return crawlBatch(deps, ctx, { crawl: begun, lease }, signal)
}

async function conclude(deps: RunsDeps, ctx: Ctx, of: LeasedCrawl, { kind, ...rest }: BatchEnd): Promise<void> {
  const { crawl, lease } = of
  // Settled first, so that an ended run shows its cost.
  await settlePayment(deps, ctx, of)
  if (kind === 'exhausted') return pause(deps, ctx, of)
  if (kind === 'done') {
    return end(ctx, of, { type: 'done', failure: storedMessage(await reasonForNothing(ctx, crawl)) })
  }
  const inMs = 'inMs' in rest ? rest.inMs : 0
  // Release the lease before another process can claim it.
  await repository.release(ctx.db, crawl.id, lease)
  if (inMs < 1000) return enqueueRun(deps.enqueue, ctx, crawl)
  // If this process ends meanwhile, the sweep queues the run.
  setTimeout(() => void enqueueRun(deps.enqueue, ctx, crawl).catch(() => undefined), Math.min(inMs, 60_000)).unref()
}

/** Why a run read no page. */
async function reasonForNothing(ctx: Ctx, crawl: repository.CrawlRow): Promise<MessageDescriptor> {
  const first = readMessage(await pages.firstFailure(ctx.db, runOf(crawl)))
  if (typeof first !== 'string') return inSequence(msg('no_page_read'), first)
  const forbidden = await pages.countForbidden(ctx.db, runOf(crawl))
  return forbidden > 0 ? msg('site_robots_disallow', { count: forbidden }) : msg('no_page_read')
}

async function pause(deps: RunsDeps, ctx: Ctx, { crawl, lease }: LeasedCrawl): Promise<void> {
  await ctx.tx(async (tx) => {
    const now = await repository.find(tx.db, crawl.workspaceId, crawl.id, true)
    if (!now) return
    const change = {
      ...changesAfter(now, { type: 'paused', reason: storedMessage(PAUSED_WITHOUT_CREDITS) }),
      updatedAt: tx.now(),
    }
    await repository.updateLeased(tx.db, { id: crawl.id, lease }, change)
  })
  ctx.log.info({ crawlId: crawl.id, workspaceId: crawl.workspaceId }, 'crawl was paused for lack of credits')
  // Credits may have arrived before the pause; resuming needs a free lease.
  await repository.release(ctx.db, crawl.id, lease)
  await resumePaused(deps, ctx, crawl.workspaceId)
}

async function end(ctx: Ctx, { crawl, lease }: LeasedCrawl, event: RunEvent): Promise<void> {
  await ctx.tx(async (tx) => {
    const now = await repository.find(tx.db, crawl.workspaceId, crawl.id, true)
    if (!now) return
    const at = tx.now()
    const change = { ...changesAfter(now, event), endedAt: at, updatedAt: at, nextRunAt: nextFetch(now.refresh, at) }
    const ended = await repository.updateLeased(tx.db, { id: crawl.id, lease }, change)
    if (ended?.status === 'completed') await repository.deleteStalePages(tx.db, crawl.id, crawl.run)
  })
}

async function settlePayment(deps: RunsDeps, ctx: Ctx, of: LeasedCrawl): Promise<void> {
  try {
    await settleRunPayment(deps.payments, ctx, of)
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error
  }
}
