/** Converts days and times in visitors' words to YYYY-MM-DD and HH:MM. It reads no clock: today is given. */
import { monthOf, weekdaysIn } from './calendar.ts'
import { NUMBER, toNumber } from './numbers.ts'
import { normalize } from './words.ts'

const DAY_MS = 86_400_000
/** Longer expressions first. */
const RELATIVE: readonly (readonly [days: number, words: readonly string[]])[] = [
  [2, ['day after tomorrow', 'übermorgen']],
  [1, ['tomorrow', 'morgen', 'demain', 'mañana', 'amanhã', 'غدا']],
  [0, ['today', 'heute', "aujourd'hui", 'hoy', 'hoje', 'اليوم']],
  [-1, ['yesterday', 'gestern']],
]
export const RELATIVE_DAYS = RELATIVE.flatMap(([, words]) => words)

const pad = (count: number): string => String(count).padStart(2, '0')

/** The day in the calendar; undefined when it does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && year >= 1000 && year <= 9999
  return real ? date.toISOString().slice(0, 10) : undefined
}

function addDays(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The day, counted from `today` (YYYY-MM-DD); undefined for text without a valid day. `known` is the day that a
 * correction such as «the 5th» moves within its month.
 */
export function toDay(said: string, today: string, known = ''): string | undefined {
  const text = normalize(said).trim()
  const iso = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dots = /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2}))?$/.exec(text)
  if (dots) return inYear(dots[3], Number(dots[2]), Number(dots[1]), today)
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  // When both numbers may be the month, the date is ambiguous.
  if (slashes) return unambiguous(Number(slashes[1]), Number(slashes[2]), Number(slashes[3]))
  const day = Number(/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?(?!\d)/.exec(text)?.[1] ?? 0)
  const relative = afterSome(text, today)
  if (relative) return relative
  const month = text
    .split(/[^\p{L}]+/u)
    .map(monthOf)
    .find((found) => found >= 0)
  if (month !== undefined && day > 0) return inYear(/\d{4}/.exec(text)?.[0], month + 1, day, today)
  if (day > 0) return dayOfMonth(day, today, known)
  const [weekday] = weekdaysIn(text)
  if (weekday === undefined) return undefined
  const ahead = (weekday + 1 - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  return addDays(today, ahead === 0 && !text.startsWith('this') ? 7 : ahead)
}

const AHEAD = new RegExp(`\\bin (${NUMBER}) (day|week|tag|woche)`)

function afterSome(text: string, today: string): string | undefined {
  const [, count = '', unit = ''] = AHEAD.exec(text) ?? []
  if (unit) return addDays(today, toNumber(count) * (/^(?:week|woche)$/.test(unit) ? 7 : 1))
  const found = RELATIVE.find(([, words]) => words.some((word) => text.includes(normalize(word))))
  return found && addDays(today, found[0])
}

function unambiguous(first: number, second: number, year: number): string | undefined {
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)]
  return dayFirst && monthFirst && dayFirst !== monthFirst ? undefined : (dayFirst ?? monthFirst)
}

function inYear(year: string | undefined, month: number, day: number, today: string): string | undefined {
  if (year !== undefined) return dayOf(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  // A leap year may be eight years away.
  return firstFrom(today, 9, (ahead) => dayOf(Number(today.slice(0, 4)) + ahead, month, day))
}

/** «The 5th»: in the month of the known day, or else the next one. */
function dayOfMonth(day: number, today: string, known: string): string | undefined {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(known) && known >= today ? known : today
  return firstFrom(today, 12, (ahead) => {
    const month = Number(from.slice(5, 7)) - 1 + ahead
    return dayOf(Number(from.slice(0, 4)) + Math.floor(month / 12), (month % 12) + 1, day)
  })
}

const firstFrom = (today: string, count: number, dateOf: (ahead: number) => string | undefined): string | undefined =>
  Array.from({ length: count }, (_, ahead) => dateOf(ahead)).find((date) => date !== undefined && date >= today)

/** The time of day as HH:MM; undefined for other text. A bare hour up to seven is in the afternoon. */
export function toClock(said: string): string | undefined {
  const text = normalize(said).trim()
  if (/noon|midday|mittag|midi|mediodia/.test(text)) return '12:00'
  if (/midnight|mitternacht|minuit|medianoche|meia-noite/.test(text)) return '00:00'
  const found = /(\d{1,2})(?:\s?(?:[:.h]|uhr)\s?([0-5]\d))?\s?(a\.?m|p\.?m|uhr|h\b|o'?clock)?/.exec(text)
  if (!found) return undefined
  const [, written = '', minutes = '00', mark = ''] = found
  let hour = Number(written)
  if (/^[ap]/.test(mark)) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (mark.startsWith('p') ? 12 : 0)
  } else if (hour >= 1 && hour <= 7 && written.length === 1 && !/^(?:uhr|h)$/.test(mark)) hour += 12
  return hour <= 24 ? `${pad(hour % 24)}:${minutes}` : undefined
}

/** A day for people: «Friday, 6 March 2026». */
export function dayInWords(date: string, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}
