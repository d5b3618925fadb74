import type { Stripe } from 'stripe'
import { StripeFault } from './fault.ts'
import { newMovement, newSetupIntent } from './objects.ts'
import { detailsOf, type PaymentMethods, shown } from './payment-methods.ts'
import type { PaymentsPart } from './payments.ts'
import { type Call, idOf, pageOf, type Routes, type Sim } from './sim.ts'
import { PLATFORM, type StoredPaymentMethod } from './store.ts'

export function createPaymentRoutes(
  { store, emit }: Sim,
  { methodOf, cardOf, newMethod }: PaymentMethods,
  part: PaymentsPart,
): Routes {
  const attach = (account: string, id: string, customerId: string): StoredPaymentMethod => {
    const method = methodOf(account, id)
    store.get(account, 'customers', customerId, 'customer')
    const before = idOf(method.customer)
    if (before !== '' && before !== customerId)
      throw StripeFault.invalid(
        'The payment method you provided has already been attached to a customer.',
        'payment_method',
        'payment_method_unexpected_state',
      )
    const known = cardOf(method)
    if (known.attachFails && known.decline)
      throw StripeFault.card(known.decline.code, known.decline.message, { decline_code: known.decline.decline_code })
    method.customer = customerId
    emit(account, 'payment_method.attached', shown(method))
    return method
  }

  const byBrowser = (call: Call, intent: { client_secret: string | null }) => {
    const secret = call.input.string('client_secret')
    if (call.fromBrowser && secret !== intent.client_secret)
      throw StripeFault.invalid(
        'The client_secret provided does not match any associated PaymentIntent on this account.',
        'client_secret',
        'payment_intent_client_secret_incorrect',
      )
  }

  const applyTo = (call: Call, intent: Stripe.PaymentIntent) => {
    const { input, account } = call
    intent.metadata = input.metadata(intent.metadata)
    const method = input.string('payment_method')
    const data = input.object('payment_method_data')
    if (data) intent.payment_method = newMethod(account, data).id
    else if (method) intent.payment_method = methodOf(account, method).id
    const future = input.choice('setup_future_usage', ['off_session', 'on_session'])
    if (future) intent.setup_future_usage = future
    if (intent.payment_method && intent.status === 'requires_payment_method') intent.status = 'requires_confirmation'
    const customer = idOf(intent.customer)
    const chosen = intent.payment_method ? store.of(account).paymentMethods.get(idOf(intent.payment_method)) : undefined
    if (chosen?.customer && idOf(chosen.customer) !== customer)
      throw StripeFault.invalid('The provided PaymentMethod belongs to another Customer.', 'payment_method')
    input.ignore('return_url', 'use_stripe_sdk', 'mandate_data', 'receipt_email', 'key', 'expected_payment_method_type')
  }

  const routes: Routes = {
    'POST /v1/payment_methods': ({ account, input }) => {
      const customer = input.string('customer')
      const method = newMethod(account, input)
      method.metadata = input.metadata()
      return shown(customer ? attach(account, method.id, customer) : method)
    },
    'GET /v1/payment_methods': ({ account, input }) => {
      const customer = input.string('customer')
      input.string('type')
      const all = [...store.of(account).paymentMethods.values()].filter(
        (one) => idOf(one.customer) === (customer ?? ''),
      )
      return pageOf(all.map(shown), input, '/v1/payment_methods')
    },
    'GET /v1/customers/:/payment_methods': ({ account, input, ids: [id = ''] }) => {
      store.get(account, 'customers', id)
      input.string('type')
      return pageOf(
        [...store.of(account).paymentMethods.values()].filter((one) => idOf(one.customer) === id).map(shown),
        input,
        `/v1/customers/${id}/payment_methods`,
      )
    },
    'GET /v1/payment_methods/:': ({ account, ids: [id = ''] }) => shown(store.get(account, 'paymentMethods', id)),
    'POST /v1/payment_methods/:': ({ account, input, ids: [id = ''] }) => {
      const method = store.get(account, 'paymentMethods', id)
      method.metadata = input.metadata(method.metadata ?? {})
      method.billing_details = detailsOf(input.object('billing_details'), method.billing_details)
      return shown(method)
    },
    'POST /v1/payment_methods/:/attach': ({ account, input, ids: [id = ''] }) =>
      shown(attach(account, id, input.required('customer'))),
    'POST /v1/payment_methods/:/detach': ({ account, ids: [id = ''] }) => {
      const method = store.get(account, 'paymentMethods', id)
      const customer = store.of(account).customers.get(idOf(method.customer))
      if (customer?.invoice_settings.default_payment_method === id)
        customer.invoice_settings.default_payment_method = null
      method.customer = null
      emit(account, 'payment_method.detached', shown(method))
      return shown(method)
    },
    'POST /v1/payment_intents': (call) => {
      const { account, input } = call
      const customer = input.string('customer') ?? null
      if (customer) store.get(account, 'customers', customer, 'customer')
      const amount = input.integer('amount')
      if (amount === undefined)
        throw StripeFault.invalid('Missing required param: amount.', 'amount', 'parameter_missing')
      const intent = part.create(account, { amount, currency: input.required('currency').toLowerCase(), customer })
      intent.description = input.string('description') ?? null
      intent.application_fee_amount = input.integer('application_fee_amount') ?? null
      if (intent.application_fee_amount !== null && (account === PLATFORM || intent.application_fee_amount > amount))
        throw StripeFault.invalid(
          'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment.',
          'application_fee_amount',
        )
      input.strings('payment_method_types')
      input.object('automatic_payment_methods')?.ignore('enabled', 'allow_redirects')
      applyTo(call, intent)
      const offSession = input.string('off_session') === 'true'
      input.boolean('error_on_requires_action')
      if (input.boolean('confirm')) part.confirm(account, intent, { offSession })
      return intent
    },
    'GET /v1/payment_intents': ({ account, input }) => {
      const customer = input.string('customer')
      return pageOf(
        [...store.of(account).paymentIntents.values()].filter(
          (one) => customer === undefined || idOf(one.customer) === customer,
        ),
        input,
        '/v1/payment_intents',
      )
    },
    'GET /v1/payment_intents/:': (call) => {
      const intent = store.get(call.account, 'paymentIntents', call.ids[0] ?? '')
      call.input.ignore('key')
      byBrowser(call, intent)
      return intent
    },
    'POST /v1/payment_intents/:': (call) => {
      const intent = store.get(call.account, 'paymentIntents', call.ids[0] ?? '')
      const amount = call.input.integer('amount')
      if (amount !== undefined) intent.amount = amount
      applyTo(call, intent)
      return intent
    },
    'POST /v1/payment_intents/:/confirm': (call) => {
      const intent = store.get(call.account, 'paymentIntents', call.ids[0] ?? '')
      byBrowser(call, intent)
      applyTo(call, intent)
      // In the browser the same call continues after 3-D Secure.
      if (intent.status === 'requires_action' && call.fromBrowser) return intent
      part.confirm(call.account, intent, { offSession: call.input.string('off_session') === 'true' })
      return intent
    },
    'POST /v1/payment_intents/:/cancel': ({ account, input, ids: [id = ''] }) => {
      const intent = store.get(account, 'paymentIntents', id)
      input.string('cancellation_reason')
      if (['succeeded', 'canceled'].includes(intent.status))
        throw StripeFault.invalid(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
          undefined,
          'payment_intent_unexpected_state',
        )
      intent.status = 'canceled'
      intent.canceled_at = store.now()
      emit(account, 'payment_intent.canceled', intent)
      return intent
    },
    /** The simulator's 3-D Secure page: `passed` is the outcome. */
    'POST /v1/payment_intents/:/authenticate': (call) => {
      const intent = store.get(call.account, 'paymentIntents', call.ids[0] ?? '')
      byBrowser(call, intent)
      call.input.ignore('key')
      return part.authenticate(call.account, intent.id, call.input.boolean('passed') ?? false)
    },
    'POST /v1/setup_intents': (call) => {
      const { account, input } = call
      const intent = newSetupIntent(store, input.string('customer') ?? null)
      intent.metadata = input.metadata()
      input.strings('payment_method_types')
      input.ignore('usage')
      input.object('automatic_payment_methods')?.ignore('enabled', 'allow_redirects')
      const method = input.string('payment_method')
      if (method) intent.payment_method = methodOf(account, method).id
      store.of(account).setupIntents.set(intent.id, intent)
      emit(account, 'setup_intent.created', intent)
      if (input.boolean('confirm')) confirmSetup(account, intent)
      return intent
    },
    'GET /v1/setup_intents/:': (call) => {
      const intent = store.get(call.account, 'setupIntents', call.ids[0] ?? '')
      call.input.ignore('key')
      byBrowser(call, intent)
      return intent
    },
    'POST /v1/setup_intents/:/confirm': (call) => {
      const { account, input } = call
      const intent = store.get(account, 'setupIntents', call.ids[0] ?? '')
      byBrowser(call, intent)
      input.ignore('return_url', 'use_stripe_sdk', 'mandate_data', 'key')
      const data = input.object('payment_method_data')
      const method = input.string('payment_method')
      if (data) intent.payment_method = newMethod(account, data).id
      else if (method) intent.payment_method = methodOf(account, method).id
      confirmSetup(account, intent)
      return intent
    },
    'GET /v1/charges': ({ account, input }) => {
      const customer = input.string('customer')
      const intent = input.string('payment_intent')
      return pageOf(
        [...store.of(account).charges.values()].filter(
          (one) =>
            (customer === undefined || idOf(one.customer) === customer) &&
            (intent === undefined || idOf(one.payment_intent) === intent),
        ),
        input,
        '/v1/charges',
      )
    },
    'GET /v1/charges/:': ({ account, ids: [id = ''] }) => store.get(account, 'charges', id),
    'POST /v1/refunds': ({ account, input }) => {
      const intent = input.string('payment_intent')
      const chargeId =
        input.string('charge') ??
        (intent ? idOf(store.get(account, 'paymentIntents', intent, 'payment_intent').latest_charge) : '')
      const charge = store.get(account, 'charges', chargeId, 'charge')
      const amount = input.integer('amount') ?? charge.amount_captured - charge.amount_refunded
      input.ignore('refund_application_fee', 'reverse_transfer')
      const reason = input.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null
      const metadata = input.metadata()
      const refund = part.refund(account, charge, amount, reason)
      refund.metadata = metadata
      return refund
    },
    'GET /v1/refunds': ({ account, input }) => {
      const charge = input.string('charge')
      const intent = input.string('payment_intent')
      return pageOf(
        [...store.of(account).refunds.values()].filter(
          (one) =>
            (charge === undefined || idOf(one.charge) === charge) &&
            (intent === undefined || idOf(one.payment_intent) === intent),
        ),
        input,
        '/v1/refunds',
      )
    },
    'GET /v1/refunds/:': ({ account, ids: [id = ''] }) => store.get(account, 'refunds', id),
    'GET /v1/disputes': ({ account, input }) => {
      const charge = input.string('charge')
      const intent = input.string('payment_intent')
      return pageOf(
        [...store.of(account).disputes.values()].filter(
          (one) =>
            (charge === undefined || idOf(one.charge) === charge) &&
            (intent === undefined || idOf(one.payment_intent) === intent),
        ),
        input,
        '/v1/disputes',
      )
    },
    'GET /v1/disputes/:': ({ account, ids: [id = ''] }) => store.get(account, 'disputes', id),
    /** Evidence named `winning_evidence` or `losing_evidence` ends a dispute in test mode. */
    'POST /v1/disputes/:': ({ account, input, ids: [id = ''] }) => {
      const words = input.object('evidence')?.string('uncategorized_text')
      input.boolean('submit')
      const dispute = store.get(account, 'disputes', id)
      if (words === 'winning_evidence') return part.endDispute(account, id, true)
      if (words === 'losing_evidence') return part.endDispute(account, id, false)
      dispute.status = 'under_review'
      emit(account, 'charge.dispute.updated', dispute)
      return dispute
    },
    'POST /v1/disputes/:/close': ({ account, ids: [id = ''] }) => part.endDispute(account, id, false),
    'GET /v1/balance_transactions': ({ account, input }) => {
      const source = input.string('source')
      const type = input.string('type')
      const payout = input.string('payout')
      const created = input.object('created')
      const [gte, lt] = [created?.integer('gte'), created?.integer('lt')]
      return pageOf(
        [...store.of(account).balanceTransactions.values()].filter(
          (one) =>
            (source === undefined || idOf(one.source as string) === source) &&
            (type === undefined || one.type === type) &&
            payout === undefined &&
            (gte === undefined || one.created >= gte) &&
            (lt === undefined || one.created < lt),
        ),
        input,
        '/v1/balance_transactions',
      )
    },
    'GET /v1/balance_transactions/:': ({ account, ids: [id = ''] }) => store.get(account, 'balanceTransactions', id),
    'GET /v1/balance': ({ account }) => {
      const sums = new Map<string, number>()
      for (const { currency, net } of store.of(account).balanceTransactions.values())
        sums.set(currency, (sums.get(currency) ?? 0) + net)
      const available = [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }))
      return {
        object: 'balance',
        available,
        livemode: false,
        pending: available.map((one) => ({ ...one, amount: 0, source_types: { card: 0 } })),
      } satisfies Stripe.Balance
    },
    'POST /v1/payouts': ({ account, input }) => {
      const amount = input.integer('amount') ?? 0
      const currency = input.required('currency')
      const balance = [...store.of(account).balanceTransactions.values()]
        .filter((one) => one.currency === currency)
        .reduce((sum, { net }) => sum + net, 0)
      if (amount <= 0 || amount > balance)
        throw StripeFault.invalid(
          'You have insufficient funds in your Stripe account for this transfer.',
          'amount',
          'balance_insufficient',
        )
      const payout: Stripe.Payout = {
        id: store.id('po'),
        object: 'payout',
        amount,
        application_fee: null,
        application_fee_amount: null,
        arrival_date: store.now() + 2 * 86_400,
        automatic: false,
        balance_transaction: null,
        created: store.now(),
        currency,
        description: input.string('description') ?? null,
        destination: null,
        failure_balance_transaction: null,
        failure_code: null,
        failure_message: null,
        livemode: false,
        metadata: input.metadata(),
        method: 'standard',
        original_payout: null,
        payout_method: null,
        reconciliation_status: 'not_applicable',
        reversed_by: null,
        source_type: 'card',
        statement_descriptor: null,
        status: 'paid',
        trace_id: null,
        type: 'bank_account',
      }
      const movement = newMovement(store, {
        amount: -amount,
        currency,
        fee: 0,
        source: payout.id,
        type: 'payout',
        fee_details: [],
      })
      payout.balance_transaction = movement.id
      store.of(account).balanceTransactions.set(movement.id, movement)
      store.of(account).payouts.set(payout.id, payout)
      emit(account, 'payout.created', payout)
      emit(account, 'payout.paid', payout)
      return payout
    },
    'GET /v1/payouts': ({ account, input }) => pageOf(store.of(account).payouts.values(), input, '/v1/payouts'),
    'GET /v1/payouts/:': ({ account, ids: [id = ''] }) => store.get(account, 'payouts', id),
    'GET /v1/application_fees': ({ account, input }) => {
      const charge = input.string('charge')
      return pageOf(
        [...store.of(account).applicationFees.values()].filter(
          (one) => charge === undefined || idOf(one.charge) === charge,
        ),
        input,
        '/v1/application_fees',
      )
    },
    'GET /v1/application_fees/:': ({ account, ids: [id = ''] }) => store.get(account, 'applicationFees', id),
  }
  const confirmSetup = (account: string, intent: Stripe.SetupIntent) => {
    const method = methodOf(account, idOf(intent.payment_method))
    const known = cardOf(method)
    if (known.attachFails && known.decline) {
      intent.last_setup_error = { type: 'card_error', ...known.decline } as Stripe.SetupIntent['last_setup_error']
      emit(account, 'setup_intent.setup_failed', intent)
      throw StripeFault.card(known.decline.code, known.decline.message, { decline_code: known.decline.decline_code })
    }
    method.setUp = true
    intent.status = 'succeeded'
    const customer = idOf(intent.customer)
    if (customer !== '') method.customer = customer
    emit(account, 'setup_intent.succeeded', intent)
  }
  return routes
}
