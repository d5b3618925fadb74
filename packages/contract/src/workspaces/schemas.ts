// Field names are the specification's.
import { z } from 'zod'
import { AUTO_RECHARGE_DEFAULTS } from '../billing/recharge.ts'
import { AddOns, CustomPlan, Entitlements, Limits, PlanId } from '../billing/entitlements.ts'
import { ROLES } from '../lib/roles.ts'
import { CredentialProvider, KeyProvider, KeyTest } from './key-test.ts'

export { CREDENTIAL_PROVIDERS, CredentialProvider, KEY_PROVIDERS, KeyProvider } from './key-test.ts'

/** Owned by the server: no caller writes it. */
export const WorkspaceInternal = z.object({
  isNewUser: z.boolean().default(true),
  useNewPricing: z.boolean().default(true),
  countryCode: z.string().default(''),
  useMultipleStripes: z.boolean().default(false),
  isPayAsYouGo: z.boolean().default(false),
  whitelabel_trial: z.boolean().default(false),
  whitelabelTrialEndsAt: z.number().default(0),
  customPlan: CustomPlan.prefault({}),
  /** Whole units of the workspace's currency per automatic recharge. */
  autochargeCreditAmount: z.number().default(AUTO_RECHARGE_DEFAULTS.amount),
  /** Recharges below this number of credits. */
  autochargeCreditThreshold: z.number().default(AUTO_RECHARGE_DEFAULTS.threshold),
  /** Limit of automatic recharges per calendar month; 0 is no limit. */
  monthlyChargeLimit: z.number().default(AUTO_RECHARGE_DEFAULTS.monthlyLimit),
  events: z
    .object({ endpoint: z.string().default(''), subscribedEvents: z.array(z.string()).default([]) })
    .prefault({}),
})
export type WorkspaceInternal = z.infer<typeof WorkspaceInternal>

/** Of the last subscription. Times are Unix seconds. */
export const StripeConfig = z.object({
  /** The provider's, such as `active`, `trialing`, `past_due`, `unpaid` or `canceled`. */
  status: z.string(),
  items: z.array(z.object({ key: z.string(), quantity: z.number().int() })),
  currentPeriodStart: z.number().int(),
  currentPeriodEnd: z.number().int(),
  cancelsAt: z.number().int().nullable(),
  /** What the workspace has now, by plan, add-ons and agreement. */
  limits: Limits,
  features: Entitlements.pick({ whitelabel: true, customBranding: true }),
})
export type StripeConfig = z.infer<typeof StripeConfig>

export const Workspace = z.object({
  uid: z.string(),
  email: z.string(),
  /** Unix seconds. */
  joinedAt: z.number().int(),
  photoURL: z.string(),
  displayName: z.string(),
  /** `eu` has its own bucket; everything else is in the default bucket. */
  location: z.enum(['eu', 'default']),
  /** Credits left, to two decimals; a projection of the ledger. */
  loadTokens: z.number(),
  /** Unix seconds of the last free grant; 0 before the first. */
  freeLTsTS: z.number().int(),
  referredFrom: z.string(),
  workspaceName: z.string(),
  /** Empty for members below admin. */
  workspaceSecret: z.string(),
  /** Members and invited people, the owner first. */
  workspaceEmails: z.array(z.string()),
  workspacePhotoURL: z.string(),
  stripeCustomerId: z.string(),
  stripeSubscriptionId: z.string(),
  automaticBilling: z.boolean(),
  hasEverPaid: z.boolean(),
  plan: PlanId,
  addOns: AddOns,
  entitlements: Entitlements,
  doubleAccountWarningHidden: z.boolean(),
  stripeConnect: z.unknown(),
  internal: WorkspaceInternal,
  /** Null before the first subscription. */
  v2StripeConfig: StripeConfig.nullable(),
  usersPerms: z.record(z.string(), z.unknown()),
  showOnboarding: z.boolean(),
})
export type Workspace = z.infer<typeof Workspace>

/** Public fields of an owner; the secret only for callers who may see it on the workspace itself. */
export const PublicOwner = z.object({
  workspaceSecret: z.string().optional(),
  hasEverPaid: z.boolean(),
  internal: z.object({ useNewPricing: z.boolean(), isPayAsYouGo: z.boolean(), whitelabel_trial: z.boolean() }),
})
export type PublicOwner = z.infer<typeof PublicOwner>

export const WorkspaceSummary = Workspace.pick({
  uid: true,
  workspaceName: true,
  workspacePhotoURL: true,
  email: true,
  loadTokens: true,
  hasEverPaid: true,
  showOnboarding: true,
}).extend({
  role: z.enum(ROLES),
  /** The one every account has: it can't be left or deleted. */
  personal: z.boolean(),
  /** ISO time; absent for own workspaces. */
  joinedAt: z.string().optional(),
  /** Absent for members. */
  supportUntil: z.string().optional(),
})
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>

/** Write-only: the value is never returned. */
export const Credential = z.object({
  provider: KeyProvider,
  /** Last four characters of the key; empty where the server wants none. */ hint: z.string(),
  baseUrl: z.string(),
  updatedAt: z.string(),
  /** Null if this very key was never tested. */
  test: KeyTest.nullable(),
})
export type Credential = z.infer<typeof Credential>

export const OfferedModel = z.object({
  /** As in the agent's settings, e.g. `gpt-4o`, `openai-compatible/llama3.2`. */
  id: z.string(),
  name: z.string(),
  provider: CredentialProvider,
  /** `sandbox` costs nothing: the sandbox model answers under any name. */
  paidBy: z.enum(['ownKey', 'platform', 'sandbox']),
  /** Credits: per 1,000 tokens read and written, and a fixed part for each turn. */
  price: z.object({ input: z.number(), output: z.number(), turn: z.number() }),
})
export type OfferedModel = z.infer<typeof OfferedModel>

export const OfferedModels = z.object({
  items: z.array(OfferedModel),
  default: z.object({
    asked: z.string(),
    /** The model that serves it now; null when no key does. */
    answers: OfferedModel.nullable(),
  }),
  /** The provider's list could not be read; agents can still use its models. */
  unlisted: z.array(CredentialProvider),
})
export type OfferedModels = z.infer<typeof OfferedModels>
