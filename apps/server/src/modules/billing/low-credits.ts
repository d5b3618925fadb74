// When a workspace is notified of low credits.
import { CLIENT_RECHARGE } from '@parlance/contract/billing/client-purchase-rules'
import { AUTO_RECHARGE_RANGES } from '@parlance/contract/billing/recharge'
import { fromCredits, type Milli, toCredits } from '@parlance/contract/lib/money'

/** Credits. At the first of them the dashboard offers an upgrade; at the last, agents stop answering. */
export const LOW_CREDITS = [500, 100, 0] as const

/** The lowest mark in credits that a charge passed. Balances in milli-credits include holds, so each passes once. */
export function lowestMarkPassed(before: Milli, after: Milli): number | undefined {
  return LOW_CREDITS.findLast((mark) => {
    const at = fromCredits(mark)
    return mark === 0 ? before > 0 && after <= 0 : before >= at && after < at
  })
}

/** Whether a charge took the balance below one of the possible automatic-recharge thresholds. */
export const crossesRecharge = (before: Milli, after: Milli) => crosses(AUTO_RECHARGE_RANGES.threshold, before, after)
export const crossesClientRecharge = (before: Milli, after: Milli) => crosses(CLIENT_RECHARGE.threshold, before, after)

export interface PassedMarks {
  /** In credits. */
  readonly low?: { readonly mark: number; readonly left: number }
  readonly crossed?: true
  readonly crossedOrg?: true
}
/** All that a charge from one balance to the other passed, both with holds. */
export function marksPassed(before: Milli, after: Milli): PassedMarks {
  const mark = lowestMarkPassed(before, after)
  const crossed = crossesRecharge(before, after)
  const crossedOrg = crossesClientRecharge(before, after)
  return {
    ...(mark === undefined ? {} : { low: { mark, left: toCredits(after) } }),
    ...(crossed ? { crossed } : {}),
    ...(crossedOrg ? { crossedOrg } : {}),
  }
}

interface Marks {
  readonly min: number
  readonly max: number
  readonly step: number
}
function crosses({ min, max, step }: Marks, before: Milli, after: Milli): true | undefined {
  for (let mark = min; mark <= max; mark += step)
    if (before >= fromCredits(mark) && after < fromCredits(mark)) return true
  return undefined
}
