// Days of a report, in UTC: the period that is asked for, the one before it, and series without gaps.

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

/** What was asked for, with today and thirty days where nothing was; what is wrong where it is no period. */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period | MessageDescriptor {
  const to = asked.to ?? (asked.from === undefined ? dayOf(now) : later(dayOf(now), asked.from))
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) return msg('period_reversed')
  // Dates close to where counting of years ends have no days before and after them.
  if (from < FIRST_DAY || to > LAST_DAY) return msg('period_out_of_range', { from: FIRST_DAY, to: LAST_DAY })
  if (daysIn({ from, to }) > MAX_DAYS) return msg('period_too_long', { max: MAX_DAYS })
  return { from, to }
}
const later = (a: string, b: string) => (a > b ? a : b)

/** As many days right before it. */
export function before(period: Period): Period {
  const to = addDays(period.from, -1)
  return { from: addDays(to, 1 - daysIn(period)), to }
}

export const eachDay = (period: Period): string[] =>
  Array.from({ length: daysIn(period) }, (_, index) => addDays(period.from, index))

/** As a part of what was before: 0.5 is half as much again. Null where nothing was before. */
export const changeOf = (value: number, previous: number): number | null =>
  previous === 0 ? null : (value - previous) / previous
