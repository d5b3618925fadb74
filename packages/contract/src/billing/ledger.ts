// Every movement of credits is a transaction whose entries sum to zero. Amounts are milli-credits.
import { FREE_CREDITS, type Milli } from '../lib/money.ts'
import { monthKey } from '../lib/time.ts'

/**
 * The accounts of one workspace. `available` can be spent · `held` is reserved for running turns · `spent` went to the
 * platform. The others are sources of credits and are negative: `granted` given free, `purchased` paid for,
 * `transferred` exchanged with other payers.
 */
export const ACCOUNT_KINDS = ['available', 'held', 'spent', 'granted', 'purchased', 'transferred'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]
/** Accounts that must not fall below zero; the others mirror sources outside. */
export const FLOORED: readonly AccountKind[] = ['available', 'held', 'spent']

export type TransactionKind = 'grant' | 'hold' | 'settle' | 'release' | 'topup' | 'transfer' | 'refund'

export interface Entry {
  readonly account: AccountKind
  readonly amount: Milli
}

const entries = (...all: Entry[]): readonly Entry[] => all.filter((entry) => entry.amount !== 0)

function positive(amount: Milli): Milli {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount of milli-credits: ${amount}`)
  return amount
}

export function increase(kind: 'grant' | 'topup', amount: Milli): readonly Entry[] {
  const from: AccountKind = kind === 'grant' ? 'granted' : 'purchased'
  return entries({ account: from, amount: -positive(amount) }, { account: 'available', amount })
}

export function decrease(kind: 'grant' | 'topup', amount: Milli): readonly Entry[] {
  const to: AccountKind = kind === 'grant' ? 'granted' : 'purchased'
  return entries({ account: 'available', amount: -positive(amount) }, { account: to, amount })
}

export const hold = (amount: Milli): readonly Entry[] =>
  entries({ account: 'available', amount: -positive(amount) }, { account: 'held', amount })

export const giveBack = (amount: Milli): readonly Entry[] =>
  entries({ account: 'held', amount: -positive(amount) }, { account: 'available', amount })

export interface Settlement {
  readonly charged: Milli
  readonly kind: 'settle' | 'release'
  readonly entries: readonly Entry[]
}

/** A cost above the hold takes the difference from `available`, at most down to zero. A cost of 0 releases the hold. */
export function settlement(held: Milli, cost: Milli, available: Milli): Settlement {
  const charged = Math.min(positive(cost), positive(held) + Math.max(0, available))
  return {
    charged,
    kind: charged === 0 ? 'release' : 'settle',
    entries: entries(
      { account: 'held', amount: -held },
      { account: 'spent', amount: charged },
      { account: 'available', amount: held - charged },
    ),
  }
}

/** Moves credits between payers: two transactions made together, each of which sums to zero. */
export const transfer = (amount: Milli): { readonly from: readonly Entry[]; readonly to: readonly Entry[] } => ({
  from: entries({ account: 'available', amount: -positive(amount) }, { account: 'transferred', amount }),
  to: entries({ account: 'transferred', amount: -amount }, { account: 'available', amount }),
})

/**
 * Fills the balance up to 1,000 credits once per calendar month (UTC). Undefined when not due: the e-mail is not
 * verified, or this month had its refill. 0 uses the month up, because the balance is high enough. `freeLTsTS`: Unix
 * seconds of the last refill, 0 before the first.
 */
export function freeRefill(state: {
  readonly balance: Milli
  readonly now: Date
  readonly freeLTsTS: number
  readonly verified: boolean
  readonly upTo?: Milli
}): Milli | undefined {
  if (!state.verified) return undefined
  if (state.freeLTsTS > 0 && monthKey(new Date(state.freeLTsTS * 1000)) >= monthKey(state.now)) return undefined
  return Math.max(0, (state.upTo ?? FREE_CREDITS) - state.balance)
}

/** Whether this month's free credits are still due. `freeLTsTS`: Unix seconds of the last refill, 0 before the first. */
export const lacksFree = (freeLTsTS: number, now: Date): boolean =>
  freeLTsTS === 0 || monthKey(new Date(freeLTsTS * 1000)) < monthKey(now)

export const nextFree = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
