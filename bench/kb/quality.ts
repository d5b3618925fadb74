// How often search finds the right passage: by keywords, by vectors (built-in encoder), and by both. node
// bench/kb/quality.ts [--sets passages,documents] [--misses]
import { parseArgs } from 'node:util'
import { VG_STARTER } from '@parlance/contract/agents/schemas'
import type { Passage } from '@parlance/contract/knowledge/schemas'
import { createSentenceEmbedder } from '../../apps/server/src/adapters/universal-sentence-encoder/embedder.ts'
import { show } from '../output.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { fill, openSearch } from './index-chunks.ts'
import type { BenchChunk, BenchQuestion } from './questions.ts'
import { asDocuments, KINDS, readPassages, readQuestions, withoutContext } from './questions.ts'
import { beats, rankOf, type Scores, scoresOf } from './scores.ts'

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'passages,documents' },
    misses: { type: 'boolean', default: false },
  },
})

const SEARCHES = ['words', 'meaning', 'both'] as const
type Search = (typeof SEARCHES)[number]
type Found = Readonly<Record<Search, number | undefined>>

const LIMIT = 100

const passages = readPassages()
const questions = readQuestions()
const embedder = createSentenceEmbedder()
try {
  const sets: Readonly<Record<string, () => BenchChunk[]>> = {
    passages: () => withoutContext(passages),
    documents: () => asDocuments(passages, VG_STARTER.vgOptions.maxChunkSize),
  }
  const report = await withDatabase(async (database) => {
    const rows: object[] = []
    for (const name of options.sets.split(',')) rows.push(...(await judge(database, name, sets[name]?.() ?? [])))
    return rows
  })
  show('kb-quality', report)
} finally {
  await embedder.close()
}

async function judge(database: BenchDatabase, name: string, chunks: readonly BenchChunk[]) {
  const seconds = await fill(database, embedder, name, chunks)
  console.error(`${name}: ${chunks.length} chunks embedded in ${seconds.toFixed(0)} s`)
  const { search } = await openSearch(embedder)
  const held = holders(chunks)
  const found: Found[] = []
  for (const question of questions) {
    const hits = await search(database.ctx, { agentId: name, query: question.text, limit: LIMIT })
    found.push(judged(question, hits, held))
  }
  if (options.misses) printMisses(name, found)
  const row = (of: string, wanted: (question: BenchQuestion) => boolean) => {
    const ranks = found.filter((_, at) => questions[at] && wanted(questions[at]))
    const scores = SEARCHES.map((one) => scoresOf(ranks.map((rank) => rank[one])))
    const [words, meaning, both] = scores as [Scores, Scores, Scores]
    const shown = scores.flatMap((score, at) =>
      Object.entries(score).map(([name, value]) => [`${SEARCHES[at]} ${name}`, value]),
    )
    const wins = { 'both wins': beats(both, [words, meaning]) }
    return { of: `${name}: ${of}`, questions: ranks.length, ...Object.fromEntries(shown), ...wins }
  }
  return [
    row('all', () => true),
    row('tuning half', ({ tuning }) => tuning),
    row('held-out half', ({ tuning }) => !tuning),
    ...KINDS.map((kind) => row(kind, (question) => question.kind === kind)),
  ]
}

/** The passages in each chunk. */
function holders(chunks: readonly BenchChunk[]): ReadonlyMap<string, readonly string[]> {
  const documents = Map.groupBy(chunks, ({ document }) => document)
  return new Map(
    [...documents].flatMap(([document, own]) => own.map(({ holds }, n) => [`${document} ${n}`, holds] as const)),
  )
}

function judged(question: BenchQuestion, found: readonly Passage[], held: ReturnType<typeof holders>): Found {
  const isRight = ({ docId, chunk }: Passage) =>
    (held.get(`${docId} ${chunk}`) ?? []).some((id) => question.answers.includes(id))
  const by = (rank: (passage: Passage) => number | null) =>
    found.filter((passage) => rank(passage) !== null).toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0))
  const words = by(({ textRank }) => textRank)
  const meaning = by(({ vectorRank }) => vectorRank)
  return { words: rankOf(words, isRight), meaning: rankOf(meaning, isRight), both: rankOf(found, isRight) }
}

function printMisses(name: string, found: readonly Found[]): void {
  for (const [at, rank] of found.entries())
    if (rank.both !== 1)
      console.error([name, rank.words, rank.meaning, rank.both, questions[at]?.answers, questions[at]?.text].join('\t'))
}
