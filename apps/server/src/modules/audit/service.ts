// Owns the audit log of a workspace: append-only, hash-chained, kept for a year.
import type { Readable } from 'node:stream'
import {
  plain,
  plainDetail,
  plainIp,
  TOGETHER_MINUTES,
  type ActorKind,
  type AuditDetail,
  type AuditEntry,
} from '@parlance/contract/audit/schemas'
import { streamCsv } from '../../lib/csv.ts'
import { afterLogTime } from '@parlance/contract/lib/log-time'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import * as repository from './repository.ts'

export interface AuditActor {
  readonly kind: ActorKind
  readonly id: string
  readonly name: string
}

export interface AuditWrite {
  readonly workspaceId: string
  /** Name of a call, or of what happened: `accounts.signIn`. */
  readonly action: string
  readonly objectType?: string
  readonly objectId?: string
  readonly detail?: AuditDetail
  readonly who?: AuditActor
  /** Skips the entry if the same actor did the same to the same object less than ten minutes ago. */
  readonly coalesce?: boolean
}

export interface AuditFilter {
  readonly uid: string
  readonly who?: string | undefined
  readonly kind?: ActorKind | undefined
  readonly action?: string | undefined
  readonly object?: string | undefined
  /** Days in UTC, both counted. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface Audit {
  /** Appends an entry, in the context's transaction if there is one; other writers of the log wait for it. */
  readonly record: (ctx: Ctx, write: AuditWrite) => Promise<void>
  /** Newest first. INVALID_INPUT for an invalid cursor. */
  readonly list: (
    ctx: Ctx,
    page: AuditFilter & { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<{ items: AuditEntry[]; nextCursor: string | null }>
  readonly csv: (ctx: Ctx, filter: AuditFilter) => Promise<Readable>
  readonly check: (ctx: Ctx, workspaceId: string) => Promise<{ entries: number; brokenAt: number | null }>
  /** Deletes the logs of the account's workspaces and pseudonymises it in others, which stay verifiable. */
  readonly accountDeleted: (
    ctx: Ctx,
    workspaceIds: readonly string[],
    gone: repository.PseudonymisedPerson,
  ) => Promise<void>
  /** Truncates IP addresses after 30 days and deletes entries after a year; the rest stays verifiable. */
  readonly applyRetention: (ctx: Ctx) => Promise<void>
}

const PAGE = 50
const PSEUDONYMISED = 'audit.erased'
const CSV_PAGE = 500
const MAX_CSV_ROWS = 50_000
const MAX_REMEMBERED = 5000

/** Whether the actor is in the workspace only as support; no one is when absent. */
type IsSupport = (
  ctx: Ctx,
  workspaceId: string,
  of: { readonly userId: string; readonly email: string; readonly emailVerified: boolean },
) => Promise<boolean>

export function createAudit(isSupport?: IsSupport): Audit {
  /** Times of recent coalesced writes, so that most repetitions cost no query. */
  const recentWrites = new Map<string, number>()
  return {
    async record(ctx, write) {
      const { id, name, ...who } = write.who ?? auditActorOf(ctx.actor)
      // Entries with an explicit actor are written after the fact: their verification is not checked again.
      const emailVerified = ctx.actor.kind !== 'session' || ctx.actor.emailVerified
      const of = { userId: id, email: name, emailVerified }
      const asSupport = who.kind === 'session' && (await isSupport?.(ctx, write.workspaceId, of))
      const kind = asSupport ? 'support' : who.kind
      const { workspaceId, action, objectType = '', objectId = '', detail = {}, coalesce = false } = write
      const at = ctx.now()
      const key = [ctx.region, workspaceId, kind, id, action, objectId].join('|')
      if (coalesce && at.getTime() - (recentWrites.get(key) ?? 0) < TOGETHER_MINUTES * 60_000) return
      const entry = {
        workspaceId,
        at,
        actorKind: kind,
        actorId: plain(id, 200),
        actorName: plain(name, 254),
        ip: plainIp(ctx.request?.ip ?? ''),
        action: plain(action, 100),
        objectType: plain(objectType, 60),
        objectId: plain(objectId, 200),
        detail: plainDetail(detail),
        requestId: plain(ctx.request?.id ?? '', 100),
      }
      const written = await ctx.tx((tx) => repository.append(tx.db, entry, coalesce))
      if (!coalesce || !written) return
      if (recentWrites.size >= MAX_REMEMBERED) recentWrites.clear()
      recentWrites.set(key, at.getTime())
    },
    async list(ctx, { cursor, limit = PAGE, ...filter }) {
      const before = cursor === undefined ? undefined : readCursor(cursor)
      const found = await repository.list(ctx.db, { ...queryOf(filter), before, limit: limit + 1 })
      const { items, nextCursor } = pageOf(found, limit, ({ seq }) => String(seq))
      return { items: items.map(entryOf), nextCursor }
    },
    async csv(ctx, filter) {
      async function* pages() {
        let before: number | undefined
        for (let count = 0; count < MAX_CSV_ROWS; count += CSV_PAGE) {
          const page = await repository.list(ctx.db, { ...queryOf(filter), before, limit: CSV_PAGE })
          yield page.map(csvRow)
          before = page.at(-1)?.seq
          if (page.length < CSV_PAGE) return
        }
      }
      return streamCsv(CSV_TITLES, pages())
    },
    check: (ctx, workspaceId) => repository.checkChain(ctx.db, workspaceId),
    accountDeleted,
    async applyRetention(ctx) {
      const cut = await repository.truncateOldIps(ctx.db, ctx.now())
      const logs = await repository.workspacesWithExpired(ctx.db, ctx.now())
      for (const workspaceId of logs) await ctx.tx((tx) => repository.deleteExpired(tx.db, workspaceId, tx.now()))
      if (cut + logs.length > 0)
        ctx.log.info({ cut, logs: logs.length }, 'truncated addresses and deleted old entries of audit logs')
    },
  }
}

const accountDeleted: Audit['accountDeleted'] = async (ctx, workspaceIds, gone) => {
  await repository.removeLogs(ctx.db, workspaceIds)
  for (const { workspaceId, from } of await repository.logsNaming(ctx.db, gone))
    await ctx.tx(async (tx) => {
      await repository.pseudonymise(tx.db, workspaceId, from, gone)
      const by = { actorKind: 'system', actorId: '', actorName: '', ip: '', requestId: '' } as const
      const about = { action: PSEUDONYMISED, objectType: 'member', objectId: gone.pseudonym, detail: {} }
      await repository.append(tx.db, { workspaceId, at: tx.now(), ...by, ...about }, false)
    })
}

export function auditActorOf(actor: Actor): AuditActor {
  switch (actor.kind) {
    case 'session':
      return { kind: 'session', id: actor.userId, name: actor.email }
    case 'workspace':
      return actor.keyId === undefined
        ? { kind: 'workspace', id: actor.workspaceId, name: '' }
        : { kind: 'key', id: actor.keyId, name: actor.keyName ?? '' }
    case 'client':
      return { kind: 'client', id: actor.clientId, name: actor.email }
    case 'agency':
      return { kind: 'agency', id: actor.agencyId, name: '' }
    case 'agent':
      return { kind: 'agent', id: actor.agentId, name: '' }
    case 'provider':
    case 'system':
      return { kind: 'system', id: '', name: '' }
    default:
      return { kind: 'stranger', id: '', name: '' }
  }
}

const queryOf = ({ uid, from, to, ...rest }: AuditFilter) => ({
  ...rest,
  workspaceId: uid,
  from: from === undefined ? undefined : new Date(from),
  until: to === undefined ? undefined : afterLogTime(to),
})

function readCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('INVALID_INPUT', msg('cursor_of_other_list'))
  return Number(cursor)
}

const entryOf = (row: repository.EntryRow): AuditEntry => ({
  seq: row.seq,
  at: row.at.toISOString(),
  actorKind: row.actorKind,
  actorName: row.actorName,
  ip: row.ip,
  action: row.action,
  objectType: row.objectType,
  objectId: row.objectId,
  detail: row.detail,
  requestId: row.requestId,
})

const CSV_TITLES = ['No.', 'Time (UTC)', 'By', 'Who', 'Address', 'Action', 'Object', 'Id', 'Details', 'Request']
const csvRow = (row: repository.EntryRow) => [
  row.seq,
  row.at.toISOString(),
  row.actorKind,
  row.actorName,
  row.ip,
  row.action,
  row.objectType,
  row.objectId,
  Object.keys(row.detail).length === 0 ? '' : JSON.stringify(row.detail),
  row.requestId,
]
