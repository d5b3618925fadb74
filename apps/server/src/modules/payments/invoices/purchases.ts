// Buys credits: a purchase is stored, then charged by an invoice at the provider. Each step has its own idempotency
// key, so that a crash neither loses nor doubles it.
import { quoteTopUp } from '@parlance/contract/billing/quote'
import { TOP_UP } from '@parlance/contract/billing/purchase-rules'
import type { Currency } from '@parlance/contract/billing/plans'
import type { TaxInfo } from '@parlance/contract/billing/tax'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { type Milli, MILLI, toCredits } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Catalog } from '../catalog.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider, isDeclined, isInvalid, isMissing, isRefusal, unlessMissing } from '../provider-error.ts'
import * as repository from '../repository.ts'
import { assertNotRepeated, isUnderWay, REPEATED_MS } from './duplicate-purchases.ts'
import { type Payment, paymentOf } from '../subscriptions/payment.ts'
import type { SyncInvoice } from './sync-invoice.ts'

export interface Purchases {
  /**
   * @throws PLAN_LIMIT on the free plan, INVALID_INPUT for an invalid amount or currency, PAYMENT_FAILED, CONFLICT while
   * another one is under way or when it repeats the last one
   */
  readonly topUp: (
    ctx: Ctx,
    input: {
      readonly amount: number
      readonly currency?: Currency | undefined
      readonly key?: string | undefined
      /** The buyer knows that they bought the same amount a moment ago. */
      readonly again?: boolean | undefined
    },
  ) => Promise<Payment & { readonly invoiceId: string; readonly balance: number; readonly success: boolean }>
  /** Charges an open purchase; returns whether it was paid. Never throws for a declined card. */
  readonly carryOut: (ctx: Ctx, purchase: repository.PurchaseRow) => Promise<'paid' | 'action' | 'failed'>
  /** Ends a top-up whose outcome is unknown: keeps what was paid, voids what was not, since its buyer saw an error. */
  readonly end: (ctx: Ctx, purchase: repository.PurchaseRow) => Promise<void>
  /** The same for a purchase whose customer can't get an invoice any more. */
  readonly conclude: (ctx: Ctx, purchase: repository.PurchaseRow) => Promise<void>
  readonly newPurchase: (input: NewPurchase) => Parameters<typeof repository.insertPurchase>[1]
}

interface NewPurchase {
  readonly workspaceId: string
  readonly kind: 'topup' | 'recharge'
  readonly key: string
  /** Whole units of the currency. */
  readonly amount: number
  readonly tax: TaxInfo
  readonly now: Date
}

export function createPurchases(
  deps: PaymentsDeps & { readonly catalog: Catalog; readonly customers: Customers; readonly syncInvoice: SyncInvoice },
): Purchases {
  const { stripe, billing, workspaces, catalog, customers, syncInvoice, creditValueUsd, log } = deps

  const newPurchase: Purchases['newPurchase'] = ({ workspaceId, kind, key, amount, tax, now }) => {
    const quote = quoteTopUp(amount, tax)
    return {
      id: `pu_${randomId(20)}`,
      workspaceId,
      kind,
      key,
      currency: tax.currency,
      net: quote.subtotal,
      total: quote.total,
      credits: creditsFor(quote.subtotal, tax, creditValueUsd),
      state: 'open',
      createdAt: now,
    }
  }

  /** One invoice per purchase; each step may be repeated. */
  const invoiceFor = async (ctx: Ctx, purchase: repository.PurchaseRow): Promise<Stripe.Invoice> => {
    const step = (name: string) => ({ idempotencyKey: `${name}:${purchase.id}` })
    // The provider forgets idempotency keys after a day.
    if (purchase.invoiceId !== '') {
      const known = await stripe.invoices.retrieve(purchase.invoiceId)
      return known.status === 'draft' ? stripe.invoices.finalizeInvoice(known.id, {}, step('finalize')) : known
    }
    const customer = await customers.ensure(ctx)
    const tax = await customers.taxFor(ctx)
    const metadata = { workspaceId: ctx.workspaceId, region: ctx.region, purchaseId: purchase.id }
    const invoice = await stripe.invoices.create(
      {
        customer: customer.customerId,
        currency: purchase.currency,
        auto_advance: false,
        collection_method: 'charge_automatically',
        pending_invoice_items_behavior: 'exclude',
        default_tax_rates: await catalog.taxRates(tax),
        metadata,
      },
      step('invoice'),
    )
    if (invoice.status !== 'draft') return stripe.invoices.retrieve(invoice.id)
    await stripe.invoiceItems.create(
      {
        customer: customer.customerId,
        invoice: invoice.id,
        currency: purchase.currency,
        amount: purchase.net,
        description: `${toCredits(purchase.credits).toLocaleString('en-US')} credits`,
        metadata,
      },
      step('item'),
    )
    return stripe.invoices.finalizeInvoice(invoice.id, {}, step('finalize'))
  }

  /** Whether the provider refuses to charge an automatic recharge each time, for example without a payment method. */
  const isUnpayable = async ({ kind }: repository.PurchaseRow, invoiceId: string): Promise<boolean> =>
    kind === 'recharge' && (await stripe.invoices.retrieve(invoiceId)).status === 'open'

  const carryOut: Purchases['carryOut'] = async (ctx, purchase) => {
    const settle = (state: 'failed' | 'action', error = '') =>
      repository.settlePurchase(ctx.db, purchase.id, { state, error, settledAt: ctx.now() })
    let invoiceId = purchase.invoiceId
    try {
      const invoice = await invoiceFor(ctx, purchase)
      invoiceId = invoice.id
      await repository.updatePurchase(ctx.db, purchase.id, { invoiceId })
      if (invoice.status === 'void') {
        await settle('failed')
        return 'failed'
      }
      if (invoice.total !== purchase.total) throw new AppError('CONFLICT')
      if (invoice.status === 'open')
        await stripe.invoices.pay(
          invoiceId,
          { off_session: purchase.kind === 'recharge' },
          { idempotencyKey: `pay:${purchase.id}` },
        )
      await syncInvoice(ctx, invoiceId)
      return 'paid'
    } catch (error) {
      // Without an invoice, its customer was deleted at the provider.
      const isFinal =
        isDeclined(error) ||
        (isInvalid(error) && (invoiceId === '' ? isMissing(error) : await isUnpayable(purchase, invoiceId)))
      if (!isFinal) throw error
      if (purchase.kind === 'topup' && needsAction(error)) {
        await settle('action')
        return 'action'
      }
      // Voided, so that nothing is charged after the user gave up.
      if (invoiceId !== '')
        await stripe.invoices
          .voidInvoice(invoiceId, {}, { idempotencyKey: `void:${purchase.id}` })
          .catch((cause: unknown) => log.warn({ err: cause, invoiceId }, 'voiding an invoice failed'))
      await settle('failed', isMissing(error) ? '' : error.message.slice(0, 300))
      return 'failed'
    }
  }

  const conclude: Purchases['conclude'] = async (ctx, { id, invoiceId }) => {
    const invoice = invoiceId === '' ? undefined : await unlessMissing(stripe.invoices.retrieve(invoiceId))
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoiceId)
    if (invoice?.status === 'paid') return syncInvoice(ctx, invoiceId)
    await repository.settlePurchase(ctx.db, id, { state: 'failed', error: '', settledAt: ctx.now() })
  }

  const end: Purchases['end'] = async (ctx, purchase) => {
    const { id } = await invoiceFor(ctx, purchase).catch((error: unknown) => {
      // Only stored invoices are charged. Without one, a failure that the provider repeats must not block later purchases.
      if (purchase.invoiceId !== '' || !isRefusal(error)) throw error
      return { id: '' }
    })
    if (id !== '') await repository.updatePurchase(ctx.db, purchase.id, { invoiceId: id })
    await conclude(ctx, { ...purchase, invoiceId: id })
  }

  /** Stores a top-up, of which a workspace has one at a time. One that waits for the bank or was cut off is ended. */
  const begin = async (ctx: Ctx, wanted: NewPurchase, again: boolean): Promise<repository.PurchaseRow> => {
    const { workspaceId, key, now } = wanted
    const known = await repository.findPurchase(ctx.db, workspaceId, key)
    if (known) return known
    for (const pending of await repository.listPendingTopUps(ctx.db, workspaceId)) {
      if (isUnderWay(pending, now)) throw new AppError('CONFLICT', msg('payment_already_running'))
      await atProvider(() => end(ctx, pending))
    }
    return ctx.tx(async (tx) => {
      await repository.lockCustomer(tx.db, workspaceId)
      const row = newPurchase(wanted)
      const [pending] = await repository.listPendingTopUps(tx.db, workspaceId)
      if (pending && pending.key !== key) throw new AppError('CONFLICT', msg('payment_already_running'))
      const since = new Date(now.getTime() - REPEATED_MS)
      if (!again && !pending) assertNotRepeated(await repository.listPaidTopUps(tx.db, workspaceId, since), row)
      const made = (await repository.insertPurchase(tx.db, row)) ?? pending
      if (!made) throw new AppError('UNAVAILABLE')
      return made
    })
  }
  /** One whose outcome is unknown is ended before the next one. */
  const interrupted =
    (ctx: Ctx, { id }: repository.PurchaseRow) =>
    (error: unknown) =>
      repository.updatePurchase(ctx.db, id, { error: 'interrupted' }).then(() => Promise.reject(error as Error))

  return {
    newPurchase,
    carryOut,
    end,
    conclude,
    async topUp(ctx, { amount, currency, key = randomId(20), again = false }) {
      const { payments } = await workspaces.entitlements(ctx, ctx.workspaceId)
      if (!payments) throw new AppError('PLAN_LIMIT', msg('free_plan_no_topup'))
      const tax = await customers.taxFor(ctx)
      assertTopUp(amount, currency, tax)
      const customer = await customers.find(ctx)
      if (!customer || customer.defaultPaymentMethod === '')
        throw new AppError('PAYMENT_FAILED', msg('payment_method_missing'))
      const wanted = { workspaceId: ctx.workspaceId, kind: 'topup', key: `topup:${key}`, amount, tax } as const
      const purchase = await begin(ctx, { ...wanted, now: ctx.now() }, again)
      if (purchase.net !== Math.round(amount * 100)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
      const ended =
        purchase.state === 'open'
          ? await atProvider(() => carryOut(ctx, purchase).catch(interrupted(ctx, purchase)))
          : purchase.state
      const after = (await repository.findPurchaseById(ctx.db, purchase.id)) ?? purchase
      if (ended === 'failed') throw new AppError('PAYMENT_FAILED', after.error ? untranslated(after.error) : undefined)
      const { invoiceId } = after
      const invoice =
        ended === 'action'
          ? await atProvider(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
          : undefined
      const payment = await paymentOf(stripe, invoice)
      const balance = await billing.balance(ctx, ctx.workspaceId)
      return {
        requiresAction: payment.requiresAction,
        clientSecret: payment.clientSecret,
        paymentIntentId: payment.paymentIntentId,
        success: after.state === 'paid',
        invoiceId,
        balance: toCredits(balance.available + balance.held),
      }
    },
  }
}

export function creditsFor(net: number, { exchangeRate }: TaxInfo, creditValueUsd: number): Milli {
  const usd = net / 100 / exchangeRate
  return Math.floor((usd / creditValueUsd) * MILLI + 1e-6)
}

function assertTopUp(amount: number, currency: Currency | undefined, tax: TaxInfo): void {
  if (currency !== undefined && currency !== tax.currency)
    throw new AppError('INVALID_INPUT', msg('topup_currency', { currency: tax.currency.toUpperCase() }))
  const isWhole = Number.isFinite(amount) && Number.isSafeInteger(Math.round(amount * 100))
  if (
    !isWhole ||
    amount < TOP_UP.min ||
    amount > TOP_UP.max ||
    Math.abs(Math.round(amount * 100) - amount * 100) > 1e-6
  )
    throw new AppError(
      'INVALID_INPUT',
      msg('topup_amount', { min: TOP_UP.min, max: TOP_UP.max, currency: tax.currencySymbol }),
    )
}

export const needsAction = (error: { readonly code?: string | undefined }) =>
  error.code === 'authentication_required' || error.code === 'invoice_payment_intent_requires_action'
