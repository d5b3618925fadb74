// How the price of a plan of one's own is calculated, and the names of credit tiers. Pure, and for screens too.

/** A yearly price is so many monthly ones, unless the plan names one of its own. */
const MONTHS_PAID_A_YEAR = 10
/** A calculated price stops short of a round figure. */
const TAKEN_OFF = 1
/** How many agents count in the price where there is no limit. */
export const UNLIMITED_AGENTS = 50
export const CREDIT_TIERS = ['starter', 'pro', 'agency'] as const
export type CreditTier = (typeof CREDIT_TIERS)[number]

export interface PriceSettings {
  /** Whole units a month on top of a plan without a limit of agents. */
  readonly unlimitedAgentsFee: number
  /** Credits a month up to which a plan is of the first tier, and of the second. */
  readonly creditTiers: readonly [number, number]
}
export const PRICE_DEFAULTS: PriceSettings = { unlimitedAgentsFee: 50, creditTiers: [10_000, 100_000] }

export interface PlanToPrice {
  /** Whole units a month, before agents. */
  readonly monthly: number
  readonly cycle: 'monthly' | 'yearly'
  /** Infinity is no limit. */
  readonly agents: number
  /** Whole units a month for each agent; 0 where agents cost nothing. */
  readonly perAgent: number
  /** A price of its own for this cycle: it stands as it is. */
  readonly explicit?: number | undefined
}

export function yearlyPrice(monthly: number): number {
  return monthly * MONTHS_PAID_A_YEAR
}

/** Whole units for a billing cycle. */
export function planPrice(
  { monthly, cycle, agents, perAgent, explicit }: PlanToPrice,
  { unlimitedAgentsFee }: Pick<PriceSettings, 'unlimitedAgentsFee'>,
): number {
  if (explicit !== undefined) return explicit
  const isUnlimited = agents === Number.POSITIVE_INFINITY
  const counted = isUnlimited ? UNLIMITED_AGENTS : Math.max(0, agents)
  const month = monthly + counted * perAgent + (isUnlimited ? unlimitedAgentsFee : 0)
  const total = cycle === 'yearly' ? yearlyPrice(month) : month
  return Math.max(0, total - TAKEN_OFF)
}

/** By credits a month. */
export function creditTier(
  credits: number,
  { creditTiers: [starter, pro] }: Pick<PriceSettings, 'creditTiers'>,
): CreditTier {
  return credits <= starter ? 'starter' : credits <= pro ? 'pro' : 'agency'
}
