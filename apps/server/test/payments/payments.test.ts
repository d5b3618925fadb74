import { randomId } from '@parlance/contract/lib/ids'
import { describe, expect, test } from 'vitest'
import { createStripe } from '../../src/adapters/stripe/stripe.ts'
import { ADDRESS, eventually, newCard, payerOf, startPaymentServer } from '../helpers/payments.ts'
import { call, type Person } from '../helpers/people.ts'

const { stripe, server, ctxOf, newPayer, newSubscriber, credits, booksBalance } = await startPaymentServer()
const sdk = createStripe({ secretKey: stripe.secretKey, baseUrl: stripe.url })
const { payments } = server.running.container.services

describe('a workspace on the free plan', () => {
  test('subscribes, and gets the plan and $5 of credits once, through the webhook alone', async () => {
    const payer = await newPayer()
    const { person } = payer
    const before = await credits(person)
    stripe.setMode('lost')
    const { customerId } = await payer.addCard()
    expect(customerId).toMatch(/^cus_/)
    const made = await payer.subscribe()
    expect(made).toMatchObject({
      amountPaid: 20,
      tax: { currency: 'usd', amount: 0 },
      requiresAction: false,
      status: 'active',
    })
    expect(await payer.workspace()).toMatchObject({ plan: 'free', hasEverPaid: false, v2StripeConfig: null })
    expect(await credits(person)).toBe(before)
    stripe.setMode('again')
    for (const event of stripe.store.of('').events.values())
      if (event.type === 'invoice.paid' && JSON.stringify(event).includes(customerId)) await stripe.redeliver(event)
    await eventually(async () => expect(await credits(person)).toBe(before + 5000))
    const limits = { maxAgents: 50, maxMonthlyCredits: 'infinity', clientSeats: 10 }
    const v2StripeConfig = { status: 'active', limits, features: { whitelabel: false, customBranding: false } }
    const paying = { plan: 'pay_as_you_go', hasEverPaid: true, stripeCustomerId: customerId, v2StripeConfig }
    await eventually(async () => expect(await payer.workspace()).toMatchObject(paying))
    const overview = await payer.overview()
    expect(overview.currentPlan).toMatchObject({
      id: 'pay_as_you_go',
      name: 'Pay as you go',
      status: 'active',
      hasSubscription: true,
      cancels: false,
    })
    expect(overview.currentPlan['renewalDate']).toEqual(expect.any(Number))
    const usd = { currency: 'usd', unitAmount: 2000, lookupKey: 'parlance_pay_as_you_go_usd_2000_month' }
    expect(overview).toMatchObject({
      plans: [
        { id: 'free', billingCycle: 'monthly', status: null, stripePrices: [] },
        { id: 'pay_as_you_go', status: 'active', stripePrices: [usd, { unitAmount: 1800 }, { unitAmount: 1500 }] },
        { id: 'enterprise', status: null, stripePrices: [] },
      ],
    })
    const [invoice] = await payer.invoices()
    expect(invoice).toMatchObject({
      status: 'paid',
      kind: 'subscription',
      total: 2000,
      number: expect.stringMatching(/-0001$/),
    })
    const pdf = await fetch(String(invoice?.['invoice_pdf']))
    expect((await pdf.text()).startsWith('%PDF')).toBe(true)
    // A second click creates no second subscription.
    expect(await payer.subscribe()).toMatchObject({ subscriptionId: made['subscriptionId'] })
    await stripe.settled()
    expect(await credits(person)).toBe(before + 5000)
    await booksBalance()
  })

  test('gets nothing for a declined card, and the plan once another card pays', async () => {
    const payer = await newPayer()
    await payer.addCard('4000000000000341')
    expect(await payer.ask('create-subscription', { planId: 'pay_as_you_go' })).toMatchObject({
      status: 402,
      body: { code: 'PAYMENT_FAILED', message: 'Your card was declined.' },
    })
    expect(await payer.workspace()).toMatchObject({ plan: 'free' })
    await payer.addCard()
    await payer.subscribe()
    await eventually(async () => expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' }))
    await booksBalance()
  })

  test('gets the plan of a 3-D Secure card once the customer confirmed it', async () => {
    const payer = await newPayer()
    await payer.addCard('4000002760003184')
    const made = await payer.subscribe()
    expect(made).toMatchObject({ requiresAction: true, status: 'incomplete' })
    await stripe.settled()
    expect(await payer.workspace()).toMatchObject({ plan: 'free' })
    const ids = { paymentIntentId: made['paymentIntentId'], subscriptionId: made['subscriptionId'] }
    expect(await payer.post('confirm-subscription-payment', ids)).toMatchObject({
      success: true,
      status: 'requires_action',
    })
    expect(await payer.workspace()).toMatchObject({ plan: 'free' })
    await fetch(`${stripe.url}/v1/payment_intents/${String(made['paymentIntentId'])}/authenticate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.publishableKey}` },
      body: new URLSearchParams({ client_secret: String(made['clientSecret']), passed: 'true' }),
    })
    expect(await payer.post('confirm-subscription-payment', ids)).toMatchObject({ success: true, status: 'succeeded' })
    expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' })
    const stranger = await newPayer()
    await stranger.addCard()
    expect((await stranger.ask('confirm-subscription-payment', ids)).status).toBe(404)
  })

  test('gives up when the bank refuses, and can use the discount code again', async () => {
    const payer = await newPayer()
    await sdk.coupons.create({ id: 'AGAIN', percent_off: 25, duration: 'once' })
    await payer.addCard('4000002760003184')
    const made = await payer.subscribe({ discountCode: 'AGAIN' })
    const paymentIntentId = String(made['paymentIntentId'])
    await fetch(`${stripe.url}/v1/payment_intents/${paymentIntentId}/authenticate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.publishableKey}` },
      body: new URLSearchParams({ client_secret: String(made['clientSecret']), passed: 'false' }),
    })
    expect(await payer.post('confirm-subscription-payment', { paymentIntentId })).toMatchObject({
      success: false,
      status: 'requires_payment_method',
      planStatus: 'active',
    })
    await eventually(async () => expect(await payer.invoices()).toMatchObject([{ status: 'void' }]))
    await payer.addCard()
    expect(await payer.subscribe({ discountCode: 'AGAIN' })).toMatchObject({ status: 'active', amountPaid: 15 })
    await booksBalance()
  })

  test('can neither top up, nor recharge automatically, nor change add-ons', async () => {
    const payer = await newPayer()
    await payer.addCard()
    expect(await payer.ask('top-up-usd', { amount: 5 })).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT' } })
    expect(
      await payer.ask('add-addon-to-subscription', { addons: [{ addonId: 'workspace-seat', quantity: 1 }] }),
    ).toMatchObject({
      status: 402,
      body: { message: 'You need an active subscription to add addons' },
    })
    const { person } = payer
    const rpc = await server.must('POST', `${server.api(person.region)}/rpc/postChangeAutoBilling`, person.token, {
      uid: person.workspace.uid,
      threshold: 500,
      autoBilling: true,
    })
    expect(rpc).toEqual({ success: false, message: 'You are on the free plan. You cannot enable auto-recharge.' })
  })
})

test.each([
  ['DE', 'eur', 22.86],
  ['GB', 'gbp', 20.25],
  ['CH', 'usd', 20],
])('charges a customer in %s in %s, with tax', async (country, currency, amountPaid) => {
  const payer = await newPayer()
  await payer.addCard(undefined, { ...ADDRESS, country })
  expect(await payer.subscribe()).toMatchObject({ amountPaid, tax: { currency } })
  expect((await payer.overview()).tax).toMatchObject({ currency })
})

test('counts a discount code once, on the net amount', async () => {
  const coupon = { percent_off: '10', duration: 'once', name: 'Ten off', id: `c${randomId(6)}` }
  const secret = { authorization: `Bearer ${stripe.secretKey}` }
  await fetch(`${stripe.url}/v1/coupons`, { method: 'POST', headers: secret, body: new URLSearchParams(coupon) })
  const code = `SAVE${randomId(6).toUpperCase()}`
  const body = new URLSearchParams({ 'promotion[type]': 'coupon', 'promotion[coupon]': coupon.id, code })
  await fetch(`${stripe.url}/v1/promotion_codes`, { method: 'POST', headers: secret, body })
  const payer = await newPayer()
  expect(await payer.post('check-discount-code', { discountCode: 'NOPE' })).toMatchObject({
    discount: { valid: false },
  })
  expect(await payer.ask('check-discount-code', { discountCode: '' })).toMatchObject({
    status: 400,
    body: { message: 'Please enter a discount code' },
  })
  expect(await payer.post('check-discount-code', { discountCode: code })).toEqual({
    discount: { valid: true, percent_off: 10, amount_off: null, currency: null, name: 'Ten off', duration: 'once' },
  })
  await payer.addCard()
  const addonsToShow = [{ key: 'workspace-seat', quantity: 2 }]
  expect(await payer.ask('create-subscription', { planId: 'pay_as_you_go', discountCode: 'NOPE' })).toMatchObject({
    status: 400,
    body: { message: 'Invalid discount code' },
  })
  expect(await payer.subscribe({ discountCode: code, addonsToShow })).toMatchObject({ amountPaid: 36 })
  expect(await payer.post('check-discount-code', { discountCode: code })).toMatchObject({ discount: { valid: false } })
})

test('accepts a code of a fixed amount in the currency of the customer only', async () => {
  const discountCode = `FIVE${randomId(6).toUpperCase()}`
  await sdk.coupons.create({ id: discountCode, amount_off: 500, currency: 'usd', duration: 'once' })
  const [abroad, payer] = [await newPayer(), await newPayer()]
  await abroad.addCard(undefined, { ...ADDRESS, country: 'DE' })
  expect(await abroad.post('check-discount-code', { discountCode })).toMatchObject({ discount: { valid: false } })
  const wanted = { planId: 'pay_as_you_go', discountCode }
  expect((await abroad.ask('create-subscription', wanted)).body).toMatchObject({ message: 'Invalid discount code' })
  await payer.addCard()
  expect(await payer.post('check-discount-code', { discountCode })).toMatchObject({ discount: { amount_off: 500 } })
  expect(await payer.subscribe({ discountCode })).toMatchObject({ amountPaid: 15 })
})

test('gives a code for one customer to one of two workspaces, and to one of two tabs', async () => {
  const coupon = { percent_off: '50', duration: 'once', name: 'Half', id: `c${randomId(6)}` }
  const secret = { authorization: `Bearer ${stripe.secretKey}` }
  await fetch(`${stripe.url}/v1/coupons`, { method: 'POST', headers: secret, body: new URLSearchParams(coupon) })
  const code = `ONE${randomId(6).toUpperCase()}`
  const once = { 'promotion[type]': 'coupon', 'promotion[coupon]': coupon.id, code, max_redemptions: '1' }
  await fetch(`${stripe.url}/v1/promotion_codes`, { method: 'POST', headers: secret, body: new URLSearchParams(once) })
  const payers = await Promise.all([newPayer('eu'), newPayer('na')])
  await Promise.all(payers.map((payer) => payer.addCard()))
  const subscribe = (payer: Awaited<ReturnType<typeof newPayer>>) =>
    payer.ask('create-subscription', { planId: 'pay_as_you_go', discountCode: code })
  const answers = await Promise.all(payers.flatMap((payer) => [subscribe(payer), subscribe(payer)]))
  const paid = [...stripe.store.of('').charges.values()].filter(({ captured, amount }) => captured && amount === 1000)
  expect(paid).toHaveLength(1)
  const refused = answers.filter(({ status }) => status >= 400)
  expect(refused.length).toBeGreaterThanOrEqual(2)
  for (const { status, body } of refused) expect([status, body['code']]).toSatisfy(isRefusedCode)
  for (const payer of payers)
    expect(
      [...stripe.store.of('').subscriptions.values()].filter(
        ({ metadata }) => metadata['workspaceId'] === payer.person.workspace.uid,
      ).length,
    ).toBeLessThanOrEqual(1)
  await booksBalance()
})
const isRefusedCode = ([status, code]: readonly unknown[]) =>
  (status === 400 && code === 'INVALID_INPUT') || (status === 409 && code === 'CONFLICT')

test('ignores a price from the browser, and keeps the currency of the first payment', async () => {
  const payer = await newSubscriber()
  const addon = { addonId: 'client_seat', name: 'Client seat', quantity: 2, incrementalQuantity: 2 }
  await payer.post('add-addon-to-subscription', { addons: [{ ...addon, price: 0.01, currency: 'eur' }] })
  const [subscription] = [...stripe.store.of('').subscriptions.values()].filter(
    ({ metadata }) => metadata['workspaceId'] === payer.person.workspace.uid,
  )
  expect(subscription?.items.data.map(({ price, quantity }) => [price.unit_amount, price.currency, quantity])).toEqual([
    [2000, 'usd', 1],
    [500, 'usd', 2],
  ])
  // Meanwhile the address moves to another currency.
  await payer.addCard(undefined, { ...ADDRESS, country: 'DE' })
  expect((await payer.ask('top-up-usd', { amount: 5, currency: 'eur' })).status).toBe(400)
  expect((await payer.ask('top-up-usd', { amount: 5, currency: 'usd', price: 1 })).status).toBe(400)
  expect(await payer.post('top-up-usd', { amount: 5, currency: 'usd' })).toMatchObject({ success: true })
  expect((await payer.invoices()).find(({ kind }) => kind === 'topup')).toMatchObject({ currency: 'usd', total: 500 })
  await booksBalance()
})

describe('a subscription', () => {
  test('adds seats at once, removes them with the next cycle, and never charges twice for one', async () => {
    const payer = await newSubscriber()
    const seats = async () => {
      const { limits } = (await payer.workspace())['entitlements'] as { limits: { workspaceSeats: number } }
      return limits.workspaceSeats
    }
    const before = await seats()
    const set = (quantity: number) =>
      payer.post<{ errors: string[] }>('add-addon-to-subscription', {
        addons: [{ addonId: 'workspace_seat', quantity, price: 0.01, name: 'free', currency: 'usd' }],
      })
    expect(await set(3)).toEqual({ success: true, errors: [] })
    expect(await seats()).toBe(before + 3)
    expect(await payer.post('remove-addon-from-subscription', { addonKeys: ['workspace-seat'] })).toEqual({
      success: true,
      removed: ['workspace-seat'],
    })
    expect(await set(2)).toEqual({ success: true, errors: [] })
    expect(await payer.post('check-addon-status', { addonKeys: ['workspace-seat', 'custom-branding'] })).toEqual({
      hasSubscription: true,
      addons: [
        { addonKey: 'workspace-seat', hasAddon: true, quantity: 2 },
        { addonKey: 'custom-branding', hasAddon: false, quantity: 0 },
      ],
    })
    expect(await seats()).toBe(before + 3)
    const answer = await payer.post<{ errors: string[] }>('add-addon-to-subscription', {
      addons: [
        { addonId: 'gold', quantity: 1 },
        { addonId: 'custom-branding', quantity: 1 },
      ],
    })
    expect(answer.errors).toEqual(['gold', 'custom-branding'])
    stripe.advance(32 * 86_400)
    await eventually(async () => expect(await seats()).toBe(before + 2))
    // The plan, two seats of the new month, and three of the previous one; existing seats are not charged again.
    await eventually(async () => {
      const renewed = (await payer.invoices()).find(({ number }) => String(number).endsWith('-0002'))
      expect(renewed).toMatchObject({ subtotal: 2000 + 2 * 1000 + 3 * 1000 })
    })
    await booksBalance()
  })

  test.each(['before', 'after'])('starts once when a page of the provider is paid %s it', async (when) => {
    const payer = await newPayer()
    await payer.addCard()
    const { uid } = payer.person.workspace
    const path = `${server.api('na')}/rpc/createAgencySubscriptionSession`
    const { sessionUrl } = await server.must<{ sessionUrl: string }>('POST', path, payer.person.token, {
      workspaceId: uid,
    })
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '40', cvc: '123', email: 'a@example.test' }
    const pay = () => fetch(sessionUrl, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
    const started = () =>
      [...stripe.store.of('').subscriptions.values()].filter(({ metadata }) => metadata['workspaceId'] === uid)
    if (when === 'before') {
      stripe.setMode('lost')
      await pay()
      stripe.setMode('once')
    }
    const { subscriptionId } = await payer.subscribe()
    if (when === 'after') await pay()
    expect(started().map(({ id }) => id)).toEqual([subscriptionId])
    await eventually(async () => expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' }))
  })

  test('unlocks its features with white label', async () => {
    const payer = await newSubscriber()
    await payer.post('add-addon-to-subscription', { addons: [{ addonId: 'mini-whitelabel', quantity: 1 }] })
    expect(await payer.workspace()).toMatchObject({ entitlements: { whitelabel: true, autoBilling: true } })
  })

  test('ends with its workspace, also at the provider', async () => {
    const payer = await newPayer()
    const made = await server.must<{ data: { uid: string } }>(
      'POST',
      `${server.api('na')}/v2/workspaces`,
      payer.person.token,
      {},
    )
    const { uid } = made.data
    const theirs = payerOf(server, stripe, { ...payer.person, workspace: { uid, secret: '' } })
    await theirs.addCard()
    const { subscriptionId } = await theirs.subscribe()
    await eventually(async () => expect(await theirs.workspace()).toMatchObject({ plan: 'pay_as_you_go' }))
    await server.must('DELETE', `${server.api('na')}/v2/workspaces/${uid}`, payer.person.token)
    const status = async () => (await sdk.subscriptions.retrieve(String(subscriptionId))).status
    await eventually(async () => expect(await status()).toBe('canceled'))
    const kept = (table: string) =>
      server.dbs.na.pool.query(`select 1 from ${table} where workspace_id = $1`, [uid]).then(({ rows }) => rows.length)
    for (const table of ['payment_customers', 'payment_subscriptions', 'payment_recharges'])
      await eventually(async () => expect([table, await kept(table)]).toEqual([table, 0]))
    expect(await kept('payment_invoices')).toBe(1)
    await booksBalance()
  })

  test('lasts to the end of its cycle when it is cancelled, and continues when it is reactivated', async () => {
    const payer = await newSubscriber()
    expect(await payer.ask('cancel-subscription', { reason: 'Other' })).toMatchObject({ status: 400 })
    expect(await payer.ask('cancel-subscription', { reason: 'Because' })).toMatchObject({ status: 400 })
    const { cancelsAt } = await payer.post<{ cancelsAt: number }>('cancel-subscription', { reason: 'Too expensive' })
    expect((await payer.overview()).currentPlan).toMatchObject({ cancels: true, cancelsAt, renewalDate: null })
    await payer.post('reactivate-subscription')
    expect((await payer.overview()).currentPlan).toMatchObject({
      cancels: false,
      cancelsAt: null,
      renewalDate: cancelsAt,
    })
    await payer.post('cancel-subscription', { reason: 'Other: we closed' })
    expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' })
    stripe.advance(32 * 86_400)
    await eventually(async () =>
      expect(await payer.workspace()).toMatchObject({ plan: 'free', automaticBilling: false }),
    )
  })
})

test('each renewal of a plan brings its credits, and unused ones stay', async () => {
  const payer = await newSubscriber()
  const start = await credits(payer.person)
  await payer.post('add-addon-to-subscription', { addons: [{ addonId: 'client_seat', quantity: 1 }] })
  for (const cycle of [1, 2]) {
    stripe.advance(32 * 86_400)
    await eventually(async () => expect(await credits(payer.person)).toBe(start + cycle * 5000))
  }
  const renewals = async () => (await payer.invoices()).filter(({ status }) => status === 'paid')
  await eventually(async () =>
    expect((await renewals()).map(({ total }) => total)).toEqual([2500, expect.any(Number), 2000]),
  )
  await booksBalance()
})

describe('a failed renewal', () => {
  const DAY = 86_400
  /** Its saved card is declined when the next cycle starts. */
  const newDebtor = async () => {
    const payer = await newSubscriber()
    await payer.addCard('4000000000000341')
    stripe.advance(32 * DAY)
    await eventually(async () => expect((await payer.overview()).currentPlan).toMatchObject({ status: 'past_due' }))
    return payer
  }
  const subjectsOf = async ({ person }: { person: Person }) =>
    (await server.mailsTo(person.email)).map(({ subject }) => subject).toReversed()
  const payOverdue = ({ person: { region, token, workspace } }: { person: Person }) =>
    call<Record<string, unknown>>('POST', `${server.api(region)}/v2/workspaces/${workspace.uid}/pay-overdue`, {
      bearer: token,
      body: {},
    })

  test('sends a mail at once, and ends the plan after its retries', async () => {
    const payer = await newDebtor()
    const first = 'Your payment failed'
    await eventually(async () => expect(await subjectsOf(payer)).toContain(first))
    await payer.jobsDone()
    expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' })
    stripe.advance(8 * DAY)
    const last = 'Your workspace is on the free plan now'
    await eventually(async () => expect(await subjectsOf(payer)).toContain(last))
    expect(await payer.workspace()).toMatchObject({ plan: 'free', automaticBilling: false })
    await payer.jobsDone()
    expect((await subjectsOf(payer)).filter((subject) => [first, last].includes(subject))).toEqual([first, last])
    await booksBalance()
  })

  test('is paid with the next card, once, and keeps the plan', async () => {
    const payer = await newDebtor()
    expect(await payOverdue(payer)).toMatchObject({ status: 402, body: { code: 'PAYMENT_FAILED' } })
    await payer.addCard()
    const charges = stripe.store.of('').charges.size
    const both = await Promise.all([payOverdue(payer), payOverdue(payer)])
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(stripe.store.of('').charges.size).toBe(charges + 1)
    await eventually(async () => expect((await payer.overview()).currentPlan).toMatchObject({ status: 'active' }))
    expect(await payOverdue(payer)).toMatchObject({ status: 409 })
    // The next cycle is paid with that card too.
    stripe.advance(32 * DAY)
    await stripe.settled()
    await eventually(async () => expect((await payer.invoices())[0]).toMatchObject({ status: 'paid' }))
    expect((await payer.overview()).currentPlan).toMatchObject({ status: 'active' })
    await booksBalance()
  })
})

test('prints the tax ID of a customer on invoices, and keeps it when another is wrong', async () => {
  const payer = await newPayer('eu')
  const save = async (more: object) =>
    payer.ask('upsert-payment-method', {
      paymentMethodId: await newCard(stripe),
      email: 'ada@example.test',
      address: { ...ADDRESS, country: 'DE' },
      isNewPaymentMethod: true,
      ...more,
    })
  expect(await save({ taxId: 'de 123 456 789' })).toMatchObject({ status: 200 })
  expect(await save({ taxId: 'DE1' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  const unknown = { taxId: '1', address: { ...ADDRESS, country: 'AQ' } }
  expect(await save(unknown)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  expect(await payer.post('get-user-data')).toMatchObject({ customer: { taxId: 'DE123456789' } })
  await save({})
  await payer.subscribe()
  const pdf = await eventually(async () => fetch(String((await payer.invoices())[0]?.['invoice_pdf'])))
  expect(await pdf.text()).toContain('Tax ID DE123456789')
  await save({ taxId: '' })
  expect(await payer.post('get-user-data')).toMatchObject({ customer: { taxId: '' } })
})

describe('a top-up', () => {
  test('buys credits for the paid amount, and removes them on a refund', async () => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    expect(await payer.post('top-up-usd', { amount: 5, currency: 'usd' })).toMatchObject({ success: true })
    expect(await credits(payer.person)).toBe(before + 5000)
    // The subscription may have paid in the same second.
    const invoice = (await payer.invoices()).find(({ kind }) => kind === 'topup')
    expect(invoice).toMatchObject({ kind: 'topup', total: 500, status: 'paid' })
    const row = [...stripe.store.of('').charges.values()].at(-1)
    stripe.refund(row?.id ?? '', 200)
    await eventually(async () => expect(await credits(payer.person)).toBe(before + 3000))
    stripe.refund(row?.id ?? '', 300)
    await eventually(async () => expect(await credits(payer.person)).toBe(before))
    await booksBalance()
  })

  test.each([
    ['is refused', 'false', { state: 'failed', status: 'void' }],
    ['comes', 'true', { state: 'paid', status: 'paid' }],
  ])('waits for the bank, and leaves no open invoice when its confirmation %s', async (_what, passed, ended) => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    await payer.addCard('4000002760003184')
    const asked = await payer.post<Record<string, unknown>>('top-up-usd', { amount: 5 })
    expect(asked).toMatchObject({ requiresAction: true, success: false })
    const id = String(asked['invoiceId'])
    await payments.syncInvoice(ctxOf(payer.person), id)
    const status = async () => (await payer.invoices()).find((one) => one['id'] === id)?.['status']
    expect(await status()).toBe('open')
    await fetch(`${stripe.url}/v1/payment_intents/${String(asked['paymentIntentId'])}/authenticate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.publishableKey}` },
      body: new URLSearchParams({ client_secret: String(asked['clientSecret']), passed }),
    })
    await eventually(async () => expect(await status()).toBe(ended.status))
    const purchases = () =>
      server.dbs.na.pool
        .query('select state from payment_purchases where invoice_id = $1', [id])
        .then(({ rows }) => rows)
    await eventually(async () => expect(await purchases()).toEqual([{ state: ended.state }]))
    if (passed === 'false') await expect(sdk.invoices.pay(id)).rejects.toMatchObject({ code: 'invoice_not_editable' })
    expect(await credits(payer.person)).toBe(passed === 'true' ? before + 5000 : before)
    await booksBalance()
  })

  test('is charged once when two tabs pay in the same second, and again only when its buyer confirms it', async () => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    const buy = (more: object = {}) => payer.ask('top-up-usd', { amount: 10, ...more })
    const answers = await Promise.all([buy(), buy()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await credits(payer.person)).toBe(before + 10_000)
    expect(await buy()).toMatchObject({
      status: 409,
      body: {
        reason: 'purchase_repeated',
        message: 'You bought 10,000 credits in the last 10 minutes. Buy again?',
      },
    })
    expect(await buy({ amount: 11 })).toMatchObject({ status: 200 })
    expect(await buy({ again: true })).toMatchObject({ status: 200 })
    expect(await credits(payer.person)).toBe(before + 31_000)
    expect((await payer.invoices()).filter(({ kind }) => kind === 'topup')).toHaveLength(3)
    await booksBalance()
  })

  test('ends one that waits for the bank in another tab', async () => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    await payer.addCard('4000002760003184')
    const waiting = await payer.post<Record<string, unknown>>('top-up-usd', { amount: 5 })
    await payer.addCard()
    expect(await payer.post('top-up-usd', { amount: 5 })).toMatchObject({ success: true })
    expect(stripe.store.of('').paymentIntents.get(String(waiting['paymentIntentId']))?.status).toBe('canceled')
    expect(await credits(payer.person)).toBe(before + 5000)
    await booksBalance()
  })

  test.each([4, 4.99, 5.001, -5, 0, 1e308, 10_001, '5', null])('of %s is refused', async (amount) => {
    const payer = await refusing()
    expect((await payer.ask('top-up-usd', { amount })).status).toBe(400)
  })

  test('is refused in another currency or in another workspace', async () => {
    const payer = await refusing()
    expect((await payer.ask('top-up-usd', { amount: 5, currency: 'gbp' })).status).toBe(400)
    const other = await server.signUp('na')
    expect((await payer.ask('top-up-usd', { amount: 5, userId: other.workspace.uid })).status).toBe(404)
    expect((await payer.ask('top-up-usd', { amount: 5, region: 'eu' })).status).toBe(404)
    expect(
      (
        await call('POST', `${server.api('na')}/stripe/top-up-usd`, {
          bearer: other.token,
          body: { userId: payer.person.workspace.uid, amount: 5 },
        })
      ).status,
    ).toBe(404)
  })

  test.each([
    [true, 'won', 'The dispute about $5.00 is over', 'stands', 10_000],
    [false, 'lost', 'The dispute about $5.00 is over', 'returned', 5000],
  ])(
    'shows its dispute, and mails its owner when it opens and ends (won: %s)',
    async (won, dispute, subject, how, left) => {
      const payer = await newSubscriber()
      await payer.addCard('4000000000000259')
      await server.setCredits(payer.person, 5_000_000)
      await payer.post('top-up-usd', { amount: 5 })
      const shown = async () => (await payer.invoices()).find(({ kind }) => kind === 'topup')
      await eventually(async () => expect(await shown()).toMatchObject({ status: 'paid', dispute: 'open' }))
      const mailed = async () => (await server.mailsTo(payer.person.email)).map((one) => `${one.subject}: ${one.text}`)
      const opened = expect.stringContaining('Your payment of $5.00 is disputed')
      await eventually(async () => expect(await mailed()).toContainEqual(opened))
      await eventually(async () => expect(await credits(payer.person)).toBe(5000))
      const [open] = [...stripe.store.of('').disputes.values()].slice(-1)
      stripe.endDispute(open?.id ?? '', won)
      await eventually(async () => expect(await shown()).toMatchObject({ status: 'paid', dispute }))
      await eventually(async () => expect(await credits(payer.person)).toBe(left))
      await eventually(async () =>
        expect((await mailed()).filter((mail) => mail.startsWith(subject) && mail.includes(how))).toHaveLength(1),
      )
      await booksBalance()
    },
  )

  test('leaves a debt when it is disputed after spending, and the next one pays it', async () => {
    const payer = await newSubscriber()
    await payer.addCard('4000000000000259')
    await server.setCredits(payer.person, 0)
    await payer.post('top-up-usd', { amount: 5 })
    await eventually(async () => expect(await credits(payer.person)).toBe(0))
    await server.setCredits(payer.person, 0)
    await payer.addCard()
    await payer.post('top-up-usd', { amount: 10 })
    await eventually(async () => expect(await credits(payer.person)).toBeGreaterThan(0))
    await booksBalance()
  })

  let shared: Promise<Awaited<ReturnType<typeof newSubscriber>>> | undefined
  const refusing = () => (shared ??= newSubscriber())
})
