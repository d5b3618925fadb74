// The SQL of finding: which words of a question an agent knows, which chunks hold them, and the passages of what was found.
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/pool.ts'
import type { VectorStore } from './knowledge.port.ts'
import { rows, type Owner } from './knowledge.store.ts'

/** A word of the agent that may answer a word of the question. */
export interface KnownWord {
  /** Place of the asked word in the question. */
  readonly pos: number
  readonly asked: string
  readonly word: string
  /** How many chunks hold it. */
  readonly chunks: number
  /** same: the word itself · form: begins alike · prefix: goes on after the last word · spelling: looks alike. */
  readonly how: 'same' | 'form' | 'prefix' | 'spelling'
}

const MAX_ASKED = 24

/** The words of the question, folded as the index folds them, that the agent's chunks hold in some form. */
export function knownWords(db: Db, agentId: string, query: string, stopWords: readonly string[]): Promise<KnownWord[]> {
  const after = (text: string) => sql.raw(`w.word ~>=~ ${text} and w.word ~<~ (${text} || chr(1114111))`)
  const stem = 'left(k.word, greatest(4, length(k.word) - 3))'
  const mine = sql`w.agent_id = ${agentId}`
  return rows<KnownWord>(
    db,
    sql`with asked as (
          select lexeme as word, positions[1]::int as pos
          from unnest(to_tsvector('simple', knowledge_fold(${query}))) where length(lexeme) <= 64
        ), kept as (
          select word, pos, row_number() over (order by pos desc, word) as back from asked
          where not (word = any(${sql.param(stopWords)}::text[])) order by pos limit ${MAX_ASKED}
        )
        select k.pos, k.word as asked, f.word, f.chunks, f.how from kept k cross join lateral (
          (select w.word, w.chunks, 'same' as how from words w where ${mine} and w.word = k.word)
          union all
          (select w.word, w.chunks, 'form' from words w
           where length(k.word) >= 5 and ${mine} and ${after(stem)} and w.word <> k.word
             and abs(length(w.word) - length(k.word)) <= 3 and similarity(w.word, k.word) >= 0.5
           order by similarity(w.word, k.word) desc, w.word limit 6)
          union all
          (select w.word, w.chunks, 'prefix' from words w
           where k.back = 1 and length(k.word) >= 3 and ${mine} and ${after('k.word')} and w.word <> k.word
           order by w.chunks desc, w.word limit 8)
          union all
          (select w.word, w.chunks, 'spelling' from words w
           where length(k.word) >= 4 and not exists (select 1 from words e where e.agent_id = ${agentId} and e.word = k.word)
             and ${mine} and w.word % k.word
           order by similarity(w.word, k.word) desc, w.word limit 10)
          union all
          (select w.word, w.chunks, 'spelling' from words w
           where length(k.word) >= 4 and not exists (select 1 from words e where e.agent_id = ${agentId} and e.word = k.word)
             and ${mine} and ${after('left(k.word, 1)')} and abs(length(w.word) - length(k.word)) <= 2
             and similarity(w.word, k.word) >= 0.15
           order by similarity(w.word, k.word) desc, w.word limit 20)
        ) as f order by k.pos, k.word, f.how, f.word`,
  )
}

/** Chunks the agent has; undefined when the workspace has no such collection. */
export async function collectionOf(db: Db, { agentId, workspaceId }: Owner) {
  const found = await rows<{ name: string; chunks: number; vectors: number; version: number }>(
    db,
    sql`select name, chunks, vectors, version from collections where agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
  return found[0]
}

/** One way to write a word of the question, and what finding it is worth. */
export interface Term {
  /** Terms of one group are forms of one word: the best of them counts. */
  readonly group: number
  readonly word: string
  readonly weight: number
}

/** A quoted lexeme of a tsquery. */
export const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Ranks chunks by the words they hold, best first. Only chunks that match `candidates` are looked at, and of these no more
 * than `most`, because ranking reads whole word lists. Title words count 0.3, headings 0.6; long chunks count less.
 */
export async function rankByWords(
  db: Db,
  agentId: string,
  search: {
    readonly candidates: string
    readonly terms: readonly Term[]
    readonly most: number
    readonly limit: number
  },
): Promise<number[]> {
  const { candidates, terms, most, limit } = search
  const found = await rows<{ id: number }>(
    db,
    sql`with hits as materialized (
          select c.id, c.tsv from chunks c where c.agent_id = ${agentId} and c.tsv @@ ${candidates}::tsquery limit ${most}
        ), terms as materialized (
          select * from unnest(${sql.param(terms.map((term) => term.group))}::int[],
            ${sql.param(terms.map((term) => lexeme(term.word)))}::tsquery[],
            ${sql.param(terms.map((term) => term.weight))}::float8[]) as t (part, query, weight)
        )
        select h.id from hits h cross join lateral (select h.tsv || ''::tsvector as tsv offset 0) v
        order by (select sum(best) from (
          select max(t.weight * ts_rank('{0.1, 0.3, 0.6, 1}', v.tsv, t.query, 1)) as best from terms t group by t.part) s
        ) desc, h.id limit ${limit}`,
  )
  return found.map(({ id }) => id)
}

export interface FoundChunk {
  readonly id: number
  readonly docId: string
  readonly title: string
  readonly chunk: number
  readonly text: string
}

/** The chunks of these ids that still exist, and only those of this agent of this workspace. */
export function readChunks(db: Db, { agentId, workspaceId }: Owner, ids: readonly number[]): Promise<FoundChunk[]> {
  return rows<FoundChunk>(
    db,
    sql`select c.id, c.document_id as "docId", d.name as title, c.n as chunk, c.text
        from chunks c join documents d on d.id = c.document_id
        where c.id = any(${sql.param(ids)}::bigint[]) and c.agent_id = ${agentId} and d.agent_id = ${agentId}
          and d.workspace_id = ${workspaceId}`,
  )
}

export const vectorStore: VectorStore = {
  async state(db, agentId) {
    const found = await rows<{ version: number; vectors: number }>(
      db,
      sql`select version, vectors from collections where agent_id = ${agentId} and vectors > 0`,
    )
    return found[0]
  },
  page: (db, { agentId, model, dimensions }, after, limit) =>
    rows(
      db,
      sql`select id, version, embedding from chunks
          where agent_id = ${agentId} and embedding is not null and version >= ${after.version}
            and (version, id) > (${after.version}, ${after.id})
            and embedding_model = ${model} and dimensions = ${dimensions}
          order by version, id limit ${limit}`,
    ),
  some: (db, { agentId, model, dimensions }, { ids, tags, limit }) =>
    rows(
      db,
      sql`select c.id, c.version, c.embedding
          from unnest(${sql.param(ids)}::bigint[]) with ordinality as u (id, place) join chunks c on c.id = u.id
          where c.agent_id = ${agentId} and c.embedding is not null and c.embedding_model = ${model}
            and c.dimensions = ${dimensions} ${tagged(agentId, tags)}
          order by u.place limit ${limit}`,
    ),
}

/** Keeps chunks `c` of documents that have one of the tags; all of them where none are named. */
export const tagged = (agentId: string, tags: readonly string[]): SQL =>
  tags.length === 0
    ? sql``
    : sql`and c.document_id in (select d.id from documents d where d.agent_id = ${agentId} and exists (
        select 1 from unnest(d.tags) as tag where lower(tag) = any(${sql.param(tags.map((tag) => tag.toLowerCase()))}::text[])))`
