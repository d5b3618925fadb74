// Who is asked when a visitor wants a human, in which order visitors wait, and what becomes of a request that nobody answers.
import type { Person } from './schemas.ts'
import { type HandoffHours, isOpen, nextOpening } from './handoff-hours.ts'

export interface Teammate extends Person {
  readonly isOnline: boolean
  /** Conversations that are theirs and have not ended. */
  readonly open: number
  /** When they were given the last one, in milliseconds; 0 for never. */
  readonly lastAt: number
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
