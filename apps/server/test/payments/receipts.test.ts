// Receipts: every charge with its cost, for the agency and for its organisations, linked from the invoice.
import type { CreditFlow } from '@parlance/contract/billing/credit-flow'
import type { ClientReceipt, Receipt, ReceiptTotal } from '@parlance/contract/billing/receipts'
import { MILLI } from '@parlance/contract/lib/money'
import { monthKey } from '@parlance/contract/lib/time'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeClientBilling } from '../helpers/client-billing.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { payerOf, startPaymentProvider } from '../helpers/payments.ts'
import { call } from '../helpers/people.ts'

const { stripe, settings } = await startPaymentProvider()
const server = await startTestServer({ settings })
stripe.deliverTo(`${server.url}/webhooks/stripe`)
const sandbox = await startTestServer()

interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}
const sum = (values: readonly number[]) => Number(values.reduce((total, one) => total + one, 0).toFixed(6))

test(
  'an agency sees provider, price and fee of each charge, its organisation only its own price',
  { timeout: 60_000 },
  async () => {
    const person = await sandbox.signUp('eu')
    const { uid } = person.workspace
    const agent = await sandbox.makeAgent(person, { vg_defaultModel: 'gpt-4o-mini', title: 'Desk' })
    const own = await sandbox.makeAgent(person, { vg_defaultModel: 'gpt-4o-mini', title: 'Own' })
    const org = await makeOrg(sandbox, person, [agent.id])
    const client = await makeClient(sandbox, person, org, {})
    await makeClientBilling(sandbox, person, { orgId: org.orgId, client: client.token })
    const base = sandbox.api('eu')
    const { loadTokens } = await sandbox.must<{ loadTokens: number }>(
      'POST',
      `${base}/stripe/connect/pre-paid`,
      client.token,
      {
        workspaceId: uid,
        orgId: org.orgId,
        creditAmount: 1000,
      },
    )
    expect(loadTokens).toBe(1000)
    for (const one of [agent, agent, own]) expect((await sandbox.turn(one)).status).toBe(200)

    const read = <T>(path: string, token = person.token) => sandbox.must<T>('GET', `${base}${path}`, token)
    const of = `/v2/workspaces/${uid}`
    const { items } = await read<Page<Receipt>>(`${of}/receipts`)
    expect(items.map(({ causedBy, orgId }) => [causedBy, orgId])).toEqual([
      ['Own', null],
      ['Desk', org.orgId],
      ['Desk', org.orgId],
    ])
    for (const one of items) {
      expect(one).toMatchObject({
        kind: 'turn',
        channel: 'web-chat',
        units: [{ model: 'gpt-4o-mini', paidBy: 'platform' }],
      })
      const [unit] = one.units
      expect(unit?.inputTokens).toBeGreaterThan(0)
      expect(one.base).toBeCloseTo(((unit?.inputTokens ?? 0) * 0.15 + (unit?.outputTokens ?? 0) * 0.6) / 1e6, 6)
      // Base and markup are the value of the credits; the markup is thirty per cent, rounded up to a thousandth of a
      // credit.
      expect(sum([one.base, one.markup])).toBeCloseTo(one.credits * 0.001, 6)
      expect(one.markup).toBeGreaterThanOrEqual(one.base * 0.3 - 1e-6)
      expect(one.clientPrice).toBeCloseTo(one.orgId ? one.credits * 0.004 : 0, 6)
      expect(one.fee).toBeCloseTo(one.clientPrice * 0.05, 6)
    }
    // Pages return the same items.
    const first = await read<Page<Receipt>>(`${of}/receipts?limit=2`)
    const second = await read<Page<Receipt>>(`${of}/receipts?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items]).toEqual(items)
    expect(second.nextCursor).toBeNull()

    for (const [by, groups] of [
      ['client', 2],
      ['agent', 2],
      ['channel', 1],
      ['model', 1],
      ['day', 1],
    ] as const) {
      const totals = (await read<{ items: ReceiptTotal[] }>(`${of}/receipt-totals?by=${by}`)).items
      expect(totals).toHaveLength(groups)
      expect(sum(totals.map(({ credits }) => credits))).toBe(sum(items.map(({ credits }) => credits)))
      expect(sum(totals.map(({ base: cost }) => cost))).toBeCloseTo(sum(items.map(({ base: cost }) => cost)), 5)
    }
    const csv = await fetch(`${base}${of}/receipts.csv`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(4)

    const theirs = await read<Page<ClientReceipt>>(`/client/billing/receipts?orgId=${org.orgId}`, client.token)
    expect(theirs.items).toHaveLength(2)
    expect(theirs.items[0]?.price).toBeCloseTo((theirs.items[0]?.credits ?? 0) * 0.004, 6)
    for (const hidden of ['base', 'markup', 'fee', 'units', 'total']) expect(theirs.items[0]).not.toHaveProperty(hidden)

    // The invoice links to them, for the agency and for the organisation.
    const [invoice] = (
      await sandbox.dbs.eu.pool.query<{ id: string }>('select invoice_id as id from connect_sales where org_id = $1', [
        org.orgId,
      ])
    ).rows
    for (const [path, token] of [
      [`/client/billing/receipts?orgId=${org.orgId}&invoiceId=${invoice?.id}`, client.token],
      [`${of}/receipts?invoiceId=${invoice?.id}`, person.token],
    ] as const) {
      const opened = await read<Page<ClientReceipt>>(path, token)
      expect(opened.items.map(({ id }) => id)).toEqual(theirs.items.map(({ id }) => id))
      for (const one of opened.items) expect(one.invoice?.total).toBeCloseTo(one.credits * 0.004, 5)
    }

    // Another organisation, workspace, invoice or cursor gives no access.
    const stranger = await sandbox.signUp('eu')
    const otherOrg = await makeOrg(sandbox, stranger, [])
    const otherClient = await makeClient(sandbox, stranger, otherOrg, {})
    const theirOf = `/v2/workspaces/${stranger.workspace.uid}`
    for (const [path, bearer, status] of [
      [`${of}/receipts`, stranger.token, 404],
      [`${theirOf}/receipts?orgId=${org.orgId}`, stranger.token, 404],
      [`${theirOf}/receipts?invoiceId=${invoice?.id}`, stranger.token, 404],
      [`${theirOf}/receipts?cursor=${first.nextCursor}`, stranger.token, 400],
      [`/client/billing/receipts?orgId=${org.orgId}`, otherClient.token, 404],
      [`/client/billing/receipts.csv?orgId=${org.orgId}`, otherClient.token, 404],
      [`${of}/receipts?from=2026-02-01&to=2026-01-01`, person.token, 400],
      [`${of}/receipts?from=today`, person.token, 400],
    ] as const)
      expect((await call('GET', `${base}${path}`, { bearer })).status, path).toBe(status)
  },
)

test(
  'credits of an invoice are spent in order, and its cents are shared among the charges they paid',
  { timeout: 60_000 },
  async () => {
    const person = await server.signUp('eu')
    const agent = await server.makeAgent(person)
    await server.useOwnKey(person)
    await server.setCredits(person, 2 * MILLI)
    const payer = payerOf(server, stripe, person)
    await payer.addCard(undefined, { line1: 'A 1', city: 'Berlin', postal_code: '10115', state: '', country: 'DE' })
    await payer.subscribe()
    const isActive = async () => expect((await payer.overview()).currentPlan).toMatchObject({ id: 'pay_as_you_go' })
    await vi.waitFor(isActive, { timeout: 20_000, interval: 25 })
    const conversions = async () =>
      (
        await server.dbs.eu.pool.query(
          `select value, currency from analytics_events where name = 'subscription_started' and workspace_id = $1`,
          [person.workspace.uid],
        )
      ).rows
    const isCounted = async () => expect(await conversions()).toEqual([{ value: 20, currency: 'USD' }])
    await vi.waitFor(isCounted, { timeout: 20_000, interval: 25 })
    await payer.post('top-up-usd', { amount: 5 })
    const bought = async () => (await payer.invoices()).filter(({ kind }) => kind === 'topup')
    const [invoice] = await bought()
    for (let nth = 0; nth < 4; nth += 1) expect((await server.turn(agent)).status).toBe(200)
    const path = `${server.api('eu')}/v2/workspaces/${person.workspace.uid}/receipts`
    const plan = (await payer.invoices()).find(({ kind }) => kind === 'subscription')
    const read = (id: unknown) => server.must<Page<Receipt>>('GET', `${path}?invoiceId=${String(id)}`, person.token)
    // Two turns used the free credits, two those of the plan; the top-up is untouched.
    const ofPlan = await read(plan?.['id'])
    expect(ofPlan.items).toHaveLength(2)
    const [share] = ofPlan.items.map((one) => one.invoice)
    const credits = 5000
    expect(share).toMatchObject({ credits: 1, currency: 'eur' })
    expect(share?.total).toBeCloseTo(Number(plan?.['total']) / 100 / credits, 5)
    expect(share?.tax).toBeCloseTo(Number(plan?.['tax']) / 100 / credits, 5)
    expect((await read(invoice?.['id'])).items).toEqual([])
  },
)

test(
  'the receipts of a month add up to a flow from sources through agents or clients to uses',
  { timeout: 60_000 },
  async () => {
    const person = await sandbox.signUp('eu')
    await sandbox.useOwnKey(person)
    const desk = await sandbox.makeAgent(person, { title: 'Desk' })
    const own = await sandbox.makeAgent(person, { title: 'Own' })
    const org = await makeOrg(sandbox, person, [desk.id])
    const client = await makeClient(sandbox, person, org, {})
    await makeClientBilling(sandbox, person, { orgId: org.orgId, client: client.token })
    const base = sandbox.api('eu')
    const of = `${base}/v2/workspaces/${person.workspace.uid}`
    await sandbox.must('POST', `${of}/orgs/${org.orgId}/credit-transfer`, person.token, {
      source: 'workspace',
      amount: 5,
    })
    for (const one of [desk, desk, own]) expect((await sandbox.turn(one)).status).toBe(200)
    expect((await sandbox.turn(own, { bearer: person.token, draft: true })).status).toBe(200)

    const read = (query = '') => sandbox.must<CreditFlow>('GET', `${of}/credit-flow${query}`, person.token)
    const orgs = await sandbox.must<{ items: { ID: string; name: string }[] }>('GET', `${of}/orgs`, person.token)
    const orgName = orgs.items.find(({ ID }) => ID === org.orgId)?.name
    const month = monthKey(new Date())
    const flows = (answer: CreditFlow) =>
      answer.flows
        .map(({ source, key, label, use, credits }) => [source, key, label, use, credits])
        .toSorted((a, b) => String(a).localeCompare(String(b)))
    const byAgent = await read()
    expect(byAgent).toMatchObject({ month, by: 'agent', hasClients: true, others: 0 })
    expect(flows(byAgent)).toEqual([
      ['free', own.id, 'Own', 'answer', 1],
      ['free', own.id, 'Own', 'test', 1],
      ['transfer', desk.id, 'Desk', 'answer', 2],
    ])
    expect(flows(await read(`?by=client&month=${month}`))).toEqual([
      ['free', '', '', 'answer', 1],
      ['free', '', '', 'test', 1],
      ['transfer', org.orgId, orgName, 'answer', 2],
    ])
    const nothing = { month: '2020-02', by: 'agent', hasClients: false, flows: [], others: 0 }
    expect(await read('?month=2020-02')).toEqual(nothing)

    // Other workspaces neither see it nor have a share in it.
    const stranger = await sandbox.signUp('eu')
    const path = `${base}/v2/workspaces/${stranger.workspace.uid}/credit-flow`
    expect((await sandbox.must<CreditFlow>('GET', path, stranger.token)).flows).toEqual([])
    for (const [target, bearer, status] of [
      [`${of}/credit-flow`, stranger.token, 404],
      [`${of}/credit-flow?month=2026-13`, person.token, 400],
      [`${of}/credit-flow?by=model`, person.token, 400],
    ] as const)
      expect((await call('GET', target, { bearer })).status, target).toBe(status)
  },
)

test('totals bear the names of agents, and those without an agent or a model open their own receipts', async () => {
  const person = await sandbox.signUp('eu')
  await sandbox.useOwnKey(person)
  const agent = await sandbox.makeAgent(person, { title: 'Desk' })
  const base = sandbox.api('eu')
  expect((await sandbox.turn(agent)).status).toBe(200)
  const document = { name: 'Office', content: 'The office sleeps.' }
  await sandbox.must('POST', `${base}/v2/agents/${agent.id}/kb`, person.token, document)
  const { contexts, services } = sandbox.running.container
  const charge = (holdKey: string, agentId: string | null, cause: string, credits: number) =>
    contexts.system('eu', person.workspace.uid).tx(async ({ db }) => {
      const item = { workspaceId: person.workspace.uid, agentId, holdKey, cause }
      await services.billing.lockBalances(db, [item.workspaceId])
      await services.billing.holdMany(db, [{ ...item, amount: credits * MILLI }])
      await services.billing.settleMany(db, [{ ...item, cost: credits * MILLI }])
    })
  await charge('crawl:c1:0', null, 'Crawler: example.test', 3)
  await charge('turn:t1', 'deleted', 'Old desk', 4)
  await charge('knowledge:d1:x', 'deleted', 'Knowledge: Prices', 1)
  const read = <T>(path: string) =>
    sandbox.must<T>('GET', `${base}/v2/workspaces/${person.workspace.uid}/${path}`, person.token)
  const causes = async (query: string) =>
    (await read<Page<Receipt>>(`receipts?${query}`)).items.map(({ causedBy }) => causedBy).toSorted()
  const isIndexed = async () => expect(await causes(`agentId=${agent.id}`)).toEqual(['Desk', 'Knowledge: Office'])
  await vi.waitFor(isIndexed, { timeout: 20_000, interval: 25 })

  const { items } = await read<{ items: ReceiptTotal[] }>('receipt-totals?by=agent')
  expect(items.map(({ key, label, credits }) => [key, label, credits])).toEqual([
    ['deleted', 'Old desk', 5],
    ['', '', 3],
    [agent.id, 'Desk', 2],
  ])
  expect(await causes('agentId=')).toEqual(['Crawler: example.test'])
  const models = (await read<{ items: ReceiptTotal[] }>('receipt-totals?by=model')).items
  const without = models.find(({ key }) => key === '')
  expect(await causes('model=')).toHaveLength(without?.count ?? 0)
  expect(await causes('model=')).not.toContain('Desk')
})
