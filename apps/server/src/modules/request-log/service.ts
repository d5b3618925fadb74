// Owns the request log of workspaces and sweeps answers kept under an Idempotency-Key.
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { REQUEST_LOG_DAYS, type RequestLogEntry } from '@parlance/contract/request-log/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import { sweep } from '../../lib/http/idempotency-repository.ts'
import type { LoggedRequest } from '../../lib/http/request-log.ts'
import type { Logger } from '../../lib/log.ts'
import * as repository from './repository.ts'

export interface RequestFilter extends Omit<
  repository.RequestQuery,
  'workspaceId' | 'from' | 'until' | 'before' | 'limit'
> {
  readonly uid: string
  /** A day in UTC or a point in time. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface RequestLog {
  /** Queues an entry without waiting. Entries beyond the queue's size are dropped and counted. */
  readonly record: (region: Region, request: LoggedRequest) => void
  /** Newest first. INVALID_INPUT for a cursor that is not ours. */
  readonly list: (ctx: Ctx, filter: RequestFilter) => Promise<{ items: RequestLogEntry[]; nextCursor: string | null }>
  /** Deletes old lines and expired answers. */
  readonly sweep: (ctx: Ctx) => Promise<void>
  /** Writes queued entries. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface RequestLogDeps {
  readonly contextFor: (region: Region) => Ctx
  /** Stores idempotent responses of global calls. */
  readonly identity: Db
  readonly log: Logger
  readonly maxQueued?: number
}

const PAGE = 50
const MAX_QUEUED = 10_000
const BATCH = 500
const WRITE_MS = 1000
const DAY_MS = 86_400_000

export function createRequestLog(deps: RequestLogDeps): RequestLog {
  const queue = createQueue(deps)
  return {
    ...queue,
    async list(ctx, { uid, from, to, cursor, limit = PAGE, ...filter }) {
      const found = await repository.list(ctx.db, {
        ...filter,
        workspaceId: uid,
        from: from === undefined ? undefined : new Date(from),
        until: to === undefined ? undefined : endOfDay(to),
        before: cursor === undefined ? undefined : readCursor(cursor),
        limit: limit + 1,
      })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        items: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
        nextCursor: found.length > limit && last ? `${last.at.getTime()}.${last.seq}` : null,
      }
    },
    async sweep(ctx) {
      await repository.removeBefore(ctx.db, new Date(ctx.now().getTime() - REQUEST_LOG_DAYS * DAY_MS))
      await sweep(ctx.db)
      await sweep(deps.identity)
    },
  }
}

interface Queued {
  readonly region: Region
  readonly request: LoggedRequest
}

function createQueue({
  contextFor,
  log,
  maxQueued = MAX_QUEUED,
}: RequestLogDeps): Pick<RequestLog, 'record' | 'flush' | 'close'> {
  let queued: Queued[] = []
  let dropped = 0
  let writing: Promise<void> = Promise.resolve()

  const writeAll = async () => {
    const batch = queued
    queued = []
    if (dropped > 0) log.warn({ dropped }, 'request log lines were dropped')
    dropped = 0
    for (const region of new Set(batch.map((one) => one.region))) {
      const requests = batch.flatMap((one) => (one.region === region ? [one.request] : []))
      for (let at = 0; at < requests.length; at += BATCH)
        try {
          await repository.insert(contextFor(region).db, requests.slice(at, at + BATCH))
        } catch (error) {
          log.warn({ err: error, dropped: Math.min(BATCH, requests.length - at) }, 'request log was not written')
        }
    }
  }
  const settle = () => (writing = writing.then(writeAll))
  const timer = setInterval(() => {
    if (queued.length > 0 || dropped > 0) void settle()
  }, WRITE_MS).unref()
  return {
    record(region, request) {
      if (queued.length < maxQueued) queued.push({ region, request })
      else dropped += 1
    },
    flush: settle,
    close() {
      clearInterval(timer)
      return settle()
    },
  }
}

/** For a day its end, otherwise the point in time. */
const endOfDay = (to: string): Date => new Date(Date.parse(to) + (to.length > 10 ? 1 : DAY_MS))

function readCursor(cursor: string): { at: Date; seq: number } {
  const [, at, seq] = /^(\d{1,13})\.(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || seq === undefined) throw new AppError('INVALID_INPUT', msg('cursor_of_other_list'))
  return { at: new Date(Number(at)), seq: Number(seq) }
}
