// Scores how well a name matches a text: words and prefixes first, then substrings, then typos.
import { foldLetters } from '@parlance/contract/lib/fold'

/** Scores by kind of match, from 0 to 1; within a kind, a larger typed share ranks higher. */
const SCORES = {
  whole: 1,
  begins: 0.88,
  word: 0.78,
  words: 0.72,
  initials: 0.68,
  within: 0.5,
  slip: 0.4,
} as const
/** Weight of the typed share within a kind. */
const SHARE = 0.1
/** Up to this score a match is a guessed typo. */
export const TYPO_FIT = SCORES.slip + SHARE
/** Longer texts are words, not initials. */
const MOST_INITIALS = 4

/** Ignores accents, which are often omitted. */
const plain = (text: string) => foldLetters(text).trim().replaceAll(/\s+/g, ' ')
const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)

/** Allowed typos by word length. */
const slipsOf = ({ length }: string): number => (length < 5 ? 0 : length < 8 ? 1 : 2)

/** Edit distance with transpositions. */
export function slipsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j++) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + differs)
      row.push(swapped ? Math.min(least, at(i - 2, j - 2) + 1) : least)
    }
  }
  return at(one.length, other.length)
}

const nearly = (typed: string, word: string): boolean =>
  [word, word.slice(0, typed.length)].some((text) => slipsBetween(typed, text) <= slipsOf(typed))

function kindOf(typed: string, name: string): keyof typeof SCORES | undefined {
  if (name === typed) return 'whole'
  if (name.startsWith(typed)) return 'begins'
  const [asked, words] = [wordsOf(typed), wordsOf(name)]
  if (asked.length === 0) return undefined
  const starts = words.join(' ')
  const inRow = asked.join(' ')
  if (starts.startsWith(inRow) || starts.includes(` ${inRow}`)) return 'word'
  const joined = asked.join('')
  if (joined === words.join('')) return 'whole'
  if (joined.length >= MOST_INITIALS && words.join('').startsWith(joined)) return 'word'
  if (asked.every((part) => words.some((word) => word.startsWith(part)))) return 'words'
  const initials = words.map(([letter]) => letter).join('')
  if (asked.length === 1 && joined.length > 1 && joined.length <= MOST_INITIALS && initials.startsWith(joined))
    return 'initials'
  // A single Latin letter occurs in nearly everything; in other scripts it may be a word.
  if (name.includes(typed) && !/^[a-z0-9]$/.test(typed)) return 'within'
  return asked.every((part) => words.some((word) => word.startsWith(part) || nearly(part, word))) ? 'slip' : undefined
}

/** From 0, no match, to 1, the name itself; ignores case and spaces. */
export function fit(typed: string, name: string): number {
  const [asked, given] = [plain(typed), plain(name)]
  if (asked === '' || given === '') return 0
  const kind = kindOf(asked, given)
  if (kind === undefined) return 0
  return kind === 'whole' ? 1 : SCORES[kind] + SHARE * Math.min(1, asked.length / given.length)
}

/** The best score over several names. */
export const bestFit = (typed: string, names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => fit(typed, name)))
