/** New objects with every field that Stripe sends, as typed by its SDK. */
import type { Stripe } from 'stripe'
import { listOf } from './billing-objects.ts'
import type { Store } from './store.ts'

/** Decimals are sent as text; the SDK gives them a separate type. */
const decimal = (value: number) => String(value) as unknown as Stripe.Price['unit_amount_decimal']
const LIVE = { livemode: false } as const

export const newCustomer = (store: Store): Stripe.Customer => ({
  id: store.id('cus', 14),
  object: 'customer',
  address: null,
  balance: 0,
  created: store.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: store.id('x', 8).slice(2).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  ...LIVE,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

export const newProduct = (store: Store, id: string, name: string): Stripe.Product => ({
  id,
  object: 'product',
  active: true,
  created: store.now(),
  default_price: null,
  description: null,
  images: [],
  ...LIVE,
  marketing_features: [],
  metadata: {},
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: store.now(),
  url: null,
})

export const newPrice = (
  store: Store,
  given: Pick<Stripe.Price, 'currency' | 'product' | 'recurring' | 'lookup_key' | 'tax_behavior'> & {
    unit_amount: number
  },
): Stripe.Price => ({
  id: store.id('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: store.now(),
  custom_unit_amount: null,
  ...LIVE,
  metadata: {},
  nickname: null,
  tiers_mode: null,
  transform_quantity: null,
  type: given.recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: decimal(given.unit_amount),
  ...given,
})

export const newTaxRate = (
  store: Store,
  given: Pick<Stripe.TaxRate, 'display_name' | 'inclusive' | 'percentage' | 'country' | 'description'>,
): Stripe.TaxRate => ({
  id: store.id('txr'),
  object: 'tax_rate',
  active: true,
  created: store.now(),
  effective_percentage: given.percentage,
  flat_amount: null,
  jurisdiction: null,
  jurisdiction_level: null,
  ...LIVE,
  metadata: {},
  rate_type: 'percentage',
  state: null,
  tax_type: 'vat',
  ...given,
})

export const newCoupon = (
  store: Store,
  given: Pick<
    Stripe.Coupon,
    | 'id'
    | 'amount_off'
    | 'currency'
    | 'duration'
    | 'duration_in_months'
    | 'max_redemptions'
    | 'name'
    | 'percent_off'
    | 'redeem_by'
  >,
): Stripe.Coupon => ({
  object: 'coupon',
  created: store.now(),
  ...LIVE,
  metadata: {},
  times_redeemed: 0,
  valid: true,
  ...given,
})

export const newIntent = (
  store: Store,
  given: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'customer'>,
): Stripe.PaymentIntent => {
  const id = store.id('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${store.id('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: store.now(),
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    ...LIVE,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  }
}

export const newSetupIntent = (store: Store, customer: string | null): Stripe.SetupIntent => {
  const id = store.id('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${store.id('s').slice(2)}`,
    created: store.now(),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    ...LIVE,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

export const newCharge = (
  store: Store,
  intent: Stripe.PaymentIntent,
  given: Pick<
    Stripe.Charge,
    'status' | 'paid' | 'captured' | 'amount_captured' | 'outcome' | 'billing_details' | 'payment_method_details'
  > &
    Partial<Stripe.Charge>,
): Stripe.Charge => ({
  id: store.id('ch'),
  object: 'charge',
  amount: intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: intent.application_fee_amount,
  balance_transaction: null,
  calculated_statement_descriptor: 'PARLANCE',
  created: store.now(),
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  ...LIVE,
  metadata: { ...intent.metadata },
  on_behalf_of: null,
  payment_intent: intent.id,
  payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  ...given,
})

export const newMovement = (
  store: Store,
  given: Pick<Stripe.BalanceTransaction, 'amount' | 'currency' | 'fee' | 'source' | 'type' | 'fee_details'>,
): Stripe.BalanceTransaction => ({
  id: store.id('txn'),
  object: 'balance_transaction',
  available_on: store.now() + 2 * 86_400,
  balance_type: 'payments',
  created: store.now(),
  description: null,
  exchange_rate: null,
  net: given.amount - given.fee,
  reporting_category: given.type,
  status: 'pending',
  ...given,
})

export const newRefund = (
  store: Store,
  charge: Stripe.Charge,
  given: Pick<Stripe.Refund, 'amount' | 'reason' | 'status'>,
): Stripe.Refund => ({
  id: store.id('re'),
  object: 'refund',
  balance_transaction: null,
  charge: charge.id,
  created: store.now(),
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  destination_details: { type: 'card' },
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...given,
})

export const newDispute = (
  store: Store,
  charge: Stripe.Charge,
  given: Pick<Stripe.Dispute, 'reason' | 'status'>,
): Stripe.Dispute => ({
  id: store.id('du'),
  object: 'dispute',
  amount: charge.amount,
  balance_transactions: [],
  charge: charge.id,
  created: store.now(),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: {} as Stripe.Dispute['evidence'],
  evidence_details: {
    due_by: store.now() + 9 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  ...LIVE,
  metadata: {},
  payment_intent: charge.payment_intent,
  ...given,
})

export const newAccount = (
  store: Store,
  given: Pick<Stripe.Account, 'type' | 'email' | 'country'>,
): Stripe.Account => ({
  id: store.id('acct', 16),
  object: 'account',
  business_profile: null,
  business_type: null,
  capabilities: {},
  charges_enabled: false,
  created: store.now(),
  default_currency: 'usd',
  details_submitted: false,
  external_accounts: listOf([], '/v1/accounts/external_accounts'),
  metadata: {},
  payouts_enabled: false,
  settings: null,
  ...given,
})

export const newSession = (
  store: Store,
  given: Pick<
    Stripe.Checkout.Session,
    'mode' | 'success_url' | 'cancel_url' | 'customer' | 'customer_email' | 'currency'
  > &
    Partial<Stripe.Checkout.Session>,
): Stripe.Checkout.Session => ({
  id: store.id('cs_test', 58),
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: 0,
  amount_total: 0,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: store.now(),
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  discounts: [],
  expires_at: store.now() + 86_400,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  ...LIVE,
  locale: null,
  managed_payments: null,
  metadata: {},
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: null,
  wallet_options: null,
  ...given,
})
