// SQL of chunks and their words. Writers of a document's chunks hold the lock on its row; words and
// counters of the collection are written under the lock of the collection.
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { list } from '../repository.ts'

export interface NewChunk {
  readonly n: number
  readonly heading: string
  readonly text: string
  /** Offsets in the content: `[start, end)` in UTF-16 units. */
  readonly start: number
  readonly end: number
}

export interface StoredChunk extends NewChunk {
  readonly id: number
  readonly embedded: boolean
}

const COLUMNS = sql.raw(
  `id, n, heading, text, char_start as start, char_end as "end", embedding is not null as embedded`,
)

export function chunksOf(db: Db, agentId: string, documentId: string): Promise<StoredChunk[]> {
  return rows<StoredChunk>(
    db,
    sql`select ${COLUMNS} from chunks where document_id = ${documentId} and agent_id = ${agentId} order by n`,
  )
}

export const idsOf = async (db: Db, agentId: string, documentId: string): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      sql`select id from chunks where document_id = ${documentId} and agent_id = ${agentId}`,
    )
  ).map(({ id }) => id)

export function pageOfChunks(
  db: Db,
  agentId: string,
  documentId: string,
  page: { readonly from: number; readonly limit: number },
): Promise<StoredChunk[]> {
  return rows<StoredChunk>(
    db,
    sql`select ${COLUMNS} from chunks where document_id = ${documentId} and agent_id = ${agentId} and n >= ${page.from}
        order by n limit ${page.limit}`,
  )
}

/** Sets the numbers of chunks below zero, so that others can take theirs. */
export async function setAside(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.execute(sql`update chunks set n = -1 - n where id = any(${list(ids)}::bigint[])`)
}

/** Sets the numbers and offsets of kept chunks. */
export async function place(db: Db, chunks: readonly Pick<StoredChunk, 'id' | 'n' | 'start' | 'end'>[]): Promise<void> {
  if (chunks.length === 0) return
  await db.execute(
    sql`update chunks c set n = u.n, char_start = u.char_start, char_end = u.char_end
        from unnest(${list(chunks.map((one) => one.id))}::bigint[], ${list(chunks.map((one) => one.n))}::int[],
          ${list(chunks.map((one) => one.start))}::int[], ${list(chunks.map((one) => one.end))}::int[])
          as u (id, n, char_start, char_end) where c.id = u.id`,
  )
}

/** Rows per statement, so that statements stay below a megabyte. */
const AT_ONCE = 400

export async function insertChunks(
  db: Db,
  owner: { readonly agentId: string; readonly documentId: string; readonly title: string },
  chunks: readonly NewChunk[],
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < chunks.length; from += AT_ONCE) {
    const some = chunks.slice(from, from + AT_ONCE)
    const made = await rows<{ id: number }>(
      db,
      sql`insert into chunks (agent_id, document_id, n, title, heading, text, char_start, char_end)
          select ${owner.agentId}, ${owner.documentId}, u.n, ${owner.title}, u.heading, u.text, u.char_start, u.char_end
          from unnest(${list(some.map((one) => one.n))}::int[], ${list(some.map((one) => one.heading))}::text[],
            ${list(some.map((one) => one.text))}::text[], ${list(some.map((one) => one.start))}::int[],
            ${list(some.map((one) => one.end))}::int[]) as u (n, heading, text, char_start, char_end)
          returning id`,
    )
    for (const { id } of made) ids.push(id)
  }
  return ids
}

/** Removes chunks and their word counts, under the collection's lock. Returns how many had vectors. */
export async function dropChunks(db: Db, agentId: string, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  await discountWords(db, agentId, ids)
  const gone = await rows<{ vector: boolean }>(
    db,
    sql`delete from chunks where id = any(${list(ids)}::bigint[]) and agent_id = ${agentId}
        returning embedding is not null as vector`,
  )
  return gone.filter((one) => one.vector).length
}

/** Sets the version of a document's vectors, under the collection's lock. Returns their number. */
export async function versionVectors(
  db: Db,
  agentId: string,
  ids: readonly number[],
  version: number,
): Promise<number> {
  const vectors = await rows(
    db,
    sql`update chunks set version = ${version}
        where id = any(${list(ids)}::bigint[]) and agent_id = ${agentId} and embedding is not null returning id`,
  )
  return vectors.length
}

/** Sets the new name of the document on its chunks, under the collection's lock. */
export async function retitle(db: Db, agentId: string, ids: readonly number[], title: string): Promise<void> {
  await discountWords(db, agentId, ids)
  await db.execute(
    sql`update chunks set title = ${title} where id = any(${list(ids)}::bigint[]) and agent_id = ${agentId}`,
  )
  await countWords(db, agentId, ids)
}

/** Longer «words» are not counted. */
const MAX_WORD = 64
const wordsOf = (agentId: string, ids: readonly number[]): SQL =>
  sql`select u.lexeme as word, count(*)::int as n from chunks c, unnest(c.tsv) as u
      where c.id = any(${list(ids)}::bigint[]) and c.agent_id = ${agentId} and length(u.lexeme) <= ${MAX_WORD} group by 1`

/** Counts the words of new chunks, under the collection's lock. */
export async function countWords(db: Db, agentId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(
    sql`insert into words as w (agent_id, word, chunks)
        select ${agentId}, word, n from (${wordsOf(agentId, ids)}) as counted
        on conflict (agent_id, word) do update set chunks = w.chunks + excluded.chunks`,
  )
}

async function discountWords(db: Db, agentId: string, ids: readonly number[]): Promise<void> {
  await db.execute(
    sql`update words w set chunks = w.chunks - gone.n from (${wordsOf(agentId, ids)}) as gone
        where w.agent_id = ${agentId} and w.word = gone.word`,
  )
  await db.execute(sql`delete from words where agent_id = ${agentId} and chunks <= 0`)
}
