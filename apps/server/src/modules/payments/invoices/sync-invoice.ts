// Aligns an invoice, its credits and the money journal with the provider. Webhooks may arrive in any order and
// repeatedly: credits always equal what was paid minus what was refunded.
import { PAID_PLAN_CREDITS_USD, CURRENCIES, type Currency } from '@parlance/contract/billing/plans'
import type { Dispute } from '@parlance/contract/billing/payments'
import { type Milli, usdToMilli } from '@parlance/contract/lib/money'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'
import { intentIdOf } from '../subscriptions/payment.ts'
import { DISPUTE_JOB } from './disputes.ts'
import { postMoney } from './journal.ts'

export type SyncInvoice = (ctx: Ctx, invoiceId: string) => Promise<void>

export interface Money {
  readonly paymentIntentId: string
  readonly chargeId: string
  readonly captured: number
  readonly refunded: number
  readonly disputed: number
  readonly dispute: Dispute
  readonly fee: number
  readonly applicationFee: number
}

export function createSyncInvoice({
  stripe,
  billing,
  workspaces,
  customers,
  creditValueUsd,
  enqueue,
  log,
}: PaymentsDeps & { readonly customers: Customers }): SyncInvoice {
  const read = async (invoiceId: string) => {
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
    return { invoice, money: await moneyOf(stripe, invoice) }
  }
  /** Voids a top-up that the bank refused or nobody confirmed in time, so that its invoice is not paid later. */
  const giveUp = async (ctx: Ctx, { invoice, money }: Awaited<ReturnType<typeof read>>): Promise<boolean> => {
    const purchaseId = invoice.metadata?.['purchaseId'] ?? ''
    if (invoice.status !== 'open' || purchaseId === '' || money.paymentIntentId === '') return false
    const purchase = await repository.findPurchaseById(ctx.db, purchaseId)
    if (purchase?.workspaceId !== ctx.workspaceId || purchase.state !== 'action') return false
    const { status } = await stripe.paymentIntents.retrieve(money.paymentIntentId)
    const isLate = ctx.now().getTime() - purchase.createdAt.getTime() > DAY_MS
    if (status !== 'requires_payment_method' && !(status === 'requires_action' && isLate)) return false
    await stripe.invoices.voidInvoice(invoice.id, {}, { idempotencyKey: `void:${purchaseId}` })
    return true
  }
  return async (ctx, invoiceId) => {
    const found = await read(invoiceId)
    const { invoice, money } = (await giveUp(ctx, found)) ? await read(invoiceId) : found
    await ctx.tx(async (tx) => {
      const { workspaceId } = tx
      const customer = await repository.lockCustomer(tx.db, workspaceId)
      const customerId = typeof invoice.customer === 'string' ? invoice.customer : invoice.customer?.id
      const before = await repository.findInvoice(tx.db, invoice.id)
      const purchaseId = invoice.metadata?.['purchaseId'] ?? ''
      const purchase = purchaseId === '' ? undefined : await repository.findPurchaseById(tx.db, purchaseId)
      const subscription = await repository.findSubscription(tx.db, subscriptionOf(invoice))
      // Payments, refunds and disputes of a deleted customer still count.
      const isTheirs =
        customer?.customerId === customerId ||
        [before, purchase, subscription].some((one) => one?.workspaceId === workspaceId)
      if (!customer || !isTheirs) return log.warn({ id: invoice.id }, 'invoice of another customer')
      const isOurs = purchase?.workspaceId === workspaceId && purchase.total === invoice.total
      if (purchaseId !== '' && !isOurs) return log.error({ id: invoice.id }, 'invoice does not fit its purchase')
      const planCredits = usdToMilli(PAID_PLAN_CREDITS_USD, creditValueUsd)
      const brings = isPlanPeriod(invoice) && !isOfThePast(invoice, customer) && !wasSettledWithout(before, planCredits)
      const worth = purchase ? purchase.credits : brings ? planCredits : 0
      const wanted = {
        ...toRow(invoice, money, tx.now()),
        workspaceId,
        kind: purchase?.kind ?? ('subscription' as const),
        purchaseId,
        credits: creditsFor(worth, invoice, money),
        subscriptionId: subscriptionOf(invoice),
      }
      const isPending = purchase?.state === 'open' || purchase?.state === 'action'
      if (before && !isPending && isStored(before, wanted)) return
      const row = await repository.saveInvoice(tx.db, wanted)
      if (before && before.status === 'paid' && row.status !== 'paid')
        log.warn({ id: row.id, status: row.status }, 'a paid invoice is not paid any more')
      if (row.dispute !== (before?.dispute ?? ''))
        await enqueue(tx, DISPUTE_JOB, { workspaceId, invoiceId: row.id, dispute: row.dispute })
      await postMoney(tx, row)
      await bookCredits(tx, row, purchase)
      if (row.status === 'paid' && money.captured > 0) {
        await customers.lockCurrency(tx, row.currency)
        await workspaces.setPlan(tx, workspaceId, { hasEverPaid: true })
      }
      if (row.status === 'paid' && before?.status !== 'paid' && invoice.billing_reason === 'subscription_create')
        await tx.emit({ type: 'subscription.started', workspaceId, subscriptionId: row.subscriptionId })
      if (purchase && row.status === 'paid')
        await repository.settlePurchase(tx.db, purchase.id, { state: 'paid', error: '', settledAt: tx.now() })
      if (purchase?.state === 'action' && row.status === 'void')
        await repository.settlePurchase(tx.db, purchase.id, { state: 'failed', error: '', settledAt: tx.now() })
    })
  }

  async function bookCredits(tx: Ctx, row: repository.InvoiceRow, purchase: repository.PurchaseRow | undefined) {
    const missing = row.credits - row.creditsBooked
    if (missing === 0) return
    const kind = row.kind === 'subscription' ? ('grant' as const) : ('topup' as const)
    const posting = { workspaceId: tx.workspaceId, key: `invoice:${row.id}:${row.bookings}`, kind, ref: row.id }
    const bookings = row.bookings + 1
    if (missing > 0) {
      const cause = storedMessage(
        msg(purchase ? (purchase.kind === 'recharge' ? 'credit_recharge' : 'credit_topup') : 'credit_plan'),
      )
      await billing.addPaid(tx, { ...posting, amount: missing, cause })
      await repository.updateInvoice(tx.db, row.id, { creditsBooked: row.credits, creditsOwed: 0, bookings })
      for (const owed of await repository.listOwed(tx.db, tx.workspaceId)) await takeBack(tx, owed, owed.creditsOwed)
      return
    }
    await takeBack(tx, row, -missing)
  }

  /** Spent credits are owed and taken from the next payment. */
  async function takeBack(tx: Ctx, row: repository.InvoiceRow, amount: Milli): Promise<void> {
    const taken = await billing.takeBack(tx, {
      workspaceId: tx.workspaceId,
      key: `invoice:${row.id}:${row.bookings}`,
      kind: row.kind === 'subscription' ? 'grant' : 'topup',
      ref: row.id,
      amount,
      cause: storedMessage(msg('credit_refunded')),
    })
    await repository.updateInvoice(tx.db, row.id, {
      creditsBooked: row.creditsBooked - taken,
      creditsOwed: amount - taken,
      bookings: row.bookings + 1,
    })
  }
}

/** The first payment of a plan and each renewal bring its credits; changes of add-ons between them don't. */
const isPlanPeriod = ({ billing_reason: reason }: Stripe.Invoice) =>
  reason === 'subscription_create' || reason === 'subscription_cycle'

/** Whether the row has this state already: then its credits and postings are booked too. Owed credits are retried. */
function isStored(before: repository.InvoiceRow, { syncedAt: _at, ...wanted }: repository.NewInvoice): boolean {
  const isSame = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)
  return (
    before.creditsOwed === 0 && Object.entries(wanted).every(([key, value]) => isSame(Reflect.get(before, key), value))
  )
}

/** Created before the workspace had this customer, with a day for differing clocks. */
const isOfThePast = ({ created }: Stripe.Invoice, { createdAt }: repository.CustomerRow) =>
  created * 1000 < createdAt.getTime() - DAY_MS

/** Stored as paid by a version that granted no credits for it: reading it again must not grant them later. */
function wasSettledWithout(before: repository.InvoiceRow | undefined, worth: Milli): boolean {
  if (!before || before.bookings > 0) return false
  const { amountPaid: captured, amountRefunded: refunded, amountDisputed: disputed } = before
  return creditsFor(worth, before, { captured, refunded, disputed }) > 0
}

/** In proportion to the share of the payment that we kept; all when a discount left nothing to pay. */
function creditsFor(
  worth: Milli,
  invoice: { readonly status: string | null; readonly total: number },
  { captured, refunded, disputed }: Pick<Money, 'captured' | 'refunded' | 'disputed'>,
): Milli {
  if (invoice.status !== 'paid') return 0
  if (captured === 0) return invoice.total === 0 ? worth : 0
  const kept = Math.max(0, captured - refunded - disputed)
  return Number((BigInt(worth) * BigInt(kept)) / BigInt(captured))
}

/** With `options`, at an agency's account. Its `fee` includes ours. */
export async function moneyOf(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  options: Stripe.RequestOptions = {},
): Promise<Money> {
  const nothing = {
    paymentIntentId: '',
    chargeId: '',
    captured: 0,
    refunded: 0,
    disputed: 0,
    dispute: '' as const,
    fee: 0,
    applicationFee: 0,
  }
  const id = intentIdOf(invoice)
  if (!id) return nothing
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] }, options)
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') return { ...nothing, paymentIntentId: id }
  const movement = charge.balance_transaction
  const disputes = charge.disputed
    ? await stripe.disputes.list({ charge: charge.id, limit: 100 }, options)
    : { data: [] }
  const lasting = disputes.data.filter(({ status }) => status !== 'won' && !status.startsWith('warning'))
  return {
    paymentIntentId: id,
    chargeId: charge.id,
    captured: charge.captured ? charge.amount_captured : 0,
    refunded: charge.amount_refunded,
    disputed: lasting.reduce((sum, { amount }) => sum + amount, 0),
    dispute: disputeOf(disputes.data),
    fee: movement && typeof movement === 'object' ? movement.fee : 0,
    applicationFee: charge.application_fee_amount ?? 0,
  }
}

/** An open one first, then a lost one. Inquiries of banks are none yet. */
function disputeOf(all: readonly Stripe.Dispute[]): Dispute {
  const states = all.filter(({ status }) => !status.startsWith('warning')).map(({ status }) => status)
  if (states.some((status) => status !== 'won' && status !== 'lost' && status !== 'prevented')) return 'open'
  if (states.includes('lost')) return 'lost'
  return states.includes('won') ? 'won' : ''
}

function toRow(invoice: Stripe.Invoice, money: Money, now: Date) {
  const tax = (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0)
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0)
  const paidAt = invoice.status_transitions.paid_at
  return {
    id: invoice.id,
    number: invoice.number ?? '',
    status: invoice.status ?? 'draft',
    currency: CURRENCIES.find((one) => one === invoice.currency) ?? ('usd' as Currency),
    subtotal: invoice.subtotal,
    discount,
    tax,
    total: invoice.total,
    amountPaid: money.captured,
    amountRefunded: money.refunded,
    amountDisputed: money.disputed,
    dispute: money.dispute,
    fee: money.fee,
    hostedUrl: invoice.hosted_invoice_url ?? '',
    pdfUrl: invoice.invoice_pdf ?? '',
    paymentIntentId: money.paymentIntentId,
    chargeId: money.chargeId,
    createdAt: new Date(invoice.created * 1000),
    paidAt: paidAt ? new Date(paidAt * 1000) : null,
    syncedAt: now,
  }
}

function subscriptionOf({ parent }: Stripe.Invoice): string {
  const found = parent?.subscription_details?.subscription
  return typeof found === 'string' ? found : (found?.id ?? '')
}
