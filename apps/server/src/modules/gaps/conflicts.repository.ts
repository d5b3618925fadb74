// All SQL of contradictions: judged pairs, and scans of agents' knowledge.
import { and, asc, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter } from '../../lib/db/sql.ts'
import type { Owner } from './repository.ts'
import { conflictScans, conflicts } from './schema.ts'

export type ConflictRow = typeof conflicts.$inferSelect
export type ScanRow = typeof conflictScans.$inferSelect

const conflictsOf = ({ agentId, workspaceId }: Owner) =>
  and(eq(conflicts.agentId, agentId), eq(conflicts.workspaceId, workspaceId))
const scanOf = ({ agentId, workspaceId }: Owner) =>
  and(eq(conflictScans.agentId, agentId), eq(conflictScans.workspaceId, workspaceId))

export const listConflicts = (
  db: Db,
  {
    status,
    after,
    limit,
    ...owner
  }: Owner & { readonly status: 'open' | 'dismissed'; readonly after?: Cursor | undefined; readonly limit: number },
): Promise<ConflictRow[]> =>
  db
    .select()
    .from(conflicts)
    .where(
      and(
        conflictsOf(owner),
        eq(conflicts.status, status),
        isAfter(after, { at: conflicts.foundAt, id: conflicts.id, idOrder: 'desc' }),
      ),
    )
    .orderBy(desc(conflicts.foundAt), desc(conflicts.id))
    .limit(limit)

/** Stored verdicts of these pairs. */
export async function knownPairs(db: Db, owner: Owner, hashes: readonly string[]) {
  if (hashes.length === 0) return new Map<string, Pick<ConflictRow, 'status' | 'judge'>>()
  const rows = await db
    .select({ pairHash: conflicts.pairHash, status: conflicts.status, judge: conflicts.judge })
    .from(conflicts)
    .where(and(conflictsOf(owner), inArray(conflicts.pairHash, [...hashes])))
  return new Map(rows.map(({ pairHash, ...row }) => [pairHash, row]))
}

/** Replaces the verdict of a pair, unless it was dismissed. */
export async function putPair(db: Db, row: ConflictRow): Promise<void> {
  const { id: _id, agentId: _agent, workspaceId: _workspace, pairHash: _hash, ...set } = row
  await db
    .insert(conflicts)
    .values(row)
    .onConflictDoUpdate({
      target: [conflicts.agentId, conflicts.pairHash],
      set,
      setWhere: sql`${conflicts.status} <> 'dismissed'`,
    })
}

export async function setStatus(db: Db, owner: Owner, id: string, status: 'open' | 'dismissed'): Promise<boolean> {
  const changed = await db
    .update(conflicts)
    .set({ status })
    .where(and(conflictsOf(owner), eq(conflicts.id, id), inArray(conflicts.status, ['open', 'dismissed'])))
    .returning({ id: conflicts.id })
  return changed.length > 0
}

export const shownPairs = (db: Db, owner: Owner, limit: number) =>
  db
    .select({
      id: conflicts.id,
      docA: conflicts.docA,
      docB: conflicts.docB,
      textA: conflicts.textA,
      textB: conflicts.textB,
    })
    .from(conflicts)
    .where(and(conflictsOf(owner), inArray(conflicts.status, ['open', 'dismissed'])))
    .limit(limit)

export async function deletePairs(db: Db, owner: Owner, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(conflicts).where(and(conflictsOf(owner), inArray(conflicts.id, [...ids])))
}

/** Deletes all but the newest agreeing pairs. */
export async function trimAgreeing(db: Db, owner: Owner, keep: number): Promise<void> {
  const old = db
    .select({ id: conflicts.id })
    .from(conflicts)
    .where(and(conflictsOf(owner), eq(conflicts.status, 'agrees')))
    .orderBy(desc(conflicts.foundAt), desc(conflicts.id))
    .offset(keep)
  await db.delete(conflicts).where(inArray(conflicts.id, old))
}

export async function findScan(db: Db, owner: Owner): Promise<ScanRow | undefined> {
  const [row] = await db.select().from(conflictScans).where(scanOf(owner))
  return row
}

/** Starts a scan; false while another one is running. */
export async function openScan(
  db: Db,
  owner: Owner,
  { scanId, byModel, at }: { readonly scanId: string; readonly byModel: boolean; readonly at: Date },
): Promise<boolean> {
  const begun = { scanId, byModel, at, status: 'running' as const, reason: '', pairs: 0, total: 0, dueAt: null }
  const set = byModel ? { ...begun, pausedAt: null } : begun
  const opened = await db
    .insert(conflictScans)
    .values({ ...owner, ...set })
    .onConflictDoUpdate({
      target: conflictScans.agentId,
      set,
      setWhere: sql`${conflictScans.status} <> 'running' and ${conflictScans.workspaceId} = ${owner.workspaceId}`,
    })
    .returning({ agentId: conflictScans.agentId })
  return opened.length > 0
}

/** False if the scan has ended or was deleted. */
export async function noteScan(
  db: Db,
  owner: Owner,
  scanId: string,
  set: Partial<Pick<ScanRow, 'status' | 'reason' | 'pairs' | 'total' | 'at' | 'pausedAt'>>,
): Promise<boolean> {
  const noted = await db
    .update(conflictScans)
    .set(set)
    .where(and(scanOf(owner), eq(conflictScans.scanId, scanId), eq(conflictScans.status, 'running')))
    .returning({ agentId: conflictScans.agentId })
  return noted.length > 0
}

/** Sets the due time, also if there is one already. */
export async function putDue(db: Db, owner: Owner, dueAt: Date): Promise<void> {
  await db
    .insert(conflictScans)
    .values({ ...owner, status: 'never', dueAt })
    .onConflictDoUpdate({
      target: conflictScans.agentId,
      set: { dueAt: sql`greatest(${conflictScans.dueAt}, excluded.due_at)` },
      setWhere: eq(conflictScans.workspaceId, owner.workspaceId),
    })
}

export async function isDue(db: Db, owner: Owner, now: Date): Promise<boolean> {
  const rows = await db
    .select({ status: conflictScans.status })
    .from(conflictScans)
    .where(and(scanOf(owner), lte(conflictScans.dueAt, now)))
  return rows.length > 0 && rows[0]?.status !== 'running'
}

export const dueAgents = (db: Db, now: Date, limit: number): Promise<Owner[]> =>
  db
    .select({ agentId: conflictScans.agentId, workspaceId: conflictScans.workspaceId })
    .from(conflictScans)
    .where(lte(conflictScans.dueAt, now))
    .orderBy(asc(conflictScans.dueAt))
    .limit(limit)

/** Agents of a workspace whose scan by a model is paused for lack of credits, longest paused first. */
export const pausedScans = (db: Db, workspaceId: string, limit: number): Promise<Owner[]> =>
  db
    .select({ agentId: conflictScans.agentId, workspaceId: conflictScans.workspaceId })
    .from(conflictScans)
    .where(and(eq(conflictScans.workspaceId, workspaceId), isNotNull(conflictScans.pausedAt)))
    .orderBy(asc(conflictScans.pausedAt))
    .limit(limit)

/** Fails scans without progress, whose process has died. */
export async function endLost(db: Db, before: Date, at: Date, reason: string): Promise<number> {
  const lost = await db
    .update(conflictScans)
    .set({ status: 'failed', reason, at })
    .where(and(eq(conflictScans.status, 'running'), lte(conflictScans.at, before)))
    .returning({ agentId: conflictScans.agentId })
  return lost.length
}

export async function deleteOfAgent(db: Db, owner: Owner): Promise<void> {
  await db.delete(conflicts).where(conflictsOf(owner))
  await db.delete(conflictScans).where(scanOf(owner))
}
