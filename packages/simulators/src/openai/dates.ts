/** Days and times of day as visitors say them, worked out into YYYY-MM-DD and HH:MM. No clock is read here: today is given. Pure. */
import { normalize } from './words.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = [
  /^(?:sun|sonntag|dimanche|domingo|الاحد)/u,
  /^(?:mon|montag|lundi|lunes|segunda|الاثنين)/u,
  /^(?:tue|dienstag|mardi|martes|terca|الثلاثاء)/u,
  /^(?:wed|mittwoch|mercredi|miercoles|quarta|الاربعاء)/u,
  /^(?:thu|donnerstag|jeudi|jueves|quinta|الخميس)/u,
  /^(?:fri|freitag|vendredi|viernes|sexta|الجمعه)/u,
  /^(?:sat|samstag|samedi|sabado|السبت)/u,
]
const MONTHS = [
  /^(?:jan|ene)/,
  /^(?:feb|fev)/,
  /^mar/,
  /^(?:apr|avr|abr)/,
  /^ma[iy]/,
  /^jui?n/,
  /^jui?l/,
  /^(?:aug|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:o[ck]t|out)/,
  /^nov/,
  /^(?:de[cz]|dic)/,
]
/** Longer expressions first. */
const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/day after tomorrow|ubermorgen/, 2],
  [/tomorrow|morgen|demain|manana|amanha|غدا/u, 1],
  [/yesterday|gestern|hier|ayer|ontem/, -1],
  [/today|heute|aujourd'hui|hoy|hoje|اليوم/u, 0],
]
const SMALL: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ein: 1,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
}

const pad = (count: number): string => String(count).padStart(2, '0')

/** The day in the calendar; undefined when there is none. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && year >= 1000 && year <= 9999
  return real ? date.toISOString().slice(0, 10) : undefined
}

function addDays(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The day that is meant, counted from `today` (YYYY-MM-DD); undefined for what names no day of the calendar. `known` is the
 * day that a correction such as «the 5th» moves within its month.
 */
export function toDay(said: string, today: string, known = ''): string | undefined {
  const text = normalize(said).replaceAll('’', "'").trim()
  const iso = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dots = /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2}))?$/.exec(text)
  if (dots) return inYear(dots[3], Number(dots[2]), Number(dots[1]), today)
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  // Where both numbers may be the month, nobody can tell which is.
  if (slashes) return unambiguous(Number(slashes[1]), Number(slashes[2]), Number(slashes[3]))
  const day = Number(/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?(?!\d)/.exec(text)?.[1] ?? 0)
  const month =
    MONTHS.findIndex((name) => text.split(/[^\p{L}]+/u).some((word) => word.length > 2 && name.test(word))) + 1
  const relative = afterSome(text, today)
  if (relative) return relative
  const weekday = WEEKDAYS.findIndex((name) => text.split(/[^\p{L}]+/u).some((word) => name.test(word)))
  if (month > 0 && day > 0 && weekdayIsNoMonth(text, month)) return inYear(/\d{4}/.exec(text)?.[0], month, day, today)
  if (day > 0) return dayOfMonth(day, today, known)
  if (weekday < 0) return undefined
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  return addDays(today, ahead === 0 && !text.startsWith('this') ? 7 : ahead)
}

/** «Martes» and «mardi» begin like March. */
function weekdayIsNoMonth(text: string, month: number): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 2 && MONTHS[month - 1]?.test(word) && !WEEKDAYS.some((name) => name.test(word)))
}

function afterSome(text: string, today: string): string | undefined {
  const ahead = /\bin (\d{1,2}|\p{L}+) (day|week|tag|woche)/u.exec(text)
  const count = ahead ? (SMALL[ahead[1] ?? ''] ?? Number(ahead[1])) : Number.NaN
  if (Number.isInteger(count)) return addDays(today, count * (/^(?:week|woche)/.test(ahead?.[2] ?? '') ? 7 : 1))
  const found = RELATIVE.find(([words]) => words.test(text))
  return found && addDays(today, found[1])
}

function unambiguous(first: number, second: number, year: number): string | undefined {
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)]
  return dayFirst && monthFirst && dayFirst !== monthFirst ? undefined : (dayFirst ?? monthFirst)
}

function inYear(year: string | undefined, month: number, day: number, today: string): string | undefined {
  if (year !== undefined) return dayOf(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  const first = Number(today.slice(0, 4))
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = dayOf(first + ahead, month, day)
    if (date !== undefined && date >= today) return date
  }
  return undefined
}

/** «The 5th»: of the month of the day that is known, else the next one there is. */
function dayOfMonth(day: number, today: string, known: string): string | undefined {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(known) && known >= today ? known : today
  for (let ahead = 0; ahead < 12; ahead += 1) {
    const month = Number(from.slice(5, 7)) - 1 + ahead
    const date = dayOf(Number(from.slice(0, 4)) + Math.floor(month / 12), (month % 12) + 1, day)
    if (date !== undefined && date >= today) return date
  }
  return undefined
}

/** The time of day as HH:MM; undefined for what is none. An hour up to seven without more is one of the afternoon. */
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
