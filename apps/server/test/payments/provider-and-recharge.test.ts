import { randomId } from '@parlance/contract/lib/ids'
import { MILLI } from '@parlance/contract/lib/money'
import { HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import { describe, expect, test } from 'vitest'
import { ADDRESS, eventually, newCard, startPaymentServer } from '../helpers/payments.ts'
import { call, type Person } from '../helpers/people.ts'

const { stripe, server, ctxOf, newPayer, newSubscriber, webhooksHandled, credits, booksBalance } =
  await startPaymentServer()
const { payments, billing } = server.running.container.services

describe('the payment provider', () => {
  test('charges once when it cuts a call off or fails, and is retried', async () => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    stripe.trouble({ call: 'POST /v1/invoices', times: 1, kind: 'lost' })
    stripe.trouble({ call: 'POST /v1/invoiceitems', times: 1, kind: 'error' })
    expect(await payer.post('top-up-usd', { amount: 5 })).toMatchObject({ success: true })
    expect(await credits(payer.person)).toBe(before + 5000)
    await booksBalance()
  })

  test('causes a clear error when it is down, and nothing unpaid is kept', async () => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    stripe.trouble({ call: 'POST /v1/invoices', times: 3, kind: 'down' })
    expect(await payer.ask('top-up-usd', { amount: 5 })).toMatchObject({
      status: 502,
      body: { code: 'UPSTREAM_FAILED' },
    })
    expect(await credits(payer.person)).toBe(before)
    // The buyer tries again, as the error asks: the first try may not be charged too.
    await payer.post('top-up-usd', { amount: 5 })
    await server.dbs.na.pool.query(
      `update payment_purchases set created_at = now() - interval '1 hour' where state = 'open'`,
    )
    await payments.resumePurchases(ctxOf(payer.person))
    await payments.resumePurchases(ctxOf(payer.person))
    await stripe.settled()
    expect(await credits(payer.person)).toBe(before + 5000)
    const states = async () => (await payer.invoices()).map(({ status }) => String(status))
    await eventually(async () =>
      expect((await states()).toSorted((a, b) => a.localeCompare(b))).toEqual(['paid', 'paid', 'void']),
    )
    await booksBalance()
  })

  test('sells again although it keeps failing for the first purchase', async () => {
    const payer = await newSubscriber()
    const before = await credits(payer.person)
    // Three tries of the purchase, and three when the next one ends it.
    stripe.trouble({ call: 'POST /v1/invoices', times: 6, kind: 'error' })
    expect((await payer.ask('top-up-usd', { amount: 5 })).status).toBe(502)
    expect(await payer.post('top-up-usd', { amount: 5 })).toMatchObject({ success: true })
    const { rows } = await server.dbs.na.pool.query(
      'select state from payment_purchases where workspace_id = $1 order by created_at',
      [payer.person.workspace.uid],
    )
    expect(rows).toEqual([{ state: 'failed' }, { state: 'paid' }])
    expect(await credits(payer.person)).toBe(before + 5000)
    await booksBalance()
  })

  test('lets a card be saved although it ended the subscription and its webhook was lost', async () => {
    const payer = await newSubscriber()
    const [subscription] = [...stripe.store.of('').subscriptions.values()].slice(-1)
    stripe.setMode('lost')
    await fetch(`${stripe.url}/v1/subscriptions/${subscription?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${stripe.secretKey}` },
    })
    expect(subscription?.status).toBe('canceled')
    await payer.addCard('5555555555554444')
    stripe.setMode('once')
  })

  test('makes no second invoice when a payment resumes after it forgot its keys', async () => {
    const payer = await newSubscriber()
    await payer.post('top-up-usd', { amount: 5 })
    await stripe.settled()
    const before = await credits(payer.person)
    const charged = () => stripe.store.of('').charges.size
    const charges = charged()
    // The process died before it stored the outcome, more than a day ago.
    const { uid } = payer.person.workspace
    await server.dbs.na.pool.query(
      `update payment_purchases set state = 'open', created_at = now() - interval '25 hours' where workspace_id = $1`,
      [uid],
    )
    stripe.store.answers.clear()
    await payments.resumePurchases(ctxOf(payer.person))
    const { rows } = await server.dbs.na.pool.query('select state from payment_purchases where workspace_id = $1', [
      uid,
    ])
    expect(rows).toEqual([{ state: 'paid' }])
    expect(charged()).toBe(charges)
    expect(await credits(payer.person)).toBe(before)
  })

  test('is compared every night, which makes up for lost webhooks', async () => {
    const payer = await newPayer()
    stripe.setMode('lost')
    await payer.addCard()
    await payer.subscribe()
    await stripe.settled()
    expect(await payer.workspace()).toMatchObject({ plan: 'free' })
    const report = await payments.reconcile(server.running.container.contexts.system('na'))
    expect(report.failed).toEqual([])
    expect(report.corrected.length).toBeGreaterThan(0)
    expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' })
    expect((await payments.reconcile(server.running.container.contexts.system('na'))).corrected).toEqual([])
    await booksBalance()
  })

  test('is refused without its signature', async () => {
    const event = JSON.stringify([...stripe.store.of('').events.values()][0])
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/webhooks/stripe`, { method: 'POST', body: event, headers })
    expect((await post({})).status).toBe(400)
    expect((await post({ 'stripe-signature': 't=1,v1=00' })).status).toBe(400)
  })

  test('reports another customer’s payment method as unknown', async () => {
    const [mine, theirs] = [await newPayer(), await newPayer()]
    const paymentMethodId = await newCard(stripe)
    const body = { paymentMethodId, email: 'a@example.test', address: ADDRESS, isNewPaymentMethod: true }
    await theirs.post('upsert-payment-method', body)
    expect((await mine.ask('upsert-payment-method', body)).status).toBe(404)
    const { address: _address, ...without } = body
    expect(await mine.ask('upsert-payment-method', without)).toMatchObject({
      status: 400,
      body: { message: 'Please complete all required address fields' },
    })
  })
})

describe('automatic recharge', () => {
  const spend = async ({ region, workspace }: Person, amount: number) => {
    const ctx = server.running.container.contexts.system(region, workspace.uid)
    const item = { holdKey: randomId(12), workspaceId: workspace.uid, agentId: null, cause: 'Turn' }
    return ctx.tx(async (tx) => {
      await billing.lockBalances(tx.db, [workspace.uid])
      await billing.holdMany(tx.db, [{ ...item, amount }])
      const [settled] = await billing.settleMany(tx.db, [{ ...item, cost: amount }])
      if (settled?.crossed) await tx.emit({ type: 'credits.crossed', workspaceId: workspace.uid })
    })
  }
  const save = ({ region, token, workspace }: Person, internal: object) =>
    server.must('PUT', `${server.api(region)}/v2/workspaces/${workspace.uid}/auto-recharge`, token, {
      automaticBilling: true,
      internal,
    })
  const inHours = (person: Person, hours: number) => ({
    ...ctxOf(person),
    now: () => new Date(Date.now() + hours * (HOUR_MS + MINUTE_MS)),
  })
  const declined = async ({ region, workspace }: Person) => {
    const purchases = `select 1 from payment_purchases where workspace_id = $1 and state = 'failed'`
    return (await server.dbs[region].pool.query(purchases, [workspace.uid])).rows.length
  }
  const recharges = async (payer: Awaited<ReturnType<typeof newSubscriber>>) =>
    (await payer.invoices()).filter(({ kind, status }) => kind === 'recharge' && status === 'paid').length

  test('charges once for fifty parallel debits across the threshold', async () => {
    const payer = await newSubscriber()
    await server.setCredits(payer.person, 1000 * MILLI)
    await save(payer.person, { autochargeCreditThreshold: 500, autochargeCreditAmount: 5, monthlyChargeLimit: 100 })
    await Promise.all(Array.from({ length: 50 }, () => spend(payer.person, 12 * MILLI)))
    await eventually(async () => expect(await recharges(payer)).toBe(1))
    await eventually(async () => expect(await credits(payer.person)).toBe(1000 - 600 + 5000))
    await booksBalance()
  })

  test('stops at the monthly limit, and after three declined payments', async () => {
    const payer = await newSubscriber()
    await save(payer.person, { autochargeCreditAmount: 25, monthlyChargeLimit: 25 })
    // Saving starts a recharge of its own, which would meet the ones below.
    await payer.jobsDone()
    const { recharge } = payments
    const low = () => server.setCredits(payer.person, 100 * MILLI)
    await low()
    await recharge(ctxOf(payer.person))
    await low()
    await recharge(ctxOf(payer.person))
    expect(await recharges(payer)).toBe(1)
    expect((await payer.overview()).autoRecharge).toMatchObject({ stopped: 'limit', chargedThisMonth: 25 })
    await payer.addCard('4000000000000341')
    await save(payer.person, { monthlyChargeLimit: 0 })
    await payer.jobsDone()
    for (let nth = 0; nth < 4; nth += 1) await recharge(inHours(payer.person, nth))
    expect((await payer.overview()).autoRecharge).toMatchObject({ automaticBilling: false, stopped: 'declined' })
    expect(await recharges(payer)).toBe(1)
    expect(await declined(payer.person)).toBe(3)
    await booksBalance()
  })

  test('counts tax towards the monthly limit', async () => {
    const payer = await newPayer()
    await payer.addCard(undefined, { ...ADDRESS, country: 'DE' })
    await payer.subscribe()
    await eventually(async () => expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' }))
    await webhooksHandled()
    await server.setCredits(payer.person, 1000 * MILLI)
    // €25 and 27 percent VAT are more than €25, but a limit of one amount allows one.
    await save(payer.person, { autochargeCreditAmount: 25, monthlyChargeLimit: 25 })
    await payer.jobsDone()
    const recharge = async () => {
      await server.setCredits(payer.person, 100 * MILLI)
      await payments.recharge(ctxOf(payer.person))
      return (await payer.overview()).autoRecharge
    }
    expect(await recharge()).toMatchObject({ stopped: null, chargedThisMonth: 31.75 })
    await server.setCredits(payer.person, 1000 * MILLI)
    await payments.recharge(ctxOf(payer.person))
    expect(await recharge()).toMatchObject({ stopped: 'limit', chargedThisMonth: 31.75 })
    expect(await recharges(payer)).toBe(1)
  })

  test('tries again an hour after a declined payment, and at once with another card', async () => {
    const payer = await newSubscriber()
    const { person } = payer
    await payer.addCard('4000000000000341')
    await save(person, { monthlyChargeLimit: 0 })
    await payer.jobsDone()
    await server.setCredits(person, 100 * MILLI)
    for (let nth = 0; nth < 3; nth += 1) await payments.recharge(ctxOf(person))
    expect(await declined(person)).toBe(1)
    await payments.recharge(inHours(person, 1))
    expect(await declined(person)).toBe(2)
    await payer.addCard()
    await payments.recharge(ctxOf(person))
    expect(await recharges(payer)).toBe(1)
    await booksBalance()
  })

  test('goes on after a process ended between a decline and its count', async () => {
    const payer = await newSubscriber()
    const { person } = payer
    await payer.addCard('4000000000000341')
    await save(person, { monthlyChargeLimit: 0 })
    await payer.jobsDone()
    await server.setCredits(person, 100 * MILLI)
    await payments.recharge(ctxOf(person))
    await server.dbs.na.pool.query('update payment_recharges set armed = false, declines = 0 where workspace_id = $1', [
      person.workspace.uid,
    ])
    await payer.addCard()
    await payments.recharge(ctxOf(person))
    expect(await recharges(payer)).toBe(0)
    await payments.recharge(inHours(person, 1))
    expect(await recharges(payer)).toBe(1)
    await booksBalance()
  })

  test('needs a payment method, and stops when the provider has none any more', async () => {
    const { pool } = server.dbs.na
    const cardless = await newPayer()
    await pool.query(`update workspaces set plan = 'enterprise' where uid = $1`, [cardless.person.workspace.uid])
    const turn = (automaticBilling: boolean) =>
      call('PUT', `${server.api('na')}/v2/workspaces/${cardless.person.workspace.uid}/auto-recharge`, {
        bearer: cardless.person.token,
        body: { automaticBilling },
      })
    expect(await turn(true)).toMatchObject({
      status: 402,
      body: { code: 'PAYMENT_FAILED', message: 'Add a payment method first.' },
    })
    expect((await turn(false)).status).toBe(200)

    const payer = await newSubscriber()
    await save(payer.person, { monthlyChargeLimit: 0 })
    await payer.jobsDone()
    const { stripeCustomerId } = await payer.workspace()
    const customer = stripe.store.of('').customers.get(String(stripeCustomerId))
    if (customer) customer.invoice_settings.default_payment_method = null
    await server.setCredits(payer.person, 100 * MILLI)
    const purchases = async () =>
      (await pool.query('select state from payment_purchases where workspace_id = $1', [payer.person.workspace.uid]))
        .rows
    await payments.recharge(ctxOf(payer.person))
    expect(await purchases()).toEqual([{ state: 'failed' }])
    const invoices = async () => (await payer.invoices()).filter(({ kind }) => kind === 'recharge')
    await eventually(async () => expect(await invoices()).toMatchObject([{ status: 'void' }]))
    const failed = async () =>
      (await server.mailsTo(payer.person.email)).filter(({ subject }) => subject === 'Automatic recharge failed')
    await eventually(async () => expect(await failed()).toHaveLength(1))
    for (let nth = 1; nth < 4; nth += 1) await payments.recharge(inHours(payer.person, nth))
    expect((await payer.overview()).autoRecharge).toMatchObject({ automaticBilling: false, stopped: 'declined' })
    expect(await purchases()).toHaveLength(3)
    await booksBalance()
  })

  test.each(['its webhook', 'the nightly comparison'] as const)(
    'learns by %s that the customer was deleted, and can be paid again with a new one',
    async (how) => {
      const { pool } = server.dbs.na
      const payer = await newSubscriber()
      const { uid } = payer.person.workspace
      await save(payer.person, { autochargeCreditAmount: 5, monthlyChargeLimit: 0 })
      await payer.jobsDone()
      await pool.query(`update workspaces set plan = 'enterprise' where uid = $1`, [uid])
      await server.setCredits(payer.person, 100 * MILLI)
      // Its process died before it got an invoice.
      stripe.trouble({ call: 'POST /v1/invoices', times: 3, kind: 'down' })
      await expect(payments.recharge(ctxOf(payer.person))).rejects.toThrow()
      const purchases = async () =>
        (await pool.query('select state from payment_purchases where workspace_id = $1', [uid])).rows
      expect(await purchases()).toEqual([{ state: 'open' }])
      const { stripeCustomerId: deleted } = await payer.workspace()
      if (how !== 'its webhook') stripe.setMode('lost')
      await fetch(`${stripe.url}/v1/customers/${String(deleted)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${stripe.secretKey}` },
      })
      if (how !== 'its webhook') await payments.reconcile(server.running.container.contexts.system('na'))
      const { rows } = await eventually(async () => {
        const found = await pool.query(
          `select customer_id as id, currency, country_code as country, default_payment_method as card from payment_customers
            where workspace_id = $1 and customer_id <> $2`,
          [uid, deleted],
        )
        expect(found.rows).toHaveLength(1)
        return found
      })
      expect(rows).toMatchObject([{ currency: 'usd', country: 'US', card: '' }])
      stripe.setMode('once')
      await webhooksHandled()
      expect(await purchases()).toEqual([{ state: 'failed' }])
      expect(await payer.workspace()).toMatchObject({ stripeCustomerId: (rows as { id: string }[])[0]?.id })
      expect((await payer.overview()).autoRecharge).toMatchObject({ automaticBilling: false })
      const subjects = async () => (await server.mailsTo(payer.person.email)).map(({ subject }) => subject)
      await eventually(async () => expect(await subjects()).toContain('Automatic recharge is off'))
      const live = 'select 1 from payment_subscriptions where workspace_id = $1 and ended_at is null'
      expect((await pool.query(live, [uid])).rows).toEqual([])
      expect(await payer.ask('top-up-usd', { amount: 5 })).toMatchObject({
        status: 402,
        body: { message: 'Add a payment method first.' },
      })
      await payer.addCard()
      expect(await payer.post('top-up-usd', { amount: 5 })).toMatchObject({ success: true })
      await booksBalance()
    },
  )

  test('fails a recharge whose customer was deleted, before that is known', async () => {
    const payer = await newSubscriber()
    await save(payer.person, { autochargeCreditAmount: 5, monthlyChargeLimit: 0 })
    await payer.jobsDone()
    const { stripeCustomerId } = await payer.workspace()
    stripe.store.of('').customers.delete(String(stripeCustomerId))
    await server.setCredits(payer.person, 100 * MILLI)
    await payments.recharge(ctxOf(payer.person))
    const { rows } = await server.dbs.na.pool.query('select state from payment_purchases where workspace_id = $1', [
      payer.person.workspace.uid,
    ])
    expect(rows).toEqual([{ state: 'failed' }])
  })

  test('charges once when the credits left cover no message, although they are above the threshold', async () => {
    const payer = await newSubscriber()
    const { region, workspace } = payer.person
    const agent = await server.makeAgent(payer.person, { vg_defaultModel: 'gpt-4o', vg_maxTokens: 100_000 })
    await server.setCredits(payer.person, 1000 * MILLI)
    await save(payer.person, { autochargeCreditThreshold: 500, autochargeCreditAmount: 5, monthlyChargeLimit: 0 })
    await payer.jobsDone()
    for (let nth = 0; nth < 3; nth += 1) expect((await server.turn(agent)).status).toBe(402)
    await eventually(async () => expect(await credits(payer.person)).toBe(1000 + 5000))
    expect((await server.turn(agent)).status).toBe(200)
    await payer.jobsDone()
    expect(await recharges(payer)).toBe(1)
    const asked = `select 1 from pgboss.job where name = 'payments.crossed' and data ->> 'workspaceId' = $1`
    expect((await server.dbs[region].pool.query(asked, [workspace.uid])).rows).toHaveLength(1)
    await booksBalance()
  })

  test('accepts only the values of its sliders', async () => {
    const payer = await newSubscriber()
    const { region, token, workspace } = payer.person
    for (const internal of [
      { autochargeCreditThreshold: 499 },
      { autochargeCreditThreshold: 3000 },
      { autochargeCreditAmount: 6 },
      { monthlyChargeLimit: 10 },
    ])
      expect(
        (
          await call('PUT', `${server.api(region)}/v2/workspaces/${workspace.uid}/auto-recharge`, {
            bearer: token,
            body: { automaticBilling: true, internal },
          })
        ).status,
      ).toBe(400)
  })
})
