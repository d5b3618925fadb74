// Owns payments: customers, subscriptions, invoices, top-ups and automatic recharge of workspaces at the card payment provider.
import { addOnOf, type AddOns } from '@parlance/contract/billing/entitlements'
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import { createCatalog } from './catalog.ts'
import { createClientBilling } from './connect/index.ts'
import { createCustomers, type PaymentMethodInput } from './customers/customers.ts'
import { createReplaceDeleted } from './customers/replace-deleted.ts'
import type { PaymentsDeps } from './deps.ts'
import { createPurchases } from './invoices/purchases.ts'
import { createDisputes } from './invoices/disputes.ts'
import { createSyncInvoice } from './invoices/sync-invoice.ts'
import { createOverview, statusOf } from './overview.ts'
import { atProvider } from './provider-error.ts'
import { createRates } from './receipts/rates.ts'
import { createReconcile } from './reconcile.ts'
import { createRecharge } from './recharge/recharge.ts'
import { createLowCredits } from './recharge/low-credits.ts'
import { createRechargeSettings } from './recharge/settings.ts'
import * as repository from './repository.ts'
import { createDiscounts } from './subscriptions/discounts.ts'
import { createDunning } from './subscriptions/dunning.ts'
import { intentIdOf } from './subscriptions/payment.ts'
import { createSubscriptions } from './subscriptions/subscriptions.ts'
import { createSyncSubscription } from './subscriptions/sync-subscription.ts'
import { createWorkspaceDeletion } from './workspace-deletion.ts'
import { createStripeWebhook } from './webhooks/stripe-webhook.ts'

export type Payments = ReturnType<typeof createPayments>['service']

export function createPayments(deps: PaymentsDeps) {
  const { stripe } = deps
  const catalog = createCatalog(stripe, deps.addOnPrices)
  const customers = createCustomers(deps)
  const rates = createRates({ ...deps, customers })
  const discounts = createDiscounts({ ...deps, customers })
  const sync = createSyncSubscription({ ...deps, catalog })
  const syncInvoice = createSyncInvoice({ ...deps, customers })
  const subscriptions = createSubscriptions({ ...deps, catalog, customers, discounts, sync, syncInvoice })
  const purchases = createPurchases({ ...deps, catalog, customers, syncInvoice })
  const replaceDeleted = createReplaceDeleted({ ...deps, customers, purchases, sync })
  const overview = createOverview({ ...deps, catalog, customers })
  const recharge = createRecharge({ ...deps, customers, purchases })
  const dunning = createDunning({ ...deps, sync })
  const clientBilling = createClientBilling({ ...deps, catalog, customers, rates })
  const reconcile = createReconcile({
    ...deps,
    sync,
    syncInvoice,
    replaceDeleted,
    clientBilling: clientBilling.service,
  })
  const { handleConnected } = clientBilling
  const webhook = createStripeWebhook({ ...deps, syncInvoice, syncSubscription: sync, replaceDeleted, handleConnected })

  const service = {
    ...overview,
    ...subscriptions,
    ...purchases,
    ...recharge,
    reconcile,
    disputed: createDisputes(deps),
    lowCredits: createLowCredits(deps, overview),
    ...dunning,
    sync,
    syncInvoice,
    checkDiscount: discounts.check,
    upsertPaymentMethod: (ctx: Ctx, input: PaymentMethodInput) =>
      rates.around(ctx, async () => {
        const customerId = await customers.upsertPaymentMethod(ctx, input)
        await subscriptions.payWith(ctx, input.paymentMethodId)
        // Declines of another card don't delay its automatic recharges.
        await repository.updateRecharge(ctx.db, ctx.workspaceId, { declines: 0 })
        return customerId
      }),
    setAutoRecharge: createRechargeSettings({ ...deps, customers }),
    workspaceDeleted: createWorkspaceDeletion(deps),
    requestEnterprise: deps.mails.enterprise,

    async userData(ctx: Ctx) {
      const customer = await customers.find(ctx)
      const rows = customer ? await repository.listSubscriptions(ctx.db, ctx.workspaceId) : []
      const live = rows.find(({ endedAt }) => endedAt === null)
      const [paymentMethod, taxId] = await Promise.all([
        customers.paymentMethod(ctx),
        customer ? customers.taxId(customer.customerId) : '',
      ])
      return {
        customer: customer ? { id: customer.customerId, email: customer.email, name: '', taxId } : null,
        subscriptions: rows.map((row) => ({
          id: row.id,
          status: row.status,
          cancel_at_period_end: row.cancelsAt !== null,
          cancel_at: row.cancelsAt && unixSeconds(row.cancelsAt),
          current_period_end: unixSeconds(row.currentPeriodEnd),
        })),
        paymentMethod,
        internalKeyRef: 'default',
        currency: (await customers.taxFor(ctx)).currency,
        subscriptionItems: (live?.items ?? []).map(({ id, key, price, quantity }) => ({ id, key, price, quantity })),
      }
    },
    /** Reads a payment again after the customer confirmed it. @throws NOT_FOUND for another customer's */
    async confirm(ctx: Ctx, input: { readonly paymentIntentId: string; readonly subscriptionId?: string | undefined }) {
      const customer = await customers.find(ctx)
      const intent = await atProvider(() => stripe.paymentIntents.retrieve(input.paymentIntentId))
      const payer = typeof intent.customer === 'string' ? intent.customer : intent.customer?.id
      if (!customer || payer !== customer.customerId) throw new AppError('NOT_FOUND')
      if (input.subscriptionId !== undefined) {
        const row = await repository.findSubscription(ctx.db, input.subscriptionId)
        if (!row || row.workspaceId !== ctx.workspaceId) throw new AppError('NOT_FOUND')
        const found = await atProvider(() =>
          stripe.subscriptions.retrieve(row.id, { expand: ['latest_invoice.payments'] }),
        )
        const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null
        if (!invoice || intentIdOf(invoice) !== intent.id) throw new AppError('NOT_FOUND')
        await syncInvoice(ctx, invoice.id)
        await sync(ctx, found)
      } else {
        const known = await atProvider(() =>
          stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id }, limit: 1 }),
        )
        const invoice = known.data[0]?.invoice
        const invoiceId = typeof invoice === 'string' ? invoice : (invoice?.id ?? '')
        if (invoiceId !== '') await syncInvoice(ctx, invoiceId)
        const subscriptionId = (await repository.findInvoice(ctx.db, invoiceId))?.subscriptionId ?? ''
        if (subscriptionId !== '')
          await sync(ctx, await atProvider(() => stripe.subscriptions.retrieve(subscriptionId)))
      }
      const waiting = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      if (waiting?.status === 'incomplete' && intent.status === 'requires_payment_method')
        await subscriptions.giveUpRefused(ctx, waiting.id, intent.id)
      const live = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      const counts = intent.status === 'succeeded' || intent.status === 'requires_action'
      return { success: counts, status: intent.status, planStatus: statusOf(live) }
    },
    addOnStatus: (ctx: Ctx, keys: readonly string[]) => overview.addOnStatus(ctx, keys, addOnOf),
    /** Accepts either spelling; returns unknown and unsold ones. */
    async changeAddOns(ctx: Ctx, wanted: readonly { readonly id: string; readonly quantity: number }[]) {
      const addOns: AddOns = {}
      const unknown: string[] = []
      for (const { id, quantity } of wanted) {
        const addOn = addOnOf(id)
        if (addOn) addOns[addOn] = quantity
        else unknown.push(id)
      }
      return [...unknown, ...(await subscriptions.setAddOns(ctx, addOns))]
    },
  }
  return { service, clientBilling: clientBilling.service, webhooks: [webhook] }
}
