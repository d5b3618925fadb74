// The rules by which agencies sell credits to their clients. Prices in US dollars.
import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { PaymentProvider } from './payments.ts'

/** Of each payment of a client. */
export const PLATFORM_FEE_PERCENT = 5
/** Dollars for a credit on top of its value. */
export const DEFAULT_USD_PER_CREDIT = 0.003
export const MAX_USD_PER_CREDIT = 1
export const PLAN_FEATURES = { min: 1, max: 5 } as const
export const MAX_CLIENT_PLANS = 10
/** Credits. */
export const CLIENT_PURCHASE = { min: 1000, max: 50_000, step: 500, picks: [1000, 2500, 5000, 10_000] } as const
export const CLIENT_RECHARGE = {
  /** Credits. */
  threshold: { min: 100, max: 5000, step: 100, default: 500 },
  /** Dollars. */
  amount: { min: 5, max: 100, step: 5, default: 5 },
} as const
/** What the preview of a price buys, in dollars. */
export const PREVIEW_USD = 10

const feature = z.string().trim().max(200)

export const ClientPlanInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** What is sent is ignored: the price follows from the credits. */
  price: z.unknown().optional(),
  credits: z.number().int().min(CLIENT_PURCHASE.min).max(10_000_000),
  features: z
    .array(feature)
    .min(PLAN_FEATURES.min, rule('client_plan_feature_required'))
    .max(PLAN_FEATURES.max, rule('client_plan_features_max', { max: PLAN_FEATURES.max }))
    .refine((features) => features.some((text) => text !== ''), rule('client_plan_feature_text')),
  isPopular: z.boolean().default(false),
  /** Both empty for a new plan. */
  priceId: z.string().max(200).default(''),
  productId: z.string().max(200).default(''),
})
export type ClientPlanInput = z.infer<typeof ClientPlanInput>

export const ClientPlan = z.object({
  name: z.string(),
  /** US dollars a month. */
  price: z.number(),
  credits: z.number(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
  /** Both empty until it is saved. */
  priceId: z.string(),
  productId: z.string(),
})
export type ClientPlan = z.infer<typeof ClientPlan>

export const UsdPerCredit = z
  .number(rule('number_not_valid'))
  .min(0, rule('number_not_valid'))
  .max(MAX_USD_PER_CREDIT, rule('number_not_valid'))

/** How an agency bills its clients. */
export const AgencyBilling = z.object({
  accountId: z.string(),
  email: z.string(),
  /** The account can be paid. */
  isConnected: z.boolean(),
  payouts_enabled: z.boolean(),
  /** Plans are on sale. */
  allowPlans: z.boolean(),
  /** Null until it is saved. */
  USDPerToken: z.number().nullable(),
  creditValueUsd: z.number(),
  plans: z.array(ClientPlan),
})
export type AgencyBilling = z.infer<typeof AgencyBilling>

export const OrgSubscription = z.object({ status: z.string(), id: z.string(), priceId: z.string() })

/** What a client sees of the billing of their organisation. */
export const ClientBilling = z.object({
  orgId: z.string(),
  loadTokens: z.number(),
  accountId: z.string(),
  customerId: z.string(),
  usdPerCredit: z.number(),
  plans: z.array(ClientPlan),
  subscription: OrgSubscription,
  autocharge: z.object({
    automaticBilling: z.boolean(),
    threshold: z.number(),
    amount: z.number(),
    stopped: z.enum(['', 'declined']),
  }),
  provider: PaymentProvider,
})
export type ClientBilling = z.infer<typeof ClientBilling>

/** Dollars a client pays for one credit. */
export const clientCreditPrice = (usdPerToken: number, creditValueUsd: number): number =>
  Math.round((usdPerToken + creditValueUsd) * 1e9) / 1e9
/** Cents for so many credits. */
export const creditsInCents = (credits: number, price: number): number => Math.round(credits * price * 100 + 1e-6)
export const feeInCents = (cents: number): number => Math.round((cents * PLATFORM_FEE_PERCENT) / 100)
/** Credits for so many dollars. */
export const creditsForUsd = (usd: number, price: number): number => (price > 0 ? Math.round(usd / price) : 0)

export const defaultClientPlans = (price: number): ClientPlan[] =>
  [
    { name: 'Basic', credits: 5000, isPopular: false },
    { name: 'Premium', credits: 15_000, isPopular: true },
  ].map((plan) => ({
    ...plan,
    price: creditsInCents(plan.credits, price) / 100,
    features: [`${plan.credits.toLocaleString('en-US')} credits a month`],
    priceId: '',
    productId: '',
  }))

export const isPurchase = (credits: number): boolean =>
  credits >= CLIENT_PURCHASE.min && credits <= CLIENT_PURCHASE.max && credits % CLIENT_PURCHASE.step === 0
const inSteps = (value: number, { min, max, step }: { min: number; max: number; step: number }) =>
  value >= min && value <= max && value % step === 0
export const isRecharge = (threshold: number, amount: number): boolean =>
  inSteps(threshold, CLIENT_RECHARGE.threshold) && inSteps(amount, CLIENT_RECHARGE.amount)
