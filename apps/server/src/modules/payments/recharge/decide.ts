// Pure: decides what automatic recharge does about a balance.
import type { Milli } from '@parlance/contract/lib/money'

export interface RechargeState {
  /** Enabled, and allowed by the plan. */
  readonly isOn: boolean
  /** Includes holds of running turns. */
  readonly balance: Milli
  readonly threshold: Milli
  /** False from a charge until the balance is above the threshold again. */
  readonly armed: boolean
  readonly stopped: '' | 'declined' | 'limit'
  /** With tax, as the card is charged; `net` without. */
  readonly amount: number
  readonly net: number
  readonly chargedThisMonth: number
  readonly monthlyLimit: number
}

/** `rearm`: the balance is above the threshold again, so the next crossing counts. */
export type RechargeVerdict = 'nothing' | 'rearm' | 'charge' | 'limit'

export function decideRecharge(state: RechargeState): RechargeVerdict {
  if (state.balance >= state.threshold) return state.armed ? 'nothing' : 'rearm'
  if (!state.isOn || !state.armed || state.stopped === 'declined' || state.stopped === 'limit') return 'nothing'
  const { monthlyLimit, chargedThisMonth, amount, net } = state
  // A limit of one amount means one recharge a month, whatever the tax.
  const isFirst = chargedThisMonth === 0 && net <= monthlyLimit
  const isOverLimit = monthlyLimit > 0 && chargedThisMonth + amount > monthlyLimit && !isFirst
  return isOverLimit ? 'limit' : 'charge'
}
