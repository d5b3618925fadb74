import { RETRIEVAL_DEPTH } from './schemas.ts'

export interface Expected {
  readonly docId: string
  readonly quote: string
}

/** Ignores case and white space. */
export const holds = (text: string, quote: string): boolean => bare(text).includes(bare(quote))

const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')

/** From 1, within `RETRIEVAL_DEPTH`; null without a hit. */
export function rankOf(
  passages: readonly { readonly docId: string; readonly text: string }[],
  { docId, quote }: Expected,
): number | null {
  const at = passages.slice(0, RETRIEVAL_DEPTH).findIndex((one) => one.docId === docId && holds(one.text, quote))
  return at < 0 ? null : at + 1
}

const WORDS = 12
const CHARS = 120

export function firstWords(text: string): string {
  // Leading Markdown marks mean nothing to readers.
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

/** For text without spaces; never splits a grapheme. */
function begin(text: string): string {
  let taken = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, CHARS))) {
    if (taken !== '' && taken.length + segment.length > CHARS / 2) break
    taken += segment
  }
  return taken
}
