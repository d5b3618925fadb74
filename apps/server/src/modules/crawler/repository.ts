import { and, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter } from '../../lib/db/sql.ts'
import { crawlPages, crawls } from './schema.ts'

export type CrawlRow = typeof crawls.$inferSelect
type Counter = 'pagesRead' | 'pagesFailed' | 'pagesSkipped'
const RUNNING = ['queued', 'processing'] as const

const own = (workspaceId: string, id: string) =>
  and(eq(crawls.id, id), eq(crawls.workspaceId, workspaceId), isNull(crawls.deletedAt))

export interface ListQuery {
  readonly workspaceId: string
  readonly search: string
  readonly after: Cursor | undefined
  readonly limit: number
}

/** Newest first; `search` matches parts of names and start URLs. */
export const list = (db: Db, { workspaceId, search, after, limit }: ListQuery): Promise<CrawlRow[]> =>
  db
    .select()
    .from(crawls)
    .where(
      and(
        eq(crawls.workspaceId, workspaceId),
        isNull(crawls.deletedAt),
        isAfter(after, { at: crawls.createdAt, id: crawls.id, idOrder: 'desc' }),
        search
          ? sql`position(lower(${search}) in lower(${crawls.name} || ' ' || array_to_string(${crawls.startUrls}, ' '))) > 0`
          : undefined,
      ),
    )
    .orderBy(desc(crawls.createdAt), desc(crawls.id))
    .limit(limit)

export async function find(db: Db, workspaceId: string, id: string, lock = false): Promise<CrawlRow | undefined> {
  const query = db.select().from(crawls).where(own(workspaceId, id))
  const [row] = lock ? await query.for('update') : await query
  return row
}

export async function countCrawls(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(crawls).where(eq(crawls.workspaceId, workspaceId))
  return row?.n ?? 0
}

/** Serialises adding jobs to a workspace until the transaction ends. */
export const lockAdding = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`crawls:${workspaceId}`}, 0))`)

export const insert = (db: Db, row: CrawlRow) => db.insert(crawls).values(row)

export async function update(db: Db, id: string, change: Partial<CrawlRow>): Promise<void> {
  await db.update(crawls).set(change).where(eq(crawls.id, id))
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.delete(crawls).where(eq(crawls.id, id))
}

export async function removeAll(db: Db, workspaceId: string): Promise<void> {
  await db.delete(crawls).where(eq(crawls.workspaceId, workspaceId))
}

export async function holdsOf(db: Db, workspaceId: string): Promise<CrawlRow[]> {
  return db
    .select()
    .from(crawls)
    .where(and(eq(crawls.workspaceId, workspaceId), ne(crawls.holdKey, '')))
    .for('update')
}

/** Claims a running crawl without a lease. */
export async function claim(
  db: Db,
  of: { readonly workspaceId: string; readonly id: string; readonly lease: string },
  now: Date,
  until: Date,
): Promise<CrawlRow | undefined> {
  const [row] = await db
    .update(crawls)
    .set({ lease: of.lease, leaseUntil: until, updatedAt: now })
    .where(
      and(
        own(of.workspaceId, of.id),
        inArray(crawls.status, [...RUNNING]),
        sql`(${crawls.leaseUntil} is null or ${crawls.leaseUntil} <= ${now.toISOString()}::timestamptz)`,
      ),
    )
    .returning()
  return row
}

const leased = (id: string, lease: string) => and(eq(crawls.id, id), eq(crawls.lease, lease))
const going = (id: string, lease: string) =>
  and(leased(id, lease), inArray(crawls.status, [...RUNNING]), isNull(crawls.deletedAt))

/** The crawl under this lease; undefined once it was cancelled, deleted or claimed by another process. */
export async function findLeased(db: Db, id: string, lease: string): Promise<CrawlRow | undefined> {
  const [row] = await db.select().from(crawls).where(going(id, lease))
  return row
}

/** Always lock the job before its pages, as deleting does. False when `findLeased` is undefined. */
export async function lockLeased(db: Db, { id, lease }: { readonly id: string; readonly lease: string }) {
  return (await db.select({ id: crawls.id }).from(crawls).where(going(id, lease)).for('update')).length > 0
}

/** False if the lease was lost. */
export async function renew(db: Db, id: string, lease: string, now: Date, until: Date): Promise<boolean> {
  const kept = await db
    .update(crawls)
    .set({ leaseUntil: until, updatedAt: now })
    .where(going(id, lease))
    .returning({ id: crawls.id })
  return kept.length > 0
}

export async function release(db: Db, id: string, lease: string): Promise<void> {
  await db.update(crawls).set({ lease: '', leaseUntil: null }).where(leased(id, lease))
}

export async function releaseAll(db: Db): Promise<void> {
  await db
    .update(crawls)
    .set({ lease: '', leaseUntil: null })
    .where(sql`${crawls.leaseUntil} is not null`)
}

/** Undefined if the lease was lost. */
export async function updateLeased(
  db: Db,
  { id, lease }: { readonly id: string; readonly lease: string },
  change: Partial<CrawlRow>,
): Promise<CrawlRow | undefined> {
  const [row] = await db.update(crawls).set(change).where(going(id, lease)).returning()
  return row
}

/** Counts a processed page; `paid` pages count against the credit hold. Undefined if the lease was lost. */
export async function countPage(
  db: Db,
  { id, lease }: { readonly id: string; readonly lease: string },
  counter: Counter,
  paid: number,
  now: Date,
): Promise<CrawlRow | undefined> {
  const [row] = await db
    .update(crawls)
    .set({ [counter]: sql`${crawls[counter]} + 1`, holdPages: sql`${crawls.holdPages} + ${paid}`, updatedAt: now })
    .where(going(id, lease))
    .returning()
  return row
}

export async function addFoundPages(db: Db, id: string, found: number, again = 0): Promise<void> {
  await db
    .update(crawls)
    .set({
      pagesFound: sql`${crawls.pagesFound} + ${found}`,
      pagesSkipped: sql`greatest(0, ${crawls.pagesSkipped} - ${again})`,
    })
    .where(eq(crawls.id, id))
}

/** Jobs whose next run is due, locked until the transaction ends. */
export const findDue = (db: Db, now: Date, limit: number): Promise<CrawlRow[]> =>
  db
    .select()
    .from(crawls)
    .where(
      sql`${crawls.nextRunAt} <= ${now.toISOString()}::timestamptz and ${crawls.deletedAt} is null and ${crawls.status} not in ('queued', 'processing', 'paused')`,
    )
    .orderBy(crawls.nextRunAt)
    .limit(limit)
    .for('update', { skipLocked: true })

/** Running crawls without progress since `before`, and deleted ones that still exist. */
export const findAbandoned = (db: Db, now: Date, before: Date, limit: number) =>
  db
    .select({ id: crawls.id, workspaceId: crawls.workspaceId, deletedAt: crawls.deletedAt })
    .from(crawls)
    .where(
      sql`${crawls.updatedAt} <= ${before.toISOString()}::timestamptz
        and (${crawls.leaseUntil} is null or ${crawls.leaseUntil} <= ${now.toISOString()}::timestamptz)
        and (${crawls.status} in ('queued', 'processing') or ${crawls.deletedAt} is not null)`,
    )
    .limit(limit)

const paused = (workspaceId: string) =>
  and(eq(crawls.workspaceId, workspaceId), eq(crawls.status, 'paused'), isNull(crawls.deletedAt))

export async function workspacesWithPaused(db: Db, limit: number): Promise<string[]> {
  const found = await db
    .selectDistinct({ workspaceId: crawls.workspaceId })
    .from(crawls)
    .where(and(eq(crawls.status, 'paused'), isNull(crawls.deletedAt)))
    .limit(limit)
  return found.map(({ workspaceId }) => workspaceId)
}

/** A workspace's paused jobs ordered by the start of their runs, locked until the transaction ends. */
export const lockPaused = (db: Db, workspaceId: string): Promise<CrawlRow[]> =>
  db.select().from(crawls).where(paused(workspaceId)).orderBy(crawls.startedAt, crawls.id).for('update')

/** Number of the workspace's paused jobs whose runs started before this one. */
export async function countPausedBefore(
  db: Db,
  { workspaceId, startedAt, id }: Pick<CrawlRow, 'workspaceId' | 'startedAt' | 'id'>,
): Promise<number> {
  const began = (startedAt ?? new Date(0)).toISOString()
  const [row] = await db
    .select({ n: count() })
    .from(crawls)
    .where(and(paused(workspaceId), sql`(${crawls.startedAt}, ${crawls.id}) < (${began}::timestamptz, ${id})`))
  return row?.n ?? 0
}

/** Removes an agent from all crawls of the workspace. Returns the crawls left without agents. */
export async function removeAgent(db: Db, workspaceId: string, agentId: string): Promise<CrawlRow[]> {
  const changed = await db
    .update(crawls)
    .set({ agentIds: sql`array_remove(${crawls.agentIds}, ${agentId})` })
    .where(and(eq(crawls.workspaceId, workspaceId), sql`${agentId} = any(${crawls.agentIds})`))
    .returning()
  return changed.filter(({ agentIds }) => agentIds.length === 0)
}

/** Undefined unless the crawl was deleted. */
export async function findDeleted(db: Db, workspaceId: string, id: string): Promise<CrawlRow | undefined> {
  const [row] = await db
    .select()
    .from(crawls)
    .where(and(eq(crawls.id, id), eq(crawls.workspaceId, workspaceId), sql`${crawls.deletedAt} is not null`))
  return row
}

/** Deletes pages of earlier runs that the completed run did not find. */
export async function deleteStalePages(db: Db, id: string, run: number): Promise<void> {
  await db
    .delete(crawlPages)
    .where(and(eq(crawlPages.crawlId, id), sql`${crawlPages.run} < ${run}`, eq(crawlPages.contentHash, '')))
}
