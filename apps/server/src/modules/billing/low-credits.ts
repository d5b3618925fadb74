// When a workspace is told that its credits run low.
import { fromCredits, type Milli } from '@parlance/contract/lib/money'

/** Credits. At the first of them the dashboard offers an upgrade; at the last, agents stop answering. */
export const LOW_CREDITS = [500, 100, 0] as const

/**
 * The lowest of these marks, in credits, that a charge passed: from it or above it to below it, and to nothing for 0.
 * Undefined when it passed none. Balances in milli-credits, those held for running work included, so that each way down
 * passes a mark once.
 */
export function markPassed(before: Milli, after: Milli): number | undefined {
  return LOW_CREDITS.findLast((mark) => {
    const at = fromCredits(mark)
    return mark === 0 ? before > 0 && after <= 0 : before >= at && after < at
  })
}
