/** Payment methods: cards with test numbers, whose behavior only the simulator knows. */
import type { Stripe } from 'stripe'
import { type Decline, isLuhnValid, TEST_CARDS, TEST_PAYMENT_METHODS, type TestCard } from './cards.ts'
import { StripeFault } from './fault.ts'
import type { Input } from './input.ts'
import type { Sim } from './sim.ts'
import type { StoredPaymentMethod } from './store.ts'

export const GENERIC: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

export type PaymentMethods = ReturnType<typeof createPaymentMethods>

export function createPaymentMethods({ store }: Pick<Sim, 'store'>) {
  const methodOf = (account: string, id: string): StoredPaymentMethod => {
    const number = TEST_PAYMENT_METHODS[id]
    if (number === undefined) return store.get(account, 'paymentMethods', id, 'payment_method')
    return keepMethod(account, number, { month: 12, year: new Date().getUTCFullYear() + 3 })
  }
  const cardOf = (method: StoredPaymentMethod): TestCard =>
    TEST_CARDS[method.testNumber] ?? { brand: 'visa', country: 'US', funding: 'credit', decline: GENERIC }

  const keepMethod = (
    account: string,
    number: string,
    { month, year }: { month: number; year: number },
    details: Stripe.PaymentMethod['billing_details'] = NO_DETAILS,
  ): StoredPaymentMethod => {
    const known = TEST_CARDS[number]
    if (!known)
      throw StripeFault.card(
        'card_declined',
        'Your card was declined. Your request was in test mode, but used a non test card.',
        { decline_code: 'test_mode_live_card', param: 'card[number]' },
      )
    const method: StoredPaymentMethod = {
      id: store.id('pm'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: details,
      card: {
        brand: known.brand,
        checks: {
          address_line1_check: details.address?.line1 ? (known.line1Fails ? 'fail' : 'pass') : null,
          address_postal_code_check: details.address?.postal_code ? (known.zipFails ? 'fail' : 'pass') : null,
          cvc_check: known.cvcFails ? 'fail' : 'pass',
        },
        country: known.country,
        display_brand: known.brand,
        exp_month: month,
        exp_year: year,
        fingerprint: `fp_${number}`,
        funding: known.funding,
        generated_from: null,
        last4: number.slice(-4),
        networks: { available: [known.brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: store.now(),
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: 'card',
      testNumber: number,
      setUp: known.threeDSecure === 'setUpAlready',
    }
    store.of(account).paymentMethods.set(method.id, method)
    return method
  }

  const newMethod = (account: string, input: Input): StoredPaymentMethod => {
    input.choice('type', ['card'])
    const card = input.object('card')
    if (!card) throw StripeFault.invalid('Missing required param: card.', 'card', 'parameter_missing')
    const token = card.string('token')
    const details = detailsOf(input.object('billing_details'))
    input.ignore('allow_redisplay', 'guid', 'muid', 'sid', 'payment_user_agent', 'time_on_page', 'referrer', 'key')
    if (token !== undefined)
      return keepMethod(
        account,
        TEST_PAYMENT_METHODS[token.replace(/^tok_/, 'pm_card_')] ?? '',
        { month: 12, year: 2035 },
        details,
      )
    const number = card.required('number').replaceAll(/[\s-]/g, '')
    const month = card.integer('exp_month') ?? 0
    const given = card.integer('exp_year') ?? 0
    const year = given < 100 ? given + 2000 : given
    const cvc = card.string('cvc')
    if (!isLuhnValid(number))
      throw StripeFault.card('incorrect_number', 'Your card number is incorrect.', { param: 'number' })
    if (month < 1 || month > 12)
      throw StripeFault.card('invalid_expiry_month', "Your card's expiration month is invalid.", { param: 'exp_month' })
    const now = new Date(store.now() * 1000)
    if (
      year < now.getUTCFullYear() ||
      year > now.getUTCFullYear() + 50 ||
      (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
    )
      throw StripeFault.card('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' })
    if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
      throw StripeFault.card('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' })
    return keepMethod(account, number, { month, year }, details)
  }

  return { methodOf, cardOf, newMethod }
}

const NO_DETAILS: Stripe.PaymentMethod['billing_details'] = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

export function detailsOf(
  input: Input | undefined,
  before: Stripe.PaymentMethod['billing_details'] = NO_DETAILS,
): Stripe.PaymentMethod['billing_details'] {
  if (!input) return before
  const address = input.object('address')
  const keep = (value: string | null | undefined, old: string | null) => (value === undefined ? old : value)
  return {
    address: address
      ? {
          city: keep(address.text('city'), null),
          country: keep(address.text('country'), null),
          line1: keep(address.text('line1'), null),
          line2: keep(address.text('line2'), null),
          postal_code: keep(address.text('postal_code'), null),
          state: keep(address.text('state'), null),
        }
      : before.address,
    email: keep(input.text('email'), before.email),
    name: keep(input.text('name'), before.name),
    phone: keep(input.text('phone'), before.phone),
    tax_id: null,
  }
}

/** As the API shows it, without the simulator's own fields. */
export function shown(method: StoredPaymentMethod): Stripe.PaymentMethod {
  const { testNumber: _number, setUp: _setUp, ...rest } = method
  return rest
}

export function detailsOfCharge(method: StoredPaymentMethod): Stripe.Charge['payment_method_details'] {
  const {
    brand = 'visa',
    country = null,
    exp_month = 1,
    exp_year = 2030,
    last4 = null,
    funding = 'credit',
  } = method.card ?? {}
  return {
    card: { brand, country, exp_month, exp_year, last4, funding },
    type: 'card',
  } as Stripe.Charge['payment_method_details']
}
