// SQL of search: known words of a question, chunks that contain them, and passages.
import type { Piece } from './join-neighbours.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import type { VectorStore } from '../ports.ts'
import { rows } from '../../../lib/db/sql.ts'
import { type Owner } from '../repository.ts'
import { MORE_THAN_ROWS } from './table-head.ts'

/** A word of the agent that matches a word of the question. */
export interface KnownWord {
  readonly pos: number
  readonly asked: string
  readonly word: string
  /** Number of chunks that contain it. */
  readonly chunks: number
  /** `form`: the same beginning; `prefix`: continues the last word; `stem` in a language of the agent's texts. */
  readonly how: 'same' | 'stem' | 'form' | 'prefix' | 'spelling'
}

/** A folded word of the question, and the matching words of the agent; none for an unknown word. */
export interface AskedWord {
  readonly pos: number
  readonly asked: string
  readonly known: readonly Omit<KnownWord, 'pos' | 'asked'>[]
}

const MAX_ASKED = 24
/** Languages of an agent's texts used for stemming, most frequent first. */
const MAX_LANGUAGES = 3
/** Language markers among the words; see the schema. */
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

/** Words of the question with matching words of the agent. */
export function askedWords(db: Db, agentId: string, query: string, stopWords: readonly string[]): Promise<AskedWord[]> {
  const stem = 'left(k.word, greatest(4, length(k.word) - 3))'
  const mine = sql`w.agent_id = ${agentId}`
  return rows<AskedWord>(
    db,
    sql`with asked as (
          select lexeme as word, positions[1]::int as pos
          from unnest(to_tsvector('simple', knowledge_split(knowledge_fold(${query}), true))) where length(lexeme) <= 64
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

export interface UnknownWord {
  readonly pos: number
  readonly asked: string
  readonly near: readonly string[]
  /** Whether to search by letter similarity too. */
  readonly alike: boolean
}

/** Words of the agent with a spelling similar to unknown words. */
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

export async function collectionOf(db: Db, { agentId, workspaceId }: Owner) {
  const found = await rows<{ name: string; chunks: number; vectors: number; version: number }>(
    db,
    sql`select name, chunks, vectors, version from collections where agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
  return found[0]
}

export interface Term {
  /** Terms of one group are forms of one word: only the best counts. */
  readonly group: number
  readonly word: string
  readonly weight: number
}

/** A quoted lexeme of a tsquery. */
export const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Best first. Ranks only chunks that match `candidates`, at most `most`, because ranking reads whole word lists.
 * Weights: title 0.3, stems 0.5, headings 0.6; long chunks count less.
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
  // One expression instead of a join, because it is evaluated some hundred times.
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

/** Existing chunks with these ids, of this agent and workspace only. */
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
  /** Public URL of the document; empty if there is none. */
  readonly url: string
  readonly before: Piece | null
}

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

/** In chunks: a table that began further back stays without its header, because each chunk between is read. */
const LONGEST_TABLE = 500

/** For chunks inside tables: the chunk in which the table begins, if nothing but its rows is between. */
export function tableStarts(
  db: Db,
  { agentId }: Owner,
  places: readonly { readonly docId: string; readonly n: number }[],
): Promise<{ docId: string; n: number; text: string }[]> {
  return rows(
    db,
    sql`select p.doc_id as "docId", p.n, c.text
        from unnest(${sql.param(places.map(({ docId }) => docId))}::text[],
            ${sql.param(places.map(({ n }) => n))}::int[]) as p (doc_id, n)
          cross join lateral (select c.text from chunks c where c.document_id = p.doc_id and c.agent_id = ${agentId}
            and c.n between p.n - ${LONGEST_TABLE} and p.n - 1 and c.text ~ ${MORE_THAN_ROWS} order by c.n desc limit 1) c`,
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

/** Condition on chunks `c`: their document has one of the tags; no restriction without tags. */
export const tagged = (agentId: string, tags: readonly string[]): SQL =>
  tags.length === 0
    ? sql``
    : sql`and c.document_id in (select d.id from documents d where d.agent_id = ${agentId} and exists (
        select 1 from unnest(d.tags) as tag where lower(tag) = any(${sql.param(tags.map((tag) => tag.toLowerCase()))}::text[])))`
