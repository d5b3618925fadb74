// Lists contradictions, and starts scans of an agent's knowledge for them.
import type { Conflict, ConflictScan } from '@parlance/contract/gaps/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import { contradiction } from './contradiction/contradiction.ts'
import * as repository from './conflicts.repository.ts'
import { ownerOf } from './answer-gap.ts'
import { createConflictScanner, removeStaleConflicts, SCAN_JOB } from './scan-conflicts.ts'
import type { GapsDeps } from './ports.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import { msg } from '@parlance/i18n/messages'
import { messageOf, storedMessage } from '../../lib/stored-message.ts'

/** A scan starts automatically once the knowledge is unchanged for this time. */
export const QUIET_MS = 30_000
const PAGE = 25
const LOST_MS = 15 * 60_000
const SWEPT_AT_ONCE = 100
const LOST = storedMessage(msg('search_broke_off'))

const NEVER: ConflictScan = { status: 'never', reason: '', pairs: 0, total: 0, byModel: false, ts: null }
const toScan = (row: repository.ScanRow | undefined): ConflictScan => {
  if (!row) return NEVER
  const { status, reason, pairs, total, byModel, at } = row
  const { text, message } = messageOf(reason)
  return {
    status,
    reason: text,
    ...(message && { reasonMessage: message }),
    pairs,
    total,
    byModel,
    ts: at && unixSeconds(at),
  }
}

export function createConflicts(deps: GapsDeps) {
  const runDue = (ctx: Ctx, agentId: string): Promise<void> => beginDue(deps, ctx, agentId)
  return {
    conflicts: (ctx: Ctx, query: ListQuery) => list(deps, ctx, query),
    async setConflict(
      ctx: Ctx,
      { agentId, conflictId, status }: { agentId: string; conflictId: string; status: 'open' | 'dismissed' },
    ) {
      if (!(await repository.setStatus(ctx.db, ownerOf(ctx, agentId), conflictId, status)))
        throw new AppError('NOT_FOUND')
      return { success: true as const }
    },
    /** Starts a scan, or returns the running one. @throws CREDITS_EXHAUSTED if a model would have to be paid */
    async scan(ctx: Ctx, { agentId }: { agentId: string }): Promise<{ scan: ConflictScan }> {
      const owner = ownerOf(ctx, agentId)
      const before = await repository.findScan(ctx.db, owner)
      if (before?.status === 'running') return { scan: toScan(before) }
      const byModel = (await deps.judgeFor(ctx, agentId)) !== undefined
      if (byModel && (await deps.available(ctx, ctx.workspaceId)) <= 0) throw new AppError('CREDITS_EXHAUSTED')
      await begin(deps, ctx, agentId, byModel)
      return { scan: toScan(await repository.findScan(ctx.db, owner)) }
    },
    ...createConflictScanner(deps),
    runDue,
    /** Removes stale contradictions at once, and schedules a scan by rules. */
    async onKnowledgeChanged(ctx: Ctx, agentId: string): Promise<void> {
      await removeStaleConflicts(deps, ctx, agentId)
      await repository.putDue(ctx.db, ownerOf(ctx, agentId), new Date(ctx.now().getTime() + QUIET_MS))
      // Timers may fire slightly early.
      deps.later(`scan:${ctx.region}:${agentId}`, QUIET_MS + 50, () => runDue(ctx, agentId))
    },
    /** Every minute: starts due scans, and fails those whose process died. Returns how many failed. */
    async sweepScans(ctx: Ctx): Promise<number> {
      const now = ctx.now()
      for (const { agentId, workspaceId } of await repository.dueAgents(ctx.db, now, SWEPT_AT_ONCE))
        await runDue({ ...ctx, workspaceId }, agentId)
      return repository.endLost(ctx.db, new Date(now.getTime() - LOST_MS), now, LOST)
    },
    /** Resumes scans by a model that were paused for lack of credits. Returns how many. */
    async resumeScans(ctx: Ctx): Promise<number> {
      const paused = await repository.pausedScans(ctx.db, ctx.workspaceId, SWEPT_AT_ONCE)
      if (paused.length === 0 || (await deps.available(ctx, ctx.workspaceId)) <= 0) return 0
      for (const { agentId } of paused) await begin(deps, ctx, agentId, true)
      return paused.length
    },
    removeScans: (ctx: Ctx, agentId: string) => repository.deleteOfAgent(ctx.db, ownerOf(ctx, agentId)),
  }
}

async function beginDue(deps: GapsDeps, ctx: Ctx, agentId: string): Promise<void> {
  // If a scan is running, the next sweep starts this one.
  if (await repository.isDue(ctx.db, ownerOf(ctx, agentId), ctx.now())) await begin(deps, ctx, agentId, false)
}

/** Does nothing while another scan is running. */
const begin = ({ enqueue }: GapsDeps, ctx: Ctx, agentId: string, byModel: boolean): Promise<void> =>
  ctx.tx(async (tx) => {
    const owner = ownerOf(tx, agentId)
    const scanId = randomId(16)
    if (await repository.openScan(tx.db, owner, { scanId, byModel, at: tx.now() }))
      await enqueue(tx, SCAN_JOB, { workspaceId: owner.workspaceId, agentId, scanId })
  })

interface ListQuery {
  readonly agentId: string
  readonly status?: 'open' | 'dismissed' | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

async function list(
  { knowledge }: GapsDeps,
  ctx: Ctx,
  { agentId, status = 'open', cursor, limit = PAGE }: ListQuery,
): Promise<{ items: Conflict[]; nextCursor: string | null; scan: ConflictScan }> {
  const owner = ownerOf(ctx, agentId)
  const rows = await repository.listConflicts(ctx.db, {
    ...owner,
    status,
    after: readCursor(cursor),
    limit: limit + 1,
  })
  const { items: shown, nextCursor } = pageOf(rows, limit, (row) => ({ at: row.foundAt, id: row.id }))
  const docIds = [...new Set(shown.flatMap(({ docA, docB }) => [docA, docB]))]
  const names = docIds.length > 0 ? await knowledge.names(ctx, { agentId, docIds }) : new Map<string, string>()
  const side = (docId: string, text: string, sentence = '') => ({
    docId,
    name: names.get(docId) ?? '',
    text,
    sentence: text.includes(sentence) ? sentence : '',
  })
  return {
    items: shown.map(({ id, docA, docB, textA, textB, about, judge, foundAt }) => {
      const found = contradiction({ docId: docA, title: '', text: textA }, { docId: docB, title: '', text: textB })
      return {
        id,
        a: side(docA, textA, found?.said[0]),
        b: side(docB, textB, found?.said[1]),
        about,
        judge,
        status,
        ts: unixSeconds(foundAt),
      }
    }),
    nextCursor,
    scan: toScan(await repository.findScan(ctx.db, owner)),
  }
}
