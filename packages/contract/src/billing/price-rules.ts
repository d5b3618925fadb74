/** A yearly price is this many monthly ones, unless the plan has its own. */
const MONTHS_PAID_A_YEAR = 10
/** Subtracted from a computed price, so that it is just below a round number. */
const TAKEN_OFF = 1
export const UNLIMITED_AGENTS = 50
export const CREDIT_TIERS = ['starter', 'pro', 'agency'] as const
export type CreditTier = (typeof CREDIT_TIERS)[number]

export interface PriceSettings {
  /** Whole units per month on top of a plan without a limit of agents. */
  readonly unlimitedAgentsFee: number
  /** Monthly credits up to which a plan belongs to the first tier, and the second. */
  readonly creditTiers: readonly [number, number]
}
export const PRICE_DEFAULTS: PriceSettings = { unlimitedAgentsFee: 50, creditTiers: [10_000, 100_000] }

export interface PlanToPrice {
  /** Whole units a month, before agents. */
  readonly monthly: number
  readonly cycle: 'monthly' | 'yearly'
  readonly agents: number
  /** Whole units per month and agent; 0 when agents are free. */
  readonly perAgent: number
  readonly explicit?: number | undefined
}

export function yearlyPrice(monthly: number): number {
  return monthly * MONTHS_PAID_A_YEAR
}

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

export function creditTier(
  credits: number,
  { creditTiers: [starter, pro] }: Pick<PriceSettings, 'creditTiers'>,
): CreditTier {
  return credits <= starter ? 'starter' : credits <= pro ? 'pro' : 'agency'
}
