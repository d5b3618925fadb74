// Where the passage stands that a golden question has to find.
import { RETRIEVAL_DEPTH } from './schemas.ts'

export interface Expected {
  readonly docId: string
  /** Words of the passage; empty when any passage of the document will do. */
  readonly quote: string
}

/** Whether the words stand in the text; neither case nor white space matters. */
export const holds = (text: string, quote: string): boolean => bare(text).includes(bare(quote))

const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')

/** The place of the first hit among the first `RETRIEVAL_DEPTH` passages (best first), from 1; null without one. */
export function rankOf(
  passages: readonly { readonly docId: string; readonly text: string }[],
  { docId, quote }: Expected,
): number | null {
  const at = passages.slice(0, RETRIEVAL_DEPTH).findIndex((one) => one.docId === docId && holds(one.text, quote))
  return at < 0 ? null : at + 1
}

const WORDS = 12
const CHARS = 120

/** The first words of a passage, by which it can be told from others of its document. */
export function firstWords(text: string): string {
  // Marks of Markdown at the very beginning say nothing to people.
  const plain = text.trim().replace(/^[#>*\-\s]+/u, '') || text.trim()
  const words = plain.split(/\s+/u).slice(0, WORDS)
  let taken = ''
  for (const word of words) {
    const next = taken === '' ? word : `${taken} ${word}`
    if (next.length > CHARS) break
    taken = next
  }
  return taken || begin(plain)
}

/** Of a text without spaces; never cut inside what people see as one character. */
function begin(text: string): string {
  let taken = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, CHARS))) {
    if (taken !== '' && taken.length + segment.length > CHARS / 2) break
    taken += segment
  }
  return taken
}
