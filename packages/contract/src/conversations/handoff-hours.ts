import { zoneFormatter } from '../lib/zone-formatter.ts'

export { isTimeZone } from '../lib/zone-formatter.ts'

export interface Opening {
  /** `HH:MM` from `00:00` to `24:00`. */
  readonly from: string
  readonly to: string
}
export interface HandoffHours {
  readonly enabled: boolean
  readonly timeZone: string
  /** From Monday; an empty list is a closed day. */
  readonly days: readonly (readonly Opening[])[]
  /** Dates in that time zone, `YYYY-MM-DD`. */
  readonly holidays: readonly { readonly date: string; readonly name: string }[]
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Longer than the longest holidays. */
const DAYS_AHEAD = 400

function localOf(timeZone: string, at: number): { readonly date: string; readonly clock: string } {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of zoneFormatter(timeZone).formatToParts(at)) part[type] = value
  return { date: `${part.year}-${part.month}-${part.day}`, clock: `${part.hour}:${part.minute}` }
}
/** Monday is 0. */
const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
const hoursOn = ({ days, holidays }: HandoffHours, date: string) =>
  holidays.some((holiday) => holiday.date === date) ? [] : (days[weekdayOf(date)] ?? [])

/** `at` in milliseconds. */
export function isOpen(hours: HandoffHours, at: number): boolean {
  if (!hours.enabled) return true
  const { date, clock } = localOf(hours.timeZone, at)
  return hoursOn(hours, date).some(({ from, to }) => from <= clock && clock < to)
}

/** Returns two moments for a repeated hour, none for a skipped one. */
function momentsOf(timeZone: string, date: string, clock: string): number[] {
  const asUtc = Date.parse(`${date}T${clock}:00Z`)
  const offsetAt = (at: number) => {
    const local = localOf(timeZone, at)
    return Date.parse(`${local.date}T${local.clock}:00Z`) - Math.floor(at / MINUTE) * MINUTE
  }
  const offsets = new Set([offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)])
  return [...offsets].map((offset) => asUtc - offset)
}

/** Returns the first open moment from `at` on, or undefined. Both in milliseconds. */
export function nextOpening(hours: HandoffHours, at: number): number | undefined {
  if (isOpen(hours, at)) return at
  const today = Date.parse(`${localOf(hours.timeZone, at).date}T00:00:00Z`)
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const date = new Date(today + day * DAY).toISOString().slice(0, 10)
    const openings = hoursOn(hours, date).flatMap((interval) =>
      momentsOf(hours.timeZone, date, interval.from).flatMap((moment) => firstOpen(hours, moment, at)),
    )
    if (openings.length > 0) return Math.min(...openings)
  }
  return undefined
}

/** If clocks skip the start of an interval, it opens at the first minute after. */
function firstOpen(hours: HandoffHours, moment: number, after: number): number[] {
  const from = Math.max(moment, Math.ceil(after / MINUTE) * MINUTE)
  for (let at = from; at <= moment + 2 * 60 * MINUTE; at += MINUTE) if (isOpen(hours, at)) return [at]
  return []
}
