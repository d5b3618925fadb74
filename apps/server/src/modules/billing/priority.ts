// Priority of work when credits run short: visitors' turns, then work a person waits for, then background work.
import type { Milli } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'

/** Shown as the reason of paused work. */
export const PAUSED_WITHOUT_CREDITS = msg('crawl_paused_without_credits')

/** Most urgent first. A new hold may take credits from open holds of lower priority. */
export const HOLD_PRIORITIES = ['visitor', 'waiting', 'background'] as const
export type HoldPriority = (typeof HOLD_PRIORITIES)[number]

/** As stored: 0 is the most urgent. */
export const priorityRank = (priority: HoldPriority): number => HOLD_PRIORITIES.indexOf(priority)

export interface OpenHoldAmount {
  readonly key: string
  readonly rank: number
  readonly amount: Milli
}

export const reclaimable = (holds: readonly OpenHoldAmount[], priority: HoldPriority): Milli =>
  holds.reduce((sum, { rank, amount }) => (rank > priorityRank(priority) ? sum + amount : sum), 0)

/** Reduces the least urgent holds first and, among equals, the last ones, until `amount` is free. */
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

/** Whether background work may start: the balance must cover it and all older waiting work (`owedBefore`). */
export const canStartBackgroundWork = (work: {
  readonly cost: Milli
  readonly available: Milli
  readonly owedBefore: Milli
}): boolean => work.cost === 0 || work.cost + work.owedBefore <= work.available

/** Which paused work can be resumed with what is available, in order; work that is too expensive is skipped. */
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
