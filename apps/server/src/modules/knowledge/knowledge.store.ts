// The SQL of documents and of what is derived from them: chunks, words and counters. Every statement names the tenant.
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/pool.ts'
import type { documents } from './knowledge.table.ts'

export type DocumentRow = typeof documents.$inferSelect
export type DocumentHead = Omit<DocumentRow, 'content'>

/** Which agent of which workspace; both stand in every statement. */
export interface Owner {
  readonly agentId: string
  readonly workspaceId: string
}

/** A chunk to write, with the vector of an equal chunk where there was one. */
export interface NewChunk {
  readonly heading: string
  readonly text: string
  /** Where it stands in the content: `[start, end)` in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly vector?: { readonly embedding: Buffer; readonly model: string; readonly dimensions: number } | undefined
}

export async function rows<Row>(db: Db, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}
const list = (values: readonly unknown[]): SQL => sql`${sql.param(values)}`

const HEAD = sql.raw(
  `id, agent_id as "agentId", workspace_id as "workspaceId", name, size, content_hash as "contentHash", user_id as "userId",
   status, reason, chunk_count as "chunkCount", created_at as "createdAt", updated_at as "updatedAt", attempts,
   lease_until as "leaseUntil", due_at as "dueAt", source_type as "sourceType", source_url as "sourceUrl",
   file_name as "fileName", media_type as "mediaType", bytes::float8 as bytes, file_key as "fileKey", pages, tags,
   crawl_id as "crawlId", refresh, fetched_at as "fetchedAt", next_fetch_at as "nextFetchAt", etag,
   last_modified as "lastModified", progress`,
)
const TIMES = ['createdAt', 'updatedAt', 'leaseUntil', 'dueAt', 'fetchedAt', 'nextFetchAt'] as const

/** Raw statements answer times as text. */
function dated<Row extends DocumentHead>(row: Row): Row {
  const copy: Record<string, unknown> = { ...row }
  for (const name of TIMES) if (typeof copy[name] === 'string') copy[name] = new Date(copy[name])
  return copy as Row
}

export interface ListQuery extends Owner {
  readonly search: string
  readonly after: { readonly createdAt: Date; readonly id: string } | undefined
  readonly limit: number
}

/** Newest first. `search` finds parts of names and beginnings of words in the text. */
export async function listDocuments(db: Db, { agentId, workspaceId, search, after, limit }: ListQuery) {
  const below = after ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql``
  const found = search
    ? sql`and (position(knowledge_fold(${search}) in knowledge_fold(name)) > 0 or exists (
        select 1 from chunks c where c.document_id = documents.id and c.agent_id = ${agentId}
        and c.tsv @@ (select (case when q <> '' then q || ':*' else '' end)::tsquery
                      from plainto_tsquery('simple', knowledge_fold(${search})) as p, text(p) as q)))`
    : sql``
  const page = await rows<DocumentHead>(
    db,
    sql`select ${HEAD} from documents where agent_id = ${agentId} and workspace_id = ${workspaceId} ${below} ${found}
        order by created_at desc, id desc limit ${limit}`,
  )
  return page.map(dated)
}

export async function findDocument(db: Db, { agentId, workspaceId }: Owner, id: string, lock = false) {
  const found = await rows<DocumentRow>(
    db,
    sql`select ${HEAD}, content from documents
        where id = ${id} and agent_id = ${agentId} and workspace_id = ${workspaceId} ${lock ? sql`for update` : sql``}`,
  )
  return found[0] && dated(found[0])
}

/**
 * Makes the collection where there is none and locks it until the transaction ends, so that writers of one agent take turns
 * and their versions grow in the order of their commits. Undefined when the agent belongs to another workspace.
 */
export async function lockCollection(
  db: Db,
  { agentId, workspaceId }: Owner,
  name?: string,
): Promise<{ name: string; version: number } | undefined> {
  const found = await rows<{ name: string; version: number }>(
    db,
    sql`insert into collections as c (agent_id, workspace_id, name) values (${agentId}, ${workspaceId}, ${name ?? agentId})
        on conflict (agent_id) do update set name = coalesce(${name ?? null}, c.name)
        where c.workspace_id = excluded.workspace_id returning name, version`,
  )
  return found[0]
}

/** Locks a collection that exists. */
export async function lockExisting(db: Db, { agentId, workspaceId }: Owner): Promise<{ version: number } | undefined> {
  const found = await rows<{ version: number }>(
    db,
    sql`select version from collections where agent_id = ${agentId} and workspace_id = ${workspaceId} for update`,
  )
  return found[0]
}

/** Counts what changed, under the lock, and gives the change its version. */
export async function bumpCollection(db: Db, agentId: string, chunks: number, vectors: number): Promise<void> {
  await db.execute(
    sql`update collections set chunks = chunks + ${chunks}, vectors = vectors + ${vectors}, version = version + 1
        where agent_id = ${agentId}`,
  )
}

export async function insertDocument(db: Db, row: DocumentRow): Promise<void> {
  await db.execute(
    sql`insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, reason,
          chunk_count, created_at, updated_at, attempts, due_at, source_type, source_url, file_name, media_type, bytes,
          file_key, pages, tags, crawl_id, refresh, fetched_at, next_fetch_at, etag, last_modified, progress)
        values (${row.id}, ${row.agentId}, ${row.workspaceId}, ${row.name}, ${row.content}, ${row.size}, ${row.contentHash},
          ${row.userId}, ${row.status}, ${row.reason}, ${row.chunkCount}, ${row.createdAt}, ${row.updatedAt}, 0, ${row.dueAt},
          ${row.sourceType}, ${row.sourceUrl}, ${row.fileName}, ${row.mediaType}, ${row.bytes}, ${row.fileKey}, ${row.pages},
          ${list(row.tags)}::text[], ${row.crawlId}, ${row.refresh}, ${row.fetchedAt}, ${row.nextFetchAt}, ${row.etag},
          ${row.lastModified}, ${row.progress})`,
  )
}

/** Writes name, content and state; ends a lease, because what it was taken for has changed. */
export async function updateDocument(db: Db, row: DocumentRow): Promise<void> {
  await db.execute(
    sql`update documents set name = ${row.name}, content = ${row.content}, size = ${row.size},
          content_hash = ${row.contentHash}, status = ${row.status}, reason = ${row.reason},
          chunk_count = ${row.chunkCount}, updated_at = ${row.updatedAt}, attempts = 0, lease_until = null,
          due_at = ${row.dueAt}, source_url = ${row.sourceUrl}, media_type = ${row.mediaType}, bytes = ${row.bytes},
          file_key = ${row.fileKey}, pages = ${row.pages}, tags = ${list(row.tags)}::text[], refresh = ${row.refresh},
          fetched_at = ${row.fetchedAt}, next_fetch_at = ${row.nextFetchAt}, etag = ${row.etag},
          last_modified = ${row.lastModified}, progress = ${row.progress}
        where id = ${row.id} and agent_id = ${row.agentId} and workspace_id = ${row.workspaceId}`,
  )
}

export async function deleteDocument(db: Db, { agentId, workspaceId }: Owner, id: string): Promise<void> {
  await db.execute(
    sql`delete from documents where id = ${id} and agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
}

/** Chunks of a document with their vectors, for those that stay the same. */
export function vectorsOf(db: Db, agentId: string, documentId: string) {
  return rows<{ heading: string; text: string; embedding: Buffer; model: string; dimensions: number }>(
    db,
    sql`select heading, text, embedding, embedding_model as model, dimensions from chunks
        where document_id = ${documentId} and agent_id = ${agentId} and embedding is not null`,
  )
}

/** Writes the chunks of a document that has none, under the collection's lock. Answers how many have vectors. */
export async function insertChunks(
  db: Db,
  owner: { readonly agentId: string; readonly documentId: string; readonly title: string; readonly version: number },
  chunks: readonly NewChunk[],
): Promise<number> {
  await db.execute(
    sql`insert into chunks (agent_id, document_id, n, title, heading, text, embedding, embedding_model, dimensions, version,
          char_start, char_end)
        select ${owner.agentId}, ${owner.documentId}, u.n - 1, ${owner.title}, u.heading, u.text, u.embedding, u.model,
          u.dimensions, case when u.embedding is null then null else ${owner.version}::bigint end, u.char_start, u.char_end
        from unnest(${list(chunks.map((chunk) => chunk.heading))}::text[], ${list(chunks.map((chunk) => chunk.text))}::text[],
          ${list(chunks.map((chunk) => chunk.vector?.embedding ?? null))}::bytea[],
          ${list(chunks.map((chunk) => chunk.vector?.model ?? null))}::text[],
          ${list(chunks.map((chunk) => chunk.vector?.dimensions ?? null))}::int[],
          ${list(chunks.map((chunk) => chunk.start))}::int[], ${list(chunks.map((chunk) => chunk.end))}::int[])
          with ordinality as u (heading, text, embedding, model, dimensions, char_start, char_end, n)`,
  )
  await countWords(db, owner.agentId, owner.documentId)
  return chunks.filter((chunk) => chunk.vector).length
}

/** Removes the chunks of a document, under the collection's lock. Answers how many, and how many had vectors. */
export async function deleteChunks(db: Db, agentId: string, documentId: string) {
  await discountWords(db, agentId, documentId)
  const gone = await rows<{ vector: boolean }>(
    db,
    sql`delete from chunks where document_id = ${documentId} and agent_id = ${agentId}
        returning embedding is not null as vector`,
  )
  return { chunks: gone.length, vectors: gone.filter((one) => one.vector).length }
}

/** Gives the chunks of a document its new name, under the collection's lock. */
export async function retitleChunks(db: Db, agentId: string, documentId: string, title: string): Promise<void> {
  await discountWords(db, agentId, documentId)
  await db.execute(sql`update chunks set title = ${title} where document_id = ${documentId} and agent_id = ${agentId}`)
  await countWords(db, agentId, documentId)
}

/** Longer «words» are no words, and nobody asks for them. */
const MAX_WORD = 64
const wordsOf = (agentId: string, documentId: string): SQL =>
  sql`select u.lexeme as word, count(*)::int as n from chunks c, unnest(c.tsv) as u
      where c.document_id = ${documentId} and c.agent_id = ${agentId} and length(u.lexeme) <= ${MAX_WORD} group by 1`

async function countWords(db: Db, agentId: string, documentId: string): Promise<void> {
  await db.execute(
    sql`insert into words as w (agent_id, word, chunks)
        select ${agentId}, word, n from (${wordsOf(agentId, documentId)}) as counted
        on conflict (agent_id, word) do update set chunks = w.chunks + excluded.chunks`,
  )
}

async function discountWords(db: Db, agentId: string, documentId: string): Promise<void> {
  await db.execute(
    sql`update words w set chunks = w.chunks - gone.n from (${wordsOf(agentId, documentId)}) as gone
        where w.agent_id = ${agentId} and w.word = gone.word`,
  )
  await db.execute(sql`delete from words where agent_id = ${agentId} and chunks <= 0`)
}

/** Everything an agent knew. */
export async function deleteAgent(db: Db, { agentId, workspaceId }: Owner): Promise<void> {
  const gone = await rows(
    db,
    sql`delete from collections where agent_id = ${agentId} and workspace_id = ${workspaceId} returning agent_id`,
  )
  if (gone.length === 0) return
  await db.execute(sql`delete from documents where agent_id = ${agentId} and workspace_id = ${workspaceId}`)
  await db.execute(sql`delete from words where agent_id = ${agentId}`)
}

export const documentIds = async (db: Db, { agentId, workspaceId }: Owner): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select id from documents where agent_id = ${agentId} and workspace_id = ${workspaceId}`,
    )
  ).map(({ id }) => id)

/** Copies documents under new ids, with their chunks and vectors, under the lock of the collection. Copies that exist stay. */
export async function copyDocuments(
  db: Db,
  from: Owner,
  to: { readonly agentId: string; readonly version: number },
  ids: readonly { readonly old: string; readonly fresh: string }[],
): Promise<void> {
  const mapOf = (pairs: typeof ids) =>
    sql`unnest(${list(pairs.map((one) => one.old))}::text[], ${list(pairs.map((one) => one.fresh))}::text[]) as m (old, fresh)`
  const copied = await rows<{ id: string }>(
    db,
    sql`insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, reason,
          chunk_count, created_at, updated_at, due_at, source_type, source_url, file_name, media_type, bytes, pages, tags,
          refresh, fetched_at, next_fetch_at, etag, last_modified, progress)
        select m.fresh, ${to.agentId}, d.workspace_id, d.name, d.content, d.size, d.content_hash, d.user_id, d.status, d.reason,
          d.chunk_count, d.created_at, d.updated_at, case when d.status = 'ready' then null else now() end, d.source_type,
          d.source_url, d.file_name, d.media_type, d.bytes, d.pages, d.tags, d.refresh, d.fetched_at, d.next_fetch_at, d.etag,
          d.last_modified, d.progress
        from ${mapOf(ids)} join documents d on d.id = m.old
        where d.agent_id = ${from.agentId} and d.workspace_id = ${from.workspaceId}
        on conflict (id) do nothing returning id`,
  )
  const fresh = ids.filter((one) => copied.some(({ id }) => id === one.fresh))
  if (fresh.length === 0) return
  const made = await rows<{ vector: boolean }>(
    db,
    sql`insert into chunks (agent_id, document_id, n, title, heading, text, embedding, embedding_model, dimensions, version,
          char_start, char_end)
        select ${to.agentId}, m.fresh, c.n, c.title, c.heading, c.text, c.embedding, c.embedding_model, c.dimensions,
          case when c.embedding is null then null else ${to.version}::bigint end, c.char_start, c.char_end
        from ${mapOf(fresh)} join chunks c on c.document_id = m.old where c.agent_id = ${from.agentId}
        returning embedding is not null as vector`,
  )
  for (const one of fresh) await countWords(db, to.agentId, one.fresh)
  await bumpCollection(db, to.agentId, made.length, made.filter((one) => one.vector).length)
}
