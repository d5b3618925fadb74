// A workspace's plan and entitlements: read by every module, written only by payments.
import {
  addOnFor,
  type AddOns,
  entitlements,
  type Entitlements,
  type EntitlementsInput,
  isWithin,
  type PlanId,
  whitelabelTrialEnd,
} from '@parlance/contract/billing/entitlements'
import { AppError } from '@parlance/contract/lib/errors'
import { type StripeConfig, WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'

export interface PlanSettings {
  readonly planLimits?: EntitlementsInput['planLimits']
  /** Seats of a workspace without its own plan; defaults to the value stored with each workspace. */
  readonly baseSeats?: number | undefined
}

export type EntitlementsOf = (row: repository.WorkspaceRow, now: Date) => Entitlements

export const createEntitlements =
  ({ planLimits, baseSeats }: PlanSettings): EntitlementsOf =>
  (row, now) => {
    const internal = WorkspaceInternal.parse(row.internal)
    return entitlements({
      plan: row.plan,
      addOns: row.addOns,
      trial: internal,
      customPlan: internal.customPlan,
      now,
      planLimits,
      baseSeats: baseSeats ?? row.defaultSeats,
    })
  }

/** Absent fields are unchanged; `internal` is merged. */
export interface PlanChange {
  readonly plan?: PlanId
  readonly addOns?: AddOns
  readonly automaticBilling?: boolean
  readonly stripeCustomerId?: string
  readonly stripeSubscriptionId?: string
  readonly hasEverPaid?: true
  readonly v2StripeConfig?: Omit<StripeConfig, 'limits' | 'features'>
  readonly stripeConnect?: Readonly<Record<string, unknown>> | null
  readonly internal?: Partial<
    Pick<
      WorkspaceInternal,
      'autochargeCreditAmount' | 'autochargeCreditThreshold' | 'monthlyChargeLimit' | 'isPayAsYouGo' | 'countryCode'
    >
  >
}

const LIMIT_MESSAGES = {
  maxAgents: 'plan_limit_agents',
  clientSeats: 'plan_limit_clients',
  maxKbDocsCharCount: 'plan_limit_characters',
  maxConcurrentCalls: 'plan_limit_calls',
  twilioPhoneNumberSlots: 'plan_limit_numbers',
} as const
type PlanLimit = keyof typeof LIMIT_MESSAGES

export interface Plans {
  /** The workspace's current entitlements. Joins the context's transaction. @throws NOT_FOUND */
  readonly entitlements: (ctx: Ctx, uid: string) => Promise<Entitlements>
  /** Throws PLAN_LIMIT beyond the plan's limit. Serialised per workspace, so that `used` is read under the lock. */
  readonly assertWithinPlan: (
    tx: Ctx,
    uid: string,
    limit: PlanLimit,
    used: () => Promise<number>,
    more?: number,
  ) => Promise<void>
  readonly setPlan: (ctx: Ctx, uid: string, change: PlanChange) => Promise<void>
  /** The same for what a subscription grants: the operator's enterprise plan and its automatic recharge stay. */
  readonly setSubscribedPlan: (tx: Ctx, uid: string, change: PlanChange) => Promise<void>
  /** Workspaces of the region that recharge automatically. */
  readonly automaticBilling: (ctx: Ctx) => Promise<string[]>
  /**
   * Returns the trial's end in Unix seconds; undefined when not eligible. One statement under the row's lock. The
   * owner's address must be verified, unless `unverifiedToo`.
   */
  readonly startWhitelabelTrial: (ctx: Ctx, uid: string, unverifiedToo?: boolean) => Promise<number | undefined>
}

export const createPlans = (entitlementsOf: EntitlementsOf): Plans => ({
  async entitlements(ctx, uid) {
    const row = await repository.find(ctx.db, uid)
    if (!row) throw new AppError('NOT_FOUND')
    return entitlementsOf(row, ctx.now())
  },
  async assertWithinPlan(tx, uid, name, used, more = 1) {
    const row = await repository.find(tx.db, uid)
    if (!row) throw new AppError('NOT_FOUND')
    const limit = entitlementsOf(row, tx.now()).limits[name]
    if (limit === 'infinity') return
    await repository.lockLimit(tx.db, uid, name)
    if (!isWithin(limit, await used(), more))
      throw new AppError('PLAN_LIMIT', msg(LIMIT_MESSAGES[name], { max: limit }), {
        data: { limit: name, max: limit, addOn: addOnFor(name) ?? null },
      })
  },
  setPlan: (ctx, uid, change) => repository.setPlan(ctx.db, uid, change),
  async setSubscribedPlan(tx, uid, change) {
    const { plan: _plan, automaticBilling: _automaticBilling, ...others } = change
    const row = await repository.lock(tx.db, uid)
    await repository.setPlan(tx.db, uid, row?.plan === 'enterprise' ? others : change)
  },
  automaticBilling: (ctx) => repository.listAutomaticBilling(ctx.db),
  startWhitelabelTrial: (ctx, uid, unverifiedToo = false) =>
    ctx.tx(async (tx) => {
      const row = await repository.lock(tx.db, uid)
      if (!row) throw new AppError('NOT_FOUND')
      const { whitelabel, whitelabelTrial } = entitlementsOf(row, tx.now())
      // One per owner, however many workspaces they create.
      if (await repository.hadTrialElsewhere(tx.db, row)) return undefined
      if (whitelabel || whitelabelTrial.state !== 'never' || !(unverifiedToo || row.ownerVerified)) return undefined
      const endsAt = whitelabelTrialEnd(tx.now())
      await repository.setPlan(tx.db, uid, { internal: { whitelabel_trial: true, whitelabelTrialEndsAt: endsAt } })
      return endsAt
    }),
})
