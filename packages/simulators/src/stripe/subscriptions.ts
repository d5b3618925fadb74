/** Subscriptions with items and proration, and their schedule. */
import type { Stripe } from 'stripe'
import { listOf, newInvoice, newItem, newLine, newSubscription } from './billing-objects.ts'
import { isActive, refreshed } from './catalog.ts'
import { StripeFault } from './fault.ts'
import { DAY, type Invoicing, RETRY_DAYS } from './invoices.ts'
import { idOf, type Sim } from './sim.ts'
import type { StoredItem } from './store.ts'

const INCOMPLETE_SECONDS = 23 * 3600
const LIVE: ReadonlySet<Stripe.Subscription.Status> = new Set(['incomplete', 'active', 'past_due', 'unpaid'])

export interface SubscribeGiven {
  readonly customer: Stripe.Customer
  readonly items: readonly { readonly price: Stripe.Price; readonly quantity: number }[]
  readonly metadata: Stripe.Metadata
  readonly taxRates: readonly string[]
  readonly discounts: readonly { coupon?: string | undefined; promotion_code?: string | undefined }[]
  readonly method?: string | undefined
  readonly behavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'
  readonly feePercent?: number | undefined
  readonly offSession?: boolean
  readonly trialEnd?: number | undefined
}

export type Subscribing = ReturnType<typeof createSubscribing>

export function createSubscribing(sim: Sim, invoicing: Invoicing) {
  const { store, emit } = sim
  const { nowOf, setLines, finalize, paymentOf, intentFor, pay, setStatus } = invoicing

  const periodEnd = (start: number, { interval, interval_count: count }: Stripe.Price.Recurring): number => {
    const date = new Date(start * 1000)
    if (interval === 'day') return start + count * DAY
    if (interval === 'week') return start + count * 7 * DAY
    const months = interval === 'year' ? 12 * count : count
    const day = date.getUTCDate()
    const next = new Date(
      Date.UTC(
        date.getUTCFullYear(),
        date.getUTCMonth() + months,
        1,
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
      ),
    )
    const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
    next.setUTCDate(Math.min(day, last))
    return Math.floor(next.getTime() / 1000)
  }

  const nameOf = (account: string, { product }: Stripe.Price): string =>
    store.of(account).products.get(idOf(product))?.name ?? idOf(product)

  const linesOf = (account: string, subscription: Stripe.Subscription, invoice: Stripe.Invoice) =>
    subscription.items.data.map((item) =>
      newLine(store, {
        amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 0),
        currency: subscription.currency,
        description: `${item.quantity ?? 0} × ${nameOf(account, item.price)}`,
        invoice: invoice.id,
        period: { start: item.current_period_start, end: item.current_period_end },
        quantity: item.quantity ?? 0,
        subscription: subscription.id,
        price: item.price,
        parent: {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: null,
            subscription: subscription.id,
            subscription_item: item.id,
          },
          type: 'subscription_item_details',
        },
      }),
    )

  const pendingLines = (account: string, subscription: Stripe.Subscription, invoice: Stripe.Invoice) =>
    [...store.of(account).invoiceItems.values()]
      .filter((one) => one.subscriptionId === subscription.id && one.invoice === null)
      .map((one) => {
        one.invoice = invoice.id
        return lineOf(one, invoice)
      })

  const lineOf = (item: StoredItem, invoice: Stripe.Invoice) =>
    newLine(store, {
      amount: item.amount,
      currency: item.currency,
      description: item.description,
      invoice: invoice.id,
      period: item.period,
      quantity: item.quantity,
      subscription: item.subscriptionId || null,
      parent: {
        invoice_item_details: {
          invoice_item: item.id,
          proration: item.proration,
          proration_details: null,
          subscription: item.subscriptionId || null,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
    })

  const invoiceSubscription = (
    account: string,
    subscription: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
  ): Stripe.Invoice => {
    const customer = store.get(account, 'customers', idOf(subscription.customer))
    const created = nowOf(account, customer)
    const [first] = subscription.items.data
    const invoice = newInvoice(store, customer, {
      currency: subscription.currency,
      billing_reason: reason,
      created,
      period_start: first?.current_period_start ?? created,
      period_end: first?.current_period_end ?? created,
      default_tax_rates: [...(subscription.default_tax_rates ?? [])],
      discounts: discountsFor(account, subscription, created),
      parent: {
        quote_details: null,
        subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
        type: 'subscription_details',
      } as Stripe.Invoice.Parent,
      ...(subscription.application_fee_percent === null
        ? {}
        : { metadata: { sim_fee_percent: String(subscription.application_fee_percent) } }),
    })
    store.of(account).invoices.set(invoice.id, invoice)
    setLines(account, invoice, [
      ...linesOf(account, subscription, invoice),
      ...pendingLines(account, subscription, invoice),
    ])
    subscription.latest_invoice = invoice.id
    emit(account, 'invoice.created', invoice)
    finalize(account, invoice)
    return invoice
  }

  const discountsFor = (account: string, subscription: Stripe.Subscription, now: number): string[] =>
    subscription.discounts
      .map((one) => idOf(one as string))
      .filter((id) => {
        const discount = store.of(account).discounts.get(id)
        return discount !== undefined && (discount.end === null || discount.end > now)
      })

  const redeem = (
    account: string,
    subscription: Stripe.Subscription,
    given: SubscribeGiven['discounts'],
    now: number,
  ) => {
    for (const { coupon: couponId, promotion_code: promotionId } of given) {
      const promotion = promotionId
        ? store.get(account, 'promotionCodes', promotionId, 'discounts[0][promotion_code]')
        : undefined
      if (promotion && !isActive(promotion, now))
        throw StripeFault.invalid(
          'This promotion code is no longer active.',
          'discounts[0][promotion_code]',
          'promotion_code_inactive',
        )
      const coupon = refreshed(
        store.get(account, 'coupons', couponId ?? idOf(promotion?.promotion.coupon as string), 'discounts[0][coupon]'),
        now,
      )
      if (!coupon.valid)
        throw StripeFault.invalid(`Coupon ${coupon.id} is no longer valid.`, 'discounts[0][coupon]', 'coupon_expired')
      coupon.times_redeemed += 1
      if (promotion) promotion.times_redeemed += 1
      const months =
        coupon.duration === 'once' ? 1 : coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : undefined
      const discount: Stripe.Discount = {
        id: store.id('di'),
        object: 'discount',
        checkout_session: null,
        customer: idOf(subscription.customer),
        customer_account: null,
        end:
          months === undefined
            ? null
            : coupon.duration === 'once'
              ? now + 1
              : periodEnd(now, {
                  interval: 'month',
                  interval_count: months,
                  meter: null,
                  trial_period_days: null,
                  usage_type: 'licensed',
                }),
        invoice: null,
        invoice_item: null,
        promotion_code: promotion?.id ?? null,
        source: { coupon: coupon.id, type: 'coupon' },
        start: now,
        subscription: subscription.id,
        subscription_item: null,
      }
      store.of(account).discounts.set(discount.id, discount)
      subscription.discounts.push(discount.id)
    }
  }

  const subscribe: (account: string, given: SubscribeGiven) => Stripe.Subscription = (account, given) => {
    const { customer, items } = given
    const now = nowOf(account, customer)
    const [first] = items
    if (!first) throw StripeFault.invalid('Missing required param: items.', 'items', 'parameter_missing')
    if (items.some(({ price }) => price.currency !== first.price.currency))
      throw StripeFault.invalid('All prices on a subscription must have the same currency.', 'items')
    if (customer.currency && customer.currency !== first.price.currency)
      throw StripeFault.invalid('You cannot combine currencies on a single customer.', 'currency')
    for (const { price } of items) {
      if (!price.recurring)
        throw StripeFault.invalid(
          'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
          'items',
        )
      if (!price.active) throw StripeFault.invalid('The price specified is inactive.', 'items')
    }
    const subscription = newSubscription(store, {
      currency: first.price.currency,
      customer: customer.id,
      billing_cycle_anchor: now,
      test_clock: idOf(customer.test_clock) || null,
    })
    const end = periodEnd(
      now,
      first.price.recurring ?? {
        interval: 'month',
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: 'licensed',
      },
    )
    const made = items.map(({ price, quantity }) =>
      newItem(store, { subscription: subscription.id, price, quantity, start: now, end }),
    )
    for (const item of made) store.of(account).subscriptionItems.set(item.id, item)
    subscription.items = listOf(made, `/v1/subscription_items?subscription=${subscription.id}`)
    subscription.metadata = given.metadata
    subscription.default_payment_method = given.method ?? null
    subscription.application_fee_percent = given.feePercent ?? null
    subscription.default_tax_rates = given.taxRates.map((id) => store.get(account, 'taxRates', id, 'default_tax_rates'))
    redeem(account, subscription, given.discounts, now)
    store.of(account).subscriptions.set(subscription.id, subscription)
    customer.currency ??= subscription.currency
    emit(account, 'customer.subscription.created', subscription)
    const invoice = invoiceSubscription(account, subscription, 'subscription_create')
    if (invoice.status === 'paid') {
      setStatus(account, subscription, 'active')
      return subscription
    }
    if (given.behavior === 'default_incomplete') {
      intentFor(account, invoice)
      return subscription
    }
    try {
      pay(account, invoice, { offSession: given.offSession ?? false })
    } catch (error) {
      if (!(error instanceof StripeFault) || given.behavior === 'error_if_incomplete') {
        if (given.behavior === 'error_if_incomplete') {
          store.of(account).subscriptions.delete(subscription.id)
          store.of(account).invoices.delete(invoice.id)
        }
        throw error
      }
    }
    return subscription
  }

  /** The value of the rest of the current period, for a changed quantity. */
  const prorate = (account: string, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, by: number) => {
    const customer = store.get(account, 'customers', idOf(subscription.customer))
    const now = nowOf(account, customer)
    const { current_period_start: start, current_period_end: end } = item
    const share = Math.max(0, Math.min(1, (end - now) / Math.max(1, end - start)))
    const amount = Math.round((item.price.unit_amount ?? 0) * by * share)
    if (amount === 0) return
    const line: StoredItem = {
      id: store.id('ii'),
      object: 'invoiceitem',
      amount,
      currency: subscription.currency,
      customer: customer.id,
      customer_account: null,
      date: now,
      description:
        by > 0
          ? `Remaining time on ${by} × ${nameOf(account, item.price)}`
          : `Unused time on ${-by} × ${nameOf(account, item.price)}`,
      discountable: false,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: {},
      parent: {
        subscription_details: { subscription: subscription.id, subscription_item: item.id },
        type: 'subscription_details',
      },
      period: { start: now, end },
      pricing: null,
      proration: true,
      quantity: 1,
      quantity_decimal: '1' as unknown as Stripe.InvoiceItem['quantity_decimal'],
      tax_rates: [],
      test_clock: null,
      subscriptionId: subscription.id,
    }
    store.of(account).invoiceItems.set(line.id, line)
    emit(account, 'invoiceitem.created', withoutOwn(line))
  }

  const cancelNow = (
    account: string,
    subscription: Stripe.Subscription,
    reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
  ) => {
    if (['canceled', 'incomplete_expired'].includes(subscription.status))
      throw StripeFault.missing('subscription', subscription.id)
    if (subscription.cancellation_details) subscription.cancellation_details.reason = reason
    const invoice = store.of(account).invoices.get(idOf(subscription.latest_invoice))
    const wasIncomplete = subscription.status === 'incomplete'
    setStatus(account, subscription, wasIncomplete ? 'incomplete_expired' : 'canceled')
    if (wasIncomplete && invoice?.status === 'open') voidInvoice(account, invoice)
  }

  const voidInvoice = (account: string, invoice: Stripe.Invoice) => {
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw StripeFault.invalid(
        `You can only void an open invoice; this one is ${invoice.status}.`,
        undefined,
        'invoice_not_editable',
      )
    invoice.status = 'void'
    invoice.status_transitions.voided_at = store.now()
    const intent = store
      .of(account)
      .paymentIntents.get(idOf(paymentOf(account, invoice)?.payment.payment_intent as string))
    if (intent && intent.status !== 'succeeded') {
      intent.status = 'canceled'
      intent.canceled_at = store.now()
      intent.next_action = null
      emit(account, 'payment_intent.canceled', intent)
    }
    emit(account, 'invoice.voided', invoice)
  }

  const renew = (account: string, subscription: Stripe.Subscription) => {
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end
      item.current_period_end = periodEnd(
        item.current_period_start,
        item.price.recurring ?? {
          interval: 'month',
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        },
      )
    }
    emit(account, 'customer.subscription.updated', subscription)
    const invoice = invoiceSubscription(account, subscription, 'subscription_cycle')
    if (invoice.status === 'open') tryPaying(account, invoice)
  }

  const tryPaying = (account: string, invoice: Stripe.Invoice) => {
    try {
      pay(account, invoice, { offSession: true })
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
    }
  }

  const tickOne = (account: string, subscription: Stripe.Subscription): boolean => {
    if (!LIVE.has(subscription.status)) return false
    const customer = store.of(account).customers.get(idOf(subscription.customer))
    if (!customer) return false
    const now = nowOf(account, customer)
    if (subscription.status === 'incomplete') {
      if (now < subscription.created + INCOMPLETE_SECONDS) return false
      cancelNow(account, subscription)
      return true
    }
    const invoice = store.of(account).invoices.get(idOf(subscription.latest_invoice))
    if (invoice?.status === 'open' && invoice.next_payment_attempt !== null && now >= invoice.next_payment_attempt) {
      const isLast = now >= (invoice.status_transitions.finalized_at ?? now) + (RETRY_DAYS.at(-1) ?? 0) * DAY
      tryPaying(account, invoice)
      if (isLast && (invoice.status as string) === 'open') cancelNow(account, subscription, 'payment_failed')
      return true
    }
    const end = subscription.cancel_at_period_end
      ? subscription.items.data[0]?.current_period_end
      : subscription.cancel_at
    if (end && now >= end) {
      setStatus(account, subscription, 'canceled')
      return true
    }
    if (subscription.status === 'active' && now >= (subscription.items.data[0]?.current_period_end ?? Infinity)) {
      renew(account, subscription)
      return true
    }
    return false
  }

  const tick = () => {
    for (const [account, all] of store.accounts)
      for (const subscription of all.subscriptions.values())
        for (let nth = 0; nth < 40 && tickOne(account, subscription); nth += 1);
  }

  return { tick, subscribe, prorate, cancelNow, voidInvoice, lineOf }
}

export function withoutOwn(item: StoredItem): Stripe.InvoiceItem {
  const { subscriptionId: _own, ...rest } = item
  return rest
}
