// Whole sites, as a crawler reads them, with what visitors ask.
import { readFileSync } from 'node:fs'
import type { Question } from '../../packages/simulators/src/openai/evaluation/sites.ts'
import { chunkText } from '../../apps/server/src/modules/knowledge/ingestion/chunk-text.ts'
import type { BenchChunk } from './questions.ts'

/** The model may learn from errors on `tuning`; the others only judge. */
export const SITE_NAMES = {
  tuning: ['lido', 'desks'],
  measuring: ['vets', 'narrowboats', 'broadband'],
  unseen: ['removals'],
} as const
export type SiteName = (typeof SITE_NAMES)[keyof typeof SITE_NAMES][number]

const read = (name: string) => readFileSync(new URL(`data/sites/${name}`, import.meta.url), 'utf8')

/** A document for each page, which starts with a heading of the first level. */
export function chunksOf(site: SiteName, maxChunkSize: number): BenchChunk[] {
  const pages = read(`${site}.md`).split(/^(?=# )/m)
  return pages.flatMap((page) => {
    const title = /^# (.*)/.exec(page)?.[1] ?? ''
    return chunkText(page, maxChunkSize).map(({ heading, text }) => ({
      document: `${site}: ${title}`,
      title,
      heading,
      text,
      holds: [],
    }))
  })
}

/** One per line: question, what its answer contains (`a|b` is either), and yes or no. A question alone has no answer. */
export function questionsOf(site: SiteName): Question[] {
  const lines = read(`${site}.questions.tsv`).trim().split('\n')
  return lines.map((line) => {
    const [ask = '', answer, verdict] = line.split('\t')
    return {
      ask,
      answer: answer ? [answer] : null,
      ...(verdict === 'yes' || verdict === 'no' ? { verdict } : {}),
    }
  })
}
