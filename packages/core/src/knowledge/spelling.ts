// Whether an unknown word is a misspelling of a known one.

/** Slips allowed in a word of so many letters: none below four, one up to seven, two above. */
const slipsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * True when few slips turn one word into the other: a letter too many, missing, wrong, or two neighbours swapped.
 * Longer words may have two.
 */
export function misspells(asked: string, known: string): boolean {
  const [a, b] = [Array.from(asked), Array.from(known)]
  const slips = slipsIn(Math.min(a.length, b.length))
  return slips > 0 && Math.abs(a.length - b.length) <= slips && distance(a, b) <= slips
}

/** Optimal string alignment distance. */
function distance(a: readonly string[], b: readonly string[]): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of a.entries()) {
    const row = [i + 1]
    for (const [j, other] of b.entries()) {
      const replaced = (last[j] ?? 0) + (letter === other ? 0 : 1)
      let best = Math.min(replaced, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1)
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other) best = Math.min(best, (before[j - 1] ?? 0) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
