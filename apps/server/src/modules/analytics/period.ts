// Periods of reports in UTC days: the requested one, the previous one, and series without gaps.

import { DAY_MS } from '@parlance/contract/lib/time'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
export const DEFAULT_DAYS = 30
export const MAX_DAYS = 366
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'

export interface Period {
  /** First and last day, both counted: `2026-11-21`. */
  readonly from: string
  readonly to: string
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS))
/** Both ends counted; 1 for a single day. */
export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1

/** The requested period, by default thirty days until today; a message if it is invalid. */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period | MessageDescriptor {
  const to = asked.to ?? (asked.from === undefined ? dayOf(now) : later(dayOf(now), asked.from))
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) return msg('period_reversed')
  // Outside these years, days before or after could not be represented.
  if (from < FIRST_DAY || to > LAST_DAY) return msg('period_out_of_range', { from: FIRST_DAY, to: LAST_DAY })
  if (daysIn({ from, to }) > MAX_DAYS) return msg('period_too_long', { max: MAX_DAYS })
  return { from, to }
}
const later = (a: string, b: string) => (a > b ? a : b)

export function before(period: Period): Period {
  const to = addDays(period.from, -1)
  return { from: addDays(to, 1 - daysIn(period)), to }
}

export const eachDay = (period: Period): string[] =>
  Array.from({ length: daysIn(period) }, (_, index) => addDays(period.from, index))

/** Relative change: 0.5 means 50 % more. Null if the previous value is 0. */
export const changeOf = (value: number, previous: number): number | null =>
  previous === 0 ? null : (value - previous) / previous
