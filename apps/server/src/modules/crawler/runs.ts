// Runs of jobs: taken up by whoever is free, done in slices, gone on with after their process died.
import { chooseAffordable, PAUSED_REASON } from '../billing/index.ts'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import { reduceRun, type RunEvent } from '@parlance/contract/crawler/run'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../lib/ctx.ts'
import { RunEnded, run } from './process-page.ts'
import type { Enqueue } from './ports.ts'
import { seed } from './seed-run.ts'
import { settleRunPayment, type BatchDeps, type BatchEnd, crawlBatch } from './crawl-batch.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { inSequence, msg } from '@parlance/i18n/messages'
import { readMessage, storedMessage } from '../../lib/stored-message.ts'

export const RUN_JOB = 'crawler.run'
export const FORGET_JOB = 'crawler.forget'
const LEASE_MS = 20_000
const BEAT_MS = 5000
/** What nobody has worked on for so long is taken up again. */
const SILENT_MS = 25_000
const SWEEP = 100

export interface RunsDeps extends BatchDeps {
  /** In the transaction of its context. */
  readonly enqueue: Enqueue
}

/** A job as it is after an event, in columns. */
export const after = (crawl: repository.CrawlRow, event: RunEvent): Partial<repository.CrawlRow> => {
  const { status, reason, pagesFound, pagesRead, pagesFailed, pagesSkipped } = reduceRun(crawl, event)
  return { status, reason, pagesFound, pagesRead, pagesFailed, pagesSkipped }
}

export const enqueueRun = (
  enqueue: Enqueue,
  ctx: Ctx,
  { workspaceId, id }: Pick<repository.CrawlRow, 'workspaceId' | 'id'>,
) => enqueue(ctx, RUN_JOB, { workspaceId, crawlId: id })

/** Starts a run, in the caller's transaction; the job has been locked and does not run. */
export async function start(
  { enqueue }: Pick<RunsDeps, 'enqueue'>,
  tx: Ctx,
  crawl: repository.CrawlRow,
): Promise<repository.CrawlRow> {
  const now = tx.now()
  const change = {
    ...after(crawl, { type: 'asked' }),
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

/** Lets a paused job go on where it stopped, in the caller's transaction that has locked it. */
export async function resume(
  { enqueue }: Pick<RunsDeps, 'enqueue'>,
  tx: Ctx,
  crawl: repository.CrawlRow,
): Promise<repository.CrawlRow> {
  const change = { ...after(crawl, { type: 'resumed' }), updatedAt: tx.now() }
  await repository.update(tx.db, crawl.id, change)
  await enqueueRun(enqueue, tx, crawl)
  return { ...crawl, ...change }
}

/** Lets paused jobs of a workspace go on that can pay for their next page, in the order they began. Answers how many. */
async function resumePaused(deps: RunsDeps, ctx: Ctx, workspaceId: string): Promise<number> {
  const available = await deps.payments.reaches({ ...ctx, workspaceId })
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
  /** A slice; one that the end of the server cut short is queued again for whoever comes next. */
  async function workAndHandOver(ctx: Ctx, crawlId: string, stop: AbortController): Promise<void> {
    try {
      await workOn(deps, ctx, crawlId, stop)
    } finally {
      if (closing) await enqueueRun(deps.enqueue, ctx, { workspaceId: ctx.workspaceId, id: crawlId })
    }
  }
  return {
    /** The job of a run: one slice of it, then the next one is queued. Harmless when repeated. */
    async work(ctx: Ctx, crawlId: string): Promise<void> {
      // Another process, or the next one, tries it again.
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

    /** At start, where no other process works on the region: whatever was being worked on belongs to nobody. */
    recover: (ctx: Ctx): Promise<void> => repository.releaseAll(ctx.db),

    /** Puts down what is being read; whoever comes next goes on with it. */
    async close(): Promise<void> {
      closing = true
      for (const stop of open.keys()) stop.abort(new RunEnded())
      await Promise.allSettled(open.values())
    },

    /** Every minute: begins with runs that are due, and takes up what was left behind. Answers how many. */
    async sweep(ctx: Ctx): Promise<number> {
      const due = await ctx.tx(async (tx) => {
        const rows = await repository.due(tx.db, tx.now(), SWEEP)
        for (const row of rows) await start(deps, tx, row)
        return rows.length
      })
      const left = await repository.left(ctx.db, ctx.now(), new Date(ctx.now().getTime() - SILENT_MS), SWEEP)
      for (const { id, workspaceId, deletedAt } of left)
        await deps.enqueue(ctx, deletedAt ? FORGET_JOB : RUN_JOB, { workspaceId, crawlId: id })
      let resumed = 0
      for (const workspaceId of await repository.workspacesWithPaused(ctx.db, SWEEP))
        resumed += await resumePaused(deps, ctx, workspaceId)
      return due + left.length + resumed
    },

    /** Lets paused jobs of the context's workspace go on, as far as its credits reach. Answers how many. */
    resumePaused: (ctx: Ctx): Promise<number> => resumePaused(deps, ctx, ctx.workspaceId),
  }
}

async function workOn(deps: RunsDeps, ctx: Ctx, crawlId: string, stop: AbortController): Promise<void> {
  const lease = randomId(16)
  const crawl = await repository.claim(
    ctx.db,
    { workspaceId: ctx.workspaceId, id: crawlId, lease },
    ctx.now(),
    lasting(ctx),
  )
  if (!crawl) return
  const beat = setInterval(() => void renew(ctx, crawl.id, lease, stop), BEAT_MS)
  try {
    const end = await slice(deps, ctx, { crawl, lease }, stop.signal)
    if (end) await conclude(deps, ctx, { crawl, lease }, end)
  } catch (error) {
    if (!(error instanceof RunEnded) && !stop.signal.aborted) throw error
  } finally {
    clearInterval(beat)
    stop.abort(new RunEnded())
    await pay(deps, ctx, { crawl, lease })
    await repository.release(ctx.db, crawl.id, lease)
  }
}

type Of = { readonly crawl: repository.CrawlRow; readonly lease: string }
const lasting = (ctx: Ctx) => new Date(ctx.now().getTime() + LEASE_MS)

async function renew(ctx: Ctx, id: string, lease: string, stop: AbortController): Promise<void> {
  try {
    if (!(await repository.renew(ctx.db, id, lease, ctx.now(), lasting(ctx)))) stop.abort(new RunEnded())
  } catch (error) {
    ctx.log.warn({ err: error, crawlId: id }, 'renewing the lease of a crawl failed')
  }
}

/** Undefined when the run could not begin, which the job says itself. */
async function slice(
  deps: RunsDeps,
  ctx: Ctx,
  { crawl, lease }: Of,
  signal: AbortSignal,
): Promise<BatchEnd | undefined> {
  if (crawl.status === 'queued') {
    const owedBefore = await repository.countPausedBefore(ctx.db, crawl)
    if ((await deps.payments.reaches(ctx)) <= owedBefore) return { kind: 'exhausted' }
    const reason = await seed(deps.web, ctx, { crawl, lease }, signal)
    if (reason !== undefined) {
      await end(ctx, { crawl, lease }, { type: 'failed', reason: storedMessage(reason) })
      return undefined
    }
  }
  const begun = await repository.mine(ctx.db, crawl.id, lease)
  if (!begun) throw new RunEnded()
  return crawlBatch(deps, ctx, { crawl: begun, lease }, signal)
}

async function conclude(deps: RunsDeps, ctx: Ctx, of: Of, { kind, ...rest }: BatchEnd): Promise<void> {
  const { crawl, lease } = of
  // Who sees that it has ended sees what it cost.
  await pay(deps, ctx, of)
  if (kind === 'exhausted') return pause(deps, ctx, of)
  if (kind === 'done') {
    const first = readMessage(await pages.firstFailure(ctx.db, run(crawl)))
    const reason = typeof first === 'string' ? msg('no_page_read') : inSequence(msg('no_page_read'), first)
    return end(ctx, of, { type: 'done', failure: storedMessage(reason) })
  }
  const inMs = 'inMs' in rest ? rest.inMs : 0
  // Given back before the next one may want it.
  await repository.release(ctx.db, crawl.id, lease)
  if (inMs < 1000) return enqueueRun(deps.enqueue, ctx, crawl)
  // Should this process end meanwhile, the sweep takes it up.
  setTimeout(() => void enqueueRun(deps.enqueue, ctx, crawl).catch(() => undefined), Math.min(inMs, 60_000)).unref()
}

async function pause(deps: RunsDeps, ctx: Ctx, { crawl, lease }: Of): Promise<void> {
  await ctx.tx(async (tx) => {
    const now = await repository.find(tx.db, crawl.workspaceId, crawl.id, true)
    if (!now) return
    const change = { ...after(now, { type: 'paused', reason: storedMessage(PAUSED_REASON) }), updatedAt: tx.now() }
    await repository.step(tx.db, { id: crawl.id, lease }, change)
  })
  ctx.log.info({ crawlId: crawl.id, workspaceId: crawl.workspaceId }, 'crawl was paused for lack of credits')
  // Credits may have come before it was paused; whoever takes it up needs the lease.
  await repository.release(ctx.db, crawl.id, lease)
  await resumePaused(deps, ctx, crawl.workspaceId)
}

async function end(ctx: Ctx, { crawl, lease }: Of, event: RunEvent): Promise<void> {
  await ctx.tx(async (tx) => {
    const now = await repository.find(tx.db, crawl.workspaceId, crawl.id, true)
    if (!now) return
    const at = tx.now()
    const change = { ...after(now, event), endedAt: at, updatedAt: at, nextRunAt: nextFetch(now.refresh, at) }
    const ended = await repository.step(tx.db, { id: crawl.id, lease }, change)
    if (ended?.status === 'completed') await repository.tidy(tx.db, crawl.id, crawl.run)
  })
}

async function pay(deps: RunsDeps, ctx: Ctx, of: Of): Promise<void> {
  try {
    await settleRunPayment(deps.payments, ctx, of)
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error
  }
}
