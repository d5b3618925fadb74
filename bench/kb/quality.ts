// How often search finds the right passage: by keywords, by vectors (built-in encoder), and by both. node
// bench/kb/quality.ts [--sets passages,documents] [--json] [--misses] [--vectors DIR]
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { VG_STARTER } from '@parlance/contract/agents/schemas'
import type { Passage } from '@parlance/contract/knowledge/schemas'
import { createSentenceEmbedder } from '../../apps/server/src/adapters/universal-sentence-encoder/embedder.ts'
import { openEngine } from '../../apps/server/src/adapters/usearch/engine.ts'
import { createVectorIndex } from '../../apps/server/src/adapters/usearch/usearch.ts'
import { createSearch } from '../../apps/server/src/modules/knowledge/retrieval/search.ts'
import { toBytes } from '../../apps/server/src/modules/knowledge/vectors.ts'
import { vectorStore } from '../../apps/server/src/modules/knowledge/retrieval/search.repository.ts'
import type { Ctx } from '../../apps/server/src/lib/ctx.ts'
import type { Pool } from '../../apps/server/src/lib/db/pool.ts'
import { withDatabase, WORKSPACE } from './database.ts'
import {
  withoutContext,
  asDocuments,
  type BenchChunk,
  type BenchQuestion,
  KINDS,
  readPassages,
  readQuestions,
} from './questions.ts'
import { beats, rankOf, type Scores, scoresOf } from './scores.ts'

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'passages,documents' },
    json: { type: 'boolean', default: false },
    /** Lists every question with a wrong first hit. */
    misses: { type: 'boolean', default: false },
    /** A directory that caches vectors between runs. */
    vectors: { type: 'string' },
  },
})

const SEARCHES = ['words', 'meaning', 'both'] as const
type Search = (typeof SEARCHES)[number]
/** Rank of the first right answer per search. */
type Found = Readonly<Record<Search, number | undefined>>
interface Row {
  readonly of: string
  readonly questions: number
  readonly scores: Readonly<Record<Search, Scores>>
  readonly bothWins: boolean
}

const LIMIT = 100
const DIMENSIONS = 512
const EMBEDDED_AT_ONCE = 200
/** Characters of a chunk that the product embeds. */
const EMBEDDED_CHARS = 6000

const passages = readPassages()
const questions = readQuestions()
const embedder = createSentenceEmbedder()
try {
  const sets: Readonly<Record<string, () => BenchChunk[]>> = {
    passages: () => withoutContext(passages),
    documents: () => asDocuments(passages, VG_STARTER.vgOptions.maxChunkSize),
  }
  const report = await withDatabase(async ({ pool, ctx }) => {
    const rows: Row[] = []
    for (const name of options.sets.split(',')) rows.push(...(await judge(pool, ctx, name, sets[name]?.() ?? [])))
    return rows
  })
  if (options.json) console.log(JSON.stringify(report))
  else print(report)
} finally {
  await embedder.close()
}

async function judge(pool: Pool, ctx: Ctx, name: string, chunks: readonly BenchChunk[]): Promise<Row[]> {
  const seconds = await fill(pool, ctx, name, chunks)
  if (!options.json) console.error(`${name}: ${chunks.length} chunks embedded in ${seconds.toFixed(0)} s`)
  const vectors = createVectorIndex({ store: vectorStore, engine: await openEngine(() => undefined) })
  const agents = { settingsOf: async () => ({ maxChunkSize: 0, dimensions: DIMENSIONS }) }
  const { search } = createSearch({ embedder, vectors, agents }, { reindex: async () => 0 })
  const held = holders(chunks)
  const found: Found[] = []
  for (const question of questions)
    found.push(judged(question, await search(ctx, { agentId: name, query: question.text, limit: LIMIT }), held))
  if (options.misses) printMisses(name, found)
  const row = (of: string, wanted: (question: BenchQuestion) => boolean): Row => {
    const ranks = found.filter((_, at) => questions[at] && wanted(questions[at]))
    const scores = Object.fromEntries(SEARCHES.map((one) => [one, scoresOf(ranks.map((rank) => rank[one]))]))
    const of3 = scores as Row['scores']
    return {
      of: `${name}: ${of}`,
      questions: ranks.length,
      scores: of3,
      bothWins: beats(of3.both, [of3.words, of3.meaning]),
    }
  }
  return [
    row('all', () => true),
    row('tuning half', ({ tuning }) => tuning),
    row('held-out half', ({ tuning }) => !tuning),
    ...KINDS.map((kind) => row(kind, (question) => question.kind === kind)),
  ]
}

type Holders = ReadonlyMap<string, readonly string[]>
function keyOf(document: string, chunk: number): string {
  return `${document} ${chunk}`
}

/** The passages in each chunk. */
function holders(chunks: readonly BenchChunk[]): Holders {
  const numbers = new Map<string, number>()
  return new Map(
    chunks.map(({ document, holds }) => {
      const n = numbers.get(document) ?? 0
      numbers.set(document, n + 1)
      return [keyOf(document, n), holds]
    }),
  )
}

function judged(question: BenchQuestion, found: readonly Passage[], held: Holders): Found {
  const isRight = ({ docId, chunk }: Passage) =>
    (held.get(keyOf(docId, chunk)) ?? []).some((id) => question.answers.includes(id))
  const by = (rank: (passage: Passage) => number | null) =>
    found.filter((passage) => rank(passage) !== null).toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0))
  return {
    words: rankOf(
      by(({ textRank }) => textRank),
      isRight,
    ),
    meaning: rankOf(
      by(({ vectorRank }) => vectorRank),
      isRight,
    ),
    both: rankOf(found, isRight),
  }
}

/** Stores the chunks like the product, under an agent named after the set. Returns the seconds spent on embedding. */
async function fill(pool: Pool, ctx: Ctx, agentId: string, chunks: readonly BenchChunk[]): Promise<number> {
  const documents = Map.groupBy(chunks, ({ document }) => document)
  for (const [id, parts] of documents)
    await pool.query(
      `insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, chunk_count,
         created_at, updated_at) values ($1, $2, $3, $4, '', 0, '', '', 'ready', $5, now(), now())`,
      [id, agentId, WORKSPACE, parts[0]?.title ?? '', parts.length],
    )
  const started = performance.now()
  const model = await embedder.modelOf(ctx, { workspaceId: WORKSPACE, dimensions: DIMENSIONS })
  const vectors = await embedded(ctx, model, chunks)
  const seconds = (performance.now() - started) / 1000
  let at = 0
  for (const [id, parts] of documents)
    for (const [n, { title, heading, text }] of parts.entries()) {
      const vector = vectors[at]
      at += 1
      await pool.query(
        `insert into chunks (agent_id, document_id, n, title, heading, text, char_end, embedding, embedding_model, dimensions,
           version) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 512, 1)`,
        [agentId, id, n, title, heading, text, text.length, vector && toBytes(vector), model],
      )
    }
  await pool.query(
    `insert into words (agent_id, word, chunks) select $1, word, ndoc from ts_stat($2) where length(word) <= 64`,
    [agentId, `select tsv from chunks where agent_id = '${agentId}'`],
  )
  await pool.query(
    `insert into collections (agent_id, workspace_id, name, chunks, vectors, version) values ($1, $2, $1, $3, $3, 1)`,
    [agentId, WORKSPACE, chunks.length],
  )
  return seconds
}

/** One vector per chunk, of the text the product embeds. */
async function embedded(ctx: Ctx, model: string, chunks: readonly BenchChunk[]): Promise<Float32Array[]> {
  const texts = chunks.map(({ heading, text }) => (heading ? `${heading}\n\n${text}` : text).slice(0, EMBEDDED_CHARS))
  const key = createHash('sha256')
    .update(JSON.stringify([model, texts]))
    .digest('hex')
  const kept = options.vectors && join(options.vectors, `${key}.bin`)
  if (kept && existsSync(kept)) {
    const all = new Float32Array(new Uint8Array(readFileSync(kept)).buffer)
    return texts.map((_, at) => all.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS))
  }
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += EMBEDDED_AT_ONCE) {
    const some = texts.slice(from, from + EMBEDDED_AT_ONCE)
    const answer = await embedder.embed(ctx, { workspaceId: WORKSPACE, dimensions: DIMENSIONS, texts: some })
    vectors.push(...answer.vectors)
  }
  if (kept) {
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, Buffer.concat(vectors.map((vector) => toBytes(vector))))
  }
  return vectors
}

function print(report: readonly Row[]): void {
  const shown = ({ hit1, hit5, mrr }: Scores) => [hit1, hit5, mrr].map((value) => value.toFixed(3).padStart(7)).join('')
  console.log(`${''.padEnd(28)}${'n'.padStart(5)}  ${SEARCHES.map((name) => name.padEnd(23)).join('')}`)
  console.log(`${''.padEnd(33)}${SEARCHES.map(() => '   hit@1  hit@5    MRR').join(' ')}`)
  for (const { of, questions: count, scores, bothWins } of report)
    console.log(
      `${of.padEnd(28)}${String(count).padStart(5)}${SEARCHES.map((name) => `${shown(scores[name])}  `).join('')}${bothWins ? 'both wins' : ''}`,
    )
}

function printMisses(name: string, found: readonly Found[]): void {
  for (const [at, rank] of found.entries())
    if (rank.both !== 1)
      console.error([name, rank.words, rank.meaning, rank.both, questions[at]?.answers, questions[at]?.text].join('\t'))
}
