// Owns the request log of workspaces, and deletes old responses stored under an Idempotency-Key.
import { afterLogTime } from '@parlance/contract/lib/log-time'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { DAY_MS } from '@parlance/contract/lib/time'
import { REQUEST_LOG_DAYS, type RequestLogEntry } from '@parlance/contract/request-log/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { sweep } from '../../lib/http/idempotency/repository.ts'
import type { LoggedRequest } from '../../lib/http/pipeline/request-log.ts'
import type { Logger } from '../../lib/log.ts'
import { createWriteBuffer } from '../../lib/write-buffer.ts'
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
  /** Queues an entry without waiting. Entries that find the queue full are dropped. */
  readonly record: (region: Region, request: LoggedRequest) => void
  /** Newest first. INVALID_INPUT for an invalid cursor. */
  readonly list: (ctx: Ctx, filter: RequestFilter) => Promise<{ items: RequestLogEntry[]; nextCursor: string | null }>
  readonly sweep: (ctx: Ctx) => Promise<void>
  readonly flush: () => Promise<void>
}

export interface RequestLogDeps {
  readonly contextFor: (region: Region) => Ctx
  readonly identity: Db
  readonly log: Logger
  readonly maxQueued?: number
}

const PAGE = 50
const MAX_QUEUED = 10_000
const BATCH = 500
const WRITE_MS = 1000

export function createRequestLog({ contextFor, identity, log, maxQueued = MAX_QUEUED }: RequestLogDeps): RequestLog {
  const buffer = createWriteBuffer<LoggedRequest>({
    name: 'request log',
    log,
    write: (region, requests) => repository.insert(contextFor(region).db, requests),
    delayMs: WRITE_MS,
    maxItems: maxQueued,
    maxBatch: BATCH,
  })
  return {
    record: buffer.add,
    flush: buffer.flush,
    async list(ctx, { uid, from, to, cursor, limit = PAGE, ...filter }) {
      const found = await repository.list(ctx.db, {
        ...filter,
        workspaceId: uid,
        from: from === undefined ? undefined : new Date(from),
        until: to === undefined ? undefined : afterLogTime(to),
        before: cursor === undefined ? undefined : readCursor(cursor),
        limit: limit + 1,
      })
      const { items, nextCursor } = pageOf(found, limit, ({ at, seq }) => `${at.getTime()}.${seq}`)
      return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), nextCursor }
    },
    async sweep(ctx) {
      await repository.removeBefore(ctx.db, new Date(ctx.now().getTime() - REQUEST_LOG_DAYS * DAY_MS))
      await sweep(ctx.db)
      await sweep(identity)
    },
  }
}

function readCursor(cursor: string): { at: Date; seq: number } {
  const [, at, seq] = /^(\d{1,13})\.(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || seq === undefined) throw new AppError('INVALID_INPUT', msg('cursor_of_other_list'))
  return { at: new Date(Number(at)), seq: Number(seq) }
}
