// SQL that copies or deletes all knowledge of an agent.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { countWords } from '../ingestion/chunks.repository.ts'
import { deleteInBatches, rows } from '../../../lib/db/sql.ts'
import { bumpCollection, list, type Owner } from '../repository.ts'

const ofOwner = ({ agentId, workspaceId }: Owner) => sql`agent_id = ${agentId} and workspace_id = ${workspaceId}`

/** Deletes an agent's documents with their chunks, outside a transaction. */
export const deleteDocuments = (db: Db, owner: Owner, batch = 100): Promise<void> =>
  deleteInBatches(
    db,
    sql`delete from documents where id in (select id from documents where ${ofOwner(owner)} limit ${batch}) returning id`,
    batch,
  )

/** Deletes the rest of an agent's knowledge, and documents that were added meanwhile. */
export async function deleteAgent(db: Db, owner: Owner): Promise<void> {
  const gone = await rows(db, sql`delete from collections where ${ofOwner(owner)} returning agent_id`)
  if (gone.length === 0) return
  await db.execute(sql`delete from documents where ${ofOwner(owner)}`)
  await db.execute(sql`delete from words where agent_id = ${owner.agentId}`)
}

export const documentIds = (db: Db, { agentId, workspaceId }: Owner) =>
  rows<{ id: string; fileKey: string }>(
    db,
    sql`select id, file_key as "fileKey" from documents where agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )

interface Copy {
  readonly old: string
  readonly fresh: string
  /** Key of the copied file; empty if there is none. */
  readonly fileKey: string
}

/**
 * Copies documents, chunks and vectors under the collection's lock; unread ones are read for the copy too. Existing
 * copies are kept.
 */
export async function copyDocuments(
  db: Db,
  from: Owner,
  to: { readonly agentId: string; readonly version: number; readonly now: Date },
  copies: readonly Copy[],
): Promise<string[]> {
  const mapOf = (pairs: readonly Copy[]) =>
    sql`unnest(${list(pairs.map((one) => one.old))}::text[], ${list(pairs.map((one) => one.fresh))}::text[],
      ${list(pairs.map((one) => one.fileKey))}::text[]) as m (old, fresh, file_key)`
  const copied = await rows<{ id: string }>(
    db,
    sql`insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, reason,
          warning, chunk_count, created_at, updated_at, due_at, source_type, source_url, file_name, media_type, bytes, file_key, pages,
          tags, refresh, fetched_at, next_fetch_at, etag, last_modified, source_hash, progress, credits_needed)
        select m.fresh, ${to.agentId}, d.workspace_id, d.name, d.content, d.size, d.content_hash, d.user_id,
          case when d.status = 'reading' then 'queued' else d.status end, d.reason, d.warning, d.chunk_count, d.created_at, d.updated_at,
          case when d.status = 'ready' or d.due_at is null then null else ${to.now}::timestamptz end, d.source_type, d.source_url, d.file_name,
          d.media_type, d.bytes, m.file_key, d.pages, d.tags, d.refresh, d.fetched_at, d.next_fetch_at, d.etag,
          d.last_modified, d.source_hash, d.progress, d.credits_needed
        from ${mapOf(copies)} join documents d on d.id = m.old
        where d.agent_id = ${from.agentId} and d.workspace_id = ${from.workspaceId}
          and ((d.file_key <> '') = (m.file_key <> '') or d.size > 0)
        on conflict (id) do nothing returning id`,
  )
  const made = new Set(copied.map(({ id }) => id))
  const fresh = copies.filter((one) => made.has(one.fresh))
  if (fresh.length === 0) return []
  const chunks = await rows<{ id: number; vector: boolean }>(
    db,
    sql`insert into chunks (agent_id, document_id, n, title, heading, text, embedding, embedding_model, dimensions, version,
          char_start, char_end)
        select ${to.agentId}, m.fresh, c.n, c.title, c.heading, c.text, c.embedding, c.embedding_model, c.dimensions,
          case when c.embedding is null then null else ${to.version}::bigint end, c.char_start, c.char_end
        from ${mapOf(fresh)} join chunks c on c.document_id = m.old where c.agent_id = ${from.agentId}
        returning id, embedding is not null as vector`,
  )
  await db.execute(
    sql`insert into document_versions (id, document_id, agent_id, workspace_id, name, content, size, cause, user_id, created_at)
        select left(encode(sha256((m.fresh || '/' || v.id)::bytea), 'hex'), 20), m.fresh, ${to.agentId}, v.workspace_id,
          v.name, v.content, v.size, v.cause, v.user_id, v.created_at
        from ${mapOf(fresh)} join document_versions v on v.document_id = m.old
        where v.agent_id = ${from.agentId} and v.workspace_id = ${from.workspaceId} on conflict (id) do nothing`,
  )
  await countWords(
    db,
    to.agentId,
    chunks.map(({ id }) => id),
  )
  await bumpCollection(db, to.agentId, chunks.length, chunks.filter((one) => one.vector).length)
  return [...made]
}
