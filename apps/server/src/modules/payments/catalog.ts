// The provider's products, prices and tax rates for our plans: found by key, created if missing.
import { type AddOnId } from '@parlance/contract/billing/entitlements'
import {
  addOnsOnSale,
  type AddOnPrices,
  CURRENCIES,
  type Currency,
  netPrice,
  PLANS,
  type PlanId,
} from '@parlance/contract/billing/plans'
import type { TaxInfo } from '@parlance/contract/billing/tax'
import { AppError } from '@parlance/contract/lib/errors'
import { Stripe } from 'stripe'

export type SoldKey = 'pay_as_you_go' | AddOnId

const lookupKeyOf = (key: SoldKey, currency: Currency, amount: number) => `parlance_${key}_${currency}_${amount}_month`

export function createCatalog(stripe: Stripe, addOnPrices: AddOnPrices) {
  const onSale = addOnsOnSale(addOnPrices)
  const prices = new Map<string, Promise<string>>()
  const taxRates = new Map<string, Promise<string>>()
  /** Cached unless it failed. */
  const once = (known: Map<string, Promise<string>>, key: string, find: () => Promise<string>) => {
    const before = known.get(key)
    if (before) return before
    const found = find()
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found
  }

  const priceOf = (key: SoldKey, currency: Currency): Promise<string> => {
    const sold = key === 'pay_as_you_go' ? PLANS.find(({ id }) => id === key) : onSale.find(({ id }) => id === key)
    const amount = sold && netPrice(sold, currency)
    if (!sold || amount === undefined) throw new AppError('INVALID_INPUT')
    const lookupKey = lookupKeyOf(key, currency, amount)
    const name = 'label' in sold ? sold.label : sold.name
    return once(prices, lookupKey, () => ensurePrice(stripe, { key, name, lookupKey, currency, amount }))
  }

  return {
    onSale,
    priceOf,
    pricesOfPlan: (planId: PlanId) =>
      CURRENCIES.flatMap((currency) => {
        const sold = planId === 'pay_as_you_go' ? PLANS.find(({ id }) => id === planId) : undefined
        const unitAmount = sold && netPrice(sold, currency)
        return unitAmount === undefined
          ? []
          : [{ currency, unitAmount, lookupKey: lookupKeyOf('pay_as_you_go', currency, unitAmount) }]
      }),
    taxRates: async (tax: TaxInfo): Promise<string[]> =>
      tax.taxRate === 0 ? [] : [await once(taxRates, tax.currency, () => ensureTaxRate(stripe, tax))],
    /** Our key of a provider's price: the plan or add-on. */
    keyOf: ({ lookup_key: lookupKey, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>): string =>
      metadata['parlance'] ?? /^parlance_(.+)_[a-z]{3}_\d+_month$/.exec(lookupKey ?? '')?.[1] ?? '',
  }
}
export type Catalog = ReturnType<typeof createCatalog>

interface WantedPrice {
  readonly key: SoldKey
  readonly name: string
  readonly lookupKey: string
  readonly currency: Currency
  readonly amount: number
}

async function ensurePrice(stripe: Stripe, wanted: WantedPrice): Promise<string> {
  const { key, name, lookupKey, currency, amount } = wanted
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  if (found.data[0]) return found.data[0].id
  const product = `parlance_${key}`
  await stripe.products.create({ id: product, name, metadata: { parlance: key } }).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists')) throw error
  })
  const price = await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      tax_behavior: 'exclusive',
      metadata: { parlance: key },
    },
    { idempotencyKey: `price:${lookupKey}` },
  )
  return price.id
}

async function ensureTaxRate(stripe: Stripe, { currency, taxRate }: TaxInfo): Promise<string> {
  const percentage = Math.round(taxRate * 10_000) / 100
  for await (const rate of stripe.taxRates.list({ active: true, inclusive: false, limit: 100 }))
    if (rate.metadata?.['parlance'] === currency && rate.percentage === percentage) return rate.id
  const made = await stripe.taxRates.create(
    { display_name: 'VAT', inclusive: false, percentage, metadata: { parlance: currency } },
    { idempotencyKey: `tax:${currency}:${percentage}` },
  )
  return made.id
}
