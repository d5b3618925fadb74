// Durable background jobs and schedules of one region, stored in its database by pg-boss.
import type { Region } from '@parlance/contract/lib/regions'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type QueueResult } from 'pg-boss'
import type { Ctx } from '../ctx.ts'
import { afterCommit } from '../db/after-commit.ts'
import type { Db, Pool } from '../db/pool.ts'
import { asAppError } from '../http/errors.ts'
import { type Logger, reasonOf } from '../log.ts'
import { createWorkerNotifier } from './notify-workers.ts'

/** A kind of job. It may run twice, so `run` must be idempotent. */
export interface Job {
  readonly name: string
  /** Five-field cron in UTC; the job then runs by itself with empty data. */
  readonly cron?: string
  readonly retryLimit?: number
  /** Seconds before the second try, 2 when absent; each later one waits twice as long, up to `retryDelayMax`. */
  readonly retryDelay?: number
  readonly retryDelayMax?: number
  /** Key by which jobs are unique: another one that is enqueued meanwhile is dropped. Can't be added to an existing kind. */
  readonly onlyOne?: (data: Readonly<Record<string, unknown>>) => string
  /** Most workers of this kind in a process, 1 when absent. Another one starts when the jobs of all others are slow. */
  readonly atOnce?: number
  /** Called for a job that failed in all its tries; if absent, such jobs stay in the dead-letter queue. */
  readonly dead?: Job['run']
  readonly run: (ctx: Ctx, data: Readonly<Record<string, unknown>>) => Promise<void>
}

export interface Jobs {
  /** With a transaction's `db` the job exists exactly when that commits. `afterMs`: earliest start, from now. */
  readonly enqueue: (name: string, data: Readonly<Record<string, unknown>>, db?: Db, afterMs?: number) => Promise<void>
  readonly close: () => Promise<void>
}

const DEAD = 'dead-letter'
const HEARTBEAT_SECONDS = 5
/** How the jobs of dead processes are found, in seconds. */
export interface Supervision {
  /** A job without a heartbeat for this long is retried; at least 10. */
  readonly timeout: number
  /** Interval of checks per installation, and how often each process tries to become the checker. */
  readonly check: number
  readonly offer: number
}
const SUPERVISION: Supervision = { timeout: 20, check: 30, offer: 15 }
/** Interval of the one query that finds due jobs of all kinds; one per kind would cost too much. */
const POLL_SECONDS = 2
/** Interval in which the worker of each kind polls anyway. */
const WORKER_POLL_SECONDS = 60
/** A worker takes the next jobs when all it has are done; after this long, others take them. */
const SLOW_MS = 1000

interface Worker {
  readonly id: Promise<string>
  /** When it took the jobs that it is running. */
  busySince?: number | undefined
}

/** Jobs get a context for the workspace named in their data (`workspaceId`), or none for schedules over a region. */
export async function startJobs(options: {
  readonly region: Region
  readonly pool: Pool
  /** No other process uses this database: jobs that are active at start are orphaned. */
  readonly alone: boolean
  readonly jobs: readonly Job[]
  readonly contextFor: (workspaceId: string) => Ctx
  readonly log: Logger
  readonly supervision?: Supervision
}): Promise<Jobs> {
  const { pool, contextFor, log, supervision = SUPERVISION } = options
  const jobs = options.jobs.flatMap((job) => [...deadOf(job), job])
  // pg-boss expects the driver's raw results, also for several statements at once.
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({
    db,
    superviseIntervalSeconds: supervision.offer,
    monitorIntervalSeconds: supervision.check,
  })
  boss.on('error', (error: Error) => {
    if (isAway(error)) log.warn({ reason: error.message }, 'the job queue waits for the database')
    else log.error({ err: error }, 'job queue')
  })
  const patiently = <T>(step: () => Promise<T>) => retryWhileAway(step, log)
  await patiently(() => boss.start())
  const existing = new Map((await patiently(() => boss.getQueues())).map((queue) => [queue.name, queue]))
  const schedules = new Map((await patiently(() => boss.getSchedules())).map(({ name, cron }) => [name, cron]))
  if (!existing.has(DEAD)) await patiently(() => boss.createQueue(DEAD))
  if (options.alone) await patiently(() => giveBack(boss, pool, [...existing.keys()]))
  for (const job of jobs) {
    const { name, cron } = job
    await patiently(() => openQueue(boss, job, supervision.timeout, existing.get(name)))
    if (cron && schedules.get(name) !== cron) await patiently(() => boss.schedule(name, cron))
  }
  const kinds = new Map(jobs.map((job) => [job.name, job]))
  /** Started with the first job of their kind: idle workers of every kind would query the database in vain. */
  const workers = new Map<string, Worker[]>()
  const startWorker = (job: Job): Worker => {
    const worker: Worker = {
      id: boss.work<Record<string, unknown>>(
        job.name,
        {
          batchSize: 10,
          perJobResults: true,
          // Otherwise what is left of many jobs waits for the next poll.
          burstWhenBatchFull: true,
          pollingIntervalSeconds: WORKER_POLL_SECONDS,
          heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
        },
        async (batch) => {
          worker.busySince = performance.now()
          const results = await Promise.all(batch.map((item) => runOne(job, item, contextFor, log)))
          worker.busySince = undefined
          return results
        },
      ),
    }
    worker.id.catch((error: unknown) =>
      log.debug({ err: error, job: job.name }, 'no worker starts while the queue stops'),
    )
    return worker
  }
  const isSlow = ({ busySince }: Worker) => busySince !== undefined && performance.now() - busySince > SLOW_MS
  const wake = (name: string) => {
    const job = kinds.get(name)
    if (!job) return
    const started = workers.get(name) ?? []
    const quick = started.find((worker) => !isSlow(worker))
    if (!quick && started.length < (job.atOnce ?? 1)) workers.set(name, [...started, startWorker(job)])
    // A slow one looks again as soon as its jobs are done.
    else for (const { id } of quick ? [quick] : started) id.then((one) => boss.notifyWorker(one)).catch(() => undefined)
  }
  const notifier = createWorkerNotifier(wake)
  const stopAsking = wakeForDue(pool, [...kinds.keys()], wake, log)
  return {
    async enqueue(name, data, tx, afterMs) {
      const singletonKey = kinds.get(name)?.onlyOne?.(data)
      await boss.send(name, data, {
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(afterMs === undefined ? {} : { startAfter: Math.ceil(afterMs / 1000) }),
        ...(tx ? { db: fromDrizzle(tx as never, sql) } : {}),
      })
      // Jobs enqueued by this process start at once, after an open transaction; other nodes find them when they poll.
      if (!tx) notifier.now(name)
      else if (!afterCommit(tx, () => notifier.now(name))) notifier.afterTransaction(name)
    },
    async close() {
      await stopAsking()
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

const isAway = (error: unknown) => asAppError(error).code === 'UNAVAILABLE'

/** A first start on a busy machine may take minutes. */
export async function retryWhileAway<T>(
  step: () => Promise<T>,
  log: Logger,
  { pauseMs, tries }: { readonly pauseMs: number; readonly tries: number } = { pauseMs: 2000, tries: 20 },
): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await step()
    } catch (error) {
      if (left <= 1 || !isAway(error)) throw error
      log.warn({ reason: reasonOf(error) }, 'the database does not answer in time; trying again')
      await sleep(pauseMs)
    }
  }
}

/** Wakes the workers of the kinds of jobs that are due, at once and then regularly. Returns a function that stops it. */
function wakeForDue(
  pool: Pool,
  kinds: readonly string[],
  wake: (name: string) => void,
  log: Logger,
): () => Promise<void> {
  const ask = async () => {
    try {
      const due = await pool.query<{ name: string }>(
        `select distinct name from pgboss.job where name = any($1) and state < 'active' and not blocked and start_after <= now()`,
        [kinds],
      )
      for (const { name } of due.rows) wake(name)
    } catch (error) {
      log.debug({ err: error }, 'fetching due jobs failed; trying again')
    }
  }
  let asking: Promise<void> | undefined
  const askOnce = () => void (asking ??= ask().finally(() => (asking = undefined)))
  askOnce()
  const timer = setInterval(askOnce, POLL_SECONDS * 1000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await asking
  }
}

const deadName = ({ name }: Job) => `${name}.dead`
const deadOf = (job: Job): Job[] => (job.dead ? [{ name: deadName(job), run: job.dead }] : [])

async function openQueue(
  boss: PgBoss,
  job: Job,
  heartbeatSeconds: number,
  queue: QueueResult | undefined,
): Promise<void> {
  const { name, retryLimit = 5 } = job
  if (!queue)
    return boss.createQueue(name, {
      ...(job.onlyOne ? { policy: 'exclusive' as const } : {}),
      retryLimit,
      retryDelay: job.retryDelay ?? 2,
      retryBackoff: true,
      ...(job.retryDelayMax === undefined ? {} : { retryDelayMax: job.retryDelayMax }),
      deadLetter: job.dead ? deadName(job) : DEAD,
      expireInSeconds: 600,
      heartbeatSeconds,
    })
  // Created by an earlier release.
  if (queue.heartbeatSeconds !== heartbeatSeconds || queue.retryLimit !== retryLimit)
    await boss.updateQueue(name, { retryLimit, heartbeatSeconds })
}

/**
 * Retries jobs of a dead process at once. It counts as a try, so that a job that kills its process is not retried forever.
 */
async function giveBack(boss: PgBoss, pool: Pool, queues: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string; ids: string[] }>(
    `select name, array_agg(id::text) as ids from pgboss.job where state = 'active' and name = any($1) group by name`,
    [queues],
  )
  for (const { name, ids } of rows) await boss.fail(name, ids, { message: 'The process ended.' })
}

async function runOne(
  job: Job,
  item: { id: string; data: Record<string, unknown> },
  contextFor: (workspaceId: string) => Ctx,
  log: Logger,
) {
  try {
    await job.run(contextFor(typeof item.data?.workspaceId === 'string' ? item.data.workspaceId : ''), item.data ?? {})
    return { id: item.id, status: 'completed' as const }
  } catch (error) {
    log.warn({ err: error, job: job.name, id: item.id }, 'job failed')
    return { id: item.id, status: 'failed' as const, output: { message: String(error) } }
  }
}
