// Budgets of agents and organisations, their alerts, and what a month would have cost at other prices.
import { MILLI } from '@parlance/contract/lib/money'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeClientBilling } from '../helpers/client-billing.ts'
import { violations } from '../helpers/invariants.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await startTestServer()
const { clientBilling } = server.running.container.services
const eventually = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 20_000, interval: 25 })
const sweep = (region: 'eu' | 'na') =>
  clientBilling.budgets.sweepAlerts(server.running.container.contexts.system(region))
const subjects = async ({ email }: Person) => (await server.mailsTo(email)).map(({ subject }) => subject)

interface Budget {
  readonly kind: string
  readonly spent: number
  readonly limit: number
  readonly spentUsd: number
  readonly limitUsd: number
  readonly isStopped: boolean
  readonly alerts: readonly number[]
}

async function newOwner(region: 'eu' | 'na') {
  const person = await server.signUp(region)
  await server.useOwnKey(person)
  const agent = await server.makeAgent(person, { unavailableMessage: 'Back tomorrow.' })
  const path = `${server.api(region)}/v2/workspaces/${person.workspace.uid}/budgets`
  return {
    person,
    agent,
    path,
    ask: (method: string, subject: string, body?: object, bearer = person.token) =>
      call<{ data?: Budget; message?: string }>(method, `${path}/${subject}`, { bearer, ...(body ? { body } : {}) }),
    list: async () => (await server.must<{ items: Budget[] }>('GET', path, person.token)).items,
    bell: async () =>
      (
        await server.must<{ items: { title: string }[] }>(
          'GET',
          `${server.api(region)}/v2/workspaces/${person.workspace.uid}/notifications`,
          person.token,
        )
      ).items.map(({ title }) => title),
  }
}

afterEach(async () => expect(await violations(server.dbs)).toEqual([]))

test(
  'an agent warns once at each chosen percentage, and stops at its budget with the neutral sentence',
  { timeout: 60_000 },
  async () => {
    const { person, agent, ask, list, bell } = await newOwner('eu')
    // Earlier costs of the month count.
    expect((await server.turn(agent)).status).toBe(200)
    const saved = await ask('PUT', `agent/${agent.id}`, { limit: 4, alerts: [50, 75], action: 'stop' })
    expect(saved).toMatchObject({ status: 200, body: { data: { spent: 1, limit: 4, limitUsd: 0, alerts: [50, 75] } } })
    expect((await server.turn(agent)).status).toBe(200)
    await sweep('eu')
    await sweep('eu')
    const title = (await list())[0] as Budget & { name: string }
    await eventually(async () => expect(await subjects(person)).toContain(`${title.name} has used 50% of its budget`))
    await eventually(async () => expect(await bell()).toContain(`${title.name}: 50% of the budget used`))
    for (let nth = 0; nth < 2; nth += 1) expect((await server.turn(agent)).status).toBe(200)
    expect(await server.turn(agent)).toMatchObject({ status: 429, refusal: { message: 'Back tomorrow.' } })
    expect((await list())[0]).toMatchObject({ spent: 4, isStopped: true })
    await sweep('eu')
    await eventually(async () => expect(await subjects(person)).toContain(`${title.name} has stopped answering`))
    expect((await subjects(person)).filter((subject) => subject.startsWith(title.name))).toHaveLength(2)
    // The owner's tests continue, and visitors do once the budget is raised or removed.
    expect((await server.turn(agent, { bearer: person.token, draft: true })).status).toBe(200)
    expect((await ask('PUT', `agent/${agent.id}`, { limit: 6, alerts: [], action: 'stop' })).status).toBe(200)
    expect((await server.turn(agent)).status).toBe(200)
    expect((await server.turn(agent)).status).toBe(429)
    expect((await ask('PUT', `agent/${agent.id}`, { limit: 6, alerts: [], action: 'warn' })).status).toBe(200)
    expect((await server.turn(agent)).status).toBe(200)
    expect((await ask('DELETE', `agent/${agent.id}`)).status).toBe(200)
    expect((await ask('DELETE', `agent/${agent.id}`)).status).toBe(200)
    expect(await list()).toEqual([])
  },
)

test('a budget admits only as many visitors at once as it has credits for', { timeout: 60_000 }, async () => {
  const { agent, ask, list } = await newOwner('na')
  expect((await ask('PUT', `agent/${agent.id}`, { limit: 5, alerts: [80], action: 'stop' })).status).toBe(200)
  const all = await Promise.all(Array.from({ length: 20 }, () => server.turn(agent)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await list())[0]).toMatchObject({ spent: 5, isStopped: true })
  // A new month starts at zero.
  await server.dbs.na.pool.query(`update credit_budgets set month = '2020-01' where subject_id = $1`, [agent.id])
  expect((await list())[0]).toMatchObject({ spent: 0, isStopped: false })
  expect((await server.turn(agent)).status).toBe(200)
  const { rows } = await server.dbs.na.pool.query(
    'select spent::int, reached, told from credit_budgets where subject_id = $1',
    [agent.id],
  )
  expect(rows).toEqual([{ spent: 1000, reached: 0, told: 0 }])
  // Earlier charges belong to this month after all.
  await server.dbs.na.pool.query(`update credit_budgets set spent = 6000 where subject_id = $1`, [agent.id])
})

test('an organisation that pays stops at its budget, and sees it in its own prices', { timeout: 60_000 }, async () => {
  const { person, agent, ask } = await newOwner('eu')
  const { uid } = person.workspace
  const org = await makeOrg(server, person, [agent.id])
  const client = await makeClient(server, person, org, {})
  await makeClientBilling(server, person, { orgId: org.orgId, client: client.token })
  await server.must(
    'POST',
    `${server.api('eu')}/v2/workspaces/${uid}/orgs/${org.orgId}/credit-transfer`,
    person.token,
    {
      source: 'workspace',
      amount: 50,
    },
  )
  const own = () =>
    server.must<{ budget: Budget | null }>(
      'GET',
      `${server.api('eu')}/client/billing/budget?orgId=${org.orgId}`,
      client.token,
    )
  expect(await own()).toEqual({ budget: null })
  expect((await ask('PUT', `org/${org.orgId}`, { limit: 3, alerts: [], action: 'stop' })).status).toBe(200)
  for (let nth = 0; nth < 3; nth += 1) expect((await server.turn(agent)).status).toBe(200)
  expect(await server.turn(agent)).toMatchObject({ status: 429, refusal: { message: 'Back tomorrow.' } })
  expect((await own()).budget).toMatchObject({ spent: 3, limit: 3, spentUsd: 0.01, isStopped: true })

  // Others can neither set nor read the budget of agents and organisations.
  const other = await newOwner('eu')
  const terms = { limit: 5, alerts: [], action: 'warn' }
  for (const subject of [`org/${org.orgId}`, `agent/${agent.id}`, 'agent/nobodys', 'org/nobodys']) {
    expect((await other.ask('PUT', subject, terms)).status, subject).toBe(404)
    expect((await other.ask('DELETE', subject)).status, subject).toBe(404)
  }
  expect((await ask('PUT', `org/${org.orgId}`, terms, other.person.token)).status).toBe(404)
  expect((await ask('PUT', `org/${org.orgId}`, terms, client.token)).status).toBeGreaterThanOrEqual(401)
  const strange = await makeClient(server, other.person, await makeOrg(server, other.person, []), {})
  const path = `${server.api('eu')}/client/billing/budget?orgId=${org.orgId}`
  expect((await call('GET', path, { bearer: strange.token })).status).toBe(404)
  for (const limit of [0, -1, 1.5, 1e10, '5', null])
    expect((await ask('PUT', `org/${org.orgId}`, { ...terms, limit })).status).toBe(400)
  for (const alerts of [[0], [101], [1.5], [1, 2, 3, 4, 5, 6], ['50']])
    expect((await ask('PUT', `org/${org.orgId}`, { ...terms, alerts })).status).toBe(400)
  await server.must('DELETE', `${server.api('eu')}/v2/workspaces/${uid}/orgs/${org.orgId}`, person.token)
  expect(await server.must('GET', `${server.api('eu')}/v2/workspaces/${uid}/budgets`, person.token)).toEqual({
    items: [],
  })
})

test('an organisation has a budget only while it pays for itself', { timeout: 60_000 }, async () => {
  const { person, agent, ask } = await newOwner('na')
  const terms = { limit: 3, alerts: [], action: 'stop' }
  const [paying, other] = [await makeOrg(server, person, [agent.id]), await makeOrg(server, person, [])]
  const client = await makeClient(server, person, paying, {})
  await makeClientBilling(server, person, { orgId: paying.orgId, client: client.token })
  expect(await ask('PUT', `org/${other.orgId}`, terms)).toMatchObject({
    status: 403,
    body: { message: 'Billing is not enabled for this organization.' },
  })
  expect((await ask('PUT', `org/${paying.orgId}`, terms)).status).toBe(200)

  const orgs = `${server.api('na')}/v2/workspaces/${person.workspace.uid}/orgs`
  const offered = async () =>
    (await server.must<{ items: { ID: string }[] }>('GET', `${orgs}?billing=enabled`, person.token)).items.map(
      ({ ID }) => ID,
    )
  expect(await offered()).toEqual([paying.orgId])
  await server.must('PATCH', `${orgs}/${paying.orgId}`, person.token, { allowBilling: false })
  expect(await offered()).toEqual([])
  expect((await ask('PUT', `org/${paying.orgId}`, terms)).status).toBe(403)
  expect((await ask('DELETE', `org/${paying.orgId}`)).status).toBe(200)
})

test(
  'receipts keep the price and tax of their time, and a what-if changes only its own result',
  { timeout: 60_000 },
  async () => {
    const { person, agent } = await newOwner('na')
    const { uid } = person.workspace
    const org = await makeOrg(server, person, [agent.id])
    const client = await makeClient(server, person, org, {})
    await makeClientBilling(server, person, { orgId: org.orgId, client: client.token })
    const base = `${server.api('na')}/v2/workspaces/${uid}`
    await server.must('POST', `${base}/orgs/${org.orgId}/credit-transfer`, person.token, {
      source: 'workspace',
      amount: 50,
    })
    expect((await server.turn(agent)).status).toBe(200)
    await server.must('PUT', `${base}/client-billing`, person.token, { USDPerToken: 0.009 })
    expect((await server.turn(agent)).status).toBe(200)
    const { items } = await server.must<{ items: { clientPrice: number }[] }>(
      'GET',
      `${base}/receipts?orgId=${org.orgId}`,
      person.token,
    )
    expect(items.map(({ clientPrice }) => clientPrice)).toEqual([0.01, 0.004])
    const totals = await server.must<{ items: { key: string; clientPrice: number; credits: number }[] }>(
      'GET',
      `${base}/receipt-totals?by=client`,
      person.token,
    )
    expect(totals.items.find(({ key }) => key === org.orgId)).toMatchObject({ credits: 2, clientPrice: 0.014 })

    // A charge of the platform's own model: 1,000 tokens in and 100 out.
    const { billing } = server.running.container.services
    const ctx = server.running.container.contexts.system('na', uid)
    const pico = 1000 * 2_500_000 + 100 * 10_000_000
    const cost = Math.ceil((pico * 1.3 * MILLI) / (0.001 * 1e12))
    const item = { holdKey: 'turn:whatif', workspaceId: org.orgId, agentId: agent.id, cause: 'Agent' }
    await ctx.tx(async (tx) => {
      await billing.lockBalances(tx.db, [org.orgId])
      await billing.holdMany(tx.db, [{ ...item, amount: cost }])
      const units = [{ model: 'gpt-4o', paidBy: 'platform' as const, input: 1000, output: 100, picoUsd: pico }]
      await billing.settleMany(tx.db, [{ ...item, cost, usage: { units } }])
    })
    const month = new Date().toISOString().slice(0, 7)
    const ask = (query: string) =>
      server.must<{
        real: Record<string, number>
        whatIf: Record<string, number>
        count: number
        assumed: object | null
      }>('GET', `${base}/receipt-what-if?month=${month}${query}`, person.token)
    const same = await ask('')
    expect(same.count).toBe(3)
    expect(same.whatIf).toEqual(same.real)
    expect(same.real['credits']).toBeCloseTo(2 + cost / MILLI, 6)
    expect((await ask('&usdPerToken=0.999')).whatIf['clientPrice']).toBeCloseTo(2 + cost / MILLI, 1)
    // Twice the provider's price instead of 1.3 times, for the usage of the platform's model.
    expect((await ask('&markup=100')).whatIf['credits']).toBeCloseTo(2 + (pico * 2) / (0.001 * 1e12), 2)
    const cheaper = await ask('&model=gpt-4o-mini')
    expect(cheaper.whatIf['credits']).toBeCloseTo(2 + ((1000 * 150_000 + 100 * 600_000) * 1.3) / (0.001 * 1e12), 2)
    expect(cheaper).toMatchObject({ real: same.real, assumed: null })
    expect((await ask('&model=unheard-of')).assumed).toEqual({ input: 15, output: 75 })
    const bad = await call('GET', `${base}/receipt-what-if?month=2026-13`, { bearer: person.token })
    expect(bad.status).toBe(400)
    expect((await call('GET', `${base}/receipt-what-if`, { bearer: (await newOwner('na')).person.token })).status).toBe(
      404,
    )
  },
)
