// Aligns the stored subscription and the workspace's plan with the provider, in whatever order its webhooks arrive.
import { type AddOns, type AddOnId, addOnOf, type PlanId } from '@parlance/contract/billing/entitlements'
import { CURRENCIES, type Currency } from '@parlance/contract/billing/plans'
import { DAY_MS } from '@parlance/contract/lib/time'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Catalog } from '../catalog.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'
import * as discounts from './discounts.repository.ts'
import type { SubscriptionItem } from '../schema.ts'
import { isDue, isEnded } from './status.ts'

/** `knowPaid: false` stores it without granting anything, which needs a webhook or another reading. */
export type SyncSubscription = (
  ctx: Ctx,
  found: Stripe.Subscription,
  options?: { readonly knowPaid?: boolean },
) => Promise<void>

export const createSyncSubscription =
  ({
    workspaces,
    catalog,
    enqueue,
    graceDays,
    providerTime,
    log,
  }: PaymentsDeps & { readonly catalog: Catalog }): SyncSubscription =>
  (ctx, found, { knowPaid = true } = {}) =>
    ctx.tx(async (tx) => {
      const { workspaceId } = tx
      const customer = await repository.lockCustomer(tx.db, workspaceId)
      const customerId = typeof found.customer === 'string' ? found.customer : found.customer.id
      if (!customer || customer.customerId !== customerId)
        return log.warn({ id: found.id }, 'subscription of another customer')
      const before = await repository.findSubscription(tx.db, found.id)
      const now = providerTime(tx)
      const row = toRow(found, { workspaceId, customerId, catalog, before, now })
      const live = await repository.liveSubscription(tx.db, workspaceId)
      // Of two concurrent subscriptions only one may live; its creator ends the other.
      if (live && live.id !== row.id && row.endedAt === null) return log.warn({ id: row.id }, 'a second subscription')
      await repository.saveSubscription(tx.db, row)
      if (row.status === 'incomplete_expired') await discounts.forget(tx.db, workspaceId, row.id)
      if (row.pastDueSince) await enqueue(tx, 'payments.payment-failed', { workspaceId, subscriptionId: row.id })
      if (!knowPaid && before === undefined) return
      if (live && live.id !== row.id) return
      await workspaces.setSubscribedPlan(tx, workspaceId, planChange(row, now, graceDays))
    })

interface RowInput {
  readonly workspaceId: string
  readonly customerId: string
  readonly catalog: Catalog
  readonly before: repository.SubscriptionRow | undefined
  readonly now: Date
}

function toRow(found: Stripe.Subscription, { workspaceId, customerId, catalog, before, now }: RowInput): Row {
  const items = found.items.data.map((item): SubscriptionItem => ({
    id: item.id,
    key: catalog.keyOf(item.price),
    price: item.price.id,
    quantity: item.quantity ?? 0,
    unitAmount: item.price.unit_amount ?? 0,
  }))
  const [first] = found.items.data
  const start = date(first?.current_period_start ?? found.start_date)
  const end = date(first?.current_period_end ?? found.start_date)
  const isSameCycle = before?.currentPeriodStart.getTime() === start.getTime()
  const ended = isEnded(found.status) ? date(found.ended_at ?? Math.floor(now.getTime() / 1000)) : null
  // Also kept when it ended for that, for the mail about it.
  const due = isDue(found.status) || (ended !== null && found.cancellation_details?.reason === 'payment_failed')
  return {
    id: found.id,
    workspaceId,
    customerId,
    planId: 'pay_as_you_go' as PlanId,
    status: found.status,
    items,
    paidAddOns: paidAddOns(items, isSameCycle ? before.paidAddOns : {}),
    currency: CURRENCIES.find((one) => one === found.currency) ?? ('usd' as Currency),
    currentPeriodStart: start,
    currentPeriodEnd: end,
    cancelsAt: found.cancel_at_period_end ? end : found.cancel_at ? date(found.cancel_at) : null,
    pastDueSince: due ? (before?.pastDueSince ?? now) : null,
    dunned: due ? (before?.dunned ?? 0) : 0,
    createdAt: date(found.created),
    endedAt: ended,
    syncedAt: now,
  }
}

/** Highest quantity of each add-on in this cycle. */
function paidAddOns(items: readonly SubscriptionItem[], before: Readonly<Record<string, number>>) {
  const paid: Record<string, number> = { ...before }
  for (const { key, quantity } of items) if (addOnOf(key)) paid[key] = Math.max(paid[key] ?? 0, quantity)
  return paid
}

type Row = Omit<repository.SubscriptionRow, 'cancelReason'>

/** The plan lasts while it is paid, plus a grace period after a failed payment. */
export function planChange(row: Row, now: Date, graceDays: number) {
  const graceOver = row.pastDueSince !== null && now.getTime() >= row.pastDueSince.getTime() + graceDays * DAY_MS
  const has =
    row.endedAt === null &&
    (row.status === 'active' || row.status === 'trialing' || (row.pastDueSince !== null && !graceOver))
  const addOns: AddOns = {}
  if (has)
    for (const [key, quantity] of Object.entries(row.paidAddOns)) if (quantity > 0) addOns[key as AddOnId] = quantity
  return {
    plan: has ? row.planId : ('free' as PlanId),
    addOns,
    stripeSubscriptionId: row.endedAt === null && row.status !== 'incomplete' ? row.id : '',
    v2StripeConfig: {
      status: row.status,
      items: row.items.map(({ key, quantity }) => ({ key, quantity })),
      currentPeriodStart: seconds(row.currentPeriodStart),
      currentPeriodEnd: seconds(row.currentPeriodEnd),
      cancelsAt: row.cancelsAt && seconds(row.cancelsAt),
    },
    internal: { isPayAsYouGo: has },
    ...(has ? {} : { automaticBilling: false }),
  }
}

const date = (at: number) => new Date(at * 1000)
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
