/** The calls of subscriptions, invoices and test clocks. */
import type { Stripe } from 'stripe'
import { newInvoice, newItem, planOf } from './billing-objects.ts'
import { StripeFault } from './fault.ts'
import type { Input } from './input.ts'
import { createInvoicing } from './invoices.ts'
import type { PaymentsPart } from './payments.ts'
import { idOf, pageOf, type Routes, type Sim } from './sim.ts'
import type { StoredItem } from './store.ts'
import { createSubscribing, type Subscribing, withoutOwn } from './subscriptions.ts'

export interface BillingPart extends Pick<Subscribing, 'subscribe'> {
  readonly routes: Routes
  /** Renews, retries and ends what is due by each customer's clock. */
  readonly tick: () => void
  readonly endSubscriptions: (account: string, customer: string) => void
}

export function createBilling(sim: Sim, payments: PaymentsPart): BillingPart {
  const { store, emit } = sim
  const invoicing = createInvoicing(sim, payments)
  const { nowOf, setLines, finalize, markPaid, pay } = invoicing
  const { tick, subscribe, prorate, cancelNow, voidInvoice, lineOf } = createSubscribing(sim, invoicing)

  const itemsOf = (account: string, input: Input) =>
    (input.objects('items') ?? []).map((one) => {
      const data = one.object('price_data')
      if (data) throw StripeFault.invalid('The simulator takes prices by id only.', 'items[0][price_data]')
      one.ignore('tax_rates')
      one.metadata()
      return {
        price: store.get(account, 'prices', one.required('price'), 'items[0][price]'),
        quantity: one.integer('quantity') ?? 1,
      }
    })

  const taxRatesOf = (input: Input) => input.strings('default_tax_rates') ?? []
  const discountsOf = (input: Input) =>
    (input.objects('discounts') ?? []).map((one) => ({
      coupon: one.string('coupon'),
      promotion_code: one.string('promotion_code'),
    }))

  const itemChange = (account: string, item: Stripe.SubscriptionItem, quantity: number, behavior: string) => {
    const subscription = store.get(account, 'subscriptions', item.subscription)
    if (!['active', 'trialing', 'past_due'].includes(subscription.status))
      throw StripeFault.invalid('This subscription cannot be changed.', 'subscription')
    const by = quantity - (item.quantity ?? 0)
    item.quantity = quantity
    if (behavior !== 'none' && by !== 0) prorate(account, subscription, item, by)
    return subscription
  }
  const behaviorOf = (input: Input) =>
    input.choice('proration_behavior', ['create_prorations', 'none', 'always_invoice']) ?? 'create_prorations'

  const routes: Routes = {
    'POST /v1/subscriptions': ({ account, input }) => {
      const customer = store.get(account, 'customers', input.required('customer'), 'customer')
      const items = itemsOf(account, input)
      input.object('payment_settings')?.ignore('save_default_payment_method', 'payment_method_types')
      input.ignore('description', 'currency', 'collection_method', 'billing_cycle_anchor', 'proration_behavior')
      input.object('billing_mode')?.ignore('type')
      const method = input.string('default_payment_method')
      if (
        method &&
        idOf(store.get(account, 'paymentMethods', method, 'default_payment_method').customer) !== customer.id
      )
        throw StripeFault.invalid(
          'The customer does not have that payment method.',
          'default_payment_method',
          'resource_missing',
        )
      const feePercent = input.number('application_fee_percent')
      if (feePercent !== undefined && account === '')
        throw StripeFault.invalid(
          'Can only apply an application fee on a connected account.',
          'application_fee_percent',
        )
      return subscribe(account, {
        customer,
        items,
        metadata: input.metadata(),
        taxRates: taxRatesOf(input),
        discounts: discountsOf(input),
        method,
        behavior:
          input.choice('payment_behavior', ['allow_incomplete', 'default_incomplete', 'error_if_incomplete']) ??
          'allow_incomplete',
        feePercent,
        offSession: input.boolean('off_session') ?? false,
      })
    },
    'GET /v1/subscriptions': ({ account, input }) => {
      const customer = input.string('customer')
      const status = input.string('status')
      const price = input.string('price')
      return pageOf(
        [...store.of(account).subscriptions.values()].filter(
          (one) =>
            (customer === undefined || idOf(one.customer) === customer) &&
            (status === undefined ? one.status !== 'canceled' : status === 'all' || one.status === status) &&
            (price === undefined || one.items.data.some((item) => item.price.id === price)),
        ),
        input,
        '/v1/subscriptions',
      )
    },
    'GET /v1/subscriptions/:': ({ account, ids: [id = ''] }) => store.get(account, 'subscriptions', id),
    'POST /v1/subscriptions/:': ({ account, input, ids: [id = ''] }) => {
      const subscription = store.get(account, 'subscriptions', id)
      if (['canceled', 'incomplete_expired'].includes(subscription.status))
        throw StripeFault.invalid(
          'A canceled subscription can only update its cancellation_details and metadata.',
          undefined,
          'resource_missing',
        )
      subscription.metadata = input.metadata(subscription.metadata)
      const atEnd = input.boolean('cancel_at_period_end')
      const customer = store.get(account, 'customers', idOf(subscription.customer))
      if (atEnd !== undefined) {
        subscription.cancel_at_period_end = atEnd
        subscription.cancel_at = atEnd ? (subscription.items.data[0]?.current_period_end ?? null) : null
        subscription.canceled_at = atEnd ? nowOf(account, customer) : null
      }
      const details = input.object('cancellation_details')
      if (details && subscription.cancellation_details) {
        subscription.cancellation_details.comment = details.string('comment') ?? null
        subscription.cancellation_details.feedback =
          details.choice('feedback', [
            'customer_service',
            'low_quality',
            'missing_features',
            'other',
            'switched_service',
            'too_complex',
            'too_expensive',
            'unused',
          ]) ?? null
      }
      const method = input.string('default_payment_method')
      if (method)
        subscription.default_payment_method = store.get(account, 'paymentMethods', method, 'default_payment_method').id
      const rates = input.strings('default_tax_rates')
      if (rates)
        subscription.default_tax_rates = rates.map((one) => store.get(account, 'taxRates', one, 'default_tax_rates'))
      const behavior = behaviorOf(input)
      input.ignore('payment_behavior', 'description')
      for (const change of input.objects('items') ?? []) {
        const itemId = change.string('id')
        const priceId = change.string('price')
        const quantity = change.integer('quantity')
        if (change.boolean('deleted') && itemId) removeItem(account, itemId, behavior)
        else if (itemId) {
          const item = store.get(account, 'subscriptionItems', itemId)
          if (priceId) {
            item.price = store.get(account, 'prices', priceId, 'items[0][price]')
            item.plan = planOf(item.price)
          }
          if (quantity !== undefined) itemChange(account, item, quantity, behavior)
        } else addItem(account, subscription, priceId ?? '', quantity ?? 1, behavior)
      }
      emit(account, 'customer.subscription.updated', subscription)
      return subscription
    },
    'DELETE /v1/subscriptions/:': ({ account, input, ids: [id = ''] }) => {
      const subscription = store.get(account, 'subscriptions', id)
      input.ignore('invoice_now', 'prorate')
      const details = input.object('cancellation_details')
      if (details && subscription.cancellation_details) {
        subscription.cancellation_details.comment = details.string('comment') ?? null
        details.ignore('feedback')
      }
      cancelNow(account, subscription)
      return subscription
    },
    'POST /v1/subscription_items': ({ account, input }) => {
      const subscription = store.get(account, 'subscriptions', input.required('subscription'), 'subscription')
      const item = addItem(
        account,
        subscription,
        input.required('price'),
        input.integer('quantity') ?? 1,
        behaviorOf(input),
      )
      item.metadata = input.metadata()
      input.ignore('payment_behavior')
      emit(account, 'customer.subscription.updated', subscription)
      return item
    },
    'GET /v1/subscription_items': ({ account, input }) => {
      const subscription = store.get(account, 'subscriptions', input.required('subscription'), 'subscription')
      return pageOf(subscription.items.data, input, '/v1/subscription_items')
    },
    'GET /v1/subscription_items/:': ({ account, ids: [id = ''] }) => store.get(account, 'subscriptionItems', id),
    'POST /v1/subscription_items/:': ({ account, input, ids: [id = ''] }) => {
      const item = store.get(account, 'subscriptionItems', id)
      item.metadata = input.metadata(item.metadata)
      const quantity = input.integer('quantity')
      const behavior = behaviorOf(input)
      input.ignore('payment_behavior')
      if (quantity !== undefined)
        emit(account, 'customer.subscription.updated', itemChange(account, item, quantity, behavior))
      return item
    },
    'DELETE /v1/subscription_items/:': ({ account, input, ids: [id = ''] }) => {
      const subscription = removeItem(account, id, behaviorOf(input))
      input.ignore('clear_usage')
      emit(account, 'customer.subscription.updated', subscription)
      return { id, object: 'subscription_item', deleted: true }
    },
    'POST /v1/invoices': ({ account, input }) => {
      const customer = store.get(account, 'customers', input.required('customer'), 'customer')
      const invoice = newInvoice(store, customer, {
        currency: input.string('currency') ?? customer.currency ?? 'usd',
        billing_reason: 'manual',
        created: nowOf(account, customer),
        auto_advance: input.boolean('auto_advance') ?? false,
        description: input.string('description') ?? null,
        default_payment_method: input.string('default_payment_method') ?? null,
        default_tax_rates: taxRatesOf(input).map((id) => store.get(account, 'taxRates', id, 'default_tax_rates')),
        metadata: input.metadata(),
      })
      if (customer.currency && customer.currency !== invoice.currency)
        throw StripeFault.invalid('You cannot combine currencies on a single customer.', 'currency')
      input.choice('collection_method', ['charge_automatically', 'send_invoice'])
      input.ignore('pending_invoice_items_behavior', 'days_until_due')
      const fee = input.integer('application_fee_amount')
      if (fee !== undefined) {
        if (account === '')
          throw StripeFault.invalid(
            'Can only apply an application fee on a connected account.',
            'application_fee_amount',
          )
        invoice.metadata = { ...invoice.metadata, sim_fee_amount: String(fee) }
      }
      store.of(account).invoices.set(invoice.id, invoice)
      emit(account, 'invoice.created', invoice)
      return invoice
    },
    'GET /v1/invoices': ({ account, input }) => {
      const customer = input.string('customer')
      const subscription = input.string('subscription')
      const status = input.string('status')
      const created = input.object('created')
      const gte = created?.integer('gte')
      return pageOf(
        [...store.of(account).invoices.values()].filter(
          (one) =>
            (customer === undefined || idOf(one.customer) === customer) &&
            (status === undefined || one.status === status) &&
            (gte === undefined || one.created >= gte) &&
            (subscription === undefined || idOf(one.parent?.subscription_details?.subscription) === subscription),
        ),
        input,
        '/v1/invoices',
      )
    },
    'GET /v1/invoices/:': ({ account, ids: [id = ''] }) => store.get(account, 'invoices', id),
    'POST /v1/invoices/:': ({ account, input, ids: [id = ''] }) => {
      const invoice = store.get(account, 'invoices', id)
      invoice.metadata = input.metadata(invoice.metadata ?? {})
      invoice.description = input.text('description') ?? invoice.description
      invoice.auto_advance = input.boolean('auto_advance') ?? invoice.auto_advance ?? false
      return invoice
    },
    'GET /v1/invoices/:/lines': ({ account, input, ids: [id = ''] }) =>
      pageOf(store.get(account, 'invoices', id).lines.data, input, `/v1/invoices/${id}/lines`),
    'POST /v1/invoices/:/finalize': ({ account, input, ids: [id = ''] }) => {
      const invoice = store.get(account, 'invoices', id)
      input.boolean('auto_advance')
      finalize(account, invoice)
      return invoice
    },
    'POST /v1/invoices/:/pay': ({ account, input, ids: [id = ''] }) => {
      const invoice = store.get(account, 'invoices', id)
      if (invoice.status === 'draft') finalize(account, invoice)
      if (input.boolean('paid_out_of_band')) {
        markPaid(account, invoice, undefined)
        return invoice
      }
      const offSession = input.boolean('off_session') ?? true
      const method = input.string('payment_method')
      if (invoice.status !== 'paid' || invoice.amount_due > 0)
        pay(account, invoice, { offSession, ...(method ? { method } : {}) })
      return invoice
    },
    'POST /v1/invoices/:/void': ({ account, ids: [id = ''] }) => {
      const invoice = store.get(account, 'invoices', id)
      voidInvoice(account, invoice)
      return invoice
    },
    'DELETE /v1/invoices/:': ({ account, ids: [id = ''] }) => {
      const invoice = store.get(account, 'invoices', id)
      if (invoice.status !== 'draft')
        throw StripeFault.invalid('You can only delete draft invoices.', undefined, 'invoice_not_editable')
      store.of(account).invoices.delete(id)
      emit(account, 'invoice.deleted', invoice)
      return { id, object: 'invoice', deleted: true }
    },
    'POST /v1/invoiceitems': ({ account, input }) => {
      const customer = store.get(account, 'customers', input.required('customer'), 'customer')
      const invoiceId = input.string('invoice')
      const invoice = invoiceId ? store.get(account, 'invoices', invoiceId, 'invoice') : undefined
      if (invoice && invoice.status !== 'draft')
        throw StripeFault.invalid('This invoice is no longer editable', undefined, 'invoice_not_editable')
      const price = input.object('pricing')?.string('price')
      const found = price ? store.get(account, 'prices', price, 'pricing[price]') : undefined
      const quantity = input.integer('quantity') ?? 1
      const amount = input.integer('amount') ?? (found?.unit_amount ?? 0) * quantity
      const now = nowOf(account, customer)
      const item: StoredItem = {
        id: store.id('ii'),
        object: 'invoiceitem',
        amount,
        currency: input.string('currency') ?? found?.currency ?? customer.currency ?? 'usd',
        customer: customer.id,
        customer_account: null,
        date: now,
        description: input.string('description') ?? null,
        discountable: true,
        discounts: [],
        invoice: invoice?.id ?? null,
        livemode: false,
        metadata: input.metadata(),
        parent: null,
        period: { start: now, end: now },
        pricing: null,
        proration: false,
        quantity,
        quantity_decimal: String(quantity) as unknown as Stripe.InvoiceItem['quantity_decimal'],
        tax_rates: [],
        test_clock: null,
        subscriptionId: '',
      }
      if (invoice && item.currency !== invoice.currency)
        throw StripeFault.invalid('The currency of the invoice item differs from that of the invoice.', 'currency')
      store.of(account).invoiceItems.set(item.id, item)
      if (invoice) setLines(account, invoice, [...invoice.lines.data, lineOf(item, invoice)])
      customer.currency ??= item.currency
      emit(account, 'invoiceitem.created', withoutOwn(item))
      return withoutOwn(item)
    },
    'GET /v1/invoice_payments': ({ account, input }) => {
      const invoice = input.string('invoice')
      const payment = input.object('payment')
      payment?.choice('type', ['payment_intent', 'charge'])
      const intent = payment?.string('payment_intent')
      input.string('status')
      return pageOf(
        [...store.of(account).invoicePayments.values()].filter(
          (one) =>
            (invoice === undefined || idOf(one.invoice as string) === invoice) &&
            (intent === undefined || idOf(one.payment.payment_intent as string) === intent),
        ),
        input,
        '/v1/invoice_payments',
      )
    },
    'POST /v1/test_helpers/test_clocks/:/advance': ({ account, input, ids: [id = ''] }) => {
      const to = input.integer('frozen_time')
      if (to === undefined)
        throw StripeFault.invalid('Missing required param: frozen_time.', 'frozen_time', 'parameter_missing')
      return moveClock(account, id, to)
    },
  }

  function addItem(
    account: string,
    subscription: Stripe.Subscription,
    priceId: string,
    quantity: number,
    behavior: string,
  ) {
    const price = store.get(account, 'prices', priceId, 'price')
    if (price.currency !== subscription.currency)
      throw StripeFault.invalid('The price has another currency than the subscription.', 'price')
    if (subscription.items.data.some((item) => item.price.id === priceId))
      throw StripeFault.invalid('A subscription item with that price exists already.', 'price')
    const [first] = subscription.items.data
    const item = newItem(store, {
      subscription: subscription.id,
      price,
      quantity: 0,
      start: first?.current_period_start ?? subscription.billing_cycle_anchor,
      end: first?.current_period_end ?? subscription.billing_cycle_anchor,
    })
    store.of(account).subscriptionItems.set(item.id, item)
    subscription.items.data.push(item)
    itemChange(account, item, quantity, behavior)
    return item
  }

  function removeItem(account: string, id: string, behavior: string): Stripe.Subscription {
    const item = store.get(account, 'subscriptionItems', id)
    const subscription = itemChange(account, item, 0, behavior)
    if (subscription.items.data.length === 1)
      throw StripeFault.invalid('A subscription must have at least one active plan.', undefined)
    subscription.items.data = subscription.items.data.filter((one) => one.id !== id)
    store.of(account).subscriptionItems.delete(id)
    return subscription
  }

  function moveClock(account: string, id: string, to: number): Stripe.TestHelpers.TestClock {
    const clock = store.get(account, 'testClocks', id)
    if (to <= clock.frozen_time) throw StripeFault.invalid('frozen_time must be in the future', 'frozen_time')
    clock.frozen_time = to
    tick()
    emit(account, 'test_helpers.test_clock.ready', clock)
    return clock
  }

  const endSubscriptions = (account: string, customer: string) => {
    for (const one of store.of(account).subscriptions.values())
      if (idOf(one.customer) === customer && !['canceled', 'incomplete_expired'].includes(one.status))
        cancelNow(account, one)
  }

  return { routes, tick, subscribe, endSubscriptions }
}
