// The SQL of finding: which words of a question an agent knows, which chunks hold them, and the passages of what was found.
import type { Piece } from './join-neighbours.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import type { VectorStore } from '../ports.ts'
import { rows } from '../../../lib/db/sql.ts'
import { type Owner } from '../repository.ts'

/** A word of the agent that may answer a word of the question. */
export interface KnownWord {
  /** Place of the asked word in the question. */
  readonly pos: number
  readonly asked: string
  readonly word: string
  /** How many chunks hold it. */
  readonly chunks: number
  /**
   * same: the word itself · stem: one stem, in a language of the agent's texts · form: begins alike · prefix: goes on after the
   * last word · spelling: looks alike.
   */
  readonly how: 'same' | 'stem' | 'form' | 'prefix' | 'spelling'
}

/** A word of the question as the index folds it, and the words of the agent that answer it; none for one it does not know. */
export interface AskedWord {
  readonly pos: number
  readonly asked: string
  readonly known: readonly Omit<KnownWord, 'pos' | 'asked'>[]
}

const MAX_ASKED = 24
/** Languages of an agent's texts whose stems are looked for, the most used first. */
const MAX_LANGUAGES = 3
/** Marks of languages among the words; see the table. */
const LANGUAGES = [
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'portuguese',
  'dutch',
  'swedish',
  'danish',
  'norwegian',
  'finnish',
  'hungarian',
  'romanian',
  'turkish',
  'russian',
].map((name) => `=${name}`)

const after = (text: string) => sql.raw(`w.word ~>=~ ${text} and w.word ~<~ (${text} || chr(1114111))`)

/** The words of the question and what the agent's chunks hold of them, as they stand or in another form. */
export function askedWords(db: Db, agentId: string, query: string, stopWords: readonly string[]): Promise<AskedWord[]> {
  const stem = 'left(k.word, greatest(4, length(k.word) - 3))'
  const mine = sql`w.agent_id = ${agentId}`
  return rows<AskedWord>(
    db,
    sql`with asked as (
          select lexeme as word, positions[1]::int as pos
          from unnest(to_tsvector('simple', knowledge_fold(${query}))) where length(lexeme) <= 64
        ), kept as (
          select word, pos, row_number() over (order by pos desc, word) as back from asked
          where not (word = any(${sql.param(stopWords)}::text[])) order by pos limit ${MAX_ASKED}
        ), languages as materialized (
          select ('pg_catalog.' || substr(w.word, 2) || '_stem')::regdictionary as stems from words w
          where ${mine} and w.word = any(${sql.param(LANGUAGES)}::text[]) order by w.chunks desc limit ${MAX_LANGUAGES}
        ), stemmed as (
          select distinct k.pos, k.word, s.stem from kept k, languages l, unnest(ts_lexize(l.stems, k.word)) as s (stem)
          where s.stem <> k.word
        )
        select k.pos, k.word as asked, coalesce(json_agg(json_build_object('word', f.word, 'chunks', f.chunks, 'how', f.how)
          order by f.how, f.word) filter (where f.word is not null), '[]') as known
        from kept k left join lateral (
          (select w.word, w.chunks, 'same' as how from words w where ${mine} and w.word = k.word)
          union all
          (select w.word, w.chunks, 'stem' from stemmed s join words w on ${mine} and w.word = s.stem
           where s.pos = k.pos and s.word = k.word)
          union all
          (select w.word, w.chunks, 'form' from words w
           where length(k.word) >= 5 and ${mine} and ${after(stem)} and w.word <> k.word
             and abs(length(w.word) - length(k.word)) <= 3 and similarity(w.word, k.word) >= 0.5
           order by similarity(w.word, k.word) desc, w.word limit 6)
          union all
          (select w.word, w.chunks, 'prefix' from words w
           where k.back = 1 and length(k.word) >= 3 and ${mine} and ${after('k.word')} and w.word <> k.word
           order by w.chunks desc, w.word limit 8)
        ) as f on true group by k.pos, k.word order by k.pos, k.word`,
  )
}

/** A word that the agent does not know. */
export interface UnknownWord {
  readonly pos: number
  readonly asked: string
  /** Spellings of it to look for. */
  readonly near: readonly string[]
  /** Whether to look for what shares many of its letters, too. */
  readonly alike: boolean
}

/** Words of the agent that look like those it does not know. */
export function spellings(db: Db, agentId: string, unknown: readonly UnknownWord[]): Promise<KnownWord[]> {
  const searches = unknown.flatMap(({ pos, asked, near, alike }) => {
    const head = sql`(select ${pos}::int as pos, ${asked}::text as asked, w.word, w.chunks, 'spelling' as how from words w
      where w.agent_id = ${agentId}`
    return [
      ...(near.length > 0 ? [sql`${head} and w.word = any(${sql.param(near)}::text[]))`] : []),
      ...(alike
        ? [sql`${head} and w.word % ${asked} order by similarity(w.word, ${asked}) desc, w.word limit 10)`]
        : []),
    ]
  })
  if (searches.length === 0) return Promise.resolve([])
  return rows<KnownWord>(db, sql`select * from (${sql.join(searches, sql` union `)}) as found order by 1, 2, 3`)
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
 * than `most`, because ranking reads whole word lists. Title words count 0.3, stems 0.5, headings 0.6; long chunks count less.
 */
export async function rankByWords(
  db: Db,
  agentId: string,
  search: {
    readonly candidates: string
    readonly terms: readonly Term[]
    readonly tags: readonly string[]
    readonly most: number
    readonly limit: number
  },
): Promise<{ id: number; score: number }[]> {
  const { candidates, terms, tags, most, limit } = search
  const groups = Map.groupBy(terms, ({ group }) => group)
  // One expression instead of a table of terms: it is evaluated some hundred times.
  const score = [...groups.values()].map(
    (forms) =>
      sql`greatest(${sql.join(
        forms.map(
          ({ word, weight }) =>
            sql`${weight}::float8 * ts_rank('{0.5, 0.3, 0.6, 1}', h.tsv, ${lexeme(word)}::tsquery, 1)`,
        ),
        sql`, `,
      )})`,
  )
  return rows(
    db,
    sql`select h.id, (${sql.join(score, sql` + `)}) as score from (
          select c.id, c.tsv || ''::tsvector as tsv from chunks c
          where c.agent_id = ${agentId} and c.tsv @@ ${candidates}::tsquery ${tagged(agentId, tags)} limit ${most}
        ) h order by score desc, h.id limit ${limit}`,
  )
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

export interface ChunkAround extends Piece {
  readonly id: number
  readonly title: string
  /** Where readers can open the document; empty when it has no address. */
  readonly url: string
  readonly before: Piece | null
}

/** The same with where they stand, and the chunk before each in its document. */
export function readAround(db: Db, { agentId, workspaceId }: Owner, ids: readonly number[]): Promise<ChunkAround[]> {
  return rows<ChunkAround>(
    db,
    sql`select c.id, c.document_id as "docId", d.name as title, d.source_url as url, c.n, c.heading, c.text,
          c.char_start as start, c.char_end as "end", case when b.id is null then null else json_build_object(
            'docId', b.document_id, 'n', b.n, 'heading', b.heading, 'text', b.text, 'start', b.char_start,
            'end', b.char_end) end as before
        from chunks c join documents d on d.id = c.document_id
          left join chunks b on b.document_id = c.document_id and b.n = c.n - 1
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
