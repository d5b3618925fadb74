// Owns the subscription of a workspace: started, changed and ended at the provider, and only trusted when read back
// from there.
import { type AddOnId, addOnOf, type AddOns, type PlanId } from '@parlance/contract/billing/entitlements'
import { ADD_ON_QUANTITY } from '@parlance/contract/billing/purchase-rules'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Catalog, SoldKey } from '../catalog.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { SyncInvoice } from '../invoices/sync-invoice.ts'
import { needsAction } from '../invoices/purchases.ts'
import { closeCheckouts, findRunning } from './checkout.ts'
import type { Discounts } from './discounts.ts'
import { asPaymentError, atProvider, isDeclined, isMissing } from '../provider-error.ts'
import * as repository from '../repository.ts'
import { intentIdOf, type Payment, paymentOf } from './payment.ts'
import { isDue, isEnded, isPaying } from './status.ts'
import type { SyncSubscription } from './sync-subscription.ts'

export interface SubscribeInput {
  readonly planId: PlanId
  readonly addonsToShow: readonly { readonly key: string; readonly quantity: number }[]
  readonly discountCode?: string | undefined
}

export interface Subscribed extends Payment {
  readonly transactionId: string
  readonly amountPaid: number
  readonly tax: { readonly currency: 'usd' | 'eur' | 'gbp'; readonly amount: number }
  readonly subscriptionId: string
  readonly status: string
}

export interface SubscriptionsDeps extends PaymentsDeps {
  readonly catalog: Catalog
  readonly customers: Customers
  readonly discounts: Discounts
  readonly sync: SyncSubscription
  readonly syncInvoice: SyncInvoice
}

const EXPAND = ['latest_invoice.payments', 'latest_invoice.confirmation_secret']

export function createSubscriptions(deps: SubscriptionsDeps) {
  const { stripe, catalog, customers, discounts, sync, syncInvoice } = deps

  const describe = async (subscription: Stripe.Subscription, currency: Subscribed['tax']['currency']) => {
    const invoice = subscription.latest_invoice
    const found = typeof invoice === 'object' && invoice ? invoice : undefined
    const payment = await paymentOf(stripe, found)
    const tax = (found?.total_taxes ?? []).reduce((total, one) => total + one.amount, 0)
    return {
      transactionId: found?.id ?? subscription.id,
      amountPaid: (found?.total ?? 0) / 100,
      tax: { currency, amount: tax / 100 },
      ...payment,
      subscriptionId: subscription.id,
      status: subscription.status,
    }
  }

  /** An unfinished earlier subscription: completed, continued, or given up so that a new one can start. */
  const continued = async (
    ctx: Ctx,
    row: Pick<repository.SubscriptionRow, 'id' | 'currency'>,
    wanted: readonly Wanted[],
  ) => {
    const found = await atProvider(() => stripe.subscriptions.retrieve(row.id, { expand: EXPAND }))
    if (found.status !== 'incomplete') {
      await sync(ctx, found)
      return isEnded(found.status) ? undefined : describe(found, row.currency)
    }
    const described = await describe(found, row.currency)
    if (described.requiresAction && sameItems(found, wanted, catalog)) return described
    await sync(ctx, await atProvider(() => stripe.subscriptions.cancel(row.id)))
    return undefined
  }

  return {
    /** @throws PAYMENT_FAILED for a declined card; the subscription is then given up */
    async subscribe(ctx: Ctx, input: SubscribeInput): Promise<Subscribed> {
      if (input.planId !== 'pay_as_you_go') throw new AppError('INVALID_INPUT', msg('plan_not_sold'))
      const wanted = wantedItems(input.addonsToShow)
      const customer = await customers.ensure(ctx)
      if (customer.defaultPaymentMethod === '') throw new AppError('PAYMENT_FAILED', msg('payment_method_missing'))
      const live = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      const before = live && (await continued(ctx, live, wanted))
      if (before) return before
      const tax = await customers.taxFor(ctx)
      await closeCheckouts(stripe, customer.customerId)
      const running = await findRunning(stripe, customer.customerId)
      const known = running && (await continued(ctx, { id: running.id, currency: tax.currency }, wanted))
      if (known) return known
      const items = await Promise.all(
        wanted.map(async ({ key, quantity }) => ({ price: await catalog.priceOf(key, tax.currency), quantity })),
      )
      const discount = input.discountCode ? await discounts.forPurchase(ctx, input.discountCode) : undefined
      const nth = await repository.countSubscriptions(ctx.db, ctx.workspaceId)
      const metadata = { workspaceId: ctx.workspaceId, region: ctx.region, planId: input.planId }
      const made = await atProvider(async () =>
        stripe.subscriptions.create(
          {
            customer: customer.customerId,
            items,
            metadata,
            default_tax_rates: await catalog.taxRates(tax),
            ...(discount ? { discounts: [discount] } : {}),
            default_payment_method: customer.defaultPaymentMethod,
            payment_behavior: 'allow_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            expand: EXPAND,
          },
          { idempotencyKey: `subscription:${ctx.region}:${ctx.workspaceId}:${nth}` },
        ),
      )
      await sync(ctx, made, { knowPaid: false })
      const described = await describe(made, tax.currency)
      if (made.status === 'incomplete' && !described.requiresAction) {
        await sync(ctx, await atProvider(() => stripe.subscriptions.cancel(made.id)))
        throw new AppError('PAYMENT_FAILED', described.declined)
      }
      if (input.discountCode && discount) await discounts.remember(ctx, input.discountCode, made.id)
      return described
    },
    /** Ends a subscription whose first payment the bank refused, with its invoice. */
    async giveUpRefused(ctx: Ctx, subscriptionId: string, intentId: string): Promise<void> {
      const found = await atProvider(() => stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND }))
      const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null
      if (found.status !== 'incomplete' || !invoice || intentIdOf(invoice) !== intentId) return
      await sync(ctx, await atProvider(() => stripe.subscriptions.cancel(subscriptionId)))
    },
    /** Further invoices are paid with the newest card. */
    async payWith(ctx: Ctx, paymentMethodId: string): Promise<void> {
      const row = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      if (!row || !(isPaying(row.status) || isDue(row.status))) return
      await stripe.subscriptions.update(row.id, { default_payment_method: paymentMethodId }).catch((error: unknown) => {
        // It ended at the provider, and the webhook about it is still to come.
        if (!isMissing(error)) throw asPaymentError(error)
      })
    },
    /** @throws PAYMENT_FAILED for a declined card; the invoice stays due */
    async payOverdue(ctx: Ctx): Promise<Payment & { readonly success: boolean; readonly invoiceId: string }> {
      const row = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      if (!row || !isDue(row.status)) throw new AppError('CONFLICT', msg('nothing_overdue'))
      const customer = await customers.find(ctx)
      if (!customer || customer.defaultPaymentMethod === '')
        throw new AppError('PAYMENT_FAILED', msg('payment_method_missing'))
      const { latest_invoice: latest } = await atProvider(() => stripe.subscriptions.retrieve(row.id))
      const invoiceId = typeof latest === 'string' ? latest : (latest?.id ?? '')
      const read = () => atProvider(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
      if ((await read()).status === 'open')
        await stripe.invoices
          .pay(invoiceId, { payment_method: customer.defaultPaymentMethod, off_session: false })
          .catch(async (error: unknown) => {
            const isAsked = isDeclined(error) && needsAction(error)
            if (!isAsked && (await read()).status !== 'paid') throw asPaymentError(error)
          })
      const invoice = await read()
      await syncInvoice(ctx, invoiceId)
      await sync(ctx, await atProvider(() => stripe.subscriptions.retrieve(row.id)))
      const payment = await paymentOf(stripe, invoice)
      return { ...payment, success: invoice.status === 'paid', invoiceId }
    },
    /** Sets quantities; an increase applies at once and is prorated, a decrease from the next billing cycle. */
    async setAddOns(ctx: Ctx, wanted: AddOns): Promise<string[]> {
      const row = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      if (!row || !isPaying(row.status)) throw new AppError('PLAN_LIMIT', msg('addons_need_subscription'))
      const errors: string[] = []
      for (const [key, quantity] of Object.entries(wanted) as [AddOnId, number][]) {
        if (!catalog.onSale.some(({ id }) => id === key)) errors.push(key)
        else await setQuantity(deps, row, key, quantity)
      }
      await sync(ctx, await atProvider(() => stripe.subscriptions.retrieve(row.id)))
      return errors
    },
    async cancel(ctx: Ctx, reason: string): Promise<number> {
      const row = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      if (!row) throw new AppError('CONFLICT', msg('no_subscription'))
      const changed = await atProvider(() =>
        stripe.subscriptions.update(row.id, {
          cancel_at_period_end: true,
          cancellation_details: { comment: reason, feedback: feedbackOf(reason) },
        }),
      )
      await sync(ctx, changed)
      await repository.updateSubscription(ctx.db, row.id, { cancelReason: reason })
      const { currentPeriodEnd } = (await repository.findSubscription(ctx.db, row.id)) ?? row
      return Math.floor(currentPeriodEnd.getTime() / 1000)
    },
    async reactivate(ctx: Ctx): Promise<void> {
      const row = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      if (!row) throw new AppError('CONFLICT', msg('no_subscription'))
      await sync(ctx, await atProvider(() => stripe.subscriptions.update(row.id, { cancel_at_period_end: false })))
      await repository.updateSubscription(ctx.db, row.id, { cancelReason: '' })
    },
  }
}

interface Wanted {
  readonly key: SoldKey
  readonly quantity: number
}

function wantedItems(addOns: SubscribeInput['addonsToShow']): Wanted[] {
  const quantities = new Map<AddOnId, number>()
  for (const { key, quantity } of addOns) {
    const addOn = addOnOf(key)
    if (!addOn) throw new AppError('INVALID_INPUT', msg('addon_unknown', { key }))
    if (quantity < ADD_ON_QUANTITY.min || quantity > ADD_ON_QUANTITY.maxAtStart) throw new AppError('INVALID_INPUT')
    quantities.set(addOn, quantity)
  }
  return [{ key: 'pay_as_you_go', quantity: 1 }, ...[...quantities].map(([key, quantity]) => ({ key, quantity }))]
}

function sameItems(subscription: Stripe.Subscription, wanted: readonly Wanted[], catalog: Catalog): boolean {
  const has = new Map(subscription.items.data.map((item) => [catalog.keyOf(item.price), item.quantity ?? 0]))
  return has.size === wanted.length && wanted.every(({ key, quantity }) => has.get(key) === quantity)
}

async function setQuantity(
  { stripe, catalog }: Pick<SubscriptionsDeps, 'stripe' | 'catalog'>,
  row: repository.SubscriptionRow,
  key: AddOnId,
  quantity: number,
): Promise<void> {
  const item = row.items.find((one) => one.key === key)
  const now = item?.quantity ?? 0
  if (quantity === now) return
  const paid = Math.max(now, row.paidAddOns[key] ?? 0)
  const update = (to: number, proration_behavior: 'none' | 'create_prorations') =>
    item
      ? to === 0
        ? stripe.subscriptionItems.del(item.id, { proration_behavior })
        : stripe.subscriptionItems.update(item.id, { quantity: to, proration_behavior })
      : undefined
  const create = async (to: number, proration_behavior: 'none' | 'create_prorations') =>
    stripe.subscriptionItems.create({
      subscription: row.id,
      price: await catalog.priceOf(key, row.currency),
      quantity: to,
      proration_behavior,
    })
  await atProvider(async () => {
    // Quantities already paid for this cycle are free; only an excess is prorated.
    if (quantity <= paid) return item ? update(quantity, 'none') : create(quantity, 'none')
    if (paid === now || !item) {
      if (item) return update(quantity, 'create_prorations')
      if (paid === 0) return create(quantity, 'create_prorations')
      const made = await create(paid, 'none')
      return stripe.subscriptionItems.update(made.id, { quantity, proration_behavior: 'create_prorations' })
    }
    await update(paid, 'none')
    return update(quantity, 'create_prorations')
  })
}

const FEEDBACK = {
  'Too expensive': 'too_expensive',
  'Missing features': 'missing_features',
  'Found a better alternative': 'switched_service',
  'Temporary need': 'unused',
} as const
const feedbackOf = (reason: string) => FEEDBACK[reason as keyof typeof FEEDBACK] ?? 'other'
