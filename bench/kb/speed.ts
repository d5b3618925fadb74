// Search latency by keywords, by vectors and by both, over 10,000 and 100,000 chunks of 1,536 dimensions. node
// bench/kb/speed.ts [--sizes 10000,100000] [--queries 200] [--rounds 3]
import { parseArgs } from 'node:util'
import { openEngine } from '../../apps/server/src/adapters/usearch/engine.ts'
import { createVectorIndex } from '../../apps/server/src/adapters/usearch/usearch.ts'
import type { Ctx } from '../../apps/server/src/lib/ctx.ts'
import type { Pool } from '../../apps/server/src/lib/db/pool.ts'
import { EmbedError, type VectorIndex } from '../../apps/server/src/modules/knowledge/ports.ts'
import { vectorStore } from '../../apps/server/src/modules/knowledge/retrieval/search.repository.ts'
import { createSearch } from '../../apps/server/src/modules/knowledge/retrieval/search.ts'
import { say, show } from '../output.ts'
import { summarise } from '../stats.ts'
import { completeAgent, insertDocument, withDatabase } from './database.ts'
import { chunkOf, DIMENSIONS, type Question, questionsOf } from './speed-corpus.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    queries: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
  },
})

const MODEL = 'bench'
const PER_DOCUMENT = 100
const AIM_MS: Readonly<Record<number, number>> = { 10_000: 25, 100_000: 80 }

async function fill(pool: Pool, agentId: string, size: number): Promise<void> {
  const started = performance.now()
  for (let first = 0; first < size; first += PER_DOCUMENT) {
    const chunks = Array.from({ length: PER_DOCUMENT }, (_, at) => ({ heading: '', ...chunkOf(first + at) }))
    const title = chunks[0]?.text.split(' ').slice(0, 4).join(' ') ?? ''
    await insertDocument(pool, { id: `${agentId}-${first}`, agentId, title, model: MODEL, chunks })
  }
  await completeAgent(pool, agentId, size)
  say(`${size} chunks written in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

type Work = (question: Question) => Promise<unknown>

async function measureSize(ctx: Ctx, agentId: string, size: number): Promise<object[]> {
  const questions = questionsOf(size, Number(options.queries))
  const vectors = createVectorIndex({ store: vectorStore, engine: await openEngine(() => undefined) })
  const searchBy = (vectorOf: (text: string) => Float32Array | undefined): Work => {
    const { search } = searchOf(vectors, vectorOf)
    return ({ text }) => search(ctx, { agentId, query: text, limit: 5 })
  }
  const byBoth = searchBy((text) => questions.find((one) => one.text === text)?.vector)
  const byWords = searchBy(() => undefined)
  const byMeaning: Work = ({ vector }) => vectors.search(ctx, { agentId, model: MODEL, vector, k: 50 })
  const row = (search: string, times: number[], more: object = {}) => {
    const { median, p95 } = summarise(times)
    return { chunks: size, search, median, p95, ...more }
  }

  const before = process.memoryUsage().rss
  const watchLoad = watchLoop()
  const load = await timed(questions.slice(0, 1), byMeaning)
  const loadHeld = watchLoad()
  const megabytes = (process.memoryUsage().rss - before) / 1e6
  await timed(questions.slice(0, 40), byBoth)
  const words = await best(questions, byWords)
  const meaning = await best(questions, byMeaning)
  const both = await best(questions, byBoth)
  const watch = watchLoop()
  await timed(questions, byBoth)
  const held = watch()
  const kinds = [...new Set(questions.map(({ kind }) => kind))]
  return [
    row(`first question (${megabytes.toFixed(0)} MB more)`, load, { 'loop held': loadHeld }),
    row('by words', words),
    row('by meaning', meaning),
    row('by both', both, { aim: AIM_MS[size], 'loop held': held }),
    ...kinds.map((kind) => {
      const times = both.filter((_, at) => questions[at]?.kind === kind)
      return row(`by both, ${kind}`, times)
    }),
  ]
}

/** The best time of each question over the rounds, which excludes other load. */
async function best(questions: readonly Question[], work: Work): Promise<number[]> {
  const times = questions.map(() => Number.POSITIVE_INFINITY)
  for (let nth = 0; nth < Number(options.rounds); nth += 1)
    for (const [at, time] of (await timed(questions, work)).entries()) times[at] = Math.min(times[at] ?? time, time)
  return times
}

async function timed(questions: readonly Question[], work: Work): Promise<number[]> {
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

function searchOf(vectors: VectorIndex, vectorOf: (text: string) => Float32Array | undefined) {
  const embedder = {
    modelOf: async () => MODEL,
    embed: async (_ctx: Ctx, { texts: [text] }: { texts: readonly string[] }) => {
      const vector = vectorOf(text ?? '')
      if (!vector) throw new EmbedError('down', 'words alone')
      return { vectors: [vector], model: MODEL, sandbox: true }
    },
  }
  const agents = { settingsOf: async () => ({ maxChunkSize: 2000, dimensions: DIMENSIONS }) }
  return createSearch({ vectors, embedder, agents }, { reindex: async () => 0 })
}

await withDatabase(async ({ pool, ctx }) => {
  const rows: object[] = []
  for (const size of options.sizes.split(',').map(Number)) {
    await fill(pool, `bench${size}`, size)
    rows.push(...(await measureSize(ctx, `bench${size}`, size)))
  }
  show('kb-speed', rows)
})
