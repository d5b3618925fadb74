/** Invoices: their totals, success and failure of their payment, and the subscription they belong to. */
import type { Stripe } from 'stripe'
import { taxIdsOf } from './catalog.ts'
import { StripeFault } from './fault.ts'
import { listOf } from './billing-objects.ts'
import type { PaymentsPart } from './payments.ts'
import { idOf, type Sim } from './sim.ts'

/** Days after the first failure on which the card is retried; after the last the subscription ends. */
export const RETRY_DAYS = [3, 5, 7]
export const DAY = 86_400

export type Invoicing = ReturnType<typeof createInvoicing>

export function createInvoicing(sim: Sim, payments: PaymentsPart) {
  const { store, emit, publicUrl } = sim
  /** The customer's test clock, or ours. */
  const nowOf = (account: string, customer: Stripe.Customer): number => {
    const clock = idOf(customer.test_clock)
    return clock === '' ? store.now() : store.get(account, 'testClocks', clock).frozen_time
  }
  const customerOf = (account: string, of: { customer: Stripe.Invoice['customer'] }): Stripe.Customer =>
    store.get(account, 'customers', idOf(of.customer))

  const totals = (account: string, invoice: Stripe.Invoice) => {
    const lines = invoice.lines.data
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
    let left = Math.max(0, subtotal)
    const amounts: { amount: number; discount: string }[] = []
    for (const one of invoice.discounts) {
      const discount = store.of(account).discounts.get(idOf(one as string))
      const coupon = store.of(account).coupons.get(idOf(discount?.source.coupon))
      if (!discount || !coupon) continue
      const off =
        coupon.percent_off === null
          ? coupon.currency === invoice.currency
            ? (coupon.amount_off ?? 0)
            : 0
          : Math.round((subtotal * coupon.percent_off) / 100)
      const taken = Math.min(left, off)
      left -= taken
      amounts.push({ amount: taken, discount: discount.id })
    }
    const taxes = invoice.default_tax_rates.map((rate) => ({
      amount: Math.round((left * rate.percentage) / 100),
      tax_behavior: 'exclusive' as const,
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'standard_rated' as const,
      taxable_amount: left,
      type: 'tax_rate_details' as const,
    }))
    const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
    const total = subtotal < 0 ? subtotal : left + tax
    const customer = customerOf(account, invoice)
    const due = Math.max(0, total + customer.balance)
    Object.assign(invoice, {
      subtotal,
      subtotal_excluding_tax: subtotal,
      total,
      total_excluding_tax: total - tax,
      total_taxes: taxes,
      total_discount_amounts: amounts,
      amount_due: due,
      amount_remaining: due - invoice.amount_paid,
      starting_balance: customer.balance,
    })
  }

  const setLines = (account: string, invoice: Stripe.Invoice, lines: Stripe.InvoiceLineItem[]) => {
    invoice.lines = listOf(lines, `/v1/invoices/${invoice.id}/lines`)
    totals(account, invoice)
  }

  const finalize = (account: string, invoice: Stripe.Invoice) => {
    if (invoice.status !== 'draft')
      throw StripeFault.invalid('This invoice is already finalized.', undefined, 'invoice_not_editable')
    const customer = customerOf(account, invoice)
    totals(account, invoice)
    const nth = customer.next_invoice_sequence ?? 1
    customer.next_invoice_sequence = nth + 1
    invoice.number = `${customer.invoice_prefix}-${String(nth).padStart(4, '0')}`
    invoice.customer_tax_ids = taxIdsOf(store, account, customer.id).map(({ type, value }) => ({ type, value }))
    invoice.status = 'open'
    invoice.status_transitions.finalized_at = nowOf(account, customer)
    invoice.effective_at = nowOf(account, customer)
    invoice.ending_balance = customer.balance + (invoice.total - invoice.amount_due)
    if (invoice.total !== invoice.amount_due) customer.balance += invoice.total - invoice.amount_due
    invoice.hosted_invoice_url = `${publicUrl()}/i/${account || 'own'}/${invoice.id}`
    invoice.invoice_pdf = `${publicUrl()}/i/${account || 'own'}/${invoice.id}/pdf`
    emit(account, 'invoice.finalized', invoice)
    if (invoice.amount_due === 0) markPaid(account, invoice, undefined)
  }

  const markPaid = (account: string, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | undefined) => {
    const at = nowOf(account, customerOf(account, invoice))
    invoice.status = 'paid'
    invoice.attempted = true
    invoice.amount_paid = invoice.amount_due
    invoice.amount_remaining = 0
    invoice.next_payment_attempt = null
    invoice.status_transitions.paid_at = at
    const payment = paymentOf(account, invoice)
    if (payment && intent) {
      payment.status = 'paid'
      payment.amount_paid = intent.amount_received
      payment.status_transitions.paid_at = at
    }
    emit(account, 'invoice.paid', invoice)
    emit(account, 'invoice.payment_succeeded', invoice)
    const subscription = subscriptionOf(account, invoice)
    if (subscription && ['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
      setStatus(account, subscription, 'active')
  }

  const paymentOf = (account: string, invoice: Stripe.Invoice) =>
    store.of(account).invoicePayments.get(invoice.payments?.data.at(-1)?.id ?? '')

  const intentFor = (account: string, invoice: Stripe.Invoice): Stripe.PaymentIntent => {
    const before = paymentOf(account, invoice)
    if (before) return store.get(account, 'paymentIntents', idOf(before.payment.payment_intent as string))
    const intent = payments.create(account, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: idOf(invoice.customer),
    })
    intent.description = invoice.description ?? 'Payment for Invoice'
    intent.metadata = {}
    intent.setup_future_usage = 'off_session'
    const fee = invoice.metadata?.['sim_fee_percent']
    if (fee) intent.application_fee_amount = Math.round((invoice.amount_due * Number(fee)) / 100)
    const flat = invoice.metadata?.['sim_fee_amount']
    if (flat) intent.application_fee_amount = Number(flat)
    const payment: Stripe.InvoicePayment = {
      id: store.id('inpay'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: invoice.amount_due,
      created: store.now(),
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    }
    store.of(account).invoicePayments.set(payment.id, payment)
    invoice.payments = listOf([payment], '/v1/invoice_payments')
    invoice.confirmation_secret = { client_secret: intent.client_secret ?? '', type: 'payment_intent' }
    return intent
  }

  const pay = (
    account: string,
    invoice: Stripe.Invoice,
    { offSession = true, method }: { offSession?: boolean; method?: string } = {},
  ): void => {
    if (invoice.status === 'paid')
      throw StripeFault.invalid('Invoice is already paid', undefined, 'invoice_already_paid')
    if (invoice.status !== 'open')
      throw StripeFault.invalid(
        `Invoices with status ${invoice.status} can't be paid.`,
        undefined,
        'invoice_not_editable',
      )
    const customer = customerOf(account, invoice)
    const subscription = subscriptionOf(account, invoice)
    const intent = intentFor(account, invoice)
    const chosen =
      method ??
      (idOf(invoice.default_payment_method) ||
        idOf(subscription?.default_payment_method) ||
        idOf(customer.invoice_settings.default_payment_method))
    if (chosen === '') {
      failed(account, invoice)
      throw StripeFault.invalid(
        'There is no default_payment_method set on this Customer or Invoice.',
        undefined,
        'invoice_no_payment_method',
      )
    }
    invoice.attempted = true
    invoice.attempt_count += 1
    if (intent.status === 'requires_action') throw needsAction(intent)
    intent.payment_method = chosen
    try {
      payments.confirm(account, intent, { offSession })
    } catch (error) {
      failed(account, invoice)
      throw error
    }
    if ((intent.status as string) === 'requires_action') {
      emit(account, 'invoice.payment_action_required', invoice)
      throw needsAction(intent)
    }
  }

  const needsAction = (intent: Stripe.PaymentIntent) =>
    StripeFault.card(
      'invoice_payment_intent_requires_action',
      'This payment requires additional user action before it can be completed successfully.',
      { payment_intent: { ...intent } },
    )

  const failed = (account: string, invoice: Stripe.Invoice) => {
    emit(account, 'invoice.payment_failed', invoice)
    const subscription = subscriptionOf(account, invoice)
    if (!subscription || invoice.billing_reason === 'subscription_create') return
    const now = nowOf(account, customerOf(account, invoice))
    const first = invoice.status_transitions.finalized_at ?? now
    const next = RETRY_DAYS.find((days) => first + days * DAY > now)
    invoice.next_payment_attempt = next === undefined ? null : first + next * DAY
    if (subscription.status === 'active') setStatus(account, subscription, 'past_due')
  }

  payments.onChange = (account, intent) => {
    const payment = [...store.of(account).invoicePayments.values()].findLast(
      (one) => idOf(one.payment.payment_intent as string) === intent.id,
    )
    if (!payment) return
    const invoice = store.get(account, 'invoices', idOf(payment.invoice as string))
    if (intent.status === 'succeeded' && invoice.status === 'open') markPaid(account, invoice, intent)
  }

  const subscriptionOf = (account: string, invoice: Stripe.Invoice): Stripe.Subscription | undefined => {
    const id = idOf(invoice.parent?.subscription_details?.subscription)
    return id === '' ? undefined : store.of(account).subscriptions.get(id)
  }

  const setStatus = (account: string, subscription: Stripe.Subscription, status: Stripe.Subscription.Status) => {
    if (subscription.status === status) return
    subscription.status = status
    if (status === 'canceled' || status === 'incomplete_expired') {
      const now = nowOf(account, store.get(account, 'customers', idOf(subscription.customer)))
      subscription.ended_at = now
      subscription.canceled_at ??= now
      emit(
        account,
        status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
        subscription,
      )
    } else emit(account, 'customer.subscription.updated', subscription)
  }

  return { nowOf, setLines, finalize, markPaid, paymentOf, intentFor, pay, setStatus }
}
