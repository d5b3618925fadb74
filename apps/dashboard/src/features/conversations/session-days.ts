// Filters of sessions in the address, and the resulting input of the call.
import { CHANNELS, STATES } from './contract-constants.ts'

export interface SessionFilters {
  agent: string
  channel: string
  state: string
  /** Days in the user's time zone, `2026-11-21`, both included. */
  from: string
  to: string
}

const DAY = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/
const oneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((one) => one === value)

/** When a day, or the one after it, begins for the reader; undefined when invalid. */
function startOf(day: string, later = 0): string | undefined {
  if (!DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** Input of the call; drops invalid values of the address. */
export function askedFor({ agent, channel, state, from, to }: SessionFilters) {
  const asked = {
    agentId: agent || undefined,
    channel: oneOf(CHANNELS, channel),
    state: oneOf(STATES, state),
    from: startOf(from),
    to: startOf(to, 1),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as {
    [K in keyof typeof asked]?: NonNullable<(typeof asked)[K]>
  }
}

/** Limits each day by the other. */
export const daysInput = ({ from, to }: SessionFilters, name: 'from' | 'to') =>
  name === 'from' ? { max: to || undefined } : { min: from || undefined }
