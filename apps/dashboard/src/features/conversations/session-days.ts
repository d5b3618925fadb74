// What narrows the sessions, as the address has it, and what the server is asked for it.
import { CHANNELS, STATES } from '@parlance/contract/conversations/schemas'

export interface SessionFilters {
  /** Id of an agent; like all others empty for any. */
  agent: string
  channel: string
  state: string
  /** Days of whoever looks, `2026-11-21`, both counted. */
  from: string
  to: string
}

const DAY = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/
const oneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((one) => one === value)

/** When a day begins where the reader is, or the one after it; undefined for what is no day. */
function startOf(day: string, later = 0): string | undefined {
  if (!DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** The input of the call; what an address holds that is none of ours is left out. */
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

/** Neither day lies beyond the other. */
export const daysInput = ({ from, to }: SessionFilters, name: 'from' | 'to') =>
  name === 'from' ? { max: to || undefined } : { min: from || undefined }
