import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { isLuhnValid } from './cards.ts'
import { DELIVERY_MODES, startStripe, TEST_CARDS } from './server.ts'

const simulator = await startStripe()
afterAll(() => simulator.close())
const clientOf = ({ url, secretKey }: { url: string; secretKey: string }) => {
  const { hostname, port } = new URL(url)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}
const stripe = clientOf(simulator)
const cardOf = async (number: string, client = stripe) => {
  const params = { type: 'card', card: { number, exp_month: 12, exp_year: 2040, cvc: '123' } } as const
  return client.paymentMethods.create(params as Stripe.PaymentMethodCreateParams)
}
const charge = async (number: string) => {
  const method = await cardOf(number)
  return stripe.paymentIntents.create({ amount: 2000, currency: 'usd', payment_method: method.id, confirm: true })
}

test('knows at least forty test numbers, all of which are valid card numbers', () => {
  const numbers = Object.keys(TEST_CARDS)
  expect(numbers.length).toBeGreaterThanOrEqual(40)
  expect(numbers.filter((number) => !isLuhnValid(number))).toEqual([])
  expect(DELIVERY_MODES).toHaveLength(8)
})

test.each(Object.entries(TEST_CARDS))('charges %s as published', async (number, card) => {
  const done = charge(number)
  if (card.threeDSecure === 'error') return expect(done).rejects.toMatchObject({ statusCode: 402 })
  if (card.threeDSecure) return expect(await done).toMatchObject({ status: 'requires_action' })
  const { code, decline_code } = card.decline ?? {}
  if (code) return expect(done).rejects.toMatchObject({ statusCode: 402, code, decline_code: decline_code ?? '' })
  return expect(await done).toMatchObject({ status: 'succeeded', amount_received: 2000 })
})

test('refuses numbers of real cards, unknown fields and other keys', async () => {
  await expect(cardOf('4000000000000004')).rejects.toMatchObject({ statusCode: 402 })
  await expect(cardOf('4242424242424241')).rejects.toMatchObject({ code: 'incorrect_number' })
  await expect(stripe.customers.create({ nope: 'x' } as Stripe.CustomerCreateParams)).rejects.toMatchObject({
    code: 'parameter_unknown',
  })
  const other = clientOf({ ...simulator, secretKey: 'sk_test_other' })
  await expect(other.customers.list()).rejects.toMatchObject({ statusCode: 401 })
  const browser = clientOf({ ...simulator, secretKey: simulator.publishableKey })
  await expect(browser.customers.list()).rejects.toMatchObject({ statusCode: 403 })
})

test('answers an idempotency key once, and refuses it for another request', async () => {
  const options = { idempotencyKey: 'one' }
  const made = await stripe.customers.create({ email: 'a@example.test' }, options)
  expect((await stripe.customers.create({ email: 'a@example.test' }, options)).id).toBe(made.id)
  await expect(stripe.customers.create({ email: 'b@example.test' }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
})

test('has a page with codes of its own, the clock and every test card', async () => {
  const own = await startStripe({ discountCodes: true })
  const say = (body: object) => fetch(`${own.url}/page/say`, { method: 'POST', body: JSON.stringify(body) })
  const client = clientOf(own)
  expect((await client.promotionCodes.list({ code: 'SAVE10', active: true })).data).toHaveLength(1)
  expect((await say({ code: { code: 'Twice', off: '5', unit: 'eur', duration: 'once', uses: '2' } })).status).toBe(200)
  expect((await say({ code: { code: 'twice', off: '5', unit: 'eur', duration: 'once' } })).status).toBe(400)
  expect((await say({ code: { code: 'x y', off: '-5', unit: 'percent' } })).status).toBe(400)
  expect((await say({ days: -1 })).status).toBe(400)
  expect((await fetch(`${own.url}/page/say`, { method: 'POST', body: '{' })).status).toBe(400)
  const before = own.store.now()
  const state = (await (await say({ days: 32 })).json()) as {
    now: number
    codes: object[]
    cards: { effect: string }[]
  }
  expect(state.now).toBeGreaterThanOrEqual(before + 32 * 86_400)
  expect(state.codes).toContainEqual({ code: 'TWICE', discount: '€5.00 off the first invoice', used: '0 of 2' })
  expect(state.cards).toHaveLength(Object.keys(TEST_CARDS).length)
  expect(state.cards.every(({ effect }) => effect !== '')).toBe(true)
  expect(await (await fetch(`${own.url}/page`)).text()).toContain('<h1>Stripe simulator</h1>')
  await own.close()
})

test('fails every call and cancels a payment that waits for the bank when its page says so', async () => {
  const own = await startStripe()
  const say = (body: object) => fetch(`${own.url}/page/say`, { method: 'POST', body: JSON.stringify(body) })
  const client = clientOf(own)
  const customer = await client.customers.create({ email: 'a@example.test' })
  const method = await cardOf('4000002760003184', client)
  await client.paymentMethods.attach(method.id, { customer: customer.id })
  const draft = await client.invoices.create({ customer: customer.id, currency: 'usd' })
  await client.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount: 500, currency: 'usd' })
  await client.invoices.finalizeInvoice(draft.id)
  await expect(client.invoices.pay(draft.id, { payment_method: method.id, off_session: false })).rejects.toMatchObject({
    code: 'invoice_payment_intent_requires_action',
  })
  await say({ down: true })
  await expect(client.invoices.retrieve(draft.id)).rejects.toMatchObject({ statusCode: 500 })
  const { unconfirmed } = (await (await say({ down: false })).json()) as {
    unconfirmed: { amount: string; actions: { say: object }[] }[]
  }
  expect(unconfirmed).toMatchObject([{ amount: '$5.00' }])
  await say(unconfirmed[0]?.actions[0]?.say ?? {})
  expect(await client.invoices.retrieve(draft.id)).toMatchObject({ status: 'void' })
  await own.close()
})

test('prints tax IDs on invoices, and refuses wrong ones', async () => {
  const customer = await stripe.customers.create({ email: 'a@example.test' })
  const wrong = stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE12' })
  await expect(wrong).rejects.toMatchObject({ code: 'tax_id_invalid' })
  const { id } = await stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE123456789' })
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'eur' })
  const invoice = await stripe.invoices.finalizeInvoice(draft.id)
  expect(invoice.customer_tax_ids).toEqual([{ type: 'eu_vat', value: 'DE123456789' }])
  expect(await (await fetch(String(invoice.invoice_pdf))).text()).toContain('Tax ID DE123456789')
  await stripe.customers.deleteTaxId(customer.id, id)
  expect((await stripe.customers.listTaxIds(customer.id)).data).toEqual([])
})

test('keeps everything over a restart', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stripe-'))
  const storeFile = join(dir, 'state.json')
  const first = await startStripe({ storeFile })
  const customer = await clientOf(first).customers.create({ email: 'a@example.test' })
  await first.close()
  const second = await startStripe({ storeFile })
  expect(await clientOf(second).customers.retrieve(customer.id)).toMatchObject({ email: 'a@example.test' })
  await second.close()
  rmSync(dir, { recursive: true })
})

/** Since 2022 these are sent only when they are expanded. */
const ON_REQUEST = new Set(['refunds', 'sources', 'subscriptions', 'tax_ids', 'payments', 'confirmation_secret'])
/** The published examples use an older version, which had these elsewhere. */
const MOVED = new Set(['invoice.subscription'])
const FIXTURES = process.env['STRIPE_FIXTURES'] ?? ''

test.skipIf(!existsSync(FIXTURES))('has the fields that Stripe publishes', async () => {
  const { resources } = JSON.parse(readFileSync(FIXTURES, 'utf8')) as { resources: Record<string, object> }
  const customer = await stripe.customers.create({ email: 'a@example.test' })
  const intent = await charge('4242424242424242')
  const product = await stripe.products.create({ name: 'Plan' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 2000,
    recurring: { interval: 'month' },
  })
  const method = await cardOf('4242424242424242')
  await stripe.paymentMethods.attach(method.id, { customer: customer.id })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: method.id,
  })
  const made = {
    customer,
    product,
    price,
    subscription,
    payment_intent: intent,
    charge: await stripe.charges.retrieve(String(intent.latest_charge)),
    invoice: await stripe.invoices.retrieve(String(subscription.latest_invoice)),
    coupon: await stripe.coupons.create({ percent_off: 10, duration: 'once' }),
    tax_rate: await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 27 }),
    refund: await stripe.refunds.create({ payment_intent: intent.id }),
  }
  const missing = Object.entries(made).flatMap(([name, object]) =>
    Object.keys(resources[name] ?? {})
      .filter((field) => !(field in object) && !ON_REQUEST.has(field) && !MOVED.has(`${name}.${field}`))
      .map((field) => `${name}.${field}`),
  )
  expect(missing).toEqual([])
})
