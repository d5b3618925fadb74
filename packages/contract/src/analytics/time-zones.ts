import { MINUTE_MS, DAY_MS } from '../lib/time.ts'
import { zoneFormatter } from '../lib/zone-formatter.ts'

export { isTimeZone } from '../lib/zone-formatter.ts'

export interface LocalTime {
  readonly day: string
  readonly hour: number
  readonly minute: number
  /** Monday is 0. */
  readonly weekday: number
}

export function localTime(timeZone: string, at: number): LocalTime {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of zoneFormatter(timeZone).formatToParts(at)) part[type] = value
  const day = `${part.year}-${part.month}-${part.day}`
  return { day, hour: Number(part.hour), minute: Number(part.minute), weekday: weekdayOf(day) }
}

const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The start of a day, in milliseconds; when midnight is skipped, the end of the gap. */
export function startOfDay(timeZone: string, day: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  const offsetAt = (at: number) => {
    const local = localTime(timeZone, at)
    return Date.parse(`${local.day}T00:00:00Z`) + (local.hour * 60 + local.minute) * MINUTE_MS - at
  }
  const candidates = [offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)]
    .map((offset) => asUtc - offset)
    .toSorted((a, b) => a - b)
  return candidates.find((at) => localTime(timeZone, at).day === day) ?? asUtc
}
