// Amounts are in minor units.
import type { Discount } from './discount.ts'
import type { AddOnId, AddOns, PlanId } from './entitlements.ts'
import { type AddOn, type Currency, netPrice, PLANS } from './plans.ts'
import type { TaxInfo } from './tax.ts'

export interface QuoteLine {
  readonly id: PlanId | AddOnId | 'credits'
  readonly quantity: number
  readonly unitAmount: number
  readonly amount: number
}

export interface Quote {
  readonly currency: Currency
  readonly lines: readonly QuoteLine[]
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

type Reduction = Pick<Discount, 'percent_off' | 'amount_off' | 'currency'>

export function totalOf(lines: readonly QuoteLine[], tax: TaxInfo, discount?: Reduction): Quote {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const off = discountOn(subtotal, tax.currency, discount)
  const taxed = Math.round((subtotal - off) * tax.taxRate)
  return { currency: tax.currency, lines, subtotal, discount: off, tax: taxed, total: subtotal - off + taxed }
}

function discountOn(subtotal: number, currency: Currency, discount: Reduction | undefined): number {
  if (!discount) return 0
  if (discount.percent_off !== null) return Math.min(subtotal, Math.round((subtotal * discount.percent_off) / 100))
  return discount.currency === currency ? Math.min(subtotal, discount.amount_off ?? 0) : 0
}

export interface SubscriptionQuoteInput {
  readonly planId: PlanId
  readonly addOns: AddOns
  readonly onSale: readonly AddOn[]
  readonly tax: TaxInfo
  readonly discount?: Reduction | undefined
}

/** @throws {RangeError} for an add-on that is not sold in the currency */
export function quoteSubscription({ planId, addOns, onSale, tax, discount }: SubscriptionQuoteInput): Quote {
  const plan = PLANS.find(({ id }) => id === planId)
  const line = (id: QuoteLine['id'], sold: Pick<AddOn, 'prices'> | undefined, quantity: number): QuoteLine => {
    const unitAmount = sold && netPrice(sold, tax.currency)
    if (unitAmount === undefined) throw new RangeError(`${id} is not sold in ${tax.currency}`)
    return { id, quantity, unitAmount, amount: unitAmount * quantity }
  }
  const wanted = (Object.entries(addOns) as [AddOnId, number][]).filter(([, quantity]) => quantity > 0)
  const lines = wanted.map(([id, quantity]) =>
    line(
      id,
      onSale.find((addOn) => addOn.id === id),
      quantity,
    ),
  )
  return totalOf([line(planId, plan, 1), ...lines], tax, discount)
}

/** `amount` in whole units of the currency, without tax. */
export function quoteTopUp(amount: number, tax: TaxInfo): Quote {
  const net = Math.round(amount * 100)
  return totalOf([{ id: 'credits', quantity: 1, unitAmount: net, amount: net }], tax)
}
