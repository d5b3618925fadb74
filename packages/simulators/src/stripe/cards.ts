/** Stripe's published test numbers: what each card is, and what happens when it is charged. */
export interface Decline {
  readonly code: string
  readonly decline_code?: string
  readonly message: string
}

export interface TestCard {
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  readonly country: string
  readonly funding: 'credit' | 'debit' | 'prepaid'
  /** Already refused when it is attached or set up. */
  readonly attachFails?: true
  readonly decline?: Decline
  /** `always` · `unlessSetUp` off-session · `declines` after authentication · `error` the lookup fails. */
  readonly threeDSecure?: 'always' | 'unlessSetUp' | 'declines' | 'error' | 'setUpAlready'
  /** After authentication. */
  readonly declineAfter?: Decline
  readonly dispute?: 'fraudulent' | 'product_not_received' | 'inquiry' | 'warning'
  readonly cvcFails?: true
  readonly zipFails?: true
  readonly line1Fails?: true
  readonly risk?: 'elevated' | 'highest'
  readonly refund?: 'pending' | 'failed'
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})
const GENERIC = declined('generic_decline')
const FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.')
const BLOCKED = declined('fraudulent')

type Rest = Omit<TestCard, 'brand' | 'country' | 'funding'>
const card = (brand: TestCard['brand'], rest: Rest = {}, country = 'US', funding: TestCard['funding'] = 'credit') =>
  ({ brand, country, funding, ...rest }) satisfies TestCard
const visa = (rest: Rest = {}, country = 'US') => card('visa', rest, country)
const from = (country: string) => visa({}, country)

export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': visa(),
  '4000056655665556': card('visa', {}, 'US', 'debit'),
  '5555555555554444': card('mastercard'),
  '2223003122003222': card('mastercard'),
  '5200828282828210': card('mastercard', {}, 'US', 'debit'),
  '5105105105105100': card('mastercard', {}, 'US', 'prepaid'),
  '378282246310005': card('amex'),
  '371449635398431': card('amex'),
  '6011111111111117': card('discover'),
  '6011000990139424': card('discover'),
  '6011981111111113': card('discover', {}, 'US', 'debit'),
  '3056930009020004': card('diners'),
  '36227206271667': card('diners'),
  '3566002020360505': card('jcb'),
  '6200000000000005': card('unionpay'),
  '6200000000000047': card('unionpay', {}, 'US', 'debit'),
  '6205500000000000004': card('unionpay'),
  '4000000400000008': from('AT'),
  '4000000560000004': from('BE'),
  '4000002080000001': from('DK'),
  '4000002460000001': from('FI'),
  '4000002500000003': from('FR'),
  '4000002760000016': from('DE'),
  '4000003720000005': from('IE'),
  '4000003800000008': from('IT'),
  '4000005280000002': from('NL'),
  '4000006160000005': from('PL'),
  '4000006200000007': from('PT'),
  '4000007240000007': from('ES'),
  '4000007520000008': from('SE'),
  '4000007560000009': from('CH'),
  '4000008260000000': from('GB'),
  '4000000360000006': from('AU'),
  '4000001240000000': from('CA'),
  '4000003920000003': from('JP'),
  '4000000000000002': visa({ attachFails: true, decline: GENERIC }),
  '4000000000009995': visa({ attachFails: true, decline: FUNDS }),
  '4000000000009987': visa({ attachFails: true, decline: declined('lost_card') }),
  '4000000000009979': visa({ attachFails: true, decline: declined('stolen_card') }),
  '4000000000000069': visa({ attachFails: true, decline: { code: 'expired_card', message: 'Your card has expired.' } }),
  '4000000000000127': visa({
    attachFails: true,
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  }),
  '4000000000000119': visa({
    attachFails: true,
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  }),
  '4000000000006975': visa({ attachFails: true, decline: declined('card_velocity_exceeded') }),
  '4000000000000341': visa({ decline: GENERIC }),
  '4100000000000019': visa({ risk: 'highest', decline: BLOCKED }),
  '4000000000004954': visa({ risk: 'highest', decline: BLOCKED }),
  '4000000000009235': visa({ risk: 'elevated' }),
  '4000000000000101': visa({ cvcFails: true, decline: BLOCKED }),
  '4000000000000036': visa({ zipFails: true, decline: BLOCKED }),
  '4000000000000028': visa({ line1Fails: true }),
  '4000000000000010': visa({ line1Fails: true, zipFails: true }),
  '4000000000000259': visa({ dispute: 'fraudulent' }),
  '4000000000002685': visa({ dispute: 'product_not_received' }),
  '4000000000001976': visa({ dispute: 'inquiry' }),
  '4000000000005423': visa({ dispute: 'warning' }),
  '4000000000007726': visa({ refund: 'pending' }),
  '4000000000005126': visa({ refund: 'failed' }),
  '4000000000000077': visa(),
  '4000002500003155': visa({ threeDSecure: 'unlessSetUp' }, 'FR'),
  '4000002760003184': visa({ threeDSecure: 'always' }, 'DE'),
  '4000003800000446': visa({ threeDSecure: 'setUpAlready' }, 'IT'),
  '4000008260003178': visa({ threeDSecure: 'always', declineAfter: FUNDS }, 'GB'),
  '4000000000003220': visa({ threeDSecure: 'always' }),
  '4000000000003063': visa({ threeDSecure: 'always' }),
  '4000008400001629': visa({ threeDSecure: 'always', declineAfter: GENERIC }),
  '4000008400001280': visa({ threeDSecure: 'error' }),
  '4000000000003055': visa(),
  '4000000000003097': visa(),
}

/** Payment methods that tests name without a number. */
export const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_createDispute: '4000000000000259',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_de: '4000002760000016',
  pm_card_gb: '4000008260000000',
}

export function isLuhnValid(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, nth) => {
    const value = Number(digit) * (nth % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return number.length >= 13 && sum % 10 === 0
}
