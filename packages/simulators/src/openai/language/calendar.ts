/** Weekdays and months in the languages of the sandbox model. */
import { LANGUAGES } from './language.ts'
import { normalize } from './words.ts'

/** The names of weekdays or months in every language, as written and folded. */
const namesOf = (part: 'weekday' | 'month', count: number): readonly ReadonlySet<string>[] =>
  Array.from({ length: count }, (_, at) => {
    // 1 January 2024 was a Monday.
    const date = part === 'month' ? Date.UTC(2024, at) : Date.UTC(2024, 0, 1 + at)
    const spoken = LANGUAGES.map((language) => {
      const name = new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }).format(date)
      // «Segunda-feira» is also said without «feira».
      return name.toLowerCase().split('-')[0] ?? ''
    })
    return new Set([...spoken, ...spoken.map(normalize)])
  })

const WEEKDAYS = namesOf('weekday', 7)
const MONTHS = namesOf('month', 12)
export const WEEKDAY_NAMES = WEEKDAYS.flatMap((names) => [...names])
export const MONTH_NAMES = MONTHS.flatMap((names) => [...names])

/** Monday is 0; -1 for any other word. Words are folded. */
export const weekdayOf = (word: string): number =>
  WEEKDAYS.findIndex((names) => names.has(word) || names.has(word.replace(/s$/, '')))
/** January is 0; a name may be cut after its third letter. */
export const monthOf = (word: string): number =>
  word.length < 3 ? -1 : MONTHS.findIndex((names) => [...names].some((name) => name.startsWith(word)))

const EVERY_DAY =
  /\b(?:every day|daily|seven days|24\/7|jeden tag|taglich|tous les jours|todos los dias|todos os dias|diariamente)\b|كل يوم|يوميا/u
const WEEKEND = /\b(?:weekends?|wochenenden?|week-ends?|fi(?:n|m|nes|ns) de semana)\b/u
const WORKING_WEEK = /\b(?:weekdays|werktags|wochentags|en semaine|dias uteis)\b/u
const RANGE =
  /^\s*(?:-|–|—|to|through|until|bis|au?|ate|الي|حتي)\s*(?:(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?\s*(?:of |de )?)?$/u

/** The weekdays that a text names, Monday as 0; «Monday to Friday» includes those between. */
export function weekdaysIn(text: string): Set<number> {
  const folded = normalize(text)
  const days = namedIn(folded, WEEKDAYS.length, weekdayOf)
  if (EVERY_DAY.test(folded)) for (let day = 0; day < 7; day += 1) days.add(day)
  if (WEEKEND.test(folded)) for (const day of [5, 6]) days.add(day)
  if (WORKING_WEEK.test(folded)) for (let day = 0; day < 5; day += 1) days.add(day)
  return days
}

/** «May» is a month after such a word, but not in «May I». */
const IN_MAY = /(?:\b(?:in|of|from|to|until|by|and|mid|since)|\d\.?|[-–])\s*$/

/** The months that a text names, January as 0; «April to October» includes those between. */
export const monthsIn = (text: string): Set<number> =>
  namedIn(normalize(text), MONTHS.length, (word, before) => {
    if (word === 'may' && !IN_MAY.test(before)) return -1
    return MONTHS.findIndex((names) => names.has(word))
  })

function namedIn(folded: string, count: number, indexOf: (word: string, before: string) => number): Set<number> {
  const found = new Set<number>()
  let last: { index: number; end: number } | undefined
  for (const { 0: word, index: start } of folded.matchAll(/\p{L}+/gu)) {
    const index = indexOf(word, folded.slice(0, start))
    if (index < 0) continue
    if (last && RANGE.test(folded.slice(last.end, start)))
      for (let between = last.index; between !== index; between = (between + 1) % count) found.add(between)
    found.add(index)
    last = { index, end: start + word.length }
  }
  return found
}
