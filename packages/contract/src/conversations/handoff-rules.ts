// Who is asked when a visitor wants a human, in which order visitors wait, and what becomes of a request that nobody answers.
import type { AgentConfig } from '../agents/schemas.ts'
import type { Person } from './schemas.ts'
import { isSamePerson } from './lifecycle.ts'
import { type HandoffHours, isOpen, nextOpening } from './handoff-hours.ts'

export interface Teammate extends Person {
  readonly isOnline: boolean
  /** Conversations that are theirs and have not ended. */
  readonly open: number
  /** When they were given the last one, in milliseconds; 0 for never. */
  readonly lastAt: number
}

type PersonKey = Pick<Person, 'kind' | 'id'>
interface AskedFor {
  readonly routing: AgentConfig['handoffRouting']
  /** Members of the team that the conversation was assigned to, and of the agent's; undefined without one. */
  readonly team: readonly PersonKey[] | undefined
  readonly agentTeam: readonly PersonKey[] | undefined
}
/** Who of those who may take over is asked: the conversation's team, else the agent's, else whom its routing names. */
export function peopleAsked<T extends PersonKey>(able: readonly T[], { routing, team, agentTeam }: AskedFor): T[] {
  const wanted = team ?? agentTeam ?? (routing.to === 'named' ? routing.people : undefined)
  return able.filter((one) => wanted === undefined || wanted.some((person) => isSamePerson(person, one)))
}

/** Online, with the fewest open conversations; among equals whoever got none for the longest time. Undefined: they queue. */
export function routeTo<T extends Omit<Teammate, 'name'>>(people: readonly T[]): T | undefined {
  return people
    .filter(({ isOnline }) => isOnline)
    .toSorted((a, b) => a.open - b.open || a.lastAt - b.lastAt || (a.id < b.id ? -1 : 1))[0]
}

/** Position in the queue, from 1, by when each asked; of two at once the lower id is first. */
export function queuePosition(
  waiting: readonly { readonly id: string; readonly since: number }[],
  own: { readonly id: string; readonly since: number },
): number {
  return 1 + waiting.filter(({ id, since }) => since < own.since || (since === own.since && id < own.id)).length
}

/** However short the owner's time-out is, somebody has so long to take over. */
export const MIN_WAIT_S = 30
/** When a request that nobody has answered goes back to the agent, in milliseconds. */
export const timesOutAt = (requestedAt: number, timeoutS: number): number =>
  requestedAt + Math.max(timeoutS, MIN_WAIT_S) * 1000

/** How long a conversation stays with somebody who is not there, in milliseconds; a visitor who still waits moves on sooner. */
export const ABSENCE_MS = { waiting: 60_000, speaking: 5 * 60_000 } as const

/** A conversation of somebody who is away or offline. Times in milliseconds. */
export interface Held {
  /** `waiting`: they have not taken it over yet. */
  readonly as: 'waiting' | 'speaking'
  readonly assignedAt: number
  /** When the visitor wrote the first thing that nobody has answered; undefined while everything is. */
  readonly unansweredSince: number | undefined
}
/** Whether it goes back to the queue. Somebody who speaks keeps it until the visitor has waited for an answer. */
export function isAbandoned({ as, assignedAt, unansweredSince }: Held, now: number): boolean {
  if (as === 'waiting') return now - assignedAt >= ABSENCE_MS.waiting
  return unansweredSince !== undefined && now - Math.max(assignedAt, unansweredSince) >= ABSENCE_MS.speaking
}

/** Why a visitor who wanted a human got none. */
export const MISSED_REASONS = ['closed', 'timeout'] as const
export type MissedReason = (typeof MISSED_REASONS)[number]

export type Reachable =
  | { readonly kind: 'open' }
  /** `opensAt` in milliseconds; undefined when no opening is known. */
  | { readonly kind: 'closed'; readonly opensAt: number | undefined }
  /** A request was not answered: the agent does not ask again by itself, only the visitor does. */
  | { readonly kind: 'unanswered' }

/** Whether a human may be asked for now. `hasMissed`: the last request of this conversation was not answered. */
export function reachable(
  by: 'visitor' | 'agent',
  { hours, hasMissed, at }: { readonly hours: HandoffHours; readonly hasMissed: boolean; readonly at: number },
): Reachable {
  if (!isOpen(hours, at)) return { kind: 'closed', opensAt: nextOpening(hours, at) }
  return by === 'agent' && hasMissed ? { kind: 'unanswered' } : { kind: 'open' }
}
