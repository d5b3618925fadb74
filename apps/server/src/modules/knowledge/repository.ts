// SQL of documents and collections. Every statement names the tenant.
import type { DocumentState } from '@parlance/contract/knowledge/schemas'
import { sql, type SQL } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import type { documents } from './schema.ts'

export type DocumentRow = typeof documents.$inferSelect
export type DocumentHead = Omit<DocumentRow, 'content'>

export interface Owner {
  readonly agentId: string
  readonly workspaceId: string
}

export const list = (values: readonly unknown[]): SQL => sql`${sql.param(values)}`

const HEAD = sql.raw(
  `id, agent_id as "agentId", workspace_id as "workspaceId", name, size, content_hash as "contentHash", user_id as "userId",
   status, reason, warning, chunk_count as "chunkCount", created_at as "createdAt", updated_at as "updatedAt", attempts,
   lease_until as "leaseUntil", due_at as "dueAt", source_type as "sourceType", source_url as "sourceUrl",
   file_name as "fileName", media_type as "mediaType", bytes::float8 as bytes, file_key as "fileKey", pages, tags,
   crawl_id as "crawlId", refresh, fetched_at as "fetchedAt", next_fetch_at as "nextFetchAt", etag,
   last_modified as "lastModified", source_hash as "sourceHash", progress, credits_needed::float8 as "creditsNeeded",
   credit_hold as "creditHold"`,
)
const TIMES = ['createdAt', 'updatedAt', 'leaseUntil', 'dueAt', 'fetchedAt', 'nextFetchAt'] as const

/** Raw statements return times as text. */
function dated<Row extends DocumentHead>(row: Row): Row {
  const copy: Record<string, unknown> = { ...row }
  for (const name of TIMES) if (typeof copy[name] === 'string') copy[name] = new Date(copy[name])
  return copy as Row
}

export interface ListQuery extends Owner {
  readonly search: string
  readonly status: DocumentState | undefined
  readonly sourceType: DocumentRow['sourceType'] | undefined
  readonly tag: string | undefined
  readonly crawlId: string | undefined
  readonly after: Cursor | undefined
  readonly limit: number
}

/** Newest first. `search` finds parts of names and beginnings of words in the text. */
export async function listDocuments(db: Db, query: ListQuery) {
  const { agentId, workspaceId, search, after, limit } = query
  const below = after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id})` : sql``
  const found = search
    ? sql`and (position(knowledge_fold(${search}) in knowledge_fold(name)) > 0 or exists (
        select 1 from chunks c where c.document_id = documents.id and c.agent_id = ${agentId}
        and c.tsv @@ (select (case when q <> '' then q || ':*' else '' end)::tsquery
                      from plainto_tsquery('simple', knowledge_split(knowledge_fold(${search}), true)) as p, text(p) as q)))`
    : sql``
  const page = await rows<DocumentHead>(
    db,
    sql`select ${HEAD} from documents where agent_id = ${agentId} and workspace_id = ${workspaceId} ${below} ${found}
          ${filters(query)}
        order by created_at desc, id desc limit ${limit}`,
  )
  return page.map(dated)
}

function filters({ status, sourceType, tag, crawlId }: ListQuery): SQL {
  const parts = [
    ...(status === undefined ? [] : [inState(status)]),
    ...(sourceType === undefined ? [] : [sql`and source_type = ${sourceType}`]),
    ...(tag === undefined ? [] : [sql`and lower(${tag}) = any(select lower(t) from unnest(tags) as t)`]),
    ...(crawlId === undefined ? [] : [sql`and crawl_id = ${crawlId}`]),
  ]
  return sql.join(parts, sql` `)
}

/** A paused document keeps the status it resumes with. */
const inState = (status: DocumentState): SQL =>
  status === 'paused' ? sql`and credits_needed is not null` : sql`and status = ${status} and credits_needed is null`

/** Documents by a condition, which must name the tenant, oldest first. */
export async function documentsWhere(db: Db, condition: SQL, lock = false): Promise<DocumentHead[]> {
  const found = await rows<DocumentHead>(
    db,
    sql`select ${HEAD} from documents where ${condition} order by created_at, id ${lock ? sql`for update` : sql``}`,
  )
  return found.map(dated)
}

export const lockDocuments = (db: Db, { agentId, workspaceId }: Owner, ids: readonly string[]) =>
  documentsWhere(
    db,
    sql`agent_id = ${agentId} and workspace_id = ${workspaceId} and id = any(${list(ids)}::text[])`,
    true,
  )

export interface NamedDocument extends Pick<DocumentRow, 'id' | 'agentId' | 'name' | 'sourceType' | 'sourceUrl'> {}

/** The expression of the index `documents_names`. */
const searchedName = sql`knowledge_fold(name || ' ' || source_url)`

/** Ignores case and accents. Names that begin with it first, then others, then URLs; newest first. */
export function findInWorkspace(
  db: Db,
  { workspaceId, search, limit }: { workspaceId: string; search: string; limit: number },
): Promise<NamedDocument[]> {
  const escaped = search.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return rows<NamedDocument>(
    db,
    sql`select id, agent_id as "agentId", name, source_type as "sourceType", source_url as "sourceUrl" from documents
        where workspace_id = ${workspaceId} and ${searchedName} like knowledge_fold(${`%${escaped}%`})
        order by case position(knowledge_fold(${search}) in knowledge_fold(name)) when 1 then 0 when 0 then 2 else 1 end,
          created_at desc, id desc
        limit ${limit}`,
  )
}

export async function namesOf(
  db: Db,
  { agentId, workspaceId }: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; name: string }>(
    db,
    sql`select id, name from documents
        where id = any(${list([...ids])}::text[]) and agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

export async function findDocument(db: Db, { agentId, workspaceId }: Owner, id: string) {
  const found = await rows<DocumentRow>(
    db,
    sql`select ${HEAD}, content from documents
        where id = ${id} and agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
  return found[0] && dated(found[0])
}

/** Without the content, which may be megabytes. Lock it before its collection: that serializes its writers. */
export async function findHead(db: Db, { agentId, workspaceId }: Owner, id: string, lock = false) {
  const found = await rows<DocumentHead>(
    db,
    sql`select ${HEAD} from documents
        where id = ${id} and agent_id = ${agentId} and workspace_id = ${workspaceId} ${lock ? sql`for update` : sql``}`,
  )
  return found[0] && dated(found[0])
}

/**
 * Creates the collection if missing and locks it, so that versions grow in commit order. Undefined for another
 * workspace's agent.
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

export async function lockExisting(db: Db, { agentId, workspaceId }: Owner): Promise<{ version: number } | undefined> {
  const found = await rows<{ version: number }>(
    db,
    sql`select version from collections where agent_id = ${agentId} and workspace_id = ${workspaceId} for update`,
  )
  return found[0]
}

/** Updates the counters under the lock, and returns the new version. */
export async function bumpCollection(db: Db, agentId: string, chunks: number, vectors: number): Promise<void> {
  await db.execute(
    sql`update collections set chunks = chunks + ${chunks}, vectors = vectors + ${vectors}, version = version + 1
        where agent_id = ${agentId}`,
  )
}

export async function insertDocument(db: Db, row: DocumentRow): Promise<void> {
  await db.execute(
    sql`insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, reason,
          warning, chunk_count, created_at, updated_at, attempts, due_at, source_type, source_url, file_name, media_type, bytes,
          file_key, pages, tags, crawl_id, refresh, fetched_at, next_fetch_at, etag, last_modified, source_hash, progress)
        values (${row.id}, ${row.agentId}, ${row.workspaceId}, ${row.name}, ${row.content}, ${row.size}, ${row.contentHash},
          ${row.userId}, ${row.status}, ${row.reason}, ${row.warning}, ${row.chunkCount}, ${row.createdAt}, ${row.updatedAt}, 0, ${row.dueAt},
          ${row.sourceType}, ${row.sourceUrl}, ${row.fileName}, ${row.mediaType}, ${row.bytes}, ${row.fileKey}, ${row.pages},
          ${list(row.tags)}::text[], ${row.crawlId}, ${row.refresh}, ${row.fetchedAt}, ${row.nextFetchAt}, ${row.etag},
          ${row.lastModified}, ${row.sourceHash}, ${row.progress})`,
  )
}

/** Updates a document except its content, including its lease, so that a change ends a running job. */
export async function updateDocument(db: Db, row: DocumentHead): Promise<void> {
  await db.execute(
    sql`update documents set name = ${row.name}, size = ${row.size},
          content_hash = ${row.contentHash}, status = ${row.status}, reason = ${row.reason},
          warning = ${row.warning}, chunk_count = ${row.chunkCount}, updated_at = ${row.updatedAt}, attempts = ${row.attempts},
          lease_until = ${row.leaseUntil}, due_at = ${row.dueAt}, source_url = ${row.sourceUrl},
          media_type = ${row.mediaType}, bytes = ${row.bytes}, file_key = ${row.fileKey}, pages = ${row.pages}, tags = ${list(row.tags)}::text[], refresh = ${row.refresh},
          fetched_at = ${row.fetchedAt}, next_fetch_at = ${row.nextFetchAt}, etag = ${row.etag},
          last_modified = ${row.lastModified}, source_hash = ${row.sourceHash}, progress = ${row.progress},
          credits_needed = ${row.creditsNeeded}, credit_hold = ${row.creditHold}
        where id = ${row.id} and agent_id = ${row.agentId} and workspace_id = ${row.workspaceId}`,
  )
}

export async function writeContent(db: Db, { agentId, id }: DocumentHead, content: string): Promise<void> {
  await db.execute(sql`update documents set content = ${content} where id = ${id} and agent_id = ${agentId}`)
}

export async function deleteDocument(db: Db, { agentId, workspaceId }: Owner, id: string): Promise<void> {
  await db.execute(
    sql`delete from documents where id = ${id} and agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
}

export async function charactersOf(db: Db, workspaceId: string): Promise<number> {
  const found = await rows<{ n: number }>(
    db,
    sql`select coalesce(sum(size), 0)::float8 as n from documents where workspace_id = ${workspaceId}`,
  )
  return found[0]?.n ?? 0
}
