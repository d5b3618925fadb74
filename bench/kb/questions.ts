// The fixed passages and questions of the retrieval benchmark; data/README.md names their sources.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { chunkText } from '../../apps/server/src/modules/knowledge/ingestion/chunk-text.ts'
import { z } from 'zod'

const Passage = z.object({ id: z.string(), title: z.string(), heading: z.string(), text: z.string() })
export type BenchPassage = z.infer<typeof Passage>

export const KINDS = ['paraphrase', 'fact', 'keyword', 'typo', 'talk'] as const
export interface BenchQuestion {
  /** Passages, any of which answers it. */
  readonly answers: readonly string[]
  readonly kind: (typeof KINDS)[number]
  readonly text: string
  /** Whether it may be used for tuning; the others only for evaluation. */
  readonly tuning: boolean
}

export interface BenchChunk {
  readonly document: string
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly holds: readonly string[]
}

const file = (name: string) => new URL(`data/${name}`, import.meta.url)

export function readPassages(): BenchPassage[] {
  const lines = gunzipSync(readFileSync(file('passages.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
  return lines.map((line) => Passage.parse(JSON.parse(line)))
}

/** One per line: passage ids, kind and text, separated by tabs. Every other one is for tuning. */
export function readQuestions(): BenchQuestion[] {
  const lines = readFileSync(file('questions.tsv'), 'utf8').trim().split('\n')
  return lines.map((line, at) => {
    const [ids, kind, text] = line.split('\t')
    return { answers: (ids ?? '').split(','), kind: z.enum(KINDS).parse(kind), text: text ?? '', tuning: at % 2 === 0 }
  })
}

export const withoutContext = (passages: readonly BenchPassage[]): BenchChunk[] =>
  passages.map(({ id, title, heading, text }) => ({ document: id, title, heading, text, holds: [id] }))

/** Share of a passage that assigns it to a chunk. */
const MOST = 0.6

/** Joins passages to their documents and chunks these like the product. */
export function asDocuments(passages: readonly BenchPassage[], maxChunkSize: number): BenchChunk[] {
  const documents = Map.groupBy(passages, ({ id }) => id.replace(/-\d+[a-f]?$/, ''))
  return [...documents].flatMap(([document, parts]) => {
    let text = ''
    let heading = ''
    const spans: { id: string; start: number; end: number }[] = []
    for (const part of parts) {
      if (part.heading && part.heading !== heading) text += `## ${part.heading}\n\n`
      heading = part.heading
      spans.push({ id: part.id, start: text.length, end: text.length + part.text.length })
      text += `${part.text}\n\n`
    }
    return chunkText(text, maxChunkSize).map((chunk) => ({
      document,
      title: parts[0]?.title ?? '',
      heading: chunk.heading,
      text: chunk.text,
      holds: spans
        .filter(({ start, end }) => Math.min(end, chunk.end) - Math.max(start, chunk.start) >= MOST * (end - start))
        .map(({ id }) => id),
    }))
  })
}
