// Search latency by keywords, by vectors and by both, over 10,000 and 100,000 chunks of 1,536 dimensions. node
// bench/kb/speed.ts [--sizes 10000,100000] [--queries 200] [--rounds 3] [--keep DIR] [--json]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEngine } from '../../apps/server/src/adapters/usearch/engine.ts'
import { createVectorIndex } from '../../apps/server/src/adapters/usearch/usearch.ts'
import { EmbedError, type VectorIndex } from '../../apps/server/src/modules/knowledge/ports.ts'
import { createSearch } from '../../apps/server/src/modules/knowledge/retrieval/search.ts'
import { toBytes } from '../../apps/server/src/modules/knowledge/vectors.ts'
import { vectorStore } from '../../apps/server/src/modules/knowledge/retrieval/search.repository.ts'
import type { Ctx } from '../../apps/server/src/lib/ctx.ts'
import { startEmbedded } from '../../apps/server/src/lib/db/embedded.ts'
import { ensureDatabase, migrateDatabase } from '../../apps/server/src/lib/db/migrate.ts'
import { openDb, openPool, type Db, type Pool } from '../../apps/server/src/lib/db/pool.ts'
import { createLog } from '../../apps/server/src/lib/log.ts'
import { summarise } from '../stats.ts'
import { type Corpus, createCorpus, type Question, questionsOf } from './speed-corpus.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    queries: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    /** A data directory to reuse in the next run. */
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const WORKSPACE = 'bench'
const MODEL = 'bench'
const PER_DOCUMENT = 100
const AIM_MS: Readonly<Record<number, number>> = { 10_000: 25, 100_000: 80 }

const corpus = createCorpus()
const dataDir = options.keep ?? mkdtempSync(join(tmpdir(), 'parlance-kb-'))
// Otherwise the cluster of a root run would stay under /var/lib.
chmodSync(dataDir, 0o711)
const log = createLog({ level: 'silent' })
const embedded = await startEmbedded({ dataDir, log, settings: { synchronous_commit: 'off', max_wal_size: '2GB' } })
try {
  await ensureDatabase(embedded.url('postgres'), 'kb')
  const pool = openPool(embedded.url('kb'), { max: 10, applicationName: 'kb bench', statementTimeoutMs: 0 })
  try {
    await migrateDatabase(pool, 'region')
    await measure(pool)
  } finally {
    await pool.end()
  }
} finally {
  await embedded.stop()
  if (!options.keep) rmSync(dataDir, { recursive: true, force: true })
}

async function measure(pool: Pool): Promise<void> {
  const ctx = contextOf(openDb(pool))
  const report: Row[] = []
  for (const size of options.sizes.split(',').map(Number)) {
    const agentId = `bench${size}`
    await fill(pool, corpus, agentId, size)
    report.push(...(await measureSize(ctx, agentId, size)))
  }
  if (options.json) console.log(JSON.stringify(report))
  else print(report)
}

interface Row {
  readonly chunks: number
  readonly search: string
  readonly median: number
  readonly p95: number
  readonly aim: number | undefined
  readonly hold: number | undefined
}

async function measureSize(ctx: Ctx, agentId: string, size: number): Promise<Row[]> {
  const questions = questionsOf(corpus, size, Number(options.queries))
  const engine = await openEngine(() => undefined)
  const vectors = createVectorIndex({ store: vectorStore, engine })
  const byText = new Map(questions.map((question) => [question.text, question.vector]))
  const fused = searchOf(vectors, (text) => byText.get(text))
  const words = searchOf(vectors, () => undefined)
  const row = (search: string, times: number[], more: Partial<Row> = {}): Row => {
    const { median, p95 } = summarise(times)
    return { chunks: size, search, median, p95, aim: undefined, hold: undefined, ...more }
  }
  const bySearch = (search: Search) => (question: Question) => search(ctx, { agentId, query: question.text, limit: 5 })
  const byMeaning = (question: Question) =>
    vectors.search(ctx, { agentId, model: MODEL, vector: question.vector, k: 50 })

  const before = process.memoryUsage().rss
  const loop = watchLoop()
  const first = questions[0]
  const [load] = first ? await timed([first], byMeaning) : [Number.NaN]
  const loadHold = loop()
  const held = (process.memoryUsage().rss - before) / 1e6
  await timed(questions.slice(0, 40), bySearch(fused))
  const texts = await rounds(questions, bySearch(words))
  const meanings = await rounds(questions, byMeaning)
  const both = await rounds(questions, bySearch(fused))
  const stop = watchLoop()
  await timed(questions, bySearch(fused))
  const hold = stop()
  const kinds = (['rare', 'mixed', 'common', 'misspelt'] as const).map((kind) =>
    row(
      `  by both, ${kind}`,
      both.filter((_, at) => questions[at]?.kind === kind),
    ),
  )
  return [
    row(`first question (${held.toFixed(0)} MB more)`, [load ?? Number.NaN], { hold: loadHold }),
    row('by words', texts),
    row('by meaning', meanings),
    row('by both', both, { aim: AIM_MS[size], hold }),
    ...kinds,
  ]
}

/** The best time of each question over the rounds, which excludes other load. */
async function rounds(
  questions: readonly Question[],
  work: (question: Question) => Promise<unknown>,
): Promise<number[]> {
  const best = questions.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [at, time] of (await timed(questions, work)).entries()) best[at] = Math.min(best[at] ?? time, time)
  return best
}

async function timed(
  questions: readonly Question[],
  work: (question: Question) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (const question of questions) {
    const started = performance.now()
    await work(question)
    times.push(performance.now() - started)
  }
  return times
}

/** Returns the longest block of the event loop in CPU milliseconds, which excludes other processes. */
function watchLoop(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  let isOver = false
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    isOver = true
    return longest
  }
}

type Search = ReturnType<typeof createSearch>['search']

function searchOf(vectors: VectorIndex, vectorOf: (text: string) => Float32Array | undefined): Search {
  const deps = {
    vectors,
    embedder: {
      modelOf: async () => MODEL,
      embed: async (_ctx: Ctx, { texts: [text] }: { texts: readonly string[] }) => {
        const vector = vectorOf(text ?? '')
        if (!vector) throw new EmbedError('down', 'words alone')
        return { vectors: [vector], model: MODEL, sandbox: true }
      },
    },
    agents: {
      settingsOf: async () => ({ maxChunkSize: 2000, dimensions: corpus.dimensions }),
    },
  }
  return createSearch(deps, { reindex: async () => 0 }).search
}

function contextOf(db: Db): Ctx {
  const ctx: Ctx = {
    actor: { kind: 'workspace', workspaceId: WORKSPACE },
    region: 'eu',
    db,
    now: () => new Date(),
    log,
    origin: { kind: 'app', origin: '', isSecure: false },
    workspaceId: WORKSPACE,
    emit: none,
    tx: (work) => work(ctx),
  }
  return ctx
}
async function none(): Promise<void> {}

async function fill(pool: Pool, from: Corpus, agentId: string, size: number): Promise<void> {
  const known = await pool.query('select 1 from collections where agent_id = $1', [agentId])
  if (known.rowCount) return
  const started = performance.now()
  await pool.query('delete from documents where agent_id = $1', [agentId])
  for (let first = 0; first < size; first += PER_DOCUMENT) await write(pool, from, agentId, first)
  await pool.query('delete from words where agent_id = $1', [agentId])
  await pool.query(
    `insert into words (agent_id, word, chunks)
     select $1, word, ndoc from ts_stat($2) where length(word) <= 64`,
    [agentId, `select tsv from chunks where agent_id = '${agentId}'`],
  )
  await pool.query(
    `insert into collections (agent_id, workspace_id, name, chunks, vectors, version) values ($1, $2, $1, $3, $3, 1)`,
    [agentId, WORKSPACE, size],
  )
  await pool.query('vacuum analyze')
  console.error(`${size} chunks written in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

async function write(pool: Pool, from: Corpus, agentId: string, first: number): Promise<void> {
  const id = `${agentId}-${first}`
  const chunks = Array.from({ length: PER_DOCUMENT }, (_, at) => from.chunk(first + at))
  const title = chunks[0]?.text.split(' ').slice(0, 4).join(' ') ?? ''
  await pool.query(
    `insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, chunk_count,
       created_at, updated_at)
     values ($1, $2, $3, $4, '', 0, '', '', 'ready', $5, now(), now())`,
    [id, agentId, WORKSPACE, title, PER_DOCUMENT],
  )
  await pool.query(
    `insert into chunks (agent_id, document_id, n, title, heading, text, char_end, embedding, embedding_model, dimensions,
       version)
     select $1, $2, u.n - 1, $3, '', u.text, length(u.text), u.embedding, $4, $5, 1
     from unnest($6::text[], $7::bytea[]) with ordinality as u (text, embedding, n)`,
    [
      agentId,
      id,
      title,
      MODEL,
      from.dimensions,
      chunks.map(({ text }) => text),
      chunks.map(({ vector }) => toBytes(vector)),
    ],
  )
}

function print(report: readonly Row[]): void {
  console.log(
    `${'chunks'.padStart(8)}  ${'search'.padEnd(32)}${'median'.padStart(9)}${'p95'.padStart(9)}   aim   loop held`,
  )
  for (const { chunks, search, median, p95, aim, hold } of report)
    console.log(
      `${String(chunks).padStart(8)}  ${search.padEnd(32)}${median.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}` +
        `${(aim === undefined ? '' : `≤ ${aim}`).padStart(7)}${(hold === undefined ? '' : hold.toFixed(0)).padStart(8)}`,
    )
}
