// Owns the log of who did what in a workspace: append-only, each entry hashed with the one before it, kept for a year.
import {
  plain,
  plainDetail,
  plainIp,
  TOGETHER_MINUTES,
  type ActorKind,
  type AuditDetail,
  type AuditEntry,
} from '@parlance/contract/audit/schemas'
import { toCsv } from '../../lib/csv.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'

export interface Who {
  readonly kind: ActorKind
  readonly id: string
  /** Address of a person, name of a key. */
  readonly name: string
}

export interface AuditWrite {
  readonly workspaceId: string
  /** Name of a call, or of what happened: `accounts.signIn`. */
  readonly action: string
  readonly objectType?: string
  readonly objectId?: string
  readonly detail?: AuditDetail
  /** Whoever the context does not name. */
  readonly who?: Who
  /** Nothing is written when the same one did the same to the same thing less than ten minutes ago. */
  readonly together?: boolean
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
  /** Appends an entry; in a transaction it exists exactly when that commits, and until then others wait. */
  readonly record: (ctx: Ctx, write: AuditWrite) => Promise<void>
  /** Newest first. INVALID_INPUT for a cursor that is not ours. */
  readonly list: (
    ctx: Ctx,
    page: AuditFilter & { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<{ items: AuditEntry[]; nextCursor: string | null }>
  readonly csv: (ctx: Ctx, filter: AuditFilter) => Promise<string>
  /** Whether nothing was altered or taken out. */
  readonly check: (ctx: Ctx, workspaceId: string) => Promise<{ entries: number; brokenAt: number | null }>
  /**
   * Deletes the logs of the workspaces that go with an account, and puts its pseudonym into those of others, which can be
   * checked as before and have an entry that says so. Harmless when repeated.
   */
  readonly accountDeleted: (ctx: Ctx, workspaceIds: readonly string[], gone: repository.Renamed) => Promise<void>
  /** Cuts addresses after 30 days and deletes entries after a year; the rest can be checked as before. */
  readonly tidy: (ctx: Ctx) => Promise<void>
}

const PAGE = 50
/** Says that entries before it were pseudonymised, and hashed anew. */
const ERASED = 'audit.erased'
const CSV_PAGE = 5000
const CSV_MOST = 50_000
const MOST_REMEMBERED = 5000

/** Whether a session of this account and address is in the workspace as support alone. Nobody is when absent. */
type IsSupport = (
  ctx: Ctx,
  workspaceId: string,
  of: { readonly userId: string; readonly email: string; readonly emailVerified: boolean },
) => Promise<boolean>

export function createAudit(isSupport?: IsSupport): Audit {
  /** When somebody last saved what is saved all the time, so that most of it asks no database. */
  const lately = new Map<string, number>()
  return {
    async record(ctx, write) {
      const { id, name, ...who } = write.who ?? whoOf(ctx.actor)
      // Who is told of later has been let in or refused by then: what they had proved is not asked again.
      const emailVerified = ctx.actor.kind !== 'session' || ctx.actor.emailVerified
      const of = { userId: id, email: name, emailVerified }
      const asSupport = who.kind === 'session' && (await isSupport?.(ctx, write.workspaceId, of))
      const kind = asSupport ? 'support' : who.kind
      const { workspaceId, action, objectType = '', objectId = '', detail = {}, together = false } = write
      const at = ctx.now()
      const key = [ctx.region, workspaceId, kind, id, action, objectId].join('|')
      if (together && at.getTime() - (lately.get(key) ?? 0) < TOGETHER_MINUTES * 60_000) return
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
      const written = await ctx.tx((tx) => repository.append(tx.db, entry, together))
      if (!together || !written) return
      if (lately.size >= MOST_REMEMBERED) lately.clear()
      lately.set(key, at.getTime())
    },
    async list(ctx, { cursor, limit = PAGE, ...filter }) {
      const before = cursor === undefined ? undefined : readCursor(cursor)
      const found = await repository.list(ctx.db, { ...queryOf(filter), before, limit: limit + 1 })
      const shown = found.slice(0, limit)
      return {
        items: shown.map(entryOf),
        nextCursor: found.length > limit ? String(shown.at(-1)?.seq ?? '') : null,
      }
    },
    async csv(ctx, filter) {
      const rows: repository.EntryRow[] = []
      for (let before: number | undefined; rows.length < CSV_MOST;) {
        const page = await repository.list(ctx.db, { ...queryOf(filter), before, limit: CSV_PAGE })
        rows.push(...page)
        before = page.at(-1)?.seq
        if (page.length < CSV_PAGE) break
      }
      return toCsv(CSV_TITLES, rows.map(csvRow))
    },
    check: (ctx, workspaceId) => repository.check(ctx.db, workspaceId),
    accountDeleted,
    async tidy(ctx) {
      const cut = await repository.cutIps(ctx.db, ctx.now())
      const logs = await repository.overdue(ctx.db, ctx.now())
      for (const workspaceId of logs) await ctx.tx((tx) => repository.trim(tx.db, workspaceId, tx.now()))
      if (cut + logs.length > 0) ctx.log.info({ cut, logs: logs.length }, 'tidied the logs of workspaces')
    },
  }
}

const accountDeleted: Audit['accountDeleted'] = async (ctx, workspaceIds, gone) => {
  await repository.removeLogs(ctx.db, workspaceIds)
  for (const { workspaceId, from } of await repository.logsNaming(ctx.db, gone))
    await ctx.tx(async (tx) => {
      await repository.renameIn(tx.db, workspaceId, from, gone)
      const by = { actorKind: 'system', actorId: '', actorName: '', ip: '', requestId: '' } as const
      const about = { action: ERASED, objectType: 'member', objectId: gone.pseudonym, detail: {} }
      await repository.append(tx.db, { workspaceId, at: tx.now(), ...by, ...about }, false)
    })
}

/** How the log names who the context acts for. */
export function whoOf(actor: Actor): Who {
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
      return { kind: 'workspace', id: actor.agencyId, name: '' }
    case 'agent':
      return { kind: 'agent', id: actor.agentId, name: '' }
    case 'system':
      return { kind: 'system', id: '', name: '' }
    default:
      return { kind: 'stranger', id: '', name: '' }
  }
}

const DAY_MS = 86_400_000
const queryOf = ({ uid, from, to, ...rest }: AuditFilter) => ({
  ...rest,
  workspaceId: uid,
  from: from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
  until: to === undefined ? undefined : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
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
