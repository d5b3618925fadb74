// Sells credits to organisations: a sale is stored and covered by the agency's balance, then charged at the agency's
// account. The credits move once the provider reports the invoice as paid.
import { creditsForUsd, creditsInCents, feeInCents } from '@parlance/contract/billing/client-purchase-rules'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { fromCredits, type Milli, toCredits } from '@parlance/contract/lib/money'
import { HOUR_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import { transferEvents } from '../../billing/index.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import { needsAction } from '../invoices/purchases.ts'
import { type Payment, paymentOf } from '../subscriptions/payment.ts'
import { postSale } from '../invoices/journal.ts'
import { DISPUTE_JOB } from '../invoices/disputes.ts'
import { assertNotRepeated, isUnderWay, REPEATED_MS, RESUME_AFTER_MS } from '../invoices/duplicate-purchases.ts'
import { type Money, moneyOf } from '../invoices/sync-invoice.ts'
import { decideRecharge } from '../recharge/decide.ts'
import { MAX_DECLINES } from '../recharge/recharge.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider, isDeclined } from '../provider-error.ts'
import type { ConnectedAccounts } from './accounts.ts'
import { LEFTOVERS_JOB } from './deleted-orgs.ts'
import { createRechargeNotices } from './recharge-notices.ts'
import * as repository from './repository.ts'

const CONFIRM_MS = 15 * 60_000
interface Action {
  readonly invoiceId: string
}
const holdKey = (saleId: string) => `sale:${saleId}`

export function createSales(deps: PaymentsDeps & { readonly connected: ConnectedAccounts }) {
  const { stripe, billing, connected, contextFor, enqueue, orgName, log } = deps

  const notices = createRechargeNotices(deps)

  const releaseHold = (tx: Ctx, sale: repository.SaleRow) =>
    billing.settleMany(tx.db, [
      { holdKey: holdKey(sale.id), workspaceId: sale.workspaceId, agentId: null, cause: '', cost: 0 },
    ])

  /** Credits follow the kept share of a payment: they come from the agency's balance, and unspent ones return. */
  const book = async (ctx: Ctx, saleId: string, invoiceId: string, money: Money): Promise<void> => {
    const owed = await ctx.tx(async (tx) => {
      const sale = await repository.lockSale(tx.db, saleId)
      if (!sale || sale.workspaceId !== tx.workspaceId) return undefined
      const { workspaceId, orgId, accountId } = sale
      await billing.open(tx, orgId)
      // Both at once, in the order in which turns lock them.
      await billing.lockBalances(tx.db, [workspaceId, orgId])
      if (sale.state === 'open') await releaseHold(tx, sale)
      const paid = {
        captured: money.captured,
        refunded: money.refunded,
        disputed: money.disputed,
        providerFee: money.fee - money.applicationFee,
        fee: money.applicationFee,
      }
      const { dispute } = money
      if (dispute !== sale.dispute) await enqueue(tx, DISPUTE_JOB, { workspaceId, invoiceId, dispute })
      const known = { ...paid, dispute, invoiceId, paymentIntentId: money.paymentIntentId }
      await postSale(tx, { workspaceId, accountId, invoiceId }, paid)
      const missing = creditsFor(sale.credits, money) - sale.creditsBooked
      const moved = missing > 0 ? await give(tx, sale, missing) : -(await takeBack(tx, sale, -missing))
      const isLacking = missing > 0 && moved === 0
      if (moved > 0) {
        await announceTransfer(tx, billing, moved)
        await repository.updateOrg(tx.db, orgId, { toldAt: null })
        const { available, held } = await billing.balance(tx, orgId)
        await repository.armAt(tx.db, orgId, available + held)
        if ((await orgName(tx, orgId)) === '') await enqueue(tx, LEFTOVERS_JOB, { workspaceId, orgId, org: orgId })
      }
      if (sale.kind === 'recharge' && sale.state === 'open') await repository.updateOrg(tx.db, orgId, { declines: 0 })
      await repository.updateSale(tx.db, sale.id, {
        ...known,
        creditsBooked: sale.creditsBooked + moved,
        creditsOwed: missing < 0 ? moved - missing : 0,
        bookings: sale.bookings + (moved === 0 ? 0 : 1),
        ...(isLacking ? { state: 'owed' as const } : { state: 'paid' as const, settledAt: sale.settledAt ?? tx.now() }),
      })
      return isLacking ? { orgId, credits: toCredits(missing) } : undefined
    })
    if (owed) await notices.uncovered(ctx, owed.orgId, owed.credits, 'clientCreditsOwed')
  }

  const keyOf = ({ id, bookings }: repository.SaleRow) => (bookings === 0 ? holdKey(id) : `${holdKey(id)}:${bookings}`)
  /** Gives all credits, or none if the agency has fewer. */
  const give = async (tx: Ctx, sale: repository.SaleRow, amount: Milli): Promise<Milli> => {
    const { workspaceId: from, orgId: to } = sale
    const cause = storedMessage(msg('credit_sold_to_org', { org: await orgName(tx, to) }))
    try {
      await billing.transfer(tx, { from, to, amount, key: keyOf(sale), cause })
      return amount
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CREDITS_EXHAUSTED')) throw error
      return 0
    }
  }
  const takeBack = async (tx: Ctx, sale: repository.SaleRow, wanted: Milli): Promise<Milli> => {
    const { workspaceId: to, orgId: from } = sale
    const locked = await billing.lockBalances(tx.db, [from, to])
    const amount = Math.min(wanted, Math.max(0, locked.get(from) ?? 0))
    if (amount === 0) return 0
    await billing.transfer(tx, { from, to, amount, key: keyOf(sale), cause: storedMessage(msg('credit_refunded')) })
    return amount
  }

  const syncInvoice = async (ctx: Ctx, accountId: string, invoiceId: string): Promise<void> => {
    const options = { stripeAccount: accountId }
    const invoice = await atProvider(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }, options))
    if (invoice.status !== 'paid') return
    const money = await atProvider(() => moneyOf(stripe, invoice, options))
    const saleId = invoice.metadata?.['saleId']
    if (saleId) {
      const sale = await repository.lockSale(ctx.db, saleId)
      const isTheirs = sale?.accountId === accountId && (sale.invoiceId === '' || sale.invoiceId === invoiceId)
      if (isTheirs && invoice.amount_paid >= sale.total) await book(ctx, saleId, invoiceId, money)
      return
    }
    const known = await repository.findSaleOfInvoice(ctx.db, ctx.workspaceId, invoiceId)
    if (known?.kind === 'subscription' && known.accountId === accountId) {
      await book(ctx, known.id, invoiceId, money)
      return
    }
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
    if (subscriptionId === '') return
    const subscription = await atProvider(() => stripe.subscriptions.retrieve(subscriptionId, {}, options))
    const org = await repository.findOrg(ctx.db, ctx.workspaceId, subscription.metadata['orgId'] ?? '')
    const price = await repository.findPrice(ctx.db, accountId, subscription.items.data[0]?.price.id ?? '')
    if (!org?.allowBilling && subscription.metadata['workspaceId'] === ctx.workspaceId) {
      // Paid on a page that stayed open while billing was disabled or the organisation deleted: nothing is sold any
      // more.
      if (money.paymentIntentId !== '' && money.captured > money.refunded) {
        await atProvider(() =>
          stripe.refunds.create(
            { payment_intent: money.paymentIntentId, refund_application_fee: true },
            { ...options, idempotencyKey: `not-sold:${invoiceId}` },
          ),
        )
        return syncInvoice(ctx, accountId, invoiceId)
      }
    }
    if (!org || !price || invoice.amount_paid < price.amount) return
    const row: repository.NewSale = {
      id: `sl_${randomId(20)}`,
      workspaceId: ctx.workspaceId,
      orgId: org.orgId,
      accountId,
      kind: 'subscription',
      key: `invoice:${invoiceId}`,
      credits: price.credits,
      total: invoice.amount_paid,
      fee: feeInCents(invoice.amount_paid),
      state: 'open',
      invoiceId,
      createdAt: ctx.now(),
    }
    const sale =
      (await repository.insertSale(ctx.db, row)) ?? (await repository.findSaleByKey(ctx.db, org.orgId, row.key))
    if (sale) await book(ctx, sale.id, invoiceId, money)
  }

  const invoiceFor = async (
    sale: repository.SaleRow,
    org: Pick<repository.OrgBillingRow, 'customerId' | 'paymentMethodId'>,
  ): Promise<Stripe.Invoice> => {
    const step = (name: string) => ({ stripeAccount: sale.accountId, idempotencyKey: `${name}:${sale.id}` })
    // The provider forgets idempotency keys after a day.
    if (sale.invoiceId !== '') {
      const known = await stripe.invoices.retrieve(sale.invoiceId, {}, { stripeAccount: sale.accountId })
      return known.status === 'draft' ? stripe.invoices.finalizeInvoice(known.id, {}, step('finalize')) : known
    }
    const metadata = { saleId: sale.id, orgId: sale.orgId }
    const invoice = await stripe.invoices.create(
      {
        customer: org.customerId,
        currency: 'usd',
        auto_advance: false,
        collection_method: 'charge_automatically',
        pending_invoice_items_behavior: 'exclude',
        application_fee_amount: sale.fee,
        metadata,
      },
      step('invoice'),
    )
    if (invoice.status !== 'draft') return stripe.invoices.retrieve(invoice.id, {}, { stripeAccount: sale.accountId })
    await stripe.invoiceItems.create(
      {
        customer: org.customerId,
        invoice: invoice.id,
        currency: 'usd',
        amount: sale.total,
        description: `${toCredits(sale.credits).toLocaleString('en-US')} credits`,
        metadata,
      },
      step('item'),
    )
    return stripe.invoices.finalizeInvoice(invoice.id, {}, step('finalize'))
  }

  const fail = async (ctx: Ctx, sale: repository.SaleRow, error: string): Promise<void> => {
    const declines = await ctx.tx(async (tx) => {
      // Booking locks the sale first too.
      if ((await repository.lockSale(tx.db, sale.id))?.state !== 'open') return 0
      await releaseHold(tx, sale)
      await repository.updateSale(tx.db, sale.id, {
        state: 'failed',
        error: error.slice(0, 300),
        settledAt: tx.now(),
      })
      return sale.kind === 'recharge' ? declined(tx, sale) : 0
    })
    if (declines > 0) await notices.declined(ctx, sale, declines >= MAX_DECLINES)
  }
  /** The next debit or sweep below the threshold tries again, after an hour. Returns how many failed in a row. */
  const declined = async (tx: Ctx, { workspaceId, orgId }: repository.SaleRow): Promise<number> => {
    const org = await repository.lockOrg(tx.db, workspaceId, orgId)
    const declines = (org?.declines ?? 0) + 1
    const stop = declines >= MAX_DECLINES
    await repository.updateOrg(tx.db, orgId, {
      declines,
      armed: true,
      ...(stop ? { stopped: 'declined' as const, automaticBilling: false } : {}),
    })
    return declines
  }

  /** Books what was paid, and charges nothing else. */
  const abandon = async (ctx: Ctx, sale: repository.SaleRow): Promise<string | undefined> => {
    const { invoiceId } = sale
    if (invoiceId !== '') {
      const options = { stripeAccount: sale.accountId }
      const invoice = await stripe.invoices.retrieve(invoiceId, {}, options)
      if (invoice.status === 'paid') {
        await syncInvoice(ctx, sale.accountId, invoiceId)
        return undefined
      }
      if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoiceId, {}, options)
    }
    await fail(ctx, sale, '')
    return ''
  }

  /** Charges a stored sale; steps may be repeated. Returns why the card was declined, or what is to confirm. */
  const carryOut = async (ctx: Ctx, sale: repository.SaleRow): Promise<string | Action | undefined> => {
    const options = { stripeAccount: sale.accountId }
    const org = await repository.findOrg(ctx.db, sale.workspaceId, sale.orgId)
    if (!org) return abandon(ctx, sale)
    let invoiceId = sale.invoiceId
    try {
      let invoice = await invoiceFor(sale, org)
      invoiceId = invoice.id
      await repository.updateSale(ctx.db, sale.id, { invoiceId })
      if (invoice.status === 'void') {
        await fail(ctx, sale, '')
        return ''
      }
      if (invoice.status === 'open')
        invoice = await stripe.invoices.pay(
          invoiceId,
          { off_session: sale.kind === 'recharge' },
          { ...options, idempotencyKey: `pay:${sale.id}` },
        )
      await syncInvoice(ctx, sale.accountId, invoice.id)
      return undefined
    } catch (error) {
      if (!isDeclined(error)) throw error
      const isWaiting = ctx.now().getTime() - sale.createdAt.getTime() < CONFIRM_MS
      if (sale.kind === 'topup' && needsAction(error) && isWaiting) return { invoiceId }
      await stripe.invoices
        .voidInvoice(invoiceId, {}, { ...options, idempotencyKey: `void:${sale.id}` })
        .catch((cause: unknown) => log.warn({ err: cause, invoiceId }, 'voiding an invoice of a client failed'))
      await fail(ctx, sale, error.message)
      return error.message
    }
  }

  /** Ends a purchase whose payment the customer failed to confirm, so that the agency has its reserved credits again. */
  const giveUp = async (ctx: Ctx, sale: repository.SaleRow): Promise<boolean> => {
    if (sale.state !== 'open' || sale.kind !== 'topup') return false
    const options = { stripeAccount: sale.accountId }
    const intent = await atProvider(() => stripe.paymentIntents.retrieve(sale.paymentIntentId, {}, options))
    if (intent.status !== 'requires_payment_method') return false
    await atProvider(() =>
      stripe.invoices.voidInvoice(sale.invoiceId, {}, { ...options, idempotencyKey: `void:${sale.id}` }),
    )
    await fail(ctx, sale, intent.last_payment_error?.message ?? '')
    return true
  }

  interface Wanted {
    readonly kind: 'topup' | 'recharge'
    readonly credits: number
    readonly cents: number
    readonly accountId: string
    /** The buyer knows that they bought as many a moment ago. */
    readonly again?: boolean
  }
  /** An organisation buys once at a time. One that waits for the bank or was cut off is ended. */
  const endPending = async (ctx: Ctx, orgId: string): Promise<void> => {
    for (const sale of await repository.listOpenTopUps(ctx.db, orgId)) {
      if (sale.paymentIntentId === '' && isUnderWay(sale, ctx.now()))
        throw new AppError('CONFLICT', msg('payment_already_running'))
      await atProvider(() => abandon(ctx, sale))
    }
  }
  const assertFirst = async (tx: Ctx, orgId: string, { credits, again }: Wanted): Promise<void> => {
    await repository.lockOrg(tx.db, tx.workspaceId, orgId)
    if ((await repository.listOpenTopUps(tx.db, orgId)).length > 0)
      throw new AppError('CONFLICT', msg('payment_already_running'))
    const since = new Date(tx.now().getTime() - REPEATED_MS)
    if (again) return
    assertNotRepeated(await repository.listPaidTopUps(tx.db, orgId, since), { credits: fromCredits(credits) })
  }
  /** @throws CREDITS_EXHAUSTED when the agency cannot cover the credits; then nothing is charged */
  const begin = async (tx: Ctx, orgId: string, wanted: Wanted) => {
    const { kind, credits, cents, accountId } = wanted
    const { workspaceId } = tx
    const amount = fromCredits(credits)
    const locked = await billing.lockBalances(tx.db, [workspaceId])
    if (kind === 'topup') await assertFirst(tx, orgId, wanted)
    if ((locked.get(workspaceId) ?? 0) < amount)
      throw new AppError('CREDITS_EXHAUSTED', msg('client_billing_agency_out_of_credits'))
    const id = `sl_${randomId(20)}`
    const sale = await repository.insertSale(tx.db, {
      id,
      workspaceId,
      orgId,
      accountId,
      kind,
      key: `${kind}:${id}`,
      credits: amount,
      total: cents,
      fee: feeInCents(cents),
      state: 'open',
      createdAt: tx.now(),
    })
    if (!sale) return undefined
    const cause = storedMessage(msg('credit_sold_to_org', { org: await orgName(tx, orgId) }))
    await billing.holdMany(tx.db, [{ holdKey: holdKey(id), workspaceId, agentId: null, cause, amount }])
    return sale
  }

  /** Decides under the lock of the organisation's row: one charge per crossing of the threshold. */
  const beginRecharge = (ctx: Ctx, orgId: string, needed: Milli) =>
    ctx.tx(async (tx) => {
      // Booking locks balances before the row too.
      const locked = await billing.lockBalances(tx.db, [tx.workspaceId])
      const org = await repository.lockOrg(tx.db, tx.workspaceId, orgId)
      const account = await connected.find(tx)
      if (!org || !account || org.paymentMethodId === '') return undefined
      const { available, held } = await billing.balance(tx, orgId)
      const balance = available + held
      const threshold = Math.max(fromCredits(org.threshold), needed)
      const cents = org.amount * 100
      const hourAgo = new Date(tx.now().getTime() - HOUR_MS)
      const isTooSoon = org.declines > 0 && (await repository.declinedSince(tx.db, orgId, hourAgo))
      const verdict = decideRecharge({
        isOn: org.allowBilling && org.automaticBilling && !isTooSoon,
        balance,
        threshold,
        armed: org.armed,
        stopped: org.stopped,
        amount: cents,
        net: cents,
        chargedThisMonth: 0,
        monthlyLimit: 0,
      })
      if (verdict === 'rearm') await repository.updateOrg(tx.db, orgId, { armed: true })
      if (verdict !== 'charge') return undefined
      const credits = creditsForUsd(org.amount, connected.priceOf(account))
      if ((locked.get(tx.workspaceId) ?? 0) < fromCredits(credits)) return { uncovered: credits }
      const sale = await begin(tx, orgId, { kind: 'recharge', credits, cents, accountId: account.accountId })
      if (!sale) return undefined
      await repository.updateOrg(tx.db, orgId, { armed: false })
      return { sale, lifts: balance + sale.credits >= threshold }
    })

  const rechargeOne = async (ctx: Ctx, orgId: string, needed: Milli = 0): Promise<'lifted' | undefined> => {
    const begun = await beginRecharge(ctx, orgId, needed)
    if (begun?.uncovered !== undefined) await notices.uncovered(ctx, orgId, begun.uncovered, 'clientRechargeUncovered')
    if (!begun?.sale || (await carryOut(ctx, begun.sale)) !== undefined || !begun.lifts) return undefined
    if ((await repository.findSale(ctx.db, begun.sale.id))?.state !== 'paid') return undefined
    await repository.armAfter(ctx.db, begun.sale)
    return 'lifted'
  }

  const resume = (ctx: Ctx, sale: repository.SaleRow): Promise<unknown> => {
    const { accountId, invoiceId, kind } = sale
    if (kind === 'subscription') return syncInvoice(ctx, accountId, invoiceId)
    if (kind === 'recharge') return carryOut(ctx, sale)
    // Its buyer saw an error and may have bought again, unless the bank is still waiting for an answer.
    const isWaiting = sale.paymentIntentId !== '' && ctx.now().getTime() - sale.createdAt.getTime() < CONFIRM_MS
    return isWaiting ? syncInvoice(ctx, accountId, invoiceId) : abandon(ctx, sale)
  }

  return {
    syncInvoice,
    /** Refunds and disputes name only the payment. */
    async syncIntent(ctx: Ctx, accountId: string, intentId: string): Promise<void> {
      const sale = await repository.findSaleOfIntent(ctx.db, ctx.workspaceId, intentId)
      if (sale?.accountId !== accountId) return
      if (!(await giveUp(ctx, sale))) await syncInvoice(ctx, accountId, sale.invoiceId)
    },
    async buy(
      ctx: Ctx,
      org: repository.OrgBillingRow,
      account: repository.AccountRow,
      { credits, again }: { readonly credits: number; readonly again: boolean },
    ): Promise<Payment> {
      if (org.paymentMethodId === '') throw new AppError('PAYMENT_FAILED', msg('payment_method_missing'))
      const cents = creditsInCents(credits, connected.priceOf(account))
      const wanted = { kind: 'topup', credits, cents, accountId: account.accountId, again } as const
      await endPending(ctx, org.orgId)
      const sale = await ctx.tx((tx) => begin(tx, org.orgId, wanted))
      if (!sale) throw new AppError('CONFLICT')
      const ended = await atProvider(() => carryOut(ctx, sale)).catch(async (error: unknown) => {
        await repository.updateSale(ctx.db, sale.id, { error: 'interrupted' })
        throw error
      })
      if (typeof ended === 'string') throw new AppError('PAYMENT_FAILED', untranslated(ended))
      if (!ended) return { requiresAction: false, clientSecret: null, paymentIntentId: null }
      const options = { stripeAccount: sale.accountId }
      const { invoiceId } = ended
      const invoice = await atProvider(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }, options))
      const payment = await paymentOf(stripe, invoice, options)
      await repository.updateSale(ctx.db, sale.id, { paymentIntentId: payment.paymentIntentId ?? '' })
      return payment
    },
    /** Reads a purchase again after the customer confirmed its payment. @throws NOT_FOUND for another customer's */
    async confirm(ctx: Ctx, orgId: string, intentId: string): Promise<void> {
      const sale = await repository.findSaleOfIntent(ctx.db, ctx.workspaceId, intentId)
      if (!sale || sale.orgId !== orgId) throw new AppError('NOT_FOUND')
      await syncInvoice(ctx, sale.accountId, sale.invoiceId)
    },
    /** `needed`: by a message that was refused, also where that is more than the threshold. */
    async recharge(ctx: Ctx, orgId: string, needed: Milli = 0): Promise<void> {
      for (;;) {
        // Turns during this charge may have spent the bought credits already.
        if ((await rechargeOne(ctx, orgId, needed)) !== 'lifted') return
      }
    },
    /** Runs due recharges, resumes sales whose process died, and collects owed credits. */
    async sweep(ctx: Ctx): Promise<void> {
      const before = new Date(ctx.now().getTime() - RESUME_AFTER_MS)
      const each = async (workspaceId: string, work: (own: Ctx) => Promise<unknown>) => {
        try {
          await work({ ...contextFor(ctx.region, workspaceId), now: ctx.now })
        } catch (error) {
          log.warn({ err: error, workspaceId }, 'going on with a sale to a client failed')
        }
      }
      for (const sale of await repository.listPending(ctx.db, 'open', before))
        await each(sale.workspaceId, (own) => resume(own, sale))
      for (const sale of await repository.listPending(ctx.db, 'owed', ctx.now()))
        await each(sale.workspaceId, (own) => syncInvoice(own, sale.accountId, sale.invoiceId))
      for (const org of await repository.listRecharging(ctx.db))
        await each(org.workspaceId, (own) => rechargeOne(own, org.orgId))
    },
  }
}

/** The agency's own low-credit notice and automatic recharge, in the transaction in which its credits left. */
export async function announceTransfer(tx: Ctx, billing: Pick<PaymentsDeps['billing'], 'balance'>, moved: Milli) {
  const { available, held } = await billing.balance(tx, tx.workspaceId)
  for (const event of transferEvents(tx.workspaceId, available + held, moved)) await tx.emit(event)
}

/** In proportion to the share of the payment that the agency kept. */
function creditsFor(worth: Milli, { captured, refunded, disputed }: Money): Milli {
  if (captured === 0) return 0
  const kept = Math.max(0, captured - refunded - disputed)
  return Number((BigInt(worth) * BigInt(kept)) / BigInt(captured))
}

export const idOf = (value: string | { readonly id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')
