// Automatic recharge of organisations, and of an agency whose credits they get; credits that the agency lacks.
import { MILLI } from '@parlance/contract/lib/money'
import { HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/modules/billing/invariants.ts'
import { startClientBilling } from '../helpers/client-billing-server.ts'
import { violations } from '../helpers/invariants.ts'
import { makeClient } from '../helpers/orgs.ts'
import { payerOf } from '../helpers/payments.ts'

const { stripe, server, eventually, ctxOf, balance, newBilled, newSelling } = await startClientBilling()
const { clientBilling } = server.running.container.services

const inHours = (ctx: ReturnType<typeof ctxOf>, hours: number) => ({
  ...ctx,
  now: () => new Date(Date.now() + hours * (HOUR_MS + MINUTE_MS)),
})
/** A function that counts the mails to an address with this subject. */
const mailsOf =
  ({ email }: { readonly email: string }) =>
  async (subject: string) =>
    (await server.mailsTo(email)).filter((mail) => mail.subject.endsWith(subject))

test(
  'crossing a threshold recharges once, and a declined charge is tried three times',
  { timeout: 60_000 },
  async () => {
    const { person, uid, orgId, asked, account, mine, pay, post } = await newBilled('eu')
    const own = ctxOf(person)
    const move = (source: 'workspace' | 'org', amount: number) =>
      post(`/v2/workspaces/${uid}/orgs/${orgId}/credit-transfer`, { source, amount })
    const save = () =>
      asked.post('/stripe/connect/update-autorecharge', { ...mine, automaticBilling: true, threshold: 5000, amount: 5 })
    const charges = () => [...stripe.store.of(account).charges.values()].filter(({ paid }) => paid).length
    const swept = async () => {
      for (let nth = 0; nth < 4; nth += 1) await clientBilling.sweep(inHours(own, nth))
      await clientBilling.recharge(own, orgId)
      return charges()
    }
    await move('workspace', 2000)
    await save()
    // One charge brings 1250 credits.
    expect(await swept()).toBe(1)
    expect(await balance(person, orgId)).toBe(3250)
    await move('workspace', 3000)
    await move('org', 3000)
    expect(await swept()).toBe(2)
    expect(await balance(person, orgId)).toBe(4500)
    await pay('4000000000000341')
    await save()
    expect(await swept()).toBe(2)
    const { rows } = await server.dbs.eu.pool.query(
      `select stopped, automatic_billing as "isOn", (select count(*)::int from connect_sales s
       where s.org_id = o.org_id and s.state = 'failed') as declined from connect_orgs o where org_id = $1`,
      [orgId],
    )
    expect(rows).toEqual([{ stopped: 'declined', isOn: false, declined: 3 }])
    expect(await verifyLedger(server.dbs.eu.pool)).toEqual([])
  },
)

test(
  'retries a declined automatic recharge after an hour, and mails the client and the agency',
  { timeout: 60_000 },
  async () => {
    const { person, org, orgId, asked, mine, pay } = await newBilled('eu')
    const own = ctxOf(person)
    const admin = mailsOf(await makeClient(server, person, org, { isOrgAdmin: true }))
    const agency = mailsOf(person)
    const failed = async () => {
      const sales = `select 1 from connect_sales where org_id = $1 and state = 'failed'`
      return (await server.dbs.eu.pool.query(sales, [orgId])).rows.length
    }
    await pay('4000000000000341')
    await asked.post('/stripe/connect/update-autorecharge', {
      ...mine,
      automaticBilling: true,
      threshold: 500,
      amount: 5,
    })
    for (let nth = 0; nth < 3; nth += 1) {
      await clientBilling.recharge(own, orgId)
      await clientBilling.sweep(own)
    }
    expect(await failed()).toBe(1)
    await eventually(async () =>
      expect(await admin('Automatic recharge failed')).toMatchObject([{ text: expect.stringContaining('$5.00') }]),
    )
    await clientBilling.sweep(inHours(own, 1))
    expect(await failed()).toBe(2)
    expect(await agency('no longer recharges automatically')).toEqual([])
    await clientBilling.sweep(inHours(own, 2))
    expect(await failed()).toBe(3)
    await eventually(async () => expect(await admin('Automatic recharge is off')).toHaveLength(1))
    await eventually(async () => expect(await agency('no longer recharges automatically')).toHaveLength(1))
    await clientBilling.sweep(inHours(own, 3))
    expect(await failed()).toBe(3)
    await eventually(async () => expect(await admin('Automatic recharge failed')).toHaveLength(2))
  },
)

test(
  'mails an agency that can’t cover a client’s recharge once a day, and recharges the agency',
  { timeout: 120_000 },
  async () => {
    const { person, uid, orgId, asked, mine, api } = await newBilled('eu')
    const own = ctxOf(person)
    const uncovered = async () => (await mailsOf(person)('could not recharge')).length
    await server.setCredits(person, 700 * MILLI)
    await asked.post('/stripe/connect/update-autorecharge', {
      ...mine,
      automaticBilling: true,
      threshold: 500,
      amount: 5,
    })
    for (let nth = 0; nth < 3; nth += 1) await clientBilling.sweep(own)
    await eventually(async () => expect(await uncovered()).toBe(1))
    await clientBilling.sweep(inHours(own, 24))
    await eventually(async () => expect(await uncovered()).toBe(2))
    expect((await server.dbs.eu.pool.query('select 1 from connect_sales where org_id = $1', [orgId])).rows).toEqual([])

    const payer = payerOf(server, stripe, person)
    await payer.addCard()
    await payer.subscribe()
    await eventually(async () =>
      expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go', hasEverPaid: true }),
    )
    await server.setCredits(person, 700 * MILLI)
    await server.must('PUT', `${api}/v2/workspaces/${uid}/auto-recharge`, person.token, {
      automaticBilling: true,
      internal: { autochargeCreditThreshold: 500, autochargeCreditAmount: 5, monthlyChargeLimit: 0 },
    })
    await payer.jobsDone()
    await clientBilling.recharge(own, orgId)
    await eventually(async () => expect(await balance(person, uid)).toBe(700 + 5000))
    await clientBilling.recharge(own, orgId)
    await eventually(async () => expect(await balance(person, orgId)).toBe(1250))
    expect(await violations(server.dbs)).toEqual([])
  },
)

test(
  'sells no plan that the agency’s credits don’t cover, and mails it once when they ran out before the payment',
  { timeout: 60_000 },
  async () => {
    const { person, uid, orgId, account, checkout } = await newSelling('eu')
    const page = await checkout()
    await server.setCredits(person, 4999 * MILLI)
    await expect(checkout()).rejects.toThrow(/402 .*Your agency cannot sell this many credits at the moment\./)
    expect(stripe.store.of(account).charges.size).toBe(0)

    await page.pay()
    const states = async () => {
      const sales = 'select state from connect_sales where org_id = $1'
      return (await server.dbs.eu.pool.query<{ state: string }>(sales, [orgId])).rows.map(({ state }) => state)
    }
    await eventually(async () => expect(await states()).toEqual(['owed']))
    const owed = () => mailsOf(person)('is waiting for credits')
    await eventually(async () =>
      expect(await owed()).toMatchObject([{ text: expect.stringContaining('5000 credits') }]),
    )
    await clientBilling.sweep(ctxOf(person))
    expect([await states(), await balance(person, orgId), await balance(person, uid)]).toEqual([['owed'], 0, 4999])

    await server.setCredits(person, 6000 * MILLI)
    await clientBilling.sweep(ctxOf(person))
    expect([await states(), await balance(person, orgId), await balance(person, uid)]).toEqual([['paid'], 5000, 1000])
    expect(await owed()).toHaveLength(1)
    expect(await violations(server.dbs)).toEqual([])
  },
)

test(
  'recharges an agency, or mails it about low credits, when sales and transfers take its credits',
  { timeout: 120_000 },
  async () => {
    for (const source of ['sale', 'transfer'] as const) {
      const { person, uid, orgId, asked, api, post } = await newBilled('eu')
      const give = () =>
        source === 'sale'
          ? asked.post('/stripe/connect/pre-paid', { workspaceId: uid, orgId, creditAmount: 1000, again: true })
          : post(`/v2/workspaces/${uid}/orgs/${orgId}/credit-transfer`, { source: 'workspace', amount: 1000 })
      await server.setCredits(person, 1400 * MILLI)
      await give()
      const low = async () =>
        (await server.mailsTo(person.email)).filter(({ subject }) => subject === 'Your credits are running low').length
      await eventually(async () => expect(await low(), source).toBe(1))

      const payer = payerOf(server, stripe, person)
      await payer.addCard()
      await payer.subscribe()
      await eventually(async () =>
        expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go', hasEverPaid: true }),
      )
      await server.setCredits(person, 2000 * MILLI)
      await server.must('PUT', `${api}/v2/workspaces/${uid}/auto-recharge`, person.token, {
        automaticBilling: true,
        internal: { autochargeCreditThreshold: 1500, autochargeCreditAmount: 5, monthlyChargeLimit: 0 },
      })
      await payer.jobsDone()
      await give()
      await eventually(async () => expect(await balance(person, uid), source).toBe(1000 + 5000))
      await payer.jobsDone()
      expect(await low(), source).toBe(1)
    }
    expect(await violations(server.dbs)).toEqual([])
  },
)
