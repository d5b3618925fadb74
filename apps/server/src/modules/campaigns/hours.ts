import { isTimeZone, localTime } from '@parlance/contract/analytics/time-zones'
import type { CampaignPlan, RecipientState } from '@parlance/contract/campaigns/schemas'
import { cut } from '@parlance/contract/lib/text'
import { HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import type { Lead } from './ports.ts'

type Hours = Pick<CampaignPlan, 'timeZone' | 'from' | 'until' | 'days'>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A lead's own time zone wins over the campaign's. */
const zoneOf = ({ timeZone }: Pick<Hours, 'timeZone'>, leadZone: string): string =>
  leadZone !== '' && isTimeZone(leadZone) ? leadZone : timeZone

/** Whether the recipient's local time is within the hours. */
export function isWithinHours(hours: Hours, leadZone: string, at: Date): boolean {
  const { hour, minute, weekday } = localTime(zoneOf(hours, leadZone), at.getTime())
  const now = hour * 60 + minute
  return hours.days.includes(weekday + 1) && now >= minutesOf(hours.from) && now < minutesOf(hours.until)
}

/** When the hours end that are running. */
export function endOfHours(hours: Hours, leadZone: string, at: Date): Date {
  const { hour, minute } = localTime(zoneOf(hours, leadZone), at.getTime())
  const begun = at.getTime() - (at.getTime() % MINUTE_MS)
  return new Date(begun + (minutesOf(hours.until) - hour * 60 - minute) * MINUTE_MS)
}

export const hasHours = ({ from, until }: Pick<Hours, 'from' | 'until'>): boolean => minutesOf(from) < minutesOf(until)

export const retryAt = (attempts: number, at: Date): Date =>
  new Date(at.getTime() + HOUR_MS * 2 ** Math.min(attempts, 4))

const ENDED = ['failed', 'sent', 'delivered', 'read', 'answered', 'voicemail', 'busy', 'no_answer'] as const
type Counts = Readonly<Partial<Record<RecipientState, number>>>
export const resultsOf = (counts: Counts) => ({
  failed: counts.failed ?? 0,
  ended: ENDED.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
})

/** Pauses the campaign when more than half of the results since it was last resumed failed. */
const BREAKER = { least: 10, share: 0.5 } as const
interface Resumed {
  readonly failedBefore: number
  readonly endedBefore: number
}
export function isBroken({ failedBefore, endedBefore }: Resumed, counts: Counts): boolean {
  const { failed, ended } = resultsOf(counts)
  const results = ended - endedBefore
  return results >= BREAKER.least && (failed - failedBefore) / results > BREAKER.share
}

const MAX_NAME_CHARS = 60
const MAX_TEXT_CHARS = 1500
const keyOf = (name: string) => name.normalize('NFC').trim().toLowerCase()
/** A variable of a lead; imported columns are called as their file calls them, e.g. `City`. */
export function variableOf(variables: Lead['variables'], name: string): string {
  const own = Object.hasOwn(variables, name)
    ? variables[name]
    : Object.entries(variables).find(([one]) => keyOf(one) === keyOf(name))?.[1]
  return typeof own === 'object' ? '' : String(own ?? '').trim()
}
export const nameOf = ({ name }: Pick<Lead, 'name'>): string => cut(name.trim(), MAX_NAME_CHARS)

/** Fills `{name}` and the lead's variables; what the lead lacks is left out, with the space before it. */
export function wordsFor(text: string, lead: Pick<Lead, 'name' | 'variables'>): string {
  const valueOf = (key: string) =>
    keyOf(key) === 'name' ? nameOf(lead) : cut(variableOf(lead.variables, key), MAX_NAME_CHARS)
  const filled = text.replaceAll(/( ?)\{([^{}\n]{1,100})\}/g, (_, space: string, key: string) => {
    const value = valueOf(key)
    return value === '' ? '' : `${space}${value}`
  })
  return cut(filled.trim(), MAX_TEXT_CHARS)
}
