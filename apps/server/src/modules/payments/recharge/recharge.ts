// Automatic recharge: when a debit takes the balance below the threshold, one charge per crossing, one at a time,
// within the monthly limit, stopped after three declined payments.
import { quoteTopUp } from '@parlance/contract/billing/quote'
import { AUTO_RECHARGE_RANGES } from '@parlance/contract/billing/recharge'
import { fromCredits, type Milli } from '@parlance/contract/lib/money'
import { HOUR_MS, monthKey } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { Purchases } from '../invoices/purchases.ts'
import { startOfMonth } from '../overview.ts'
import * as repository from '../repository.ts'
import { decideRecharge } from './decide.ts'
import { RESUME_AFTER_MS } from '../invoices/duplicate-purchases.ts'

export const MAX_DECLINES = 3

export function createRecharge({
  billing,
  workspaces,
  customers,
  purchases,
  mails,
  contextFor,
  log,
}: PaymentsDeps & { readonly customers: Customers; readonly purchases: Purchases }) {
  /** Decides under the lock of the recharge's row and stores the purchase; the charge follows after the transaction. */
  const begin = async (ctx: Ctx, needed: Milli = 0): Promise<repository.PurchaseRow | undefined> => {
    const { workspaceId } = ctx
    const tax = await customers.taxFor(ctx)
    let isAtLimit = false
    const purchase = await ctx.tx(async (tx) => {
      const state = await repository.lockRecharge(tx.db, workspaceId)
      const { automaticBilling, internal, entitlements } = await workspaces.get(tx, workspaceId)
      const { available, held } = await billing.balance(tx, workspaceId)
      const now = tx.now()
      const month = monthKey(now)
      const stored = Math.max(AUTO_RECHARGE_RANGES.threshold.min, internal.autochargeCreditThreshold)
      const threshold = Math.max(fromCredits(stored), needed)
      // Debits and refused messages ask again within minutes, which must not use up the tries of a declined card.
      const hourAgo = new Date(now.getTime() - HOUR_MS)
      const mayBeDeclined = state.declines > 0 || !state.armed
      const isTooSoon = mayBeDeclined && (await repository.declinedSince(tx.db, workspaceId, hourAgo))
      const verdict = decideRecharge({
        isOn: automaticBilling && entitlements.payments && !isTooSoon,
        balance: available + held,
        threshold,
        // A process that ends between a decline and its count leaves the crossing disarmed with no purchase to resume.
        armed: state.armed || (await repository.isLastRechargeDeclined(tx.db, workspaceId)),
        stopped: state.stopped === 'limit' && state.stoppedMonth !== month ? '' : state.stopped,
        amount: quoteTopUp(internal.autochargeCreditAmount, tax).total,
        net: internal.autochargeCreditAmount * 100,
        chargedThisMonth: await repository.rechargedSince(tx.db, workspaceId, startOfMonth(now)),
        monthlyLimit: internal.monthlyChargeLimit * 100,
      })
      if (verdict === 'rearm') await repository.updateRecharge(tx.db, workspaceId, { armed: true })
      if (verdict === 'limit') {
        isAtLimit = state.stoppedMonth !== month
        await repository.updateRecharge(tx.db, workspaceId, { stopped: 'limit', stoppedMonth: month })
      }
      if (verdict !== 'charge') return undefined
      const wanted = purchases.newPurchase({
        workspaceId,
        kind: 'recharge',
        key: `recharge:${now.getTime()}`,
        amount: internal.autochargeCreditAmount,
        tax,
        now,
      })
      const lifts = available + held + (wanted.credits ?? 0) >= threshold
      const made = await repository.insertPurchase(tx.db, { ...wanted, lifts })
      if (made) await repository.updateRecharge(tx.db, workspaceId, { armed: false, stopped: '', stoppedMonth: '' })
      return made
    })
    if (isAtLimit) await mails.notice(ctx, workspaceId, { kind: 'rechargeLimit' })
    return purchase
  }

  const ended = async (ctx: Ctx, purchase: repository.PurchaseRow, result: 'paid' | 'action' | 'failed') => {
    const { workspaceId } = ctx
    const declines = await ctx.tx(async (tx) => {
      const state = await repository.lockRecharge(tx.db, workspaceId)
      const count = result === 'paid' ? 0 : state.declines + 1
      const stop = count >= MAX_DECLINES
      await repository.updateRecharge(tx.db, workspaceId, {
        declines: count,
        // After a decline, the next debit or sweep below the threshold tries again, after an hour. A payment that did
        // not lift the balance to the threshold keeps the crossing: the next one counts once other credits were added.
        ...(result !== 'paid' || purchase.lifts ? { armed: true } : {}),
        ...(stop ? { stopped: 'declined' as const } : {}),
      })
      if (stop) await workspaces.setPlan(tx, workspaceId, { automaticBilling: false })
      return count
    })
    if (declines === 0) return
    const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: purchase.currency.toUpperCase() })
    await mails.notice(ctx, workspaceId, {
      kind: declines >= MAX_DECLINES ? 'rechargeStopped' : 'rechargeDeclined',
      amount: amount.format(purchase.total / 100),
    })
  }

  const carryOut = async (ctx: Ctx, purchase: repository.PurchaseRow): Promise<'paid' | 'action' | 'failed'> => {
    const own = contextFor(ctx.region, purchase.workspaceId)
    const result = await purchases.carryOut(own, purchase)
    if (purchase.kind === 'recharge') await ended(own, purchase, result)
    return result
  }
  /** `needed`: by a message that was refused, also where that is more than the threshold. */
  const recharge = async (ctx: Ctx, needed: Milli = 0): Promise<void> => {
    for (;;) {
      const purchase = await begin(ctx, needed)
      if (!purchase) return
      const isPaid = (await carryOut(ctx, purchase)) === 'paid'
      // Turns during the charge may have spent the bought credits, and their crossing found it still running. A balance
      // that was not lifted above the threshold has not crossed again.
      if (!isPaid || !purchase.lifts) return
    }
  }
  return {
    recharge,
    /** Arms the next crossing once the balance is at the threshold. */
    async creditsAdded(ctx: Ctx): Promise<void> {
      const state = await repository.findRecharge(ctx.db, ctx.workspaceId)
      if (state && !state.armed) await recharge(ctx)
    },
    async resumePurchases(ctx: Ctx): Promise<void> {
      const before = new Date(ctx.now().getTime() - RESUME_AFTER_MS)
      for (const purchase of await repository.listOpenPurchases(ctx.db, before)) {
        const own = contextFor(ctx.region, purchase.workspaceId)
        const isTopUp = purchase.kind === 'topup'
        await (isTopUp ? purchases.end(own, purchase) : carryOut(own, purchase)).catch((error: unknown) =>
          log.warn({ err: error, purchase: purchase.id }, 'going on with a purchase failed'),
        )
      }
    },
    /** Catches missed crossings and new months. */
    async sweepRecharges(ctx: Ctx): Promise<void> {
      for (const workspaceId of await workspaces.automaticBilling(ctx)) {
        const own = contextFor(ctx.region, workspaceId)
        const purchase = await begin(own)
        if (purchase) await carryOut(own, purchase)
      }
    },
  }
}
