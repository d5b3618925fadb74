// Never reads the clock: today is a parameter.
import { DAY_MS } from '../lib/time.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const pad = (number: number, length = 2) => String(number).padStart(length, '0')

const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`)
export const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year !== undefined && dateOf(Number(year), Number(month), Number(day)) === text
}
export const daysBetween = (from: string, to: string): number => Math.round((midnight(to) - midnight(from)) / DAY_MS)
export function addDays(date: string, days: number): string | undefined {
  const time = midnight(date) + days * DAY_MS
  const moved = Number.isFinite(time) && Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 10) : ''
  return isDate(moved) ? moved : undefined
}

function dateOf(year: number, month: number, day: number): string | undefined {
  if (!(year >= 1000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : undefined
}

const RELATIVE = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

export type ReadDate = { readonly date: string } | { readonly problem: 'none' | 'ambiguous' }
const NONE: ReadDate = { problem: 'none' }
const found = (date: string | undefined): ReadDate => (date === undefined ? NONE : { date })

/**
 * Parses 2026-12-05 (also followed by a time), 5.12.2026, 25/12/2026, 5 December 2026, Dec 5th, and today or tomorrow.
 * A day without a year is the next one from today. 5/12/2026 is ambiguous, because countries differ in the order.
 */
export function readDate(raw: string, today: string): ReadDate {
  if (raw.length > 60) return NONE
  const text = raw
    .trim()
    .toLowerCase()
    .replaceAll(/[,\s]+/g, ' ')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]\d{1,2}:\d{2}.*)?$/.exec(text)
  if (iso) return found(dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const relative = RELATIVE.get(text)
  if (relative !== undefined) return found(addDays(today, relative))
  const dots = /^(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}|\d{2}))?$/.exec(text)
  if (dots) return found(inYear(dots[3], Number(dots[2]), Number(dots[1]), today))
  const slashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text)
  if (slashes) return readSlashes(Number(slashes[1]), Number(slashes[2]), Number(slashes[3]))
  return readNamed(text, today)
}

function readSlashes(first: number, second: number, year: number): ReadDate {
  const [dayFirst, monthFirst] = [dateOf(year, second, first), dateOf(year, first, second)]
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return { problem: 'ambiguous' }
  return found(dayFirst ?? monthFirst)
}

function readNamed(text: string, today: string): ReadDate {
  const dayFirst = /^(?:(?:on )?the )?(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(text)
  const monthFirst = /^([a-z]{3,9})\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(text)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = MONTHS.findIndex((short) => name?.startsWith(short)) + 1
  return month === 0 ? NONE : found(inYear(year, month, Number(day), today))
}

function inYear(year: string | undefined, month: number, day: number, today: string): string | undefined {
  if (year !== undefined) return dateOf(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  const thisYear = Number(today.slice(0, 4))
  // 29 February may be some years away.
  for (let ahead = 0; ahead <= 8; ahead++) {
    const date = dateOf(thisYear + ahead, month, day)
    if (date !== undefined && date >= today) return date
  }
  return undefined
}

/** Parses 14:30, 14.30, 14h30, 2 pm, 2:30pm, 14 Uhr, noon; undefined for anything else. */
export function readTime(raw: string): string | undefined {
  if (raw.length > 60) return undefined
  const text = raw.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (text === 'noon' || text === 'midday') return '12:00'
  if (text === 'midnight') return '00:00'
  const match = /^(?:at )?(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)? ?(a\.?m\.?|p\.?m\.?|h|uhr|o'?clock)?$/.exec(
    text,
  )
  if (!match) return undefined
  const [, hours = '', minutes, mark] = match
  // A bare number is an hour only with a word such as «Uhr».
  if (minutes === undefined && mark === undefined) return undefined
  let hour = Number(hours)
  if (mark?.startsWith('a') || mark?.startsWith('p')) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (mark.startsWith('p') ? 12 : 0)
  }
  const minute = Number(minutes ?? 0)
  return hour < 24 && minute < 60 ? `${pad(hour)}:${pad(minute)}` : undefined
}
