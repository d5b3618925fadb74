// When a campaign may write to somebody.
import { isTimeZone, localTime } from '@parlance/contract/analytics/time-zones'
import type { CampaignPlan } from '@parlance/contract/campaigns/schemas'
import { cut } from '@parlance/contract/lib/text'
import { HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'

type Hours = Pick<CampaignPlan, 'timeZone' | 'from' | 'until' | 'days'>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether it is within the hours at the recipient; `leadZone` counts where it names a time zone. */
export function isWithinHours(hours: Hours, leadZone: string, at: Date): boolean {
  const zone = leadZone !== '' && isTimeZone(leadZone) ? leadZone : hours.timeZone
  const { hour, minute, weekday } = localTime(zone, at.getTime())
  const now = hour * 60 + minute
  return hours.days.includes(weekday + 1) && now >= minutesOf(hours.from) && now < minutesOf(hours.until)
}

export const hasHours = ({ from, until }: Pick<Hours, 'from' | 'until'>): boolean => minutesOf(from) < minutesOf(until)

/** When to look again whether the hours have begun. */
export const lookAgainAt = (at: Date): Date => new Date(at.getTime() + 5 * MINUTE_MS)

/** When to try again after a failure. */
export const retryAt = (attempts: number, at: Date): Date =>
  new Date(at.getTime() + HOUR_MS * 2 ** Math.min(attempts, 4))

/** Of the last results, more than half failed: something is wrong with all of them. */
export const BREAKER = { least: 10, share: 0.5 } as const
export const isBroken = (failed: number, ended: number): boolean =>
  ended >= BREAKER.least && failed / ended > BREAKER.share

const MAX_NAME_CHARS = 60
const MAX_TEXT_CHARS = 1500
export function wordsFor(text: string, name: string): string {
  const called = cut(name.trim(), MAX_NAME_CHARS)
  return cut(text.replaceAll('{name}', () => called).trim(), MAX_TEXT_CHARS)
}
