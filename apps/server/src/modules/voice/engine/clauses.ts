// Cuts a growing answer into units for speech: a short first clause, then sentences.

/** Characters, words and milliseconds after which the first clause is spoken. */
export const FIRST = { chars: 12, words: 6, ms: 180 } as const
const LONGEST = 280

export interface Cut {
  readonly clause: string
  readonly rest: string
}

const FIRST_END = /[,.?!;:。！？，、؟]["’”)]*(?=\s|$)/gu
const SENTENCE_END = /(?:[.?!。！？؟]["’”)]*(?=\s)|\n+)/gu
/** A full stop after these does not end a sentence. */
const ABBREVIATION = /(?:^|\s)(?:\p{L}|mr|mrs|ms|dr|prof|st|no|nr|vs|etc|e\.g|i\.e|z\.B|bzw|usw|ca|approx|inc|ltd)\.$/iu

/** The next clause of `text`; undefined while it is incomplete. `waitedMs` is the time since the first character. */
export function cutClause(
  text: string,
  { isFirst, isWhole, waitedMs }: { readonly isFirst: boolean; readonly isWhole: boolean; readonly waitedMs: number },
): Cut | undefined {
  if (text.trim() === '') return undefined
  const at = (isFirst ? firstEnd(text, waitedMs) : sentenceEnd(text)) ?? (isWhole ? text.length : undefined)
  if (at === undefined) return text.length > LONGEST ? cutAt(text, lastSpace(text, LONGEST)) : undefined
  return cutAt(text, Math.min(at, isFirst ? at : lastSpaceBefore(text, at)))
}

const cutAt = (text: string, at: number): Cut => ({ clause: text.slice(0, at), rest: text.slice(at) })
const lastSpace = (text: string, before: number): number => Math.max(1, text.lastIndexOf(' ', before))
const lastSpaceBefore = (text: string, at: number): number => (at > LONGEST ? lastSpace(text, LONGEST) : at)

function firstEnd(text: string, waitedMs: number): number | undefined {
  for (const match of text.matchAll(FIRST_END)) {
    const end = match.index + match[0].length
    if (end >= FIRST.chars && !ABBREVIATION.test(text.slice(0, end))) {
      // The last punctuation mark may continue, as in a number.
      return end === text.length && /\d[.,]$/.test(text) ? undefined : end
    }
  }
  const words = [...text.matchAll(/\S+\s+/g)]
  const sixth = words[FIRST.words - 1]
  if (sixth) return sixth.index + sixth[0].trimEnd().length
  const last = words.at(-1)
  return waitedMs >= FIRST.ms && last && words.length >= 2 ? last.index + last[0].trimEnd().length : undefined
}

function sentenceEnd(text: string): number | undefined {
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    if (end >= 2 && !ABBREVIATION.test(text.slice(0, end)) && text.slice(0, end).trim() !== '') return end
  }
  return undefined
}
