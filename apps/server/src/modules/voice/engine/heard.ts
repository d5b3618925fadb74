// Computes how much of an answer a caller heard from the played audio.

export interface SpokenClause {
  /** As in the answer. */
  readonly text: string
  /** Milliseconds; undefined while it has no audio. */
  readonly ms: number | undefined
  /** End of each spoken word from the start of the clause; estimated by syllables where unknown. */
  readonly wordEnds?: readonly number[] | undefined
}

const VOWELS = /[aeiouyäöüàâéèêëîïôûùœæáíóúñãõ]+/giu

/** At least one; letters of other scripts count half. */
export function syllablesOf(word: string): number {
  const groups = word.match(VOWELS)?.length ?? 0
  if (groups > 0) return Math.max(1, groups - (/[^aeiou]e$/i.test(word) && groups > 1 ? 1 : 0))
  return Math.max(1, Math.ceil([...word].length / 2))
}

/** Estimates word ends by syllables, with pauses after punctuation. */
export function guessWordEnds(text: string, ms: number): number[] {
  const words = text.split(/\s+/).filter(Boolean)
  const weights = words.map((word) => syllablesOf(word) + (/[,;:.!?]$/.test(word) ? 0.8 : 0.2))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let so = 0
  return weights.map((weight) => ((so += weight) / whole) * ms)
}

/** A word counts as heard when all but this much of it was played. */
const TOLERANCE_MS = 40

/** The part of the answer that was played within `playedMs`. */
export function heardText(clauses: readonly SpokenClause[], playedMs: number): string {
  let from = 0
  let heard = ''
  for (const { text, ms, wordEnds } of clauses) {
    if (ms === undefined || from >= playedMs) break
    if (from + ms <= playedMs + TOLERANCE_MS) heard += text
    else {
      const parts = [...text.matchAll(/\S+\s*/g)].map(([part]) => part)
      const known = wordEnds?.length === parts.length ? wordEnds : guessWordEnds(text, ms)
      const count = known.filter((end) => from + end <= playedMs + TOLERANCE_MS).length
      heard += (/^\s*/.exec(text)?.[0] ?? '') + parts.slice(0, count).join('')
      break
    }
    from += ms
  }
  return heard.trim()
}
