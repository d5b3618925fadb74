import type { Stripe } from 'stripe'
import { StripeFault } from './fault.ts'
import type { Input } from './input.ts'
import { newCoupon, newCustomer, newPrice, newProduct, newTaxRate } from './objects.ts'
import { idOf, pageOf, type Routes, type Sim } from './sim.ts'

export function createCatalogRoutes(sim: Sim, endSubscriptions: (account: string, customer: string) => void): Routes {
  const { store, emit } = sim
  /** By account: deleted customers can still be read. */
  const deleted = new Set<string>()
  const goneCustomer = (id: string) => ({ id, object: 'customer', deleted: true })

  const applyCustomer = (account: string, customer: Stripe.Customer, input: Input) => {
    const text = (field: 'email' | 'name' | 'phone' | 'description') => {
      const value = input.text(field)
      if (value !== undefined) customer[field] = value
    }
    for (const field of ['email', 'name', 'phone', 'description'] as const) text(field)
    if (customer.email && !/^\S+@\S+\.\S+$/.test(customer.email))
      throw StripeFault.invalid(`Invalid email address: ${customer.email}`, 'email', 'email_invalid')
    const address = input.object('address')
    if (address)
      customer.address = {
        city: address.text('city') ?? null,
        country: address.text('country') ?? null,
        line1: address.text('line1') ?? null,
        line2: address.text('line2') ?? null,
        postal_code: address.text('postal_code') ?? null,
        state: address.text('state') ?? null,
      }
    const method = input.object('invoice_settings')?.text('default_payment_method')
    if (method !== undefined && method !== null) {
      const found = store.get(account, 'paymentMethods', method, 'invoice_settings[default_payment_method]')
      if (idOf(found.customer) !== customer.id)
        throw StripeFault.invalid(
          `The customer does not have a payment method with the ID ${method}.`,
          'invoice_settings[default_payment_method]',
          'resource_missing',
        )
    }
    if (method !== undefined) customer.invoice_settings.default_payment_method = method
    customer.metadata = input.metadata(customer.metadata)
    input.ignore('preferred_locales', 'tax_exempt', 'source')
    input.object('tax')?.ignore('validate_location', 'ip_address')
  }

  const couponFields = (input: Input) => {
    const percent = input.number('percent_off') ?? null
    const amount = input.integer('amount_off') ?? null
    if ((percent === null) === (amount === null))
      throw StripeFault.invalid('You must pass either percent_off or amount_off.')
    if (percent !== null && (percent <= 0 || percent > 100))
      throw StripeFault.invalid('Invalid percent_off', 'percent_off')
    const duration = input.choice('duration', ['forever', 'once', 'repeating']) ?? 'once'
    return {
      id: input.string('id') ?? store.id('x', 8).slice(2),
      percent_off: percent,
      amount_off: amount,
      currency: input.string('currency') ?? null,
      duration,
      duration_in_months: input.integer('duration_in_months') ?? null,
      max_redemptions: input.integer('max_redemptions') ?? null,
      name: input.string('name') ?? null,
      redeem_by: input.integer('redeem_by') ?? null,
    }
  }

  return {
    'POST /v1/customers': ({ account, input }) => {
      const customer = newCustomer(store)
      const clock = input.string('test_clock')
      if (clock) customer.test_clock = store.get(account, 'testClocks', clock, 'test_clock').id
      const method = input.string('payment_method')
      applyCustomer(account, customer, input)
      store.of(account).customers.set(customer.id, customer)
      if (method) store.get(account, 'paymentMethods', method, 'payment_method').customer = customer.id
      emit(account, 'customer.created', customer)
      return customer
    },
    'GET /v1/customers': ({ account, input }) => {
      const email = input.string('email')
      return pageOf(
        [...store.of(account).customers.values()].filter((one) => email === undefined || one.email === email),
        input,
        '/v1/customers',
      )
    },
    'GET /v1/customers/:': ({ account, ids: [id = ''] }) =>
      deleted.has(`${account}:${id}`) ? goneCustomer(id) : store.get(account, 'customers', id),
    'POST /v1/customers/:': ({ account, input, ids: [id = ''] }) => {
      const customer = store.get(account, 'customers', id)
      applyCustomer(account, customer, input)
      emit(account, 'customer.updated', customer)
      return customer
    },
    'DELETE /v1/customers/:': ({ account, ids: [id = ''] }) => {
      const customer = store.get(account, 'customers', id)
      endSubscriptions(account, id)
      store.of(account).customers.delete(id)
      deleted.add(`${account}:${id}`)
      emit(account, 'customer.deleted', customer)
      return goneCustomer(id)
    },
    'POST /v1/customers/:/tax_ids': ({ account, input, ids: [id = ''] }) => {
      store.get(account, 'customers', id)
      const type = input.required('type') as Stripe.TaxId.Type
      const value = input
        .required('value')
        .replaceAll(/[\s.-]/g, '')
        .toUpperCase()
      if (!(TAX_IDS[type] ?? /^[\dA-Z]{5,20}$/).test(value))
        throw StripeFault.invalid(`Invalid value for ${type}.`, 'value', 'tax_id_invalid')
      const taxId: Stripe.TaxId = {
        id: store.id('txi'),
        object: 'tax_id',
        country: value.slice(0, 2),
        created: store.now(),
        customer: id,
        customer_account: null,
        livemode: false,
        owner: { customer: id, customer_account: null, type: 'customer' },
        type,
        value,
        verification: { status: 'verified', verified_address: null, verified_name: null },
      }
      store.of(account).taxIds.set(taxId.id, taxId)
      emit(account, 'customer.tax_id.created', taxId)
      return taxId
    },
    'GET /v1/customers/:/tax_ids': ({ account, input, ids: [id = ''] }) =>
      pageOf(taxIdsOf(store, account, id), input, `/v1/customers/${id}/tax_ids`),
    'DELETE /v1/customers/:/tax_ids/:': ({ account, ids: [customer = '', id = ''] }) => {
      const taxId = store.get(account, 'taxIds', id)
      if (idOf(taxId.customer) !== customer) throw StripeFault.missing('tax_id', id)
      store.of(account).taxIds.delete(id)
      emit(account, 'customer.tax_id.deleted', taxId)
      return { id, object: 'tax_id', deleted: true }
    },
    'POST /v1/products': ({ account, input }) => {
      const id = input.string('id') ?? store.id('prod', 14)
      if (store.of(account).products.has(id))
        throw StripeFault.invalid(`Product already exists.`, 'id', 'resource_already_exists')
      const product = newProduct(store, id, input.required('name'))
      product.description = input.string('description') ?? null
      product.metadata = input.metadata()
      product.marketing_features = (input.objects('marketing_features') ?? []).map((one) => ({
        name: one.required('name'),
      }))
      store.of(account).products.set(id, product)
      emit(account, 'product.created', product)
      return product
    },
    'GET /v1/products': ({ account, input }) => {
      const active = input.boolean('active')
      const ids = input.strings('ids')
      return pageOf(
        [...store.of(account).products.values()].filter(
          (one) => (active === undefined || one.active === active) && (!ids || ids.includes(one.id)),
        ),
        input,
        '/v1/products',
      )
    },
    'GET /v1/products/:': ({ account, ids: [id = ''] }) => store.get(account, 'products', id),
    'POST /v1/products/:': ({ account, input, ids: [id = ''] }) => {
      const product = store.get(account, 'products', id)
      product.name = input.string('name') ?? product.name
      product.description = input.text('description') ?? product.description
      product.active = input.boolean('active') ?? product.active
      product.metadata = input.metadata(product.metadata)
      const features = input.objects('marketing_features')
      if (features) product.marketing_features = features.map((one) => ({ name: one.required('name') }))
      const price = input.string('default_price')
      if (price) product.default_price = store.get(account, 'prices', price, 'default_price').id
      emit(account, 'product.updated', product)
      return product
    },
    'POST /v1/prices': ({ account, input }) => {
      const data = input.object('product_data')
      let product = input.string('product')
      if (data) {
        const made = newProduct(store, store.id('prod', 14), data.required('name'))
        made.metadata = data.metadata()
        store.of(account).products.set(made.id, made)
        product = made.id
      }
      if (!product) throw StripeFault.invalid('Missing required param: product.', 'product', 'parameter_missing')
      store.get(account, 'products', product, 'product')
      const amount = input.integer('unit_amount')
      if (amount === undefined || amount < 0)
        throw StripeFault.invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer')
      const recurring = input.object('recurring')
      const lookup = input.string('lookup_key') ?? null
      const moves = input.boolean('transfer_lookup_key') ?? false
      for (const other of store.of(account).prices.values())
        if (lookup !== null && other.lookup_key === lookup) {
          if (!moves) throw StripeFault.invalid(`A price with lookup key ${lookup} already exists.`, 'lookup_key')
          other.lookup_key = null
        }
      const price = newPrice(store, {
        currency: input.required('currency').toLowerCase(),
        product,
        unit_amount: amount,
        lookup_key: lookup,
        tax_behavior: input.choice('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
        recurring: recurring
          ? {
              interval: recurring.choice('interval', ['day', 'week', 'month', 'year']) ?? 'month',
              interval_count: recurring.integer('interval_count') ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
      })
      price.nickname = input.string('nickname') ?? null
      price.metadata = input.metadata()
      store.of(account).prices.set(price.id, price)
      emit(account, 'price.created', price)
      return price
    },
    'GET /v1/prices': ({ account, input }) => {
      const keys = input.strings('lookup_keys')
      const active = input.boolean('active')
      const product = input.string('product')
      const currency = input.string('currency')
      input.choice('type', ['recurring', 'one_time'])
      return pageOf(
        [...store.of(account).prices.values()].filter(
          (one) =>
            (!keys || (one.lookup_key !== null && keys.includes(one.lookup_key))) &&
            (active === undefined || one.active === active) &&
            (product === undefined || idOf(one.product) === product) &&
            (currency === undefined || one.currency === currency),
        ),
        input,
        '/v1/prices',
      )
    },
    'GET /v1/prices/:': ({ account, ids: [id = ''] }) => store.get(account, 'prices', id),
    'POST /v1/prices/:': ({ account, input, ids: [id = ''] }) => {
      const price = store.get(account, 'prices', id)
      price.active = input.boolean('active') ?? price.active
      price.nickname = input.text('nickname') ?? price.nickname
      price.metadata = input.metadata(price.metadata)
      emit(account, 'price.updated', price)
      return price
    },
    'POST /v1/tax_rates': ({ account, input }) => {
      const percentage = input.number('percentage')
      if (percentage === undefined)
        throw StripeFault.invalid('Missing required param: percentage.', 'percentage', 'parameter_missing')
      const rate = newTaxRate(store, {
        display_name: input.required('display_name'),
        inclusive: input.boolean('inclusive') ?? false,
        percentage,
        country: input.string('country') ?? null,
        description: input.string('description') ?? null,
      })
      rate.metadata = input.metadata()
      store.of(account).taxRates.set(rate.id, rate)
      emit(account, 'tax_rate.created', rate)
      return rate
    },
    'GET /v1/tax_rates': ({ account, input }) => {
      const active = input.boolean('active')
      const inclusive = input.boolean('inclusive')
      return pageOf(
        [...store.of(account).taxRates.values()].filter(
          (one) =>
            (active === undefined || one.active === active) && (inclusive === undefined || one.inclusive === inclusive),
        ),
        input,
        '/v1/tax_rates',
      )
    },
    'GET /v1/tax_rates/:': ({ account, ids: [id = ''] }) => store.get(account, 'taxRates', id),
    'POST /v1/coupons': ({ account, input }) => {
      const coupon = newCoupon(store, couponFields(input))
      if (store.of(account).coupons.has(coupon.id))
        throw StripeFault.invalid('Coupon already exists.', 'id', 'resource_already_exists')
      coupon.metadata = input.metadata()
      store.of(account).coupons.set(coupon.id, coupon)
      emit(account, 'coupon.created', coupon)
      return coupon
    },
    'GET /v1/coupons': ({ account, input }) => pageOf(store.of(account).coupons.values(), input, '/v1/coupons'),
    'GET /v1/coupons/:': ({ account, ids: [id = ''] }) => refreshed(store.get(account, 'coupons', id), store.now()),
    'DELETE /v1/coupons/:': ({ account, ids: [id = ''] }) => {
      const coupon = store.get(account, 'coupons', id)
      coupon.valid = false
      store.of(account).coupons.delete(id)
      emit(account, 'coupon.deleted', coupon)
      return { id, object: 'coupon', deleted: true }
    },
    'POST /v1/promotion_codes': ({ account, input }) => {
      const promotion = input.object('promotion')
      promotion?.choice('type', ['coupon'])
      const couponId = promotion?.required('coupon') ?? input.required('coupon')
      const coupon = store.get(account, 'coupons', couponId, 'promotion[coupon]')
      const code = (input.string('code') ?? store.id('x', 8).slice(2)).toUpperCase()
      if ([...store.of(account).promotionCodes.values()].some((one) => one.active && one.code.toUpperCase() === code))
        throw StripeFault.invalid('An active promotion code with this code already exists.', 'code')
      const restrictions = input.object('restrictions')
      const made: Stripe.PromotionCode = {
        id: store.id('promo'),
        object: 'promotion_code',
        active: input.boolean('active') ?? true,
        code,
        created: store.now(),
        customer: input.string('customer') ?? null,
        customer_account: null,
        expires_at: input.integer('expires_at') ?? null,
        livemode: false,
        max_redemptions: input.integer('max_redemptions') ?? null,
        metadata: input.metadata(),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: restrictions?.boolean('first_time_transaction') ?? false,
          minimum_amount: restrictions?.integer('minimum_amount') ?? null,
          minimum_amount_currency: restrictions?.string('minimum_amount_currency') ?? null,
        },
        times_redeemed: 0,
      }
      store.of(account).promotionCodes.set(made.id, made)
      emit(account, 'promotion_code.created', made)
      return made
    },
    'GET /v1/promotion_codes': ({ account, input }) => {
      const code = input.string('code')?.toUpperCase()
      const active = input.boolean('active')
      const coupon = input.string('coupon')
      const customer = input.string('customer')
      const now = store.now()
      return pageOf(
        [...store.of(account).promotionCodes.values()].filter(
          (one) =>
            (code === undefined || one.code.toUpperCase() === code) &&
            (active === undefined || isActive(one, now) === active) &&
            (coupon === undefined || idOf(one.promotion.coupon) === coupon) &&
            (customer === undefined || idOf(one.customer) === customer),
        ),
        input,
        '/v1/promotion_codes',
      )
    },
    'GET /v1/promotion_codes/:': ({ account, ids: [id = ''] }) => store.get(account, 'promotionCodes', id),
    'POST /v1/promotion_codes/:': ({ account, input, ids: [id = ''] }) => {
      const code = store.get(account, 'promotionCodes', id)
      code.active = input.boolean('active') ?? code.active
      code.metadata = input.metadata(code.metadata ?? {})
      return code
    },
    'POST /v1/test_helpers/test_clocks': ({ account, input }) => {
      const frozen = input.integer('frozen_time')
      if (frozen === undefined)
        throw StripeFault.invalid('Missing required param: frozen_time.', 'frozen_time', 'parameter_missing')
      const clock: Stripe.TestHelpers.TestClock = {
        id: store.id('clock'),
        object: 'test_helpers.test_clock',
        created: store.now(),
        deletes_after: store.now() + 30 * 86_400,
        frozen_time: frozen,
        livemode: false,
        name: input.string('name') ?? null,
        status: 'ready',
        status_details: {},
      }
      store.of(account).testClocks.set(clock.id, clock)
      emit(account, 'test_helpers.test_clock.created', clock)
      return clock
    },
    'GET /v1/test_helpers/test_clocks/:': ({ account, ids: [id = ''] }) => store.get(account, 'testClocks', id),
  }
}

const TAX_IDS: Readonly<Record<string, RegExp>> = {
  eu_vat: /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[\dA-Z+*]{7,12}$/,
  gb_vat: /^(GB)?(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

export const taxIdsOf = (store: Sim['store'], account: string, customerId: string): Stripe.TaxId[] =>
  [...store.of(account).taxIds.values()].filter((one) => idOf(one.customer) === customerId)

export const isActive = (code: Stripe.PromotionCode, now: number): boolean =>
  code.active &&
  (code.expires_at === null || code.expires_at > now) &&
  (code.max_redemptions === null || code.times_redeemed < code.max_redemptions)

export function refreshed(coupon: Stripe.Coupon, now: number): Stripe.Coupon {
  coupon.valid =
    (coupon.redeem_by === null || coupon.redeem_by > now) &&
    (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions)
  return coupon
}
