import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { crawlPages } from './schema.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

export type PageRow = typeof crawlPages.$inferSelect
export type PageStatus = PageRow['status']
export interface Run {
  readonly crawlId: string
  readonly run: number
}
export interface NewPage {
  readonly url: string
  readonly depth: number
  /** Reason of a page that is skipped from the start; undefined for a waiting one. */
  readonly skipped?: MessageDescriptor | undefined
}

const one = (crawlId: string, url: string) => and(eq(crawlPages.crawlId, crawlId), eq(crawlPages.url, url))

/** Adds URLs that the run does not have yet. Returns how many were new, and how many of those are skipped. */
export async function add(
  db: Db,
  { crawlId, run }: Run,
  pages: readonly NewPage[],
  now: Date,
): Promise<{ found: number; skipped: number }> {
  if (pages.length === 0) return { found: 0, skipped: 0 }
  const found = await db
    .insert(crawlPages)
    .values(
      pages.map(({ url, depth, skipped }) => ({
        crawlId,
        url,
        run,
        depth,
        status: skipped === undefined ? ('waiting' as const) : ('skipped' as const),
        reason: storedMessage(skipped),
        fetchedAt: skipped === undefined ? null : now,
      })),
    )
    .onConflictDoUpdate({
      target: [crawlPages.crawlId, crawlPages.url],
      set: {
        run,
        depth: sql`excluded.depth`,
        status: sql`excluded.status`,
        reason: sql`excluded.reason`,
        fetchedAt: sql`coalesce(excluded.fetched_at, ${crawlPages.fetchedAt})`,
        tries: 0,
        dueAt: null,
      },
      setWhere: sql`${crawlPages.run} < ${run}`,
    })
    .returning({ status: crawlPages.status })
  return { found: found.length, skipped: found.filter(({ status }) => status === 'skipped').length }
}

/** Which of the URLs the run has. */
export async function findKnown(db: Db, { crawlId, run }: Run, urls: readonly string[]): Promise<ReadonlySet<string>> {
  if (urls.length === 0) return new Set()
  const rows = await db
    .select({ url: crawlPages.url })
    .from(crawlPages)
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        eq(crawlPages.run, run),
        sql`${crawlPages.url} = any(${sql.param([...urls])}::text[])`,
      ),
    )
  return new Set(rows.map(({ url }) => url))
}

export async function addKnown(db: Db, { crawlId, run }: Run): Promise<number> {
  const known = await db
    .update(crawlPages)
    .set({ run, status: 'waiting', tries: 0, dueAt: null })
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        sql`${crawlPages.run} < ${run}`,
        sql`(${crawlPages.contentHash} <> '' or ${crawlPages.status} = 'waiting' or (${crawlPages.status} = 'failed' and ${crawlPages.code} not in (404, 410)))`,
      ),
    )
    .returning({ url: crawlPages.url })
  return known.length
}

/** Pages that are due, in the order found, except those being fetched. */
export const findDue = (
  db: Db,
  { crawlId, run }: Run,
  now: Date,
  except: readonly string[],
  limit: number,
): Promise<PageRow[]> =>
  db
    .select()
    .from(crawlPages)
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        eq(crawlPages.status, 'waiting'),
        eq(crawlPages.run, run),
        sql`(${crawlPages.dueAt} is null or ${crawlPages.dueAt} <= ${now.toISOString()}::timestamptz)`,
        except.length > 0 ? sql`${crawlPages.url} <> all(${sql.param([...except])}::text[])` : undefined,
      ),
    )
    .orderBy(crawlPages.n)
    .limit(limit)

/** When the next waiting page is due. */
export async function nextDue(db: Db, { crawlId, run }: Run): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: crawlPages.dueAt })
    .from(crawlPages)
    .where(and(eq(crawlPages.crawlId, crawlId), eq(crawlPages.status, 'waiting'), eq(crawlPages.run, run)))
    .orderBy(sql`${crawlPages.dueAt} asc nulls first`)
    .limit(1)
  return row && (row.dueAt ?? new Date(0))
}

export async function find(db: Db, crawlId: string, url: string): Promise<PageRow | undefined> {
  const [row] = await db.select().from(crawlPages).where(one(crawlId, url))
  return row
}

export async function update(db: Db, crawlId: string, url: string, change: Partial<PageRow>): Promise<void> {
  await db.update(crawlPages).set(change).where(one(crawlId, url))
}

export async function findSameContent(
  db: Db,
  { crawlId, run }: Run,
  url: string,
  hash: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ url: crawlPages.url })
    .from(crawlPages)
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        eq(crawlPages.contentHash, hash),
        eq(crawlPages.run, run),
        sql`${crawlPages.url} <> ${url}`,
      ),
    )
    .orderBy(crawlPages.n)
    .limit(1)
  return row?.url
}

/** Queues duplicates of a page that could not be read. Returns how many. */
export async function requeueDuplicates(db: Db, { crawlId, run }: Run, canonical: string): Promise<number> {
  const back = await db
    .update(crawlPages)
    .set({ status: 'waiting', tries: 0, dueAt: null, reason: '' })
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        eq(crawlPages.run, run),
        eq(crawlPages.status, 'duplicate'),
        eq(crawlPages.canonical, canonical),
      ),
    )
    .returning({ url: crawlPages.url })
  return back.length
}

export async function skipWaiting(db: Db, { crawlId, run }: Run, reason: string, now: Date): Promise<number> {
  const skipped = await db
    .update(crawlPages)
    .set({ status: 'skipped', reason, fetchedAt: now })
    .where(and(eq(crawlPages.crawlId, crawlId), eq(crawlPages.run, run), eq(crawlPages.status, 'waiting')))
    .returning({ url: crawlPages.url })
  return skipped.length
}

/** Number of URLs that differ only in parameters, by URL without parameters. */
export async function countVariants(db: Db, { crawlId, run }: Run, least: number): Promise<Map<string, number>> {
  const path = sql<string>`split_part(${crawlPages.url}, '?', 1)`
  const rows = await db
    .select({ path, n: sql<number>`count(*)::int` })
    .from(crawlPages)
    .where(and(eq(crawlPages.crawlId, crawlId), eq(crawlPages.run, run), sql`position('?' in ${crawlPages.url}) > 0`))
    .groupBy(path)
    .having(sql`count(*) >= ${least}`)
  return new Map(rows.map(({ path: key, n }) => [key, n]))
}

/** Reason of the first failed page; empty if none failed. */
export async function firstFailure(db: Db, { crawlId, run }: Run): Promise<string> {
  const [row] = await db
    .select({ reason: crawlPages.reason })
    .from(crawlPages)
    .where(and(eq(crawlPages.crawlId, crawlId), eq(crawlPages.run, run), eq(crawlPages.status, 'failed')))
    .orderBy(crawlPages.n)
    .limit(1)
  return row?.reason ?? ''
}

/** How many pages a site's robots.txt kept us from. */
export async function countForbidden(db: Db, { crawlId, run }: Run): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(crawlPages)
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        eq(crawlPages.run, run),
        eq(crawlPages.status, 'skipped'),
        eq(crawlPages.reason, storedMessage(msg('robots_disallow'))),
      ),
    )
  return row?.count ?? 0
}

/** Makes the next run read everything in full; with `content`, agents get every page again. */
export async function clearVersions(db: Db, crawlId: string, content: boolean): Promise<void> {
  await db
    .update(crawlPages)
    .set({
      etag: '',
      lastModified: '',
      ...(content ? { contentHash: sql`case when ${crawlPages.contentHash} = '' then '' else 'outdated' end` } : {}),
    })
    .where(eq(crawlPages.crawlId, crawlId))
}

export interface PageQuery {
  readonly crawlId: string
  /** All but waiting pages if absent. */
  readonly status: PageStatus | undefined
  readonly after: { readonly at: Date; readonly n: number } | undefined
  readonly limit: number
}

/** Newest first; waiting pages in the order found. */
export const listPages = (db: Db, { crawlId, status, after, limit }: PageQuery): Promise<PageRow[]> =>
  db
    .select()
    .from(crawlPages)
    .where(
      and(
        eq(crawlPages.crawlId, crawlId),
        status ? eq(crawlPages.status, status) : sql`${crawlPages.status} <> 'waiting'`,
        after && status === 'waiting' ? sql`${crawlPages.n} > ${after.n}` : undefined,
        after && status !== 'waiting'
          ? sql`(${crawlPages.fetchedAt}, ${crawlPages.n}) < (${after.at.toISOString()}::timestamptz, ${after.n})`
          : undefined,
      ),
    )
    .orderBy(...(status === 'waiting' ? [crawlPages.n] : [desc(crawlPages.fetchedAt), desc(crawlPages.n)]))
    .limit(limit)
