// A workspace: an owner's account and wallet in one region, with the specification's exact field names.
import { z } from 'zod'
import { AUTO_RECHARGE_DEFAULTS } from '../billing/recharge.ts'
import { AddOns, CustomPlan, Entitlements, PlanId } from '../billing/entitlements.ts'
import { ROLES } from '../lib/roles.ts'
import { CredentialProvider, KeyTest } from './key-test.ts'

export { CREDENTIAL_PROVIDERS, CredentialProvider } from './key-test.ts'

/** `internal` is server-owned: no caller writes it. */
export const WorkspaceInternal = z.object({
  isNewUser: z.boolean().default(true),
  useNewPricing: z.boolean().default(true),
  countryCode: z.string().default(''),
  useMultipleStripes: z.boolean().default(false),
  isPayAsYouGo: z.boolean().default(false),
  whitelabel_trial: z.boolean().default(false),
  whitelabelTrialEndsAt: z.number().default(0),
  customPlan: CustomPlan.prefault({}),
  /** Whole units of the workspace's currency that one automatic recharge pays. */
  autochargeCreditAmount: z.number().default(AUTO_RECHARGE_DEFAULTS.amount),
  /** Credits under which it recharges. */
  autochargeCreditThreshold: z.number().default(AUTO_RECHARGE_DEFAULTS.threshold),
  /** Most that automatic recharges pay in a calendar month; 0 is no limit. */
  monthlyChargeLimit: z.number().default(AUTO_RECHARGE_DEFAULTS.monthlyLimit),
  events: z
    .object({ endpoint: z.string().default(''), subscribedEvents: z.array(z.string()).default([]) })
    .prefault({}),
})
export type WorkspaceInternal = z.infer<typeof WorkspaceInternal>

export const Workspace = z.object({
  uid: z.string(),
  email: z.string(),
  /** Unix seconds. */
  joinedAt: z.number().int(),
  photoURL: z.string(),
  displayName: z.string(),
  /** `eu` has a bucket of its own; everything else is in the default bucket. */
  location: z.enum(['eu', 'default']),
  /** Credits left, to two decimals; a projection of the ledger. */
  loadTokens: z.number(),
  /** Unix seconds of the last free grant; 0 before the first. */
  freeLTsTS: z.number().int(),
  referredFrom: z.string(),
  workspaceName: z.string(),
  /** Empty for members below admin. */
  workspaceSecret: z.string(),
  /** Everybody who belongs to it or is invited, the owner first. */
  workspaceEmails: z.array(z.string()),
  workspacePhotoURL: z.string(),
  stripeCustomerId: z.string(),
  stripeSubscriptionId: z.string(),
  automaticBilling: z.boolean(),
  hasEverPaid: z.boolean(),
  plan: PlanId,
  addOns: AddOns,
  /** What plan, add-ons, trial and agreed terms allow now. */
  entitlements: Entitlements,
  doubleAccountWarningHidden: z.boolean(),
  stripeConnect: z.unknown(),
  internal: WorkspaceInternal,
  v2StripeConfig: z.unknown(),
  usersPerms: z.record(z.string(), z.unknown()),
  /** The owner has not been through the first steps yet. */
  showOnboarding: z.boolean(),
})
export type Workspace = z.infer<typeof Workspace>

/** What anybody may know of an owner, field by field; the secret only for who may see it on the workspace itself. */
export const PublicOwner = z.object({
  workspaceSecret: z.string().optional(),
  hasEverPaid: z.boolean(),
  internal: z.object({ useNewPricing: z.boolean(), isPayAsYouGo: z.boolean(), whitelabel_trial: z.boolean() }),
})
export type PublicOwner = z.infer<typeof PublicOwner>

/** What a switcher lists; no secret in it. */
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
  /** The one every account has: it can be neither left nor deleted. */
  personal: z.boolean(),
  /** ISO time since when this person belongs to somebody else's; absent otherwise. */
  joinedAt: z.string().optional(),
  /** Until when it is open to this person as support alone; absent for those who belong to it. */
  supportUntil: z.string().optional(),
})
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>

/** A stored credential as screens see it: write-only after saving. */
export const Credential = z.object({
  provider: CredentialProvider,
  /** Last four characters of the key; empty where the server wants none. */ hint: z.string(),
  baseUrl: z.string(),
  updatedAt: z.string(),
  /** How this very key last did when it was tried; null where nobody has. */
  test: KeyTest.nullable(),
})
export type Credential = z.infer<typeof Credential>

/** A model that a workspace can give its agents. */
export const OfferedModel = z.object({
  /** What the agent's settings name, e.g. `gpt-4o`, `openai-compatible/llama3.2`. */
  id: z.string(),
  /** As the provider knows it. */
  name: z.string(),
  provider: CredentialProvider,
  /** Whose key pays: the workspace's own, the platform's, or nobody's (the sandbox model answers under any name). */
  paidBy: z.enum(['ownKey', 'platform', 'sandbox']),
  /** Credits: per 1,000 tokens read and written, and for each turn whatever its length. */
  price: z.object({ input: z.number(), output: z.number(), turn: z.number() }),
})
export type OfferedModel = z.infer<typeof OfferedModel>

export const OfferedModels = z.object({
  items: z.array(OfferedModel),
  default: z.object({
    /** What a new agent names. */
    asked: z.string(),
    /** Which model answers it now; null where no key serves any. */
    answers: OfferedModel.nullable(),
  }),
  /** Providers with a key whose own list of models could not be read; an agent can name one all the same. */
  unlisted: z.array(CredentialProvider),
})
export type OfferedModels = z.infer<typeof OfferedModels>
