// All SQL of the fleet; callers have checked the master, and every query is bound to it or to one push.
import { and, asc, count, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { type CopyRow, fleetCopies, fleetPushes, fleetPushItems, type ItemRow, type PushRow } from './schema.ts'

export const ACTIVE = ['running', 'testing', 'rolling_back'] as const

export const copies = (db: Db, masterId: string, after: string, limit: number): Promise<CopyRow[]> =>
  db
    .select()
    .from(fleetCopies)
    .where(and(eq(fleetCopies.masterId, masterId), gt(fleetCopies.agentId, after)))
    .orderBy(asc(fleetCopies.agentId))
    .limit(limit)

export async function countCopies(db: Db, masterId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(fleetCopies).where(eq(fleetCopies.masterId, masterId))
  return row?.n ?? 0
}

export async function findCopy(db: Db, agentId: string): Promise<CopyRow | undefined> {
  const [row] = await db.select().from(fleetCopies).where(eq(fleetCopies.agentId, agentId))
  return row
}

export async function lockCopy(db: Db, masterId: string, agentId: string): Promise<CopyRow | undefined> {
  const [row] = await db
    .select()
    .from(fleetCopies)
    .where(and(eq(fleetCopies.agentId, agentId), eq(fleetCopies.masterId, masterId)))
    .for('update')
  return row
}

/** Serialises changes of a master's copies, and pushes, until the transaction ends. */
export const lockMaster = (db: Db, masterId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fleet|${masterId}`}, 0))`)

export const insertCopy = (db: Db, row: CopyRow) => db.insert(fleetCopies).values(row)

export const updateCopy = (db: Db, agentId: string, values: Pick<CopyRow, 'base' | 'baseVersion' | 'pushedAt'>) =>
  db.update(fleetCopies).set(values).where(eq(fleetCopies.agentId, agentId))

export async function removeCopy(db: Db, masterId: string, agentId: string): Promise<boolean> {
  const gone = await db
    .delete(fleetCopies)
    .where(and(eq(fleetCopies.masterId, masterId), eq(fleetCopies.agentId, agentId)))
    .returning({ id: fleetCopies.agentId })
  return gone.length > 0
}

export async function removeOfAgent(db: Db, agentId: string): Promise<void> {
  await db.delete(fleetPushes).where(eq(fleetPushes.masterId, agentId))
  await db.delete(fleetCopies).where(sql`${fleetCopies.agentId} = ${agentId} or ${fleetCopies.masterId} = ${agentId}`)
}

/** Undefined while another push of the master is active. */
export async function insertPush(db: Db, row: PushRow): Promise<boolean> {
  const made = await db.insert(fleetPushes).values(row).onConflictDoNothing().returning({ id: fleetPushes.id })
  return made.length > 0
}

type NewItem = Pick<ItemRow, 'pushId' | 'agentId' | 'place' | 'isFirst'>
export const insertItems = (db: Db, items: readonly NewItem[]) => db.insert(fleetPushItems).values([...items])

export async function findPush(db: Db, masterId: string, id: string): Promise<PushRow | undefined> {
  const [row] = await db
    .select()
    .from(fleetPushes)
    .where(and(eq(fleetPushes.id, id), eq(fleetPushes.masterId, masterId)))
  return row
}

export const pushes = (db: Db, masterId: string, limit: number): Promise<PushRow[]> =>
  db
    .select()
    .from(fleetPushes)
    .where(eq(fleetPushes.masterId, masterId))
    .orderBy(desc(fleetPushes.startedAt), desc(fleetPushes.id))
    .limit(limit)

export async function activePush(db: Db, masterId: string): Promise<PushRow | undefined> {
  const [row] = await db
    .select()
    .from(fleetPushes)
    .where(and(eq(fleetPushes.masterId, masterId), inArray(fleetPushes.state, [...ACTIVE])))
  return row
}

export const silentPushes = (db: Db, since: Date): Promise<Pick<PushRow, 'id' | 'masterId' | 'workspaceId'>[]> =>
  db
    .select({ id: fleetPushes.id, masterId: fleetPushes.masterId, workspaceId: fleetPushes.workspaceId })
    .from(fleetPushes)
    .where(and(inArray(fleetPushes.state, [...ACTIVE]), lt(fleetPushes.workedAt, since)))

export async function setPush(
  db: Db,
  id: string,
  from: readonly PushRow['state'][],
  values: Partial<Pick<PushRow, 'state' | 'reason' | 'endedAt' | 'workedAt'>>,
): Promise<boolean> {
  const changed = await db
    .update(fleetPushes)
    .set(values)
    .where(and(eq(fleetPushes.id, id), inArray(fleetPushes.state, [...from])))
    .returning({ id: fleetPushes.id })
  return changed.length > 0
}

export async function trimPushes(db: Db, masterId: string, keep: number): Promise<void> {
  const old = db
    .select({ id: fleetPushes.id })
    .from(fleetPushes)
    .where(eq(fleetPushes.masterId, masterId))
    .orderBy(desc(fleetPushes.startedAt))
    .offset(keep)
  await db.delete(fleetPushes).where(inArray(fleetPushes.id, old))
}

export const waiting = (db: Db, pushId: string, isFirst: boolean, limit: number): Promise<{ agentId: string }[]> =>
  db
    .select({ agentId: fleetPushItems.agentId })
    .from(fleetPushItems)
    .where(
      and(eq(fleetPushItems.pushId, pushId), eq(fleetPushItems.state, 'waiting'), eq(fleetPushItems.isFirst, isFirst)),
    )
    .orderBy(asc(fleetPushItems.place))
    .limit(limit)

const REACHED = ['pushed', 'unchanged'] as const

export const reached = (db: Db, pushId: string, limit: number): Promise<{ agentId: string }[]> =>
  db
    .select({ agentId: fleetPushItems.agentId })
    .from(fleetPushItems)
    .where(and(eq(fleetPushItems.pushId, pushId), inArray(fleetPushItems.state, [...REACHED])))
    .orderBy(asc(fleetPushItems.place))
    .limit(limit)

/** First copies that were changed and whose required tests have not finished. */
export const untested = (db: Db, pushId: string): Promise<ItemRow[]> =>
  db
    .select()
    .from(fleetPushItems)
    .where(
      and(
        eq(fleetPushItems.pushId, pushId),
        eq(fleetPushItems.isFirst, true),
        eq(fleetPushItems.isTested, false),
        ne(fleetPushItems.state, 'waiting'),
      ),
    )
    .orderBy(asc(fleetPushItems.place))

/** Locks the item until the transaction ends; undefined if it is in another state or another process has it. */
export async function lockItem(
  db: Db,
  pushId: string,
  agentId: string,
  states: readonly ItemRow['state'][],
): Promise<ItemRow | undefined> {
  const [row] = await db
    .select()
    .from(fleetPushItems)
    .where(
      and(
        eq(fleetPushItems.pushId, pushId),
        eq(fleetPushItems.agentId, agentId),
        inArray(fleetPushItems.state, [...states]),
      ),
    )
    .for('update', { skipLocked: true })
  return row
}

export const setItem = (
  db: Db,
  pushId: string,
  agentId: string,
  values: Partial<Omit<ItemRow, 'pushId' | 'agentId' | 'place' | 'isFirst'>>,
) =>
  db
    .update(fleetPushItems)
    .set(values)
    .where(and(eq(fleetPushItems.pushId, pushId), eq(fleetPushItems.agentId, agentId)))

export interface Numbers {
  readonly total: number
  readonly first: number
  readonly pushed: number
  readonly unchanged: number
  readonly failed: number
  readonly rolledBack: number
  readonly conflicts: number
  readonly testRuns: number
  readonly testRunsDone: number
}

export async function numbers(db: Db, pushId: string): Promise<Numbers> {
  const item = fleetPushItems
  const number = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`
  const state = (value: ItemRow['state']) => number(sql`${item.state} = ${value}`)
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      first: number(sql`${item.isFirst}`),
      pushed: state('pushed'),
      unchanged: state('unchanged'),
      failed: state('failed'),
      rolledBack: state('rolled_back'),
      conflicts: sql<number>`coalesce(sum(jsonb_array_length(${item.conflicts})), 0)::int`,
      testRuns: number(sql`${item.runId} <> ''`),
      testRunsDone: number(sql`${item.runId} <> '' and ${item.isTested}`),
    })
    .from(item)
    .where(eq(item.pushId, pushId))
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

type Problem = Pick<ItemRow, 'agentId' | 'conflicts' | 'failedTests' | 'error'>
export const problems = (db: Db, pushId: string, limit: number): Promise<Problem[]> =>
  db
    .select({
      agentId: fleetPushItems.agentId,
      conflicts: fleetPushItems.conflicts,
      failedTests: fleetPushItems.failedTests,
      error: fleetPushItems.error,
    })
    .from(fleetPushItems)
    .where(
      and(
        eq(fleetPushItems.pushId, pushId),
        sql`(${fleetPushItems.error} <> '' or ${fleetPushItems.failedTests} <> '[]' or ${fleetPushItems.conflicts} <> '[]')`,
      ),
    )
    .orderBy(desc(sql`${fleetPushItems.failedTests} <> '[]'`), asc(fleetPushItems.place))
    .limit(limit)
