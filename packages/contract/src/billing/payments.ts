import { z } from 'zod'
import { AddOnId, PlanId } from './entitlements.ts'
import { BILLING_CYCLES, CURRENCIES } from './plans.ts'
import { TaxInfo } from './tax.ts'

/** `pending`: chosen and not paid yet. */
export const PLAN_STATUSES = ['active', 'cancelled', 'trialing', 'past_due', 'unpaid', 'pending'] as const
export const PlanStatus = z.enum(PLAN_STATUSES)
export type PlanStatus = z.infer<typeof PlanStatus>

const text = (max: number) => z.string().trim().max(max)

export const BillingAddress = z.strictObject({
  line1: text(200),
  line2: text(200).default(''),
  city: text(100),
  state: text(100).default(''),
  postal_code: text(30),
  /** Two letters. */
  country: z.string().trim().toUpperCase().length(2),
})
export type BillingAddress = z.infer<typeof BillingAddress>

export const PaymentMethod = z.object({
  id: z.string(),
  customer: z.string(),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
  }),
  billing_details: z.object({
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.object({
      line1: z.string(),
      line2: z.string(),
      city: z.string(),
      state: z.string(),
      postal_code: z.string(),
      country: z.string(),
    }),
  }),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const CurrentPlan = z.object({
  id: PlanId,
  name: z.string(),
  status: PlanStatus,
  /** False for plans without payments by card: the free one, and those set by the operator. */
  hasSubscription: z.boolean(),
  billingCycle: z.enum(BILLING_CYCLES),
  /** Unix seconds of the next invoice; null on the free plan and once it ends. */
  renewalDate: z.number().int().nullable(),
  /** Since the start of the billing month: credits used, and the total available. */
  credits: z.object({ used: z.number(), total: z.number() }),
  cancels: z.boolean(),
  /** Unix seconds; null unless it is cancelled. */
  cancelsAt: z.number().int().nullable(),
  /** Value of the remaining credits in US dollars. */
  usdBalance: z.number(),
})
export type CurrentPlan = z.infer<typeof CurrentPlan>

const Price = z.object({
  currency: z.enum(CURRENCIES),
  amount: z.number(),
  originalAmount: z.number().optional(),
})

export const OfferedPlan = z.object({
  id: PlanId,
  label: z.string(),
  description: z.string(),
  price: z.number(),
  prices: z.array(Price),
  period: z.literal('month'),
  additionalInfo: z.string(),
  features: z.array(z.string()),
  billingCycle: z.enum(BILLING_CYCLES),
  status: PlanStatus.nullable(),
  /** Its prices at the card payment provider, net and in minor units; none where it is not sold by card. */
  stripePrices: z.array(
    z.object({ currency: z.enum(CURRENCIES), unitAmount: z.number().int(), lookupKey: z.string() }),
  ),
})

export const OfferedAddOn = z.object({
  id: AddOnId,
  name: z.string(),
  description: z.string(),
  prices: z.array(Price),
  period: z.literal('month'),
  quantity: z.number().int(),
  /** Paid add-ons stay until the cycle ends. */
  currentQuantity: z.number().int(),
})
export type OfferedAddOn = z.infer<typeof OfferedAddOn>

/** Empty without a dispute; `won`: the payment stands. */
export const DISPUTES = ['', 'open', 'won', 'lost'] as const
export const Dispute = z.enum(DISPUTES)
export type Dispute = z.infer<typeof Dispute>

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  /** Unix seconds. */
  created: z.number().int(),
  hosted_invoice_url: z.string(),
  invoice_pdf: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  kind: z.enum(['subscription', 'topup', 'recharge']),
  currency: z.enum(CURRENCIES),
  /** Minor units. */
  subtotal: z.number().int(),
  discount: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  amountRefunded: z.number().int(),
  dispute: Dispute,
})
export type Invoice = z.infer<typeof Invoice>

export const PaymentProvider = z.object({
  /** True for the sandbox: our own form, test numbers only. */
  sandbox: z.boolean(),
  /** Empty when no key is configured outside the sandbox. */
  publishableKey: z.string(),
  /** Of our account, two letters; wallets ask for it. */
  country: z.string().optional(),
  /** The provider's API for browsers in the sandbox; empty otherwise. */
  url: z.string(),
})
export type PaymentProvider = z.infer<typeof PaymentProvider>

export const AutoRecharge = z.object({
  automaticBilling: z.boolean(),
  autochargeCreditThreshold: z.number(),
  /** Whole units of the currency. */
  autochargeCreditAmount: z.number(),
  /** Whole units of the currency in a calendar month; 0 is no limit. */
  monthlyChargeLimit: z.number(),
  /** Whole units of the currency. */
  chargedThisMonth: z.number(),
  /** Why it stopped: three declined payments, or the monthly limit. */
  stopped: z.enum(['declined', 'limit']).nullable(),
})
export type AutoRecharge = z.infer<typeof AutoRecharge>

export const BillingOverview = z.object({
  currentPlan: CurrentPlan,
  /** Value of the credits used in this calendar month, in US dollars. */
  costThisMonth: z.number(),
  tax: TaxInfo,
  plans: z.array(OfferedPlan),
  addOns: z.array(OfferedAddOn),
  autoRecharge: AutoRecharge,
  provider: PaymentProvider,
  creditValueUsd: z.number(),
  priceSettings: z.object({ unlimitedAgentsFee: z.number(), creditTiers: z.tuple([z.number(), z.number()]) }),
})
export type BillingOverview = z.infer<typeof BillingOverview>
