import type { Stripe } from 'stripe'
import { type Decline, TEST_CARDS, type TestCard } from './cards.ts'
import { StripeFault } from './fault.ts'
import { listOf } from './billing-objects.ts'
import { newCharge, newDispute, newIntent, newMovement, newRefund } from './objects.ts'
import { detailsOfCharge, type PaymentMethods } from './payment-methods.ts'
import { idOf, type Sim } from './sim.ts'
import { PLATFORM, type StoredPaymentMethod } from './store.ts'

export interface PaymentsPart {
  /** Tries to charge; throws a card error when it is declined. */
  readonly confirm: (
    account: string,
    intent: Stripe.PaymentIntent,
    options?: { offSession?: boolean; authenticated?: boolean },
  ) => void
  readonly create: (
    account: string,
    given: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'customer'>,
  ) => Stripe.PaymentIntent
  /** The customer passed 3-D Secure, or failed it. */
  readonly authenticate: (account: string, intentId: string, passed: boolean) => Stripe.PaymentIntent
  /** Called when an intent succeeded, failed or needs the customer. */
  onChange: (account: string, intent: Stripe.PaymentIntent) => void
  readonly refund: (
    account: string,
    charge: Stripe.Charge,
    amount: number,
    reason?: Stripe.Refund['reason'],
  ) => Stripe.Refund
  readonly endDispute: (account: string, id: string, won: boolean) => Stripe.Dispute
}

const FEE = { rate: 0.029, fixed: 30 }
const DISPUTE_FEE = 1500
const feeOf = (amount: number) => Math.round(amount * FEE.rate) + FEE.fixed

export function createPayments({ store, emit, publicUrl }: Sim, { methodOf, cardOf }: PaymentMethods): PaymentsPart {
  const declineWith = (
    account: string,
    intent: Stripe.PaymentIntent,
    method: StoredPaymentMethod,
    decline: Decline,
  ): never => {
    const charge = newCharge(store, intent, {
      status: 'failed',
      paid: false,
      captured: false,
      amount_captured: 0,
      outcome: {
        advice_code: null,
        network_advice_code: null,
        network_decline_code: null,
        network_status: 'declined_by_network',
        reason: decline.decline_code ?? null,
        risk_level: cardOf(method).risk ?? 'normal',
        seller_message: 'The bank did not return any further details with this decline.',
        type: cardOf(method).risk === 'highest' ? 'blocked' : 'issuer_declined',
      },
      billing_details: { ...method.billing_details, tax_id: null },
      payment_method_details: detailsOfCharge(method),
      failure_code: decline.code,
      failure_message: decline.message,
    })
    store.of(account).charges.set(charge.id, charge)
    intent.latest_charge = charge.id
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.next_action = null
    const { testNumber: _number, setUp: _setUp, ...shown } = method
    intent.last_payment_error = {
      type: 'card_error',
      charge: charge.id,
      payment_method: shown,
      ...decline,
    } as Stripe.PaymentIntent['last_payment_error']
    emit(account, 'charge.failed', charge)
    emit(account, 'payment_intent.payment_failed', intent)
    part.onChange(account, intent)
    throw StripeFault.card(decline.code, decline.message, {
      decline_code: decline.decline_code,
      charge: charge.id,
      payment_intent: { ...intent },
    })
  }

  const succeed = (account: string, intent: Stripe.PaymentIntent, method: StoredPaymentMethod): void => {
    const all = store.of(account)
    const known = cardOf(method)
    const charge = newCharge(store, intent, {
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: intent.amount,
      outcome: {
        advice_code: null,
        network_advice_code: null,
        network_decline_code: null,
        network_status: 'approved_by_network',
        reason: null,
        risk_level: known.risk ?? 'normal',
        risk_score: known.risk === 'elevated' ? 70 : 20,
        seller_message: 'Payment complete.',
        type: 'authorized',
      },
      billing_details: { ...method.billing_details, tax_id: null },
      payment_method_details: detailsOfCharge(method),
    })
    const appFee = intent.application_fee_amount ?? 0
    const stripeFee = feeOf(intent.amount)
    const movement = newMovement(store, {
      amount: intent.amount,
      currency: intent.currency,
      fee: stripeFee + appFee,
      source: charge.id,
      type: 'charge',
      fee_details: [
        {
          amount: stripeFee,
          application: null,
          currency: intent.currency,
          description: 'Stripe processing fees',
          type: 'stripe_fee',
        },
        ...(appFee > 0
          ? [
              {
                amount: appFee,
                application: 'ca_platform',
                currency: intent.currency,
                description: 'Application fee',
                type: 'application_fee',
              },
            ]
          : []),
      ] as Stripe.BalanceTransaction['fee_details'],
    })
    charge.balance_transaction = movement.id
    all.balanceTransactions.set(movement.id, movement)
    all.charges.set(charge.id, charge)
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    intent.latest_charge = charge.id
    intent.last_payment_error = null
    intent.next_action = null
    if (intent.setup_future_usage) method.setUp = true
    if (appFee > 0 && account !== PLATFORM) keepApplicationFee(account, charge, appFee)
    emit(account, 'charge.succeeded', charge)
    emit(account, 'payment_intent.succeeded', intent)
    part.onChange(account, intent)
    if (known.dispute) openDispute(account, charge, known.dispute)
  }

  const keepApplicationFee = (account: string, charge: Stripe.Charge, amount: number) => {
    const fee: Stripe.ApplicationFee = {
      id: store.id('fee'),
      object: 'application_fee',
      account,
      amount,
      amount_refunded: 0,
      application: 'ca_platform',
      balance_transaction: null,
      charge: charge.id,
      created: store.now(),
      currency: charge.currency,
      fee_source: { charge: charge.id, type: 'charge' } as Stripe.ApplicationFee['fee_source'],
      livemode: false,
      originating_transaction: charge.id,
      refunded: false,
      refunds: listOf<Stripe.FeeRefund>([], '/v1/application_fees/refunds'),
    }
    const movement = newMovement(store, {
      amount,
      currency: charge.currency,
      fee: 0,
      source: fee.id,
      type: 'application_fee',
      fee_details: [],
    })
    fee.balance_transaction = movement.id
    charge.application_fee = fee.id
    store.of(PLATFORM).balanceTransactions.set(movement.id, movement)
    store.of(PLATFORM).applicationFees.set(fee.id, fee)
    emit(PLATFORM, 'application_fee.created', fee)
  }

  const openDispute = (account: string, charge: Stripe.Charge, kind: NonNullable<TestCard['dispute']>) => {
    const isWarning = kind === 'inquiry' || kind === 'warning'
    const dispute = newDispute(store, charge, {
      reason: isWarning ? 'fraudulent' : kind,
      status: isWarning ? 'warning_needs_response' : 'needs_response',
    })
    const all = store.of(account)
    charge.disputed = true
    if (!isWarning) {
      const movement = newMovement(store, {
        amount: -charge.amount,
        currency: charge.currency,
        fee: DISPUTE_FEE,
        source: dispute.id,
        type: 'adjustment',
        fee_details: [],
      })
      all.balanceTransactions.set(movement.id, movement)
      dispute.balance_transactions.push(movement)
    }
    all.disputes.set(dispute.id, dispute)
    emit(account, 'charge.dispute.created', dispute)
    if (!isWarning) emit(account, 'charge.dispute.funds_withdrawn', dispute)
  }

  const part: PaymentsPart = {
    onChange: () => {},
    create(account, given) {
      if (given.amount < 50)
        throw StripeFault.invalid('Amount must convert to at least 50 cents.', 'amount', 'amount_too_small')
      if (given.amount > 99_999_999)
        throw StripeFault.invalid('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
      const intent = newIntent(store, given)
      store.of(account).paymentIntents.set(intent.id, intent)
      emit(account, 'payment_intent.created', intent)
      return intent
    },
    confirm(account, intent, { offSession = false, authenticated = false } = {}) {
      if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
        throw StripeFault.invalid(
          `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
          undefined,
          'payment_intent_unexpected_state',
        )
      const methodId = idOf(intent.payment_method)
      if (methodId === '')
        throw StripeFault.invalid(
          'You cannot confirm this PaymentIntent because it is missing a payment method.',
          undefined,
          'payment_intent_unexpected_state',
        )
      const method = methodOf(account, methodId)
      intent.payment_method = method.id
      const known = cardOf(method)
      const exempt =
        method.setUp && (known.threeDSecure === 'unlessSetUp' || known.threeDSecure === 'setUpAlready') && offSession
      const asks = known.threeDSecure !== undefined && !exempt && !(known.threeDSecure === 'setUpAlready' && offSession)
      if (asks && !authenticated) {
        if (known.threeDSecure === 'error')
          return void declineWith(account, intent, method, {
            code: 'card_declined',
            decline_code: 'generic_decline',
            message: 'We are unable to authenticate your payment method.',
          })
        if (offSession)
          return void declineWith(account, intent, method, {
            code: 'authentication_required',
            decline_code: 'authentication_required',
            message: 'Your card was declined. This transaction requires authentication.',
          })
        intent.status = 'requires_action'
        intent.next_action = {
          type: 'redirect_to_url',
          redirect_to_url: {
            url: `${publicUrl()}/3ds/${intent.id}?client_secret=${intent.client_secret}`,
            return_url: null,
          },
        }
        emit(account, 'payment_intent.requires_action', intent)
        part.onChange(account, intent)
        return
      }
      const decline = authenticated ? known.declineAfter : (known.decline ?? undefined)
      if (decline) return void declineWith(account, intent, method, decline)
      succeed(account, intent, method)
    },
    authenticate(account, intentId, passed) {
      const intent = store.get(account, 'paymentIntents', intentId)
      if (intent.status !== 'requires_action') return intent
      const method = methodOf(account, idOf(intent.payment_method))
      try {
        if (passed) part.confirm(account, intent, { authenticated: true })
        else
          declineWith(account, intent, method, {
            code: 'payment_intent_authentication_failure',
            message:
              'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
          })
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error
      }
      return intent
    },
    refund(account, charge, amount, reason = null) {
      const all = store.of(account)
      const left = charge.amount_captured - charge.amount_refunded
      if (!charge.captured || amount <= 0 || amount > left)
        throw StripeFault.invalid(
          left === 0
            ? `Charge ${charge.id} has already been refunded.`
            : `Refund amount is greater than unrefunded amount on charge.`,
          'amount',
          left === 0 ? 'charge_already_refunded' : undefined,
        )
      if (
        charge.disputed &&
        [...all.disputes.values()].some(
          (one) => idOf(one.charge) === charge.id && !['won', 'warning_closed'].includes(one.status),
        )
      )
        throw StripeFault.invalid(
          'This charge has been charged back; cannot issue a refund.',
          undefined,
          'charge_disputed',
        )
      const number = all.paymentMethods.get(charge.payment_method ?? '')?.testNumber ?? ''
      const refund = newRefund(store, charge, {
        amount,
        reason,
        status: TEST_CARDS[number]?.refund ? 'pending' : 'succeeded',
      })
      const movement = newMovement(store, {
        amount: -amount,
        currency: charge.currency,
        fee: 0,
        source: refund.id,
        type: 'refund',
        fee_details: [],
      })
      refund.balance_transaction = movement.id
      all.balanceTransactions.set(movement.id, movement)
      all.refunds.set(refund.id, refund)
      charge.amount_refunded += amount
      charge.refunded = charge.amount_refunded === charge.amount_captured
      emit(account, 'refund.created', refund)
      emit(account, 'charge.refunded', charge)
      if (TEST_CARDS[number]?.refund === 'failed') {
        refund.status = 'failed'
        refund.failure_reason = 'expired_or_canceled_card'
        charge.amount_refunded -= amount
        charge.refunded = false
        const back = newMovement(store, {
          amount,
          currency: charge.currency,
          fee: 0,
          source: refund.id,
          type: 'refund_failure',
          fee_details: [],
        })
        all.balanceTransactions.set(back.id, back)
        refund.failure_balance_transaction = back.id
        emit(account, 'refund.failed', refund)
      } else if (refund.status === 'pending') {
        refund.status = 'succeeded'
        emit(account, 'refund.updated', refund)
      }
      return refund
    },
    endDispute(account, id, won) {
      const dispute = store.get(account, 'disputes', id)
      if (dispute.status.startsWith('warning')) dispute.status = 'warning_closed'
      else if (won && dispute.status !== 'won') {
        const movement = newMovement(store, {
          amount: dispute.amount,
          currency: dispute.currency,
          fee: 0,
          source: dispute.id,
          type: 'adjustment',
          fee_details: [],
        })
        store.of(account).balanceTransactions.set(movement.id, movement)
        dispute.balance_transactions.push(movement)
        dispute.status = 'won'
        emit(account, 'charge.dispute.funds_reinstated', dispute)
      } else if (!won) dispute.status = 'lost'
      emit(account, 'charge.dispute.closed', dispute)
      return dispute
    },
  }
  return part
}
