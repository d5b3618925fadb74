// The period in the address: the last 7, 30 or 90 days, or two custom days.
import { localTime } from '@parlance/contract/analytics/time-zones'
import { ownTimeZone } from '../../lib/own-time-zone.ts'

export const RANGES = ['7', '30', '90', 'custom'] as const
export type Range = (typeof RANGES)[number]
export const DEFAULT_RANGE: Range = '30'
/** The server's limit. */
const MAX_DAYS = 366
const DAY_MS = 86_400_000

export interface Period {
  /** Both included. Days in UTC for figures of the widget, and in the reader's time zone for outcomes and metrics. */
  readonly from: string
  readonly to: string
}
export interface Chosen {
  readonly range: Range
  readonly period: Period
  /** What is wrong with a custom range; the last valid period is used. */
  readonly problem?: 'order' | 'long'
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/** The day in UTC. */
export const utcDay = (date: Date): string => date.toISOString().slice(0, 10)
/** The day in the reader's time zone. */
export const localDay = (at = Date.now(), timeZone = ownTimeZone()): string => localTime(timeZone, at).day
const daysBefore = (day: string, days: number) => utcDay(new Date(Date.parse(day) - days * DAY_MS))
export const lastDays = (count: number, today: string): Period => ({ from: daysBefore(today, count - 1), to: today })
export const daysIn = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

export function chosenOf(search: { range: string; from: string; to: string }, today: string): Chosen {
  const range = RANGES.find((known) => known === search.range) ?? DEFAULT_RANGE
  if (range !== 'custom') return { range, period: lastDays(Number(range), today) }
  const standard = lastDays(Number(DEFAULT_RANGE), today)
  const period = {
    from: isDay(search.from) ? search.from : standard.from,
    to: isDay(search.to) ? search.to : standard.to,
  }
  if (period.from > period.to) return { range, period: { from: period.to, to: period.to }, problem: 'order' }
  if (daysIn(period) > MAX_DAYS) return { range, period: lastDays(MAX_DAYS, period.to), problem: 'long' }
  return { range, period }
}
