import { MILLI, type Milli } from '@parlance/contract/lib/money'
import { PAGE_CHARS } from '@parlance/contract/knowledge/schemas'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { SANDBOX } from '../ports.ts'
import { rows } from '../../../lib/db/sql.ts'
import { type Owner } from '../repository.ts'

export interface Claimed extends Owner {
  readonly id: string
  readonly name: string
  readonly size: number
  /** Sources use the first part of the progress bar for reading. */
  readonly isSource: boolean
  readonly attempts: number
  readonly createdAt: string
  /** Hold of an earlier try whose process died. */
  readonly creditHold: string
  /** The end of the lease, which also identifies the claim. */
  readonly leaseUntil: Date
}

const LEASE_MS = 5 * 60_000

/** Claims a document that is not ready, for five minutes. One that is being read again comes later. */
export async function claim(db: Db, workspaceId: string, id: string, now: Date): Promise<Claimed | undefined> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const found = await rows<Omit<Claimed, 'leaseUntil'>>(
    db,
    sql`update documents set lease_until = ${leaseUntil}, due_at = ${leaseUntil}, credits_needed = null
        where id = ${id} and workspace_id = ${workspaceId} and status in ('indexing', 'failed') and size > 0
          and (lease_until is null or lease_until <= ${now})
        returning id, agent_id as "agentId", workspace_id as "workspaceId", name, size, attempts,
          source_type in ('file', 'url') as "isSource", created_at::text as "createdAt", credit_hold as "creditHold"`,
  )
  return found[0] && { ...found[0], leaseUntil }
}

/** Chunks without a vector of this model, and the total. Replacing one sandbox vector by another is free. */
export async function chunksToEmbed(db: Db, { id, agentId }: Pick<Claimed, 'id' | 'agentId'>, model: string) {
  const found = await rows<{ id: number; chars: number; missing: boolean }>(
    db,
    sql`select id, embedding is null or embedding_model <> ${model} as missing,
          case when ${model.startsWith(SANDBOX)} and embedding_model like ${`${SANDBOX}%`} then 0 else length(text) end as chars
        from chunks where document_id = ${id} and agent_id = ${agentId} order by n`,
  )
  return { missing: found.filter((one) => one.missing), all: found.length }
}

export function textsOf(db: Db, agentId: string, ids: readonly number[]) {
  return rows<{ id: number; heading: string; text: string }>(
    db,
    sql`select id, heading, text from chunks where id = any(${sql.param(ids)}::bigint[]) and agent_id = ${agentId} order by id`,
  )
}

/** Extends the lease of a document that the transaction has locked. Returns the new end. */
export async function extendLease(db: Db, { id, workspaceId }: Claimed, now: Date, progress: number): Promise<Date> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  await db.execute(
    sql`update documents set lease_until = ${leaseUntil}, due_at = ${leaseUntil}, attempts = 0, progress = ${progress}
        where id = ${id} and workspace_id = ${workspaceId}`,
  )
  return leaseUntil
}

/** Locks the document; false if it was changed, removed or claimed by another meanwhile. */
export async function stillOurs(db: Db, { id, workspaceId, leaseUntil }: Claimed): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from documents where id = ${id} and workspace_id = ${workspaceId} and lease_until = ${leaseUntil} for update`,
  )
  return found.length > 0
}

/** Stores vectors, under the collection's lock. Returns how many chunks had none before. */
export async function writeVectors(
  db: Db,
  agentId: string,
  vectors: readonly { readonly id: number; readonly embedding: Buffer }[],
  how: { readonly model: string; readonly dimensions: number; readonly version: number },
): Promise<number> {
  const written = await rows<{ fresh: boolean }>(
    db,
    sql`with given as (
          select * from unnest(${sql.param(vectors.map((one) => one.id))}::bigint[],
            ${sql.param(vectors.map((one) => one.embedding))}::bytea[]) as u (id, embedding)
        ), before as (select c.id, c.embedding is null as fresh from chunks c join given using (id))
        update chunks c set embedding = given.embedding, embedding_model = ${how.model}, dimensions = ${how.dimensions},
          version = ${how.version}
        from given join before using (id) where c.id = given.id and c.agent_id = ${agentId} returning before.fresh`,
  )
  return written.filter((one) => one.fresh).length
}

export interface Outcome {
  readonly status: 'indexing' | 'ready' | 'failed'
  readonly reason: string
  readonly attempts: number
  readonly dueAt: Date | null
  /** Missing milli-credits, until which it is paused. */
  readonly creditsNeeded?: Milli
}

/** Condition on documents whose source could not be read again; indexing what was read before does not change that. */
const hasStaleContent = sql`(status = 'failed' and reason like '%"content_kept"%')`

/** Ends the claim; false if it had ended before. A failed reading remains the state of the document. */
export async function finish(db: Db, { id, workspaceId, leaseUntil }: Claimed, outcome: Outcome): Promise<boolean> {
  const ended = await rows(
    db,
    sql`update documents set status = case when ${hasStaleContent} then status else ${outcome.status} end,
          reason = case when ${hasStaleContent} then reason else ${outcome.reason} end, attempts = ${outcome.attempts},
          due_at = ${outcome.dueAt}, lease_until = null, credit_hold = '',
          credits_needed = case when ${hasStaleContent} then null else ${outcome.creditsNeeded ?? null}::bigint end
        where id = ${id} and workspace_id = ${workspaceId} and lease_until = ${leaseUntil} returning id`,
  )
  return ended.length > 0
}

export async function setCreditHold(db: Db, { id, workspaceId }: Claimed, key: string): Promise<void> {
  await db.execute(sql`update documents set credit_hold = ${key} where id = ${id} and workspace_id = ${workspaceId}`)
}

/** Maximum cost in milli-credits of the workspace's older documents that wait for indexing without a hold. */
export async function sumUnpaidCostBefore(db: Db, { id, workspaceId, createdAt }: Claimed): Promise<Milli> {
  return sumUnpaidCost(db, workspaceId, sql`and (created_at, id) < (${createdAt}::timestamptz, ${id})`)
}

/** The same for all waiting documents, or some. */
export async function sumUnpaidCost(db: Db, workspaceId: string, which: SQL = sql``): Promise<Milli> {
  const found = await rows<{ owed: number }>(
    db,
    sql`select coalesce(sum(ceil(size / ${PAGE_CHARS}::float8) * ${MILLI}), 0)::float8 as owed from documents
        where workspace_id = ${workspaceId} and status = 'indexing' and size > 0 and credits_needed is null
          and credit_hold = '' ${which}`,
  )
  return found[0]?.owed ?? 0
}

interface PausedDocument {
  readonly id: string
  readonly status: 'queued' | 'indexing'
  readonly cost: Milli
}

/** Workspaces of the region with paused documents. */
export async function workspacesWithPaused(db: Db, limit: number): Promise<string[]> {
  const found = await rows<{ workspaceId: string }>(
    db,
    sql`select distinct workspace_id as "workspaceId" from documents where credits_needed is not null limit ${limit}`,
  )
  return found.map(({ workspaceId }) => workspaceId)
}

export function pausedOf(db: Db, workspaceId: string, limit: number): Promise<PausedDocument[]> {
  return rows<PausedDocument>(
    db,
    sql`select id, status, credits_needed::float8 as cost from documents
        where workspace_id = ${workspaceId} and credits_needed is not null order by created_at, id limit ${limit}`,
  )
}

/** Resumes paused documents. Returns those that were paused. */
export function resume(db: Db, workspaceId: string, ids: readonly string[], now: Date) {
  return rows<{ id: string; status: 'queued' | 'indexing' }>(
    db,
    sql`update documents set credits_needed = null, reason = '', attempts = 0, lease_until = null,
          due_at = case when status = 'queued' then ${now}::timestamptz else ${new Date(now.getTime() + 15_000)}::timestamptz end
        where workspace_id = ${workspaceId} and id = any(${sql.param([...ids])}::text[]) and credits_needed is not null
        returning id, status`,
  )
}

/** Due documents of all workspaces, with their due time moved, so that a sweep takes each once. */
export function takeDue(db: Db, now: Date, limit: number) {
  return rows<{ id: string; workspaceId: string }>(
    db,
    sql`update documents set due_at = ${new Date(now.getTime() + 120_000)}
        where id in (select id from documents where due_at <= ${now} and status in ('indexing', 'failed')
            and credits_needed is null
          order by due_at limit ${limit} for update skip locked)
        returning id, workspace_id as "workspaceId"`,
  )
}

/** Marks the agent's documents with vectors of another model, even if their source failed since. Returns their ids. */
export async function outdate(db: Db, { agentId, workspaceId }: Owner, model: string, now: Date): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`update documents set status = case when status = 'ready' then 'indexing' else status end, attempts = 0,
          due_at = ${new Date(now.getTime() + 120_000)}
        where agent_id = ${agentId} and workspace_id = ${workspaceId}
          and (status = 'ready' or (${hasStaleContent} and due_at is null)) and exists (
            select 1 from chunks c where c.document_id = documents.id and c.agent_id = ${agentId}
            and (c.embedding is null or c.embedding_model <> ${model}))
        returning id`,
  )
  return found.map(({ id }) => id)
}
