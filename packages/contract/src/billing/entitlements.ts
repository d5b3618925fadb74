import { z } from 'zod'
import { unixSeconds } from '../lib/time.ts'

export const PLAN_IDS = ['free', 'pay_as_you_go', 'enterprise'] as const
export const PlanId = z.enum(PLAN_IDS)
export type PlanId = z.infer<typeof PlanId>

/** In the specification's spelling. */
export const ADD_ON_IDS = [
  'workspace-seat',
  'client_seat',
  'concurrent-call-line',
  'twilio-phone-number',
  'mini-whitelabel',
  'custom-branding',
  'agent-seat',
] as const
export const AddOnId = z.enum(ADD_ON_IDS)
export type AddOnId = z.infer<typeof AddOnId>

const SPELLINGS = new Map(ADD_ON_IDS.map((id) => [id.replaceAll('_', '-'), id]))
export const addOnOf = (id: string): AddOnId | undefined => SPELLINGS.get(id.trim().toLowerCase().replaceAll('_', '-'))

export const AddOns = z.partialRecord(AddOnId, z.number().int().min(0))
export type AddOns = z.infer<typeof AddOns>

/** A limit as stored and sent: JSON has no Infinity. */
export const Limit = z.union([z.number().min(0), z.literal('infinity')])
export type Limit = z.infer<typeof Limit>

export const LIMIT_NAMES = [
  'maxAgents',
  'maxKbDocsCharCount',
  'maxMonthlyCredits',
  'maxConcurrentCalls',
  'workspaceSeats',
  'twilioPhoneNumberSlots',
  'clientSeats',
] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

export const Limits = z.object({
  maxAgents: Limit,
  maxKbDocsCharCount: Limit,
  /** The monthly refill fills up to this number. */
  maxMonthlyCredits: Limit,
  maxConcurrentCalls: Limit,
  workspaceSeats: Limit,
  twilioPhoneNumberSlots: Limit,
  clientSeats: Limit,
})
export type Limits = z.infer<typeof Limits>

/** Terms set by the operator: each limit replaces the plan's, except `workspaceSeats`, which is added. */
export const CustomPlan = z.object({
  limits: z
    .object({ ...Limits.partial().shape, workspaceSeats: z.number().default(0) })
    .prefault({ workspaceSeats: 0 }),
  features: z.object({ whitelabel: z.boolean(), customBranding: z.boolean() }).partial().optional(),
})
export type CustomPlan = z.infer<typeof CustomPlan>

export const PLAN_LIMITS: Readonly<Record<PlanId, Limits>> = {
  free: {
    maxAgents: 5,
    maxKbDocsCharCount: 5_000_000,
    maxMonthlyCredits: 1000,
    maxConcurrentCalls: 1,
    workspaceSeats: 1,
    twilioPhoneNumberSlots: 1,
    clientSeats: 3,
  },
  pay_as_you_go: {
    maxAgents: 50,
    maxKbDocsCharCount: 100_000_000,
    maxMonthlyCredits: 'infinity',
    maxConcurrentCalls: 2,
    workspaceSeats: 1,
    twilioPhoneNumberSlots: 1,
    clientSeats: 10,
  },
  enterprise: {
    maxAgents: 'infinity',
    maxKbDocsCharCount: 'infinity',
    maxMonthlyCredits: 'infinity',
    maxConcurrentCalls: 20,
    workspaceSeats: 10,
    twilioPhoneNumberSlots: 20,
    clientSeats: 100,
  },
}

const RAISES: Partial<Readonly<Record<AddOnId, LimitName>>> = {
  'workspace-seat': 'workspaceSeats',
  client_seat: 'clientSeats',
  'concurrent-call-line': 'maxConcurrentCalls',
  'twilio-phone-number': 'twilioPhoneNumberSlots',
  'agent-seat': 'maxAgents',
}
export const addOnFor = (limit: LimitName): AddOnId | undefined => ADD_ON_IDS.find((addOn) => RAISES[addOn] === limit)

export const WHITELABEL_TRIAL_SECONDS = 14 * 86_400
export const WHITELABEL_GRACE_SECONDS = 7 * 86_400

/** `never` had one · `active` · `grace`: ended, hosts still work · `over`. */
export const TrialState = z.enum(['never', 'active', 'grace', 'over'])
export type TrialState = z.infer<typeof TrialState>

export const Entitlements = z.object({
  plan: PlanId,
  limits: Limits,
  whitelabel: z.boolean(),
  customDomain: z.boolean(),
  autoBilling: z.boolean(),
  customBranding: z.boolean(),
  /** Top-ups, automatic recharge and add-ons; the free plan has none of them. */
  payments: z.boolean(),
  whitelabelTrial: z.object({
    state: TrialState,
    /** Unix seconds; 0 without a trial. */
    endsAt: z.number().int(),
  }),
})
export type Entitlements = z.infer<typeof Entitlements>

export interface EntitlementsInput {
  readonly plan: PlanId
  readonly addOns: AddOns
  readonly trial: { readonly whitelabel_trial: boolean; readonly whitelabelTrialEndsAt: number }
  readonly customPlan: CustomPlan
  readonly now: Date
  readonly planLimits?: Partial<Record<PlanId, Partial<Limits>>> | undefined
  /** Seats of a workspace without add-ons, replacing those of free and pay as you go. */
  readonly baseSeats?: number | undefined
}

export function entitlements(input: EntitlementsInput): Entitlements {
  const { plan, addOns, customPlan } = input
  const trial = trialState(input.trial, input.now)
  const has = (addOn: AddOnId) => (addOns[addOn] ?? 0) > 0
  const whitelabel =
    customPlan.features?.whitelabel ?? (has('mini-whitelabel') || trial.state === 'active' || plan === 'enterprise')
  return {
    plan,
    limits: limitsOf(input),
    whitelabel,
    customDomain: whitelabel || plan !== 'free',
    autoBilling: whitelabel,
    customBranding: customPlan.features?.customBranding ?? (whitelabel || has('custom-branding')),
    payments: plan !== 'free',
    whitelabelTrial: trial,
  }
}

function limitsOf({ plan, addOns, customPlan, planLimits, baseSeats }: EntitlementsInput): Limits {
  const limits: Limits = { ...PLAN_LIMITS[plan], ...planLimits?.[plan] }
  if (baseSeats !== undefined && plan !== 'enterprise') limits.workspaceSeats = baseSeats
  const { workspaceSeats, ...agreed } = customPlan.limits
  for (const name of LIMIT_NAMES) {
    const own = name === 'workspaceSeats' ? undefined : agreed[name]
    if (own !== undefined) limits[name] = own
  }
  limits.workspaceSeats = plus(limits.workspaceSeats, workspaceSeats)
  for (const [addOn, name] of Object.entries(RAISES)) limits[name] = plus(limits[name], addOns[addOn as AddOnId] ?? 0)
  limits.workspaceSeats = plus(limits.workspaceSeats, 0, 1)
  return limits
}

const plus = (limit: Limit, more: number, least = 0): Limit =>
  limit === 'infinity' ? limit : Math.max(least, Math.floor(limit + more))

function trialState(trial: EntitlementsInput['trial'], now: Date): Entitlements['whitelabelTrial'] {
  const endsAt = Math.floor(trial.whitelabelTrialEndsAt)
  if (endsAt <= 0) return { state: 'never', endsAt: 0 }
  const seconds = now.getTime() / 1000
  if (trial.whitelabel_trial && seconds < endsAt) return { state: 'active', endsAt }
  return { state: seconds < endsAt + WHITELABEL_GRACE_SECONDS ? 'grace' : 'over', endsAt }
}

export const isWithin = (limit: Limit, used: number, more = 1): boolean => limit === 'infinity' || used + more <= limit

export const whitelabelTrialEnd = (now: Date): number => unixSeconds(now) + WHITELABEL_TRIAL_SECONDS
