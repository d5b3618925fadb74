/** Synonyms of common support words in six languages, so that questions match texts with other words. */
import { weekdayOf, weekdaysIn } from './calendar.ts'
// Words of each concept; `word*` is every word with that beginning.
import CONCEPTS from './concepts.json' with { type: 'json' }
import { normalize } from './words.ts'

const exact = new Map<string, string[]>()
const prefixes: { start: string; concept: string }[] = []
for (const [concept, lines] of Object.entries(CONCEPTS))
  for (const entry of lines
    .join(' ')
    .split(' ')
    .map((word) => normalize(word).replaceAll('-', '')))
    if (entry.endsWith('*')) prefixes.push({ start: entry.slice(0, -1), concept })
    else exact.set(entry, [...(exact.get(entry) ?? []), concept])
const known = new Map<string, readonly string[]>()
const KNOWN_CAP = 20_000

/** The concepts a text names; «Monday to Friday» includes the days between, and «daily» all. */
export const conceptsIn = (text: string, content: readonly string[]): Set<string> =>
  new Set([...content.flatMap(conceptsOf), ...Array.from(weekdaysIn(text), ofWeekday).flat()])

const ofWeekday = (day: number): string[] => [day < 5 ? 'weekdays' : 'weekend', `day${day}`]

/** How long the last part of a compound may be. */
const HEAD_LENGTHS = [7, 8, 9, 10, 11, 12]

/** The concepts of a folded word; usually none or one. */
export function conceptsOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before) return before
  const starts = prefixes.filter(({ start }) => word.startsWith(start)).map(({ concept }) => concept)
  // «Besucherparkplätze» are «Parkplätze».
  const heads = word.length > 10 ? HEAD_LENGTHS.flatMap((length) => exact.get(word.slice(-length)) ?? []) : []
  const day = weekdayOf(word)
  const bare = /^ال.{3,}/u.test(word) ? (exact.get(word.slice(2)) ?? []) : []
  const found = [
    ...new Set([...heads, ...(exact.get(word) ?? []), ...bare, ...starts, ...(day < 0 ? [] : ofWeekday(day))]),
  ]
  if (known.size < KNOWN_CAP) known.set(word, found)
  return found
}
