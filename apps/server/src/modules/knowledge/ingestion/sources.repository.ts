import { sql, type SQL } from 'drizzle-orm'
import type { Milli } from '@parlance/contract/lib/money'
import { nextFetch, REFRESHES } from '@parlance/contract/knowledge/refresh'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { type DocumentHead, documentsWhere, type Owner } from '../repository.ts'

/** Files wait for the parser, pages for other servers: separate lanes, so that neither delays the other. */
export type Lane = 'file' | 'page'
const laneOf = (lane: Lane): SQL => (lane === 'file' ? sql`d.source_type = 'file'` : sql`d.source_type <> 'file'`)

export const LEASE_MS = 30_000

/** The longest waiting document of the workspace with the fewest running readings, and fewer than `most`. */
export async function takeNext(db: Db, lane: Lane, most: number, now: Date): Promise<DocumentHead | undefined> {
  const lease = new Date(now.getTime() + LEASE_MS)
  const taken = await rows<{ id: string }>(
    db,
    sql`with busy as (
          select d.workspace_id, count(*) as n from documents d
          where d.due_at > ${now} and d.status = 'reading' and d.lease_until > ${now} and ${laneOf(lane)} group by 1
        ), next as (
          select d.id from documents d left join busy b on b.workspace_id = d.workspace_id
          where d.due_at <= ${now} and d.status in ('queued', 'reading') and ${laneOf(lane)}
            and (d.lease_until is null or d.lease_until <= ${now}) and coalesce(b.n, 0) < ${most}
          order by coalesce(b.n, 0), d.due_at, d.id limit 1 for update of d skip locked
        )
        update documents set status = 'reading', lease_until = ${lease}, due_at = ${lease}, progress = 5, reason = '',
          attempts = attempts + 1
        where id in (select id from next) returning id`,
  )
  const id = taken[0]?.id
  return id === undefined ? undefined : (await documentsWhere(db, sql`id = ${id} and lease_until = ${lease}`))[0]
}

export async function anyWaiting(db: Db, now: Date): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from documents where due_at <= ${now} and status in ('queued', 'reading') limit 1`,
  )
  return found.length > 0
}

/** Extends the lease and returns its new end; undefined if it was lost. */
export async function renew(
  db: Db,
  { id, workspaceId, leaseUntil }: DocumentHead,
  until: Date,
  progress: number,
): Promise<Date | undefined> {
  const found = await rows(
    db,
    sql`update documents set lease_until = ${until}, due_at = ${until}, progress = ${progress}
        where id = ${id} and workspace_id = ${workspaceId} and status = 'reading' and lease_until = ${leaseUntil}
        returning id`,
  )
  return found.length > 0 ? until : undefined
}

export interface ReadEnd {
  readonly status: 'queued' | 'failed'
  readonly reason: string
  readonly attempts: number
  readonly dueAt: Date | null
  readonly nextFetchAt: Date | null
  /** Missing milli-credits, until which it is paused. */
  readonly creditsNeeded?: Milli
}

/** Ends a reading without a result, unless the lease was lost. */
export async function endReading(
  db: Db,
  { id, workspaceId, leaseUntil }: DocumentHead,
  end: ReadEnd,
): Promise<boolean> {
  const found = await rows(
    db,
    sql`update documents set status = ${end.status}, reason = ${end.reason}, attempts = ${end.attempts},
          due_at = ${end.dueAt}, next_fetch_at = ${end.nextFetchAt}, lease_until = null, progress = 0,
          credits_needed = ${end.creditsNeeded ?? null}
        where id = ${id} and workspace_id = ${workspaceId} and status = 'reading' and lease_until = ${leaseUntil}
        returning id`,
  )
  return found.length > 0
}

/** Releases all leases of dead processes and fails their uploads. Only if no other process runs. */
export async function releaseAll(db: Db, now: Date): Promise<void> {
  await db.execute(
    sql`update documents set lease_until = null, due_at = ${now}
        where (status in ('reading', 'indexing', 'failed') and lease_until is not null)
          or (status = 'queued' and source_type = 'file' and bytes = 0)`,
  )
}

export async function forgetFile(db: Db, { id, workspaceId, fileKey }: DocumentHead): Promise<void> {
  await db.execute(
    sql`update documents set file_key = '' where id = ${id} and workspace_id = ${workspaceId} and file_key = ${fileKey}`,
  )
}

export async function hasUnembedded(db: Db, { id, agentId }: DocumentHead): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from chunks where document_id = ${id} and agent_id = ${agentId} and embedding is null limit 1`,
  )
  return found.length > 0
}

/** When the next fetch is due, whatever the result of this one. */
const nextLook = (now: Date): SQL =>
  sql.join(
    [
      sql`case refresh`,
      ...REFRESHES.map((refresh) => sql`when ${refresh} then ${nextFetch(refresh, now)}::timestamptz`),
      sql`end`,
    ],
    sql` `,
  )

/** Queues pages of the region that are due to be fetched again. Returns how many. */
export async function queueDue(db: Db, now: Date, limit: number): Promise<number> {
  const found = await rows(
    db,
    sql`update documents set status = 'queued', due_at = ${now}, lease_until = null, attempts = 0,
          next_fetch_at = ${nextLook(now)}
        where id in (select id from documents where next_fetch_at <= ${now} and status in ('ready', 'failed')
          and source_type = 'url' order by next_fetch_at limit ${limit} for update skip locked)
        returning id`,
  )
  return found.length
}

/** Serializes adding sources to an agent until the transaction ends, so that limits hold. */
export async function lockAdding(db: Db, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`knowledge:${key}`}, 0))`)
}

export async function countDocuments(db: Db, { agentId, workspaceId }: Owner): Promise<number> {
  const found = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from documents where agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
  return found[0]?.n ?? 0
}

export async function countUploads(db: Db, workspaceId: string, since: Date): Promise<number> {
  const found = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from documents
        where workspace_id = ${workspaceId} and source_type = 'file' and created_at > ${since}`,
  )
  return found[0]?.n ?? 0
}

/** Bytes of originals in the bucket: those not read yet, or to be retried. */
export async function bytesOfOriginals(db: Db, workspaceId: string): Promise<number> {
  const found = await rows<{ n: number }>(
    db,
    sql`select coalesce(sum(bytes), 0)::float8 as n from documents where workspace_id = ${workspaceId} and file_key <> ''`,
  )
  return found[0]?.n ?? 0
}

export const pagesAt = (db: Db, { agentId, workspaceId }: Owner, urls: readonly string[], crawlId = '') =>
  documentsWhere(
    db,
    sql`agent_id = ${agentId} and workspace_id = ${workspaceId} and source_type = 'url' and crawl_id = ${crawlId}
        and source_url <> '' and source_url = any(${sql.param(urls)}::text[])`,
  )

/** Stores when a page of a crawl was last fetched, in the documents of these agents. */
export async function setFetched(
  db: Db,
  of: {
    readonly workspaceId: string
    readonly agentIds: readonly string[]
    readonly crawlId: string
    readonly url: string
  },
  now: Date,
): Promise<void> {
  await db.execute(
    sql`update documents set fetched_at = ${now}
        where agent_id = any(${sql.param([...of.agentIds])}::text[]) and workspace_id = ${of.workspaceId} and source_type = 'url'
          and crawl_id = ${of.crawlId} and crawl_id <> '' and source_url = ${of.url} and source_url <> ''`,
  )
}

/** Documents of a crawl, at most `limit`. */
export const ofCrawl = (db: Db, workspaceId: string, crawlId: string, limit: number) =>
  rows<{ id: string; agentId: string }>(
    db,
    sql`select id, agent_id as "agentId" from documents
        where crawl_id = ${crawlId} and crawl_id <> '' and workspace_id = ${workspaceId} order by agent_id, id limit ${limit}`,
  )

/** Tags, most used first. Case is ignored; the most frequent spelling is returned. */
export const tagsOf = (db: Db, { agentId, workspaceId }: Owner) =>
  rows<{ tag: string; documents: number }>(
    db,
    sql`select mode() within group (order by t.tag) as tag, count(distinct d.id)::int as documents
        from documents d cross join lateral unnest(d.tags) as t (tag)
        where d.agent_id = ${agentId} and d.workspace_id = ${workspaceId}
        group by lower(t.tag) order by 2 desc, lower(t.tag) limit 1000`,
  )
