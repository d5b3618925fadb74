// The fixed passages and questions that retrieval is judged by; data/README.md tells where they are from.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { chunkText } from '../../apps/server/src/modules/knowledge/ingestion/chunk-text.ts'
import { z } from 'zod'

const Passage = z.object({ id: z.string(), title: z.string(), heading: z.string(), text: z.string() })
export type BenchPassage = z.infer<typeof Passage>

export const KINDS = ['paraphrase', 'fact', 'keyword', 'typo', 'talk'] as const
export interface BenchQuestion {
  /** Passages that answer it, any of them. */
  readonly answers: readonly string[]
  readonly kind: (typeof KINDS)[number]
  readonly text: string
  /** Questions that parameters may be chosen by; the others only judge. */
  readonly tuning: boolean
}

/** What is indexed, and which passages it holds for the most part. */
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

/** One a line: ids of passages, kind, text, set apart by tabs. Every other one is for tuning. */
export function readQuestions(): BenchQuestion[] {
  const lines = readFileSync(file('questions.tsv'), 'utf8').trim().split('\n')
  return lines.map((line, at) => {
    const [ids, kind, text] = line.split('\t')
    return { answers: (ids ?? '').split(','), kind: z.enum(KINDS).parse(kind), text: text ?? '', tuning: at % 2 === 0 }
  })
}

/** Each passage as a document of its own. */
export const withoutContext = (passages: readonly BenchPassage[]): BenchChunk[] =>
  passages.map(({ id, title, heading, text }) => ({ document: id, title, heading, text, holds: [id] }))

/** A passage belongs to the chunk that holds so much of it. */
const MOST = 0.6

/** The passages joined to the documents they are from, and these cut as the product cuts them. */
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
