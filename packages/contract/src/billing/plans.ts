import { FREE_CREDITS, OWN_KEY_TURN, PLATFORM_MARKUP, toCredits } from '../lib/money.ts'
import { yearlyPrice } from './price-rules.ts'
import { type AddOnId, PLAN_IDS, type PlanId } from './entitlements.ts'

export { PLAN_IDS, type PlanId }
export const CURRENCIES = ['usd', 'eur', 'gbp'] as const
export type Currency = (typeof CURRENCIES)[number]
export const BILLING_CYCLES = ['monthly', 'yearly'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]

export interface PlanPrice {
  readonly currency: Currency
  /** Shown on the card, in whole units of the currency per month. */
  readonly amount: number
  /** Net price when tax is added; never shown as a struck-through price. */
  readonly originalAmount?: number
}

export interface Plan {
  readonly id: PlanId
  readonly label: string
  readonly description: string
  /** US dollars a month. */
  readonly price: number
  readonly prices: readonly PlanPrice[]
  readonly period: 'month'
  readonly additionalInfo: string
  /** At this many US dollars per credit. */
  readonly features: (creditValueUsd: number) => readonly string[]
}

/** Dollars of credits included in the paid plan, with its first payment and each renewal. */
export const PAID_PLAN_CREDITS_USD = 5
/** Whole units. */
export const SUBSCRIPTION_CONVERSION = { value: 20, currency: 'USD' } as const

const count = (credits: number) => credits.toLocaleString('en-US')

export const PLANS: readonly Plan[] = [
  {
    id: 'free',
    label: 'Free',
    description: 'Build an agent, teach it, test it and put it on your site.',
    price: 0,
    prices: [
      { currency: 'usd', amount: 0 },
      { currency: 'eur', amount: 0 },
      { currency: 'gbp', amount: 0 },
    ],
    period: 'month',
    additionalInfo: 'No card needed',
    features: () => [
      `${count(toCredits(FREE_CREDITS))} credits that renew every month`,
      'Steps, knowledge, tools, tests and analytics',
      'The widget on your own sites',
      `Your own model keys at ${count(toCredits(OWN_KEY_TURN))} credit an answer`,
    ],
  },
  {
    id: 'pay_as_you_go',
    label: 'Pay as you go',
    description: 'For agents in use. Unused credits roll over.',
    price: 20,
    prices: [
      { currency: 'usd', amount: 20 },
      { currency: 'eur', amount: 22, originalAmount: 18 },
      { currency: 'gbp', amount: 20, originalAmount: 15 },
    ],
    period: 'month',
    additionalInfo: 'plus usage',
    features: (creditValueUsd) => [
      'Everything in Free',
      `$${PAID_PLAN_CREDITS_USD} of free credits included`,
      'Unused credits roll over',
      `Answers at the model’s list price × ${PLATFORM_MARKUP}, 1 credit = $${creditValueUsd}`,
    ],
  },
  {
    id: 'enterprise',
    label: 'Enterprise',
    description: 'For agencies and companies that need their own terms.',
    price: 1000,
    prices: [{ currency: 'usd', amount: 1000 }],
    period: 'month',
    additionalInfo: 'from',
    features: () => [
      'Everything in Pay as you go',
      'Credits, seats and limits as agreed',
      'Terms and invoices in writing',
    ],
  },
]

export interface ShownPrice extends PlanPrice {
  readonly cycle: BillingCycle
}

export function priceIn(plan: Plan, currency: Currency, cycle: BillingCycle): ShownPrice {
  const monthly = plan.prices.find((price) => price.currency === currency) ?? { currency: 'usd', amount: plan.price }
  if (cycle === 'monthly') return { ...monthly, cycle }
  const { originalAmount } = monthly
  return {
    ...monthly,
    amount: yearlyPrice(monthly.amount),
    ...(originalAmount === undefined ? {} : { originalAmount: yearlyPrice(originalAmount) }),
    cycle,
  }
}

/** `$1,000`, `€22`, `£20`: whole units in English notation. */
export const priceText = (amount: number, currency: Currency): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    maximumFractionDigits: 0,
  }).format(amount)

export interface AddOn {
  readonly id: AddOnId
  readonly name: string
  readonly description: string
  /** Net, in whole units per month; empty when it is not sold here. */
  readonly prices: readonly PlanPrice[]
  readonly period: 'month'
}

const sameInAll = (amount: number): readonly PlanPrice[] => CURRENCIES.map((currency) => ({ currency, amount }))

export const ADD_ONS: readonly AddOn[] = [
  {
    id: 'workspace-seat',
    name: 'Workspace seat',
    description: 'One more member in your workspace.',
    prices: sameInAll(10),
    period: 'month',
  },
  {
    id: 'client_seat',
    name: 'Client seat',
    description: 'One more client user in your organizations.',
    prices: sameInAll(5),
    period: 'month',
  },
  {
    id: 'concurrent-call-line',
    name: 'Concurrent call line',
    description: 'One more call at the same time.',
    prices: sameInAll(5),
    period: 'month',
  },
  {
    id: 'twilio-phone-number',
    name: 'Twilio phone number',
    description: 'One more phone number for your agents.',
    prices: sameInAll(3),
    period: 'month',
  },
  {
    id: 'mini-whitelabel',
    name: 'White label',
    description: 'Your own brand and domains, and billing for your clients.',
    prices: [],
    period: 'month',
  },
  {
    id: 'custom-branding',
    name: 'Custom branding',
    description: 'Removes our name from chats.',
    prices: [],
    period: 'month',
  },
  { id: 'agent-seat', name: 'Agent', description: 'One more agent.', prices: [], period: 'month' },
]

/** Add-on prices set by the installation, in whole units per month: the same number in every currency. */
export type AddOnPrices = Partial<Readonly<Record<AddOnId, number>>>

export const addOnsOnSale = (own: AddOnPrices = {}): AddOn[] =>
  ADD_ONS.flatMap((addOn) => {
    const price = own[addOn.id]
    const prices = price === undefined ? addOn.prices : sameInAll(price)
    return prices.length === 0 ? [] : [{ ...addOn, prices }]
  })

/** The net monthly price in minor units; undefined when it is not sold in that currency. */
export function netPrice(sold: Pick<Plan | AddOn, 'prices'>, currency: Currency): number | undefined {
  const price = sold.prices.find((one) => one.currency === currency)
  return price && Math.round((price.originalAmount ?? price.amount) * 100)
}
