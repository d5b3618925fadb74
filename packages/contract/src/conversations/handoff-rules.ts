import type { AgentConfig } from '../agents/schemas.ts'
import type { Person } from './schemas.ts'
import { isSamePerson } from './lifecycle.ts'
import { type HandoffHours, isOpen, nextOpening } from './handoff-hours.ts'

export interface Teammate extends Person {
  readonly isOnline: boolean
  readonly open: number
  /** When they last got a conversation, in milliseconds; 0 for never. */
  readonly lastAt: number
}

type PersonKey = Pick<Person, 'kind' | 'id'>
interface AskedFor {
  readonly routing: AgentConfig['handoffRouting']
  readonly team: readonly PersonKey[] | undefined
  readonly agentTeam: readonly PersonKey[] | undefined
}
/** The conversation's team, else the agent's, else the people named by its routing. */
export function peopleAsked<T extends PersonKey>(able: readonly T[], { routing, team, agentTeam }: AskedFor): T[] {
  const wanted = team ?? agentTeam ?? (routing.to === 'named' ? routing.people : undefined)
  return able.filter((one) => wanted === undefined || wanted.some((person) => isSamePerson(person, one)))
}

/** The online person with the fewest conversations, then the longest wait. Undefined: the visitor queues. */
export function routeTo<T extends Omit<Teammate, 'name'>>(people: readonly T[]): T | undefined {
  return people
    .filter(({ isOnline }) => isOnline)
    .toSorted((a, b) => a.open - b.open || a.lastAt - b.lastAt || (a.id < b.id ? -1 : 1))[0]
}

/** Position in the queue, from 1, by request time; on a tie the lower id is first. */
export function queuePosition(
  waiting: readonly { readonly id: string; readonly since: number }[],
  own: { readonly id: string; readonly since: number },
): number {
  return 1 + waiting.filter(({ id, since }) => since < own.since || (since === own.since && id < own.id)).length
}

/** However short the owner's time-out is. */
export const MIN_WAIT_S = 30
/** In milliseconds. */
export const timesOutAt = (requestedAt: number, timeoutS: number): number =>
  requestedAt + Math.max(timeoutS, MIN_WAIT_S) * 1000

/** Milliseconds; less for a visitor who still waits. */
export const ABSENCE_MS = { waiting: 60_000, speaking: 5 * 60_000 } as const

/** Times in milliseconds. */
export interface Held {
  readonly as: 'waiting' | 'speaking'
  readonly assignedAt: number
  /** Time of the visitor's first unanswered message; undefined without one. */
  readonly unansweredSince: number | undefined
}
/** Whether it returns to the queue. A person who has spoken keeps it until the visitor has waited for an answer. */
export function isAbandoned({ as, assignedAt, unansweredSince }: Held, now: number): boolean {
  if (as === 'waiting') return now - assignedAt >= ABSENCE_MS.waiting
  return unansweredSince !== undefined && now - Math.max(assignedAt, unansweredSince) >= ABSENCE_MS.speaking
}

export const MISSED_REASONS = ['closed', 'timeout'] as const
export type MissedReason = (typeof MISSED_REASONS)[number]

export type Reachable =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly opensAt: number | undefined }
  /** A request was not answered: only the visitor can ask again, not the agent. */
  | { readonly kind: 'unanswered' }

/** `hasMissed`: the conversation's last request was not answered. */
export function reachable(
  by: 'visitor' | 'agent',
  { hours, hasMissed, at }: { readonly hours: HandoffHours; readonly hasMissed: boolean; readonly at: number },
): Reachable {
  if (!isOpen(hours, at)) return { kind: 'closed', opensAt: nextOpening(hours, at) }
  return by === 'agent' && hasMissed ? { kind: 'unanswered' } : { kind: 'open' }
}
