// Who gets the credits when they run short: visitors' turns first, then work that a person waits for, then background work.
import type { Milli } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'

/** Why work is paused for lack of credits, for people. */
export const PAUSED_REASON = msg('crawl_paused_without_credits')

/** What credits are held for, most urgent first. A hold may take credits from open holds further down, never the other way. */
export const HOLD_PRIORITIES = ['visitor', 'waiting', 'background'] as const
export type HoldPriority = (typeof HOLD_PRIORITIES)[number]

/** As it is stored: 0 is the most urgent. */
export const priorityRank = (priority: HoldPriority): number => HOLD_PRIORITIES.indexOf(priority)

export interface OpenHoldAmount {
  readonly key: string
  readonly rank: number
  readonly amount: Milli
}

/** What more urgent work could take from these open holds. */
export const yieldable = (holds: readonly OpenHoldAmount[], priority: HoldPriority): Milli =>
  holds.reduce((sum, { rank, amount }) => (rank > priorityRank(priority) ? sum + amount : sum), 0)

/**
 * By how much which holds shrink so that more urgent work gets `amount`: the least urgent give first and, among equals,
 * those that come last in `holds`. Gives less than `amount` only when nothing is left to give.
 */
export function shrinkHolds(
  holds: readonly OpenHoldAmount[],
  priority: HoldPriority,
  amount: Milli,
): readonly { readonly key: string; readonly by: Milli }[] {
  let missing = amount
  return holds
    .filter(({ rank }) => rank > priorityRank(priority))
    .toReversed()
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ key, amount: held }) => {
      const by = Math.min(held, missing)
      missing -= by
      return by > 0 ? [{ key, by }] : []
    })
}

/**
 * Whether background work that costs `cost` may begin: it is paid to its end, and so is the older work of its kind that
 * still waits for its turn (`owedBefore`).
 */
export const mayBegin = (work: {
  readonly cost: Milli
  readonly available: Milli
  readonly owedBefore: Milli
}): boolean => work.cost === 0 || work.cost + work.owedBefore <= work.available

/** Which of the paused works go on with what is available now: in their order, each to its end; one too dear is passed over. */
export function chooseAffordable<Work extends { readonly cost: Milli }>(
  paused: readonly Work[],
  available: Milli,
): readonly Work[] {
  let left = available
  return paused.filter(({ cost }) => {
    if (cost > left) return false
    left -= cost
    return true
  })
}
