// Whether an unknown word is a misspelling of a known one.

/** Typos allowed by word length: none below four letters, one up to seven, two above. */
const slipsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Typos: an extra, missing, wrong or swapped letter. Longer words may have two. */
export function misspells(asked: string, known: string): boolean {
  const [a, b] = [Array.from(asked), Array.from(known)]
  const slips = slipsIn(Math.min(a.length, b.length))
  return slips > 0 && Math.abs(a.length - b.length) <= slips && distance(a, b) <= slips
}

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

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ',
  'αβγδεζηθικλμνξοπρστυφχψως',
].map((letters) => Array.from(letters))

/** Spellings one typo away, with letters of its script; none for short words and unsupported scripts. */
export function spellingsNear(word: string): string[] {
  const letters = Array.from(word)
  const alphabet = ALPHABETS.find((one) => letters.some((letter) => one.includes(letter)))
  if (!alphabet || slipsIn(letters.length) === 0) return []
  const near = new Set<string>()
  const add = (...parts: (readonly string[])[]) => near.add(parts.flat().join(''))
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, rest] = [letters.slice(0, at), letters.slice(at)]
    for (const letter of alphabet) add(before, [letter], rest)
    const [here, next] = rest
    if (here === undefined) continue
    add(before, rest.slice(1))
    for (const letter of alphabet) add(before, [letter], rest.slice(1))
    if (next !== undefined) add(before, [next, here], rest.slice(2))
  }
  near.delete(word)
  return [...near]
}
