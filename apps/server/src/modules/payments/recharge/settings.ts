// Settings of automatic recharge: checked against the ranges of the sliders, blocked on the free plan.
import { AUTO_RECHARGE_RANGES, type AutoRechargeField, isRechargeValue } from '@parlance/contract/billing/recharge'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'

export interface RechargeSettings {
  readonly automaticBilling: boolean
  readonly internal: {
    readonly autochargeCreditThreshold?: number | undefined
    readonly autochargeCreditAmount?: number | undefined
    readonly monthlyChargeLimit?: number | undefined
  }
}

const FIELDS = {
  autochargeCreditThreshold: 'threshold',
  autochargeCreditAmount: 'amount',
  monthlyChargeLimit: 'monthlyLimit',
} as const satisfies Record<keyof RechargeSettings['internal'], AutoRechargeField>

export const FREE_PLAN_NO_RECHARGE = msg('free_plan_no_recharge')

export function createRechargeSettings({
  workspaces,
  enqueue,
  customers,
}: Pick<PaymentsDeps, 'workspaces' | 'enqueue'> & { readonly customers: Pick<Customers, 'find'> }) {
  /** Saving resets earlier declines and stops. @throws PLAN_LIMIT, INVALID_INPUT, PAYMENT_FAILED without a saved card */
  return async (ctx: Ctx, { automaticBilling, internal }: RechargeSettings): Promise<void> => {
    const { workspaceId } = ctx
    const change: Record<string, number> = {}
    for (const [name, field] of Object.entries(FIELDS) as [keyof typeof FIELDS, AutoRechargeField][]) {
      const value = internal[name]
      if (value === undefined) continue
      const { min, max, step } = AUTO_RECHARGE_RANGES[field]
      if (!isRechargeValue(field, value)) throw new AppError('INVALID_INPUT', msg('recharge_range', { min, max, step }))
      change[name] = value
    }
    await ctx.tx(async (tx) => {
      const { payments } = await workspaces.entitlements(tx, workspaceId)
      if (automaticBilling && !payments) throw new AppError('PLAN_LIMIT', FREE_PLAN_NO_RECHARGE)
      if (automaticBilling && !(await customers.find(tx))?.defaultPaymentMethod)
        throw new AppError('PAYMENT_FAILED', msg('payment_method_missing'))
      await workspaces.setPlan(tx, workspaceId, { automaticBilling, internal: change })
      await repository.lockRecharge(tx.db, workspaceId)
      await repository.updateRecharge(tx.db, workspaceId, { declines: 0, stopped: '', stoppedMonth: '', armed: true })
      if (automaticBilling) await enqueue(tx, 'payments.recharge', { workspaceId })
    })
  }
}
