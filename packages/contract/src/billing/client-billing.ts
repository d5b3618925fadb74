import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { CLIENT_PURCHASE, MAX_USD_PER_CREDIT, PLAN_FEATURES } from './client-purchase-rules.ts'
import { PaymentProvider } from './payments.ts'

const feature = z.string().trim().max(200)

export const ClientPlanInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** Ignored: the price is computed from the credits. */
  price: z.unknown().optional(),
  credits: z.number().int().min(CLIENT_PURCHASE.min).max(10_000_000),
  features: z
    .array(feature)
    .min(PLAN_FEATURES.min, rule('client_plan_feature_required'))
    .max(PLAN_FEATURES.max, rule('client_plan_features_max', { max: PLAN_FEATURES.max }))
    .refine((features) => features.some((text) => text !== ''), rule('client_plan_feature_text')),
  isPopular: z.boolean().default(false),
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
  priceId: z.string(),
  productId: z.string(),
})
export type ClientPlan = z.infer<typeof ClientPlan>

export const UsdPerCredit = z
  .number(rule('number_not_valid'))
  .min(0, rule('number_not_valid'))
  .max(MAX_USD_PER_CREDIT, rule('number_not_valid'))

export const AgencyBilling = z.object({
  accountId: z.string(),
  email: z.string(),
  isConnected: z.boolean(),
  payouts_enabled: z.boolean(),
  allowPlans: z.boolean(),
  USDPerToken: z.number().nullable(),
  creditValueUsd: z.number(),
  plans: z.array(ClientPlan),
})
export type AgencyBilling = z.infer<typeof AgencyBilling>

export const OrgSubscription = z.object({ status: z.string(), id: z.string(), priceId: z.string() })

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
