// Agencies bill their clients: two agencies in two regions, against a strict simulator of Stripe.
import { expect, test } from 'vitest'
import { createStripe } from '../../src/adapters/stripe/stripe.ts'
import { verifyLedger } from '../../src/modules/billing/invariants.ts'
import { startClientBilling } from '../helpers/client-billing-server.ts'
import { violations } from '../helpers/invariants.ts'
import { call } from '../helpers/people.ts'

const { stripe, server, eventually, ctxOf, balance, newAgency, connect, asClient, newMethod, newBilled, newSelling } =
  await startClientBilling()
const { clientBilling } = server.running.container.services

test('sells a plan at a monthly price that the agency created at the provider', { timeout: 60_000 }, async () => {
  const agency = await newAgency('eu', 1000)
  const stripeAccount = await connect(agency)
  const sdk = createStripe({ secretKey: stripe.secretKey, baseUrl: stripe.url })
  const product = await sdk.products.create(
    { name: 'Gold', marketing_features: [{ name: 'Answers' }] },
    { stripeAccount },
  )
  const priceOf = (interval: 'month' | 'year') =>
    sdk.prices.create(
      { product: product.id, currency: 'usd', unit_amount: 4000, recurring: { interval } },
      { stripeAccount },
    )
  const [monthly, yearly] = [await priceOf('month'), await priceOf('year')]
  const of = { workspaceId: agency.uid, agencyAccountId: stripeAccount }
  const { plans } = await agency.post<{ plans: object[] }>('/rpc/assemblePreBuiltPlansFromStripe', of)
  const plan = {
    name: 'Gold',
    price: 40,
    credits: 10_000,
    features: ['Answers'],
    isPopular: false,
    priceId: monthly.id,
    productId: product.id,
  }
  expect(plans).toEqual([
    { ...plan, stripePrices: [{ id: monthly.id, currency: 'usd', amount: 40, interval: 'month' }] },
  ])
  for (const priceId of [yearly.id, 'price_unknown'])
    expect((await agency.ask('/rpc/upsertAgencyPlans', { ...of, plans: [{ ...plan, priceId }] })).status).toBe(404)
  const save = (more: object) =>
    agency.post<{ updatedPlans: { priceId: string }[] }>('/rpc/upsertAgencyPlans', {
      ...of,
      plans: [{ ...plan, ...more }],
    })
  expect(await save({})).toEqual({ success: true, updatedPlans: [plan] })
  const { updatedPlans } = await save({ credits: 5000 })
  expect(updatedPlans).toMatchObject([{ price: 20, productId: product.id }])
  expect(updatedPlans[0]?.priceId).not.toBe(monthly.id)
})

test('sells the stored plans when saving new ones fails half-way', { timeout: 60_000 }, async () => {
  const { uid, account, ask, post, checkout, mine, asked } = await newSelling('eu')
  const of = { workspaceId: uid, agencyAccountId: account }
  type Plan = { priceId: string; productId: string }
  type Plans = { updatedPlans: Plan[] }
  const { plans } = await post<{ plans: Plan[] }>('/rpc/assemblePreBuiltPlansFromStripe', of)
  const { priceId, productId } = plans[0] as Plan
  const basic = { name: 'Basic', credits: 5000, features: ['Answers'], priceId, productId }
  const premium = { name: 'Premium', credits: 15_000, features: ['Answers'] }
  const { updatedPlans } = await post<Plans>('/rpc/upsertAgencyPlans', { ...of, plans: [basic, premium] })
  const [first, second] = updatedPlans
  const wanted = [{ ...first, credits: 6000 }, second]
  stripe.trouble({ call: `POST /v1/products/${second?.productId}`, times: 3, kind: 'error' })
  expect((await ask('/rpc/upsertAgencyPlans', { ...of, plans: wanted })).status).toBe(502)
  await checkout()

  // Archiving an old price is tried once the new plans are stored.
  const { prices } = stripe.store.of(account)
  stripe.trouble({ call: `POST /v1/prices/${first?.priceId}`, times: 3, kind: 'error' })
  const saved = (await post<Plans>('/rpc/upsertAgencyPlans', { ...of, plans: wanted })).updatedPlans
  await expect(checkout()).rejects.toThrow(/404/)
  const again = (
    await post<Plans>('/rpc/upsertAgencyPlans', { ...of, plans: [{ ...saved[0], credits: 7000 }, second] })
  ).updatedPlans
  expect(prices.get(saved[0]?.priceId ?? '')?.active).toBe(false)

  // A price that is inactive while its plan is on sale becomes active with the next save.
  const price = prices.get(again[0]?.priceId ?? '')
  if (price) price.active = false
  await post('/rpc/upsertAgencyPlans', { ...of, plans: again })
  expect(price?.active).toBe(true)
  const back = { successUrl: `${server.url}/done`, cancelUrl: `${server.url}/back` }
  await asked.post('/stripe/connect/create-subscription', { ...mine, priceId: price?.id, ...back })
})

test(
  'agencies in two regions sell credits and plans to their clients, each for its own account',
  { timeout: 60_000 },
  async () => {
    const [one, two] = await Promise.all([newAgency('eu', 50_000), newAgency('na', 50_000)])
    expect(await one.ask('/stripe/connect/create-account', { workspace: one.uid })).toMatchObject({
      status: 402,
      body: { message: 'This feature is available in whitelabel addon only' },
    })
    const [account, other] = await Promise.all([connect(one), connect(two)])
    expect((await one.allow(true)).body).toMatchObject({ data: { allowBilling: true } })
    expect((await two.allow(true)).status).toBe(200)

    const plans = { workspaceId: one.uid, agencyAccountId: account }
    const wanted = [
      { name: 'Basic', credits: 5000, features: ['Answers'], price: 0.01 },
      { name: 'Premium', credits: 15_000, features: ['Answers'], isPopular: true },
    ]
    const { updatedPlans } = await one.post<{ updatedPlans: { priceId: string; price: number }[] }>(
      '/rpc/upsertAgencyPlans',
      { ...plans, plans: wanted },
    )
    expect(updatedPlans.map(({ price }) => price)).toEqual([20, 60])
    expect(await one.ask('/rpc/upsertAgencyPlans', { ...plans, agencyAccountId: other, plans: wanted })).toMatchObject({
      status: 404,
    })
    const assembled = await one.post<{ plans: object[] }>('/rpc/assemblePreBuiltPlansFromStripe', plans)
    expect(assembled.plans).toHaveLength(2)

    const client = asClient(one)
    const orgId = one.org.orgId
    const mine = { orgId, region: 'eu', workspaceStripeAccountId: account }
    expect(
      await client.ask('POST', '/stripe/connect/pre-paid', { workspaceId: one.uid, orgId, creditAmount: 1000 }),
    ).toMatchObject({ status: 402 })
    const paymentMethodId = await newMethod(account)
    const { customer } = await client.post<{ customer: { id: string } }>('/stripe/connect/update-payment', {
      ...mine,
      paymentMethodId,
    })
    const before = await balance(one.person, one.uid)
    const bought = await client.post<{ loadTokens: number }>('/stripe/connect/pre-paid', {
      workspaceId: one.uid,
      orgId,
      creditAmount: 1000,
    })
    expect(bought.loadTokens).toBe(1000)
    expect(await balance(one.person, one.uid)).toBe(before - 1000)
    const fees = () =>
      [...stripe.store.of(account).charges.values()].map((one) => [one.amount, one.application_fee_amount])
    expect(fees()).toEqual([[400, 20]])

    const { sessionUrl } = await client.post<{ sessionUrl: string }>('/stripe/connect/create-subscription', {
      ...mine,
      priceId: updatedPlans[0]?.priceId,
      successUrl: `${server.url}/done`,
      cancelUrl: `${server.url}/back`,
    })
    const page = new URLSearchParams({
      number: '4242424242424242',
      exp_month: '12',
      exp_year: '40',
      cvc: '123',
      email: 'c@example.test',
    })
    expect((await fetch(sessionUrl, { method: 'POST', body: page, redirect: 'manual' })).status).toBe(303)
    await eventually(async () => expect(await balance(one.person, orgId)).toBe(6000))
    await eventually(async () =>
      expect(await client.get(`/client/billing?orgId=${orgId}`)).toMatchObject({ subscription: { status: 'active' } }),
    )
    expect(fees()).toEqual([
      [400, 20],
      [2000, 100],
    ])
    const { invoices } = await client.get<{ invoices: { data: object[] } }>(
      `/stripe/connect/get-invoices/${customer.id}/${account}`,
    )
    expect(invoices.data).toHaveLength(2)
    const { subscription } = await client.get<{ subscription: { id: string } }>(`/client/billing?orgId=${orgId}`)

    // Another customer, account, organisation or subscription gives no access.
    const stranger = asClient(two)
    for (const [method, path, body] of [
      ['GET', `/stripe/connect/get-invoices/${customer.id}/${other}`],
      ['GET', `/stripe/connect/get-payment-methods/${customer.id}/${account}`],
      ['GET', `/stripe/connect/get-billing-details/${customer.id}/${account}`],
      ['POST', '/stripe/connect/update-payment', { orgId, workspaceStripeAccountId: account, paymentMethodId }],
      ['POST', '/stripe/connect/cancel-subscription', { ...mine, region: 'na', subscriptionId: subscription.id }],
      ['POST', '/stripe/connect/pre-paid', { workspaceId: one.uid, orgId, creditAmount: 1000 }],
    ] as const)
      expect((await stranger.ask(method, path, body)).status, path).toBe(404)
    expect(
      await client.post('/stripe/connect/cancel-subscription', { ...mine, subscriptionId: subscription.id }),
    ).toMatchObject({ subscription: { status: 'canceled' } })

    // The agency can't sell credits that it does not have.
    const { status } = await client.ask('POST', '/stripe/connect/pre-paid', {
      workspaceId: one.uid,
      orgId,
      creditAmount: 50_000,
    })
    expect(status).toBe(402)
    expect(fees()).toHaveLength(2)

    // Falling below the threshold makes one charge.
    await client.post('/stripe/connect/update-autorecharge', {
      ...mine,
      automaticBilling: true,
      threshold: 5000,
      amount: 5,
    })
    const move = (source: string, amount: number) =>
      one.ask(`/v2/workspaces/${one.uid}/orgs/${orgId}/credit-transfer`, { source, amount })
    expect((await move('org', 2000)).status).toBe(200)
    await clientBilling.recharge(ctxOf(one.person), orgId)
    expect(await balance(one.person, orgId)).toBe(4000 + 1250)
    expect(fees()[2]).toEqual([500, 25])

    // Transfers move only available credits, in both directions.
    expect((await move('org', 5251)).body).toMatchObject({ message: 'Not enough credits in org.' })
    expect((await move('workspace', 10_000_000)).body).toMatchObject({ message: 'Not enough credits in workspace.' })
    expect((await move('workspace', 0)).body).toMatchObject({ message: 'Please enter a valid amount to transfer.' })
    const moves = await Promise.all([move('org', 5250), move('org', 5250)])
    expect(moves.map(({ status: s }) => s).toSorted((a, b) => a - b)).toEqual([200, 402])
    for (const region of ['eu', 'na'] as const) expect(await verifyLedger(server.dbs[region].pool)).toEqual([])
  },
)

test(
  'refunds and disputes at an agency’s account take back unspent credits, and the books follow',
  { timeout: 60_000 },
  async () => {
    const agency = await newAgency('eu', 10_000)
    const account = await connect(agency)
    expect((await agency.allow(true)).status).toBe(200)
    const client = asClient(agency)
    const { orgId } = agency.org
    const mine = { orgId, region: 'eu', workspaceStripeAccountId: account }
    const buy = async (number?: string) => {
      await client.post('/stripe/connect/update-payment', {
        ...mine,
        paymentMethodId: await newMethod(account, number),
      })
      await client.post('/stripe/connect/pre-paid', { workspaceId: agency.uid, orgId, creditAmount: 1000, again: true })
    }
    await buy()
    const own = () => balance(agency.person, agency.uid)
    const theirs = () => balance(agency.person, orgId)
    const before = await own()
    const move = (source: string, amount: number) =>
      agency.post(`/v2/workspaces/${agency.uid}/orgs/${orgId}/credit-transfer`, { source, amount })
    const [charge] = [...stripe.store.of(account).charges.values()]
    // Half of $4, in any order and twice.
    stripe.setMode('twice')
    stripe.refund(charge?.id ?? '', 200, account)
    await eventually(async () => expect(await theirs()).toBe(500))
    await eventually(async () => expect(await own()).toBe(before + 500))
    await move('org', 300)
    stripe.refund(charge?.id ?? '', 200, account)
    await eventually(async () => expect(await theirs()).toBe(0))
    await eventually(async () => expect(await own()).toBe(before + 1000))
    const sale = async () =>
      (
        await server.dbs.eu.pool.query<{ refunded: number; owed: number; state: string }>(
          'select refunded, credits_owed as owed, state from connect_sales where org_id = $1 order by created_at limit 1',
          [orgId],
        )
      ).rows[0]
    await eventually(async () => expect(await sale()).toMatchObject({ refunded: 400, owed: 300_000, state: 'paid' }))
    stripe.setMode('once')

    // An immediately disputed payment leaves no credits, and the nightly job finds an event that never came.
    await buy('4000000000000259')
    stripe.setMode('lost')
    await eventually(async () => expect(await theirs()).toBe(0))
    const { customerId } = await client.get<{ customerId: string }>(`/client/billing?orgId=${orgId}`)
    const shown = () =>
      client.get<{ invoices: { data: { dispute: string }[] } }>(`/stripe/connect/get-invoices/${customerId}/${account}`)
    await eventually(async () =>
      expect((await shown()).invoices.data.map(({ dispute }) => dispute).toSorted()).toEqual(['', 'open']),
    )
    const mails = async () => (await server.mailsTo(agency.person.email)).map(({ subject }) => subject)
    await eventually(async () =>
      expect(await mails()).toContainEqual(expect.stringMatching(/ disputes a payment of \$4\.00$/)),
    )
    stripe.setMode('once')
    const { payments } = server.running.container.services
    const report = await payments.reconcile(server.running.container.contexts.system('eu'))
    expect(report).toMatchObject({ failed: [] })
    expect(report.accounts).toBeGreaterThan(0)
    const again = await payments.reconcile(server.running.container.contexts.system('eu'))
    expect(again.corrected).toEqual([])
    const { rows } = await server.dbs.eu.pool.query<{ ours: string }>(
      `select coalesce(sum(amount), 0)::text as ours from payment_postings where account = 'provider' and provider_account = $1`,
      [account],
    )
    const movements = [...stripe.store.of(account).balanceTransactions.values()].reduce(
      // The agency pays the fees of disputes.
      (sum, one) => sum + (one.type === 'adjustment' ? one.amount : one.net),
      0,
    )
    expect(Number(rows[0]?.ours)).toBe(movements)
    expect(await violations(server.dbs)).toEqual([])
  },
)

test(
  'the subscription of a client ends at the provider when its billing is switched off or its organisation deleted',
  { timeout: 60_000 },
  async () => {
    const subscribed = async () => {
      const agency = await newSelling('eu')
      const { asked, account, orgId } = agency
      await (await agency.checkout()).pay()
      const read = () => asked.get<{ subscription: { status: string; id: string } }>(`/client/billing?orgId=${orgId}`)
      await eventually(async () => expect(await read()).toMatchObject({ subscription: { status: 'active' } }))
      const { id } = (await read()).subscription
      return { ...agency, id, status: () => stripe.store.of(account).subscriptions.get(id)?.status }
    }
    const off = await subscribed()
    expect((await off.allow(false)).status).toBe(200)
    await eventually(async () => expect(off.status()).toBe('canceled'))
    // They can cancel even when billing is off.
    expect(
      await off.asked.post('/stripe/connect/cancel-subscription', { ...off.mine, subscriptionId: off.id }),
    ).toMatchObject({ subscription: { status: 'canceled' } })
    const gone = await subscribed()
    await server.must('DELETE', `${gone.api}/v2/workspaces/${gone.uid}/orgs/${gone.orgId}`, gone.person.token)
    await eventually(async () => expect(gone.status()).toBe('canceled'))
  },
)

test('books the payments of a deleted organisation and refunds none of them', { timeout: 60_000 }, async () => {
  const { account, orgId, uid, api, person, checkout } = await newSelling('eu')
  await (await checkout()).pay()
  await eventually(async () => expect(await balance(person, orgId)).toBe(5000))
  await server.must('DELETE', `${api}/v2/workspaces/${uid}/orgs/${orgId}`, person.token)
  const { payments } = server.running.container.services
  expect(await payments.reconcile(ctxOf(person))).toMatchObject({ failed: [] })
  const [charge] = stripe.store.of(account).charges.values()
  expect(charge).toMatchObject({ amount: 2000, amount_refunded: 0 })
  stripe.refund(charge?.id ?? '', 500, account)
  const read = async (query: string) => (await server.dbs.eu.pool.query<object>(query, [account])).rows
  await eventually(async () =>
    expect(await read('select refunded, credits_owed::int as owed from connect_sales where account_id = $1')).toEqual([
      { refunded: 500, owed: 1_250_000 },
    ]),
  )
  expect(charge?.amount_refunded).toBe(500)
  expect(
    await read(
      `select sum(amount)::int as amount from payment_postings where account = 'refunds' and provider_account = $1`,
    ),
  ).toEqual([{ amount: 500 }])
  expect(await violations(server.dbs)).toEqual([])
})

test(
  'a subscription paid on a page left open while billing was switched off is cancelled and refunded',
  { timeout: 60_000 },
  async () => {
    const agency = await newSelling('eu')
    const { account, orgId } = agency
    const page = await agency.checkout()
    expect((await agency.allow(false)).status).toBe(200)
    await page.pay()
    const { charges, subscriptions } = stripe.store.of(account)
    await eventually(async () => {
      expect([...charges.values()].map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([
        [2000, 2000],
      ])
      expect([...subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
    })
    const sale = async () => {
      const found = 'select refunded, credits_booked::int as booked from connect_sales where org_id = $1'
      return (await server.dbs.eu.pool.query<object>(found, [orgId])).rows
    }
    await eventually(async () => expect(await sale()).toEqual([{ refunded: 2000, booked: 0 }]))
    expect(await balance(agency.person, orgId)).toBe(0)
    expect(await violations(server.dbs)).toEqual([])
  },
)

test(
  'a card with 3-D Secure buys credits once its owner confirmed the payment, and nothing where they fail to',
  { timeout: 60_000 },
  async () => {
    const { asked, uid, orgId, person, pay, account } = await newBilled('na')
    await pay('4000002500003155')
    const before = await balance(person, uid)
    const buy = () =>
      asked.post<{ success: boolean; requiresAction: boolean; clientSecret: string; paymentIntentId: string }>(
        '/stripe/connect/pre-paid',
        { workspaceId: uid, orgId, creditAmount: 1000, again: true },
      )
    const answer = ({ clientSecret, paymentIntentId }: Awaited<ReturnType<typeof buy>>, passed: boolean) =>
      fetch(`${stripe.url}/3ds/${paymentIntentId}?client_secret=${clientSecret}`, {
        method: 'POST',
        body: new URLSearchParams({ passed: String(passed) }),
      })
    const invoiceOf = async ({ paymentIntentId: id }: { paymentIntentId: string }) => {
      const query = 'select invoice_id from connect_sales where payment_intent_id = $1'
      const { rows } = await server.dbs.na.pool.query<{ invoice_id: string }>(query, [id])
      return rows[0]?.invoice_id ?? ''
    }
    const bought = await buy()
    expect(bought).toMatchObject({ success: false, requiresAction: true })
    // The agency's credits are reserved in the meantime.
    expect([await balance(person, orgId), await balance(person, uid)]).toEqual([0, before - 1000])
    await answer(bought, true)
    const { paymentIntentId } = bought
    const confirm = (body: object) => asked.ask('POST', '/stripe/connect/confirm-pre-paid', body)
    expect(await confirm({ orgId, paymentIntentId })).toMatchObject({ status: 200, body: { loadTokens: 1000 } })
    expect((await confirm({ orgId, paymentIntentId: 'pi_nobodys' })).status).toBe(404)
    expect([await balance(person, orgId), await balance(person, uid)]).toEqual([1000, before - 1000])
    const other = asClient(await newAgency('eu', 0))
    expect((await other.ask('POST', '/stripe/connect/confirm-pre-paid', { orgId, paymentIntentId })).status).toBe(404)

    const failed = await buy()
    expect(await balance(person, uid)).toBe(before - 2000)
    await answer(failed, false)
    await eventually(async () => expect(await balance(person, uid)).toBe(before - 1000))
    const invoice = await invoiceOf(failed)
    await eventually(async () => expect(stripe.store.of(account).invoices.get(invoice)?.status).toBe('void'))
    // Nobody answers the bank.
    await buy()
    const later = { ...ctxOf(person), now: () => new Date(Date.now() + 20 * 60_000) }
    await clientBilling.sweep(later)
    await eventually(async () => expect(await balance(person, uid)).toBe(before - 1000))
    expect([...stripe.store.of(account).charges.values()].filter(({ captured }) => captured)).toHaveLength(1)
    expect(await balance(person, orgId)).toBe(1000)
    expect(await violations(server.dbs)).toEqual([])
  },
)

test(
  'the agency sets when an organisation recharges, within its ranges and with its card',
  { timeout: 60_000 },
  async () => {
    const { api, uid, orgId, person, client } = await newBilled('eu')
    const patch = (change: object, bearer = person.token) =>
      call<{ code?: string; data?: object }>('PATCH', `${api}/v2/workspaces/${uid}/orgs/${orgId}`, {
        bearer,
        body: change,
      })
    const wanted = { automaticBilling: true, autochargeAmount: 10, autochargeThreshold: 700 }
    expect((await patch(wanted)).body.data).toMatchObject({
      ...wanted,
      internal: { autochargeCreditAmount: 10, autochargeCreditThreshold: 700 },
    })
    for (const change of [{ autochargeAmount: 4 }, { autochargeThreshold: 750 }, { autochargeAmount: 1e9 }])
      expect(await patch(change)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await patch({ loadTokens: 5 })).toMatchObject({ status: 400 })
    expect(await patch(wanted, client.token)).toMatchObject({ status: 403 })
    const cardless = await newAgency('na', 0)
    await connect(cardless)
    const own = `${cardless.api}/v2/workspaces/${cardless.uid}/orgs/${cardless.org.orgId}`
    const turnOn = () => call('PATCH', own, { bearer: cardless.person.token, body: { automaticBilling: true } })
    expect(await turnOn()).toMatchObject({ status: 403 })
    await cardless.allow(true)
    expect(await turnOn()).toMatchObject({ status: 402, body: { code: 'PAYMENT_FAILED' } })
  },
)

test('a sale resumed after the provider forgot its keys makes no second invoice', { timeout: 60_000 }, async () => {
  const { person, uid, orgId, asked, account } = await newBilled('na')
  await asked.post('/stripe/connect/pre-paid', { workspaceId: uid, orgId, creditAmount: 1000 })
  // The process died before it stored the outcome, more than a day ago.
  await server.dbs.na.pool.query(
    `update connect_sales set state = 'open', created_at = now() - interval '25 hours' where org_id = $1`,
    [orgId],
  )
  for (const key of stripe.store.answers.keys()) if (key.startsWith(account)) stripe.store.answers.delete(key)
  await clientBilling.sweep(ctxOf(person))
  const { rows } = await server.dbs.na.pool.query('select state from connect_sales where org_id = $1', [orgId])
  expect(rows).toEqual([{ state: 'paid' }])
  expect(stripe.store.of(account).invoices.size).toBe(1)
  expect(stripe.store.of(account).charges.size).toBe(1)
  expect(await balance(person, orgId)).toBe(1000)
})

test(
  'charges a purchase of two tabs once, and again only when its buyer confirms it',
  { timeout: 60_000 },
  async () => {
    const { uid, orgId, asked, account, person } = await newBilled('eu')
    const buy = (more: object = {}) =>
      asked.ask('POST', '/stripe/connect/pre-paid', { workspaceId: uid, orgId, creditAmount: 1000, ...more })
    const answers = await Promise.all([buy(), buy()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await buy()).body.message).toBe('You bought 1,000 credits in the last 10 minutes. Buy again?')
    expect((await buy({ creditAmount: 1500 })).status).toBe(200)
    expect((await buy({ again: true })).status).toBe(200)
    expect([...stripe.store.of(account).charges.values()].filter(({ paid }) => paid)).toHaveLength(3)
    await eventually(async () => expect(await balance(person, orgId)).toBe(3500))
  },
)

test('subscribes an organisation once when two tabs open the page', { timeout: 60_000 }, async () => {
  const { orgId, person, account, checkout } = await newSelling('na')
  const { customers, sessions, subscriptions } = stripe.store.of(account)
  const sdk = createStripe({ secretKey: stripe.secretKey, baseUrl: stripe.url })
  const [customer = ''] = customers.keys()
  const setup = { mode: 'setup', currency: 'usd', customer, success_url: server.url } as const
  const ofAgency = await sdk.checkout.sessions.create(setup, { stripeAccount: account })
  const pages = await Promise.all([checkout(), checkout()])
  for (const { pay } of pages) await pay()
  expect(subscriptions.size).toBe(1)
  expect(sessions.get(ofAgency.id)?.status).toBe('open')
  await expect(checkout()).rejects.toThrow(/409/)
  await eventually(async () => expect(await balance(person, orgId)).toBe(5000))
})

test('does not sell a second subscription while an unreported one runs, paid or due', { timeout: 60_000 }, async () => {
  const { account, checkout } = await newSelling('na')
  stripe.setMode('lost')
  try {
    await (await checkout()).pay()
    const { subscriptions } = stripe.store.of(account)
    const [first] = subscriptions.values()
    for (const status of ['trialing', 'past_due'] as const) {
      if (first) first.status = status
      await expect(checkout(), status).rejects.toThrow(/409/)
    }
    expect(subscriptions.size).toBe(1)
  } finally {
    stripe.setMode('once')
  }
})

test('charges one of two purchases when the provider was down for the first', { timeout: 60_000 }, async () => {
  const { person, uid, orgId, asked, account } = await newBilled('na')
  const before = await balance(person, uid)
  const buy = () => asked.ask('POST', '/stripe/connect/pre-paid', { workspaceId: uid, orgId, creditAmount: 1000 })
  stripe.trouble({ call: 'POST /v1/invoiceitems', times: 3, kind: 'down' })
  expect((await buy()).status).toBe(502)
  expect((await buy()).status).toBe(200)
  const aged = `update connect_sales set created_at = now() - interval '1 hour' where org_id = $1 and state = 'open'`
  await server.dbs.na.pool.query(aged, [orgId])
  await clientBilling.sweep(ctxOf(person))
  await clientBilling.sweep(ctxOf(person))
  expect([...stripe.store.of(account).charges.values()].filter(({ paid }) => paid)).toHaveLength(1)
  await eventually(async () => expect(await balance(person, orgId)).toBe(1000))
  expect(await balance(person, uid)).toBe(before - 1000)
  expect(await verifyLedger(server.dbs.na.pool)).toEqual([])
})

test('returns the agency its credits for a sale that a deleted organisation left', { timeout: 60_000 }, async () => {
  const { person, uid, orgId, asked, account, api } = await newBilled('na')
  const before = await balance(person, uid)
  stripe.trouble({ call: 'POST /v1/invoices', times: 3, kind: 'down' })
  const wanted = { workspaceId: uid, orgId, creditAmount: 1000 }
  expect((await asked.ask('POST', '/stripe/connect/pre-paid', wanted)).status).toBe(502)
  expect(await balance(person, uid)).toBe(before - 1000)
  await server.must('DELETE', `${api}/v2/workspaces/${uid}/orgs/${orgId}`, person.token)
  await server.dbs.na.pool.query(`update connect_sales set created_at = now() - interval '1 hour' where org_id = $1`, [
    orgId,
  ])
  await clientBilling.sweep(ctxOf(person))
  expect(await balance(person, uid)).toBe(before)
  expect(stripe.store.of(account).charges.size).toBe(0)
})

test('books a sale with both balances locked in the order in which turns lock them', { timeout: 60_000 }, async () => {
  const { pool } = server.dbs.na
  /** Turns lock balances in the order of their ids. */
  const firstOf = async (ids: readonly string[]) => {
    const order = 'select workspace_id as id from ledger_accounts where workspace_id = any($1) order by id limit 1'
    return (await pool.query<{ id: string }>(order, [ids])).rows[0]?.id
  }
  let billed = await newBilled('na')
  while ((await firstOf([billed.uid, billed.orgId])) !== billed.orgId) billed = await newBilled('na')
  const { uid, orgId, asked, person } = billed
  const turn = await pool.connect()
  try {
    const locking = `select 1 from ledger_accounts where id = $1 || ':available' for no key update nowait`
    await turn.query('begin')
    await turn.query(locking, [orgId])
    const bought = asked.post('/stripe/connect/pre-paid', { workspaceId: uid, orgId, creditAmount: 1000 })
    const waiting = 'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
    await eventually(async () => expect((await turn.query(waiting)).rows).not.toEqual([]))
    await turn.query(locking, [uid])
    await turn.query('commit')
    await bought
  } finally {
    turn.release(true)
  }
  expect(await balance(person, orgId)).toBe(1000)
})
