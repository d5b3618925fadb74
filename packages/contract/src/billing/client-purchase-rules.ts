export const PLATFORM_FEE_PERCENT = 5
/** Dollars per credit on top of its value. */
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
export const PREVIEW_USD = 10

/** Subscriptions with one of these statuses are running; there can't be a second one. */
const RUNNING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])
export const isRunning = (status: string): boolean => RUNNING.has(status)

export const clientCreditPrice = (usdPerToken: number, creditValueUsd: number): number =>
  Math.round((usdPerToken + creditValueUsd) * 1e9) / 1e9
export const creditsInCents = (credits: number, price: number): number => Math.round(credits * price * 100 + 1e-6)
export const feeInCents = (cents: number): number => Math.round((cents * PLATFORM_FEE_PERCENT) / 100)
export const creditsForUsd = (usd: number, price: number): number => (price > 0 ? Math.round(usd / price) : 0)

export const defaultClientPlans = (price: number) =>
  [
    { name: 'Basic', credits: 5000, isPopular: false },
    { name: 'Premium', credits: 15_000, isPopular: true },
  ].map((plan) => ({
    ...plan,
    price: creditsInCents(plan.credits, price) / 100,
    features: ['Unused credits roll over'],
    priceId: '',
    productId: '',
  }))

export const isPurchase = (credits: number): boolean =>
  credits >= CLIENT_PURCHASE.min && credits <= CLIENT_PURCHASE.max && credits % CLIENT_PURCHASE.step === 0
const inSteps = (value: number, { min, max, step }: { min: number; max: number; step: number }) =>
  value >= min && value <= max && value % step === 0
export const isRecharge = (threshold: number, amount: number): boolean =>
  inSteps(threshold, CLIENT_RECHARGE.threshold) && inSteps(amount, CLIENT_RECHARGE.amount)
