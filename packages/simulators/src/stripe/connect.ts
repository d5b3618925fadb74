import type { Stripe } from 'stripe'
import type { BillingPart } from './billing.ts'
import { StripeFault } from './fault.ts'
import { newAccount, newCustomer, newSession } from './objects.ts'
import type { PaymentsPart } from './payments.ts'
import { idOf, pageOf, type Routes, type Sim } from './sim.ts'
import { PLATFORM } from './store.ts'

interface Bought {
  readonly price?: Stripe.Price
  readonly name: string
  readonly amount: number
  readonly currency: string
  readonly quantity: number
}
/** The contents and requirements of a session that its object does not show. */
interface SessionOrder {
  readonly lines: readonly Bought[]
  readonly subscriptionMetadata: Stripe.Metadata
  readonly intentMetadata: Stripe.Metadata
  readonly feePercent: number | undefined
  readonly feeAmount: number | undefined
  readonly taxRates: readonly string[]
  readonly discounts: readonly { coupon?: string | undefined; promotion_code?: string | undefined }[]
}

export interface ConnectPart {
  readonly routes: Routes
  /** The customer entered a card on the page of a session. */
  readonly complete: (account: string, sessionId: string, methodId: string, email: string) => Stripe.Checkout.Session
  /** The state of an account after its owner filled in everything. */
  readonly onboard: (accountId: string) => void
  readonly linkOf: (accountId: string) => { return_url: string; refresh_url: string } | undefined
}

export function createConnect(sim: Sim, payments: PaymentsPart, billing: BillingPart): ConnectPart {
  const { store, emit, publicUrl } = sim
  const links = new Map<string, { return_url: string; refresh_url: string }>()
  const orders = new Map<string, SessionOrder>()

  const onboard = (accountId: string) => {
    const account = store.get(PLATFORM, 'accounts', accountId)
    account.details_submitted = true
    account.charges_enabled = true
    account.payouts_enabled = true
    account.capabilities = { card_payments: 'active', transfers: 'active' }
    emit(accountId, 'account.updated', account)
  }

  const complete: ConnectPart['complete'] = (account, sessionId, methodId, email) => {
    const session = store.get(account, 'sessions', sessionId)
    const order = orders.get(sessionId)
    if (!order || session.status !== 'open') throw StripeFault.invalid('This Checkout Session is no longer active.')
    const customer = session.customer ? store.get(account, 'customers', idOf(session.customer)) : newCustomer(store)
    if (!session.customer) {
      customer.email = email
      store.of(account).customers.set(customer.id, customer)
      emit(account, 'customer.created', customer)
    }
    const method = store.get(account, 'paymentMethods', methodId)
    if (session.mode === 'payment') {
      const amount = order.lines.reduce((sum, one) => sum + one.amount * one.quantity, 0)
      const intent = payments.create(account, { amount, currency: session.currency ?? 'usd', customer: customer.id })
      intent.metadata = order.intentMetadata
      if (order.feeAmount !== undefined) intent.application_fee_amount = order.feeAmount
      intent.payment_method = method.id
      payments.confirm(account, intent)
      if ((intent.status as string) === 'requires_action')
        throw StripeFault.card(
          'authentication_required',
          'This card needs 3-D Secure, which this page does not offer. Use another test card.',
        )
      session.payment_intent = intent.id
      session.payment_status = 'paid'
    } else if (session.mode === 'setup') {
      method.customer = customer.id
      method.setUp = true
      session.payment_status = 'no_payment_required'
    } else {
      method.customer = customer.id
      customer.invoice_settings.default_payment_method ??= method.id
      const items = order.lines.flatMap((one) => (one.price ? [{ price: one.price, quantity: one.quantity }] : []))
      const subscription = billing.subscribe(account, {
        customer,
        items,
        metadata: order.subscriptionMetadata,
        taxRates: order.taxRates,
        discounts: order.discounts,
        method: method.id,
        behavior: 'error_if_incomplete',
        feePercent: order.feePercent,
      })
      if (subscription.status === 'incomplete')
        throw StripeFault.card(
          'authentication_required',
          'This card needs 3-D Secure, which this page does not offer. Use another test card.',
        )
      session.subscription = subscription.id
      session.invoice = idOf(subscription.latest_invoice)
      session.payment_status = 'paid'
    }
    session.customer = customer.id
    session.status = 'complete'
    session.url = null
    session.customer_details = {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    }
    emit(account, 'checkout.session.completed', session)
    return session
  }

  const routes: Routes = {
    'POST /v1/accounts': ({ input }) => {
      const type = input.choice('type', ['express', 'standard', 'custom']) ?? 'express'
      const account = newAccount(store, {
        type,
        email: input.string('email') ?? null,
        country: input.string('country') ?? 'US',
      })
      account.metadata = input.metadata()
      const capabilities = input.object('capabilities')
      for (const name of ['card_payments', 'transfers']) capabilities?.object(name)?.ignore('requested')
      input.choice('business_type', ['individual', 'company', 'non_profit', 'government_entity'])
      input.object('business_profile')?.ignore('url', 'name', 'mcc', 'product_description')
      input.object('controller')?.ignore('fees', 'losses', 'stripe_dashboard', 'requirement_collection')
      store.of(PLATFORM).accounts.set(account.id, account)
      store.open(account.id)
      return account
    },
    'GET /v1/accounts': ({ input }) => pageOf(store.of(PLATFORM).accounts.values(), input, '/v1/accounts'),
    'GET /v1/account': ({ account }) =>
      account === PLATFORM
        ? {
            ...newAccount(store, { type: 'standard', email: null, country: 'US' }),
            id: 'acct_platform',
            charges_enabled: true,
          }
        : store.get(PLATFORM, 'accounts', account),
    'GET /v1/accounts/:': ({ ids: [id = ''] }) => store.get(PLATFORM, 'accounts', id),
    'POST /v1/accounts/:': ({ input, ids: [id = ''] }) => {
      const account = store.get(PLATFORM, 'accounts', id)
      account.email = input.string('email') ?? account.email
      account.metadata = input.metadata(account.metadata)
      emit(id, 'account.updated', account)
      return account
    },
    'DELETE /v1/accounts/:': ({ ids: [id = ''] }) => {
      store.get(PLATFORM, 'accounts', id)
      store.of(PLATFORM).accounts.delete(id)
      return { id, object: 'account', deleted: true }
    },
    'POST /v1/accounts/:/login_links': ({ ids: [id = ''] }) => {
      store.get(PLATFORM, 'accounts', id)
      return { object: 'login_link', created: store.now(), url: `${publicUrl()}/express/${id}` }
    },
    'POST /v1/account_links': ({ input }) => {
      const account = store.get(PLATFORM, 'accounts', input.required('account'), 'account')
      input.choice('type', ['account_onboarding', 'account_update'])
      links.set(account.id, { return_url: input.required('return_url'), refresh_url: input.required('refresh_url') })
      input.object('collection_options')?.ignore('fields', 'future_requirements')
      return {
        object: 'account_link',
        created: store.now(),
        expires_at: store.now() + 300,
        url: `${publicUrl()}/onboarding/${account.id}`,
      } satisfies Stripe.AccountLink
    },
    'POST /v1/checkout/sessions': ({ account, input }) => {
      const mode = input.choice('mode', ['payment', 'setup', 'subscription']) ?? 'payment'
      const customer = input.string('customer') ?? null
      if (customer) store.get(account, 'customers', customer, 'customer')
      const lines = (input.objects('line_items') ?? []).map((one): Bought => {
        const quantity = one.integer('quantity') ?? 1
        const priceId = one.string('price')
        if (priceId) {
          const price = store.get(account, 'prices', priceId, 'line_items[0][price]')
          return {
            price,
            name: idOf(price.product as string),
            amount: price.unit_amount ?? 0,
            currency: price.currency,
            quantity,
          }
        }
        const data = one.object('price_data')
        const name = data?.object('product_data')?.required('name') ?? ''
        return {
          name,
          amount: data?.integer('unit_amount') ?? 0,
          currency: data?.required('currency') ?? 'usd',
          quantity,
        }
      })
      if (mode !== 'setup' && lines.length === 0)
        throw StripeFault.invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
      if (mode === 'subscription' && lines.some(({ price }) => !price?.recurring))
        throw StripeFault.invalid('You must provide at least one recurring price in `subscription` mode.', 'line_items')
      const data = input.object('subscription_data')
      const intent = input.object('payment_intent_data')
      const feePercent = data?.number('application_fee_percent')
      const feeAmount = intent?.integer('application_fee_amount')
      if ((feePercent !== undefined || feeAmount !== undefined) && account === PLATFORM)
        throw StripeFault.invalid(
          'Can only apply an application fee on a connected account.',
          'application_fee_percent',
        )
      const order: SessionOrder = {
        lines,
        subscriptionMetadata: data?.metadata() ?? {},
        intentMetadata: intent?.metadata() ?? {},
        feePercent,
        feeAmount,
        taxRates: data?.strings('default_tax_rates') ?? [],
        discounts: (input.objects('discounts') ?? []).map((one) => ({
          coupon: one.string('coupon'),
          promotion_code: one.string('promotion_code'),
        })),
      }
      intent?.ignore('setup_future_usage', 'description')
      input.strings('payment_method_types')
      input.ignore(
        'allow_promotion_codes',
        'locale',
        'customer_creation',
        'billing_address_collection',
        'payment_method_collection',
        'expires_at',
        'ui_mode',
        'submit_type',
      )
      const total = lines.reduce((sum, one) => sum + one.amount * one.quantity, 0)
      const session = newSession(store, {
        mode,
        success_url: input.required('success_url'),
        cancel_url: input.string('cancel_url') ?? null,
        customer,
        customer_email: input.string('customer_email') ?? null,
        currency: lines[0]?.currency ?? input.string('currency') ?? null,
        client_reference_id: input.string('client_reference_id') ?? null,
        metadata: input.metadata(),
        amount_subtotal: total,
        amount_total: total,
      })
      session.url = `${publicUrl()}/c/${account || 'own'}/${session.id}`
      orders.set(session.id, order)
      store.of(account).sessions.set(session.id, session)
      return session
    },
    'GET /v1/checkout/sessions/:': ({ account, ids: [id = ''] }) => store.get(account, 'sessions', id),
    'GET /v1/checkout/sessions': ({ account, input }) => {
      const customer = input.string('customer')
      const subscription = input.string('subscription')
      const status = input.choice('status', ['open', 'complete', 'expired'])
      return pageOf(
        [...store.of(account).sessions.values()].filter(
          (one) =>
            (customer === undefined || idOf(one.customer) === customer) &&
            (status === undefined || one.status === status) &&
            (subscription === undefined || idOf(one.subscription) === subscription),
        ),
        input,
        '/v1/checkout/sessions',
      )
    },
    'POST /v1/checkout/sessions/:/expire': ({ account, ids: [id = ''] }) => {
      const session = store.get(account, 'sessions', id)
      if (session.status !== 'open') throw StripeFault.invalid('Only open sessions can be expired.')
      session.status = 'expired'
      session.url = null
      emit(account, 'checkout.session.expired', session)
      return session
    },
  }
  return { routes, complete, onboard, linkOf: (id) => links.get(id) }
}
