// Who pays for a visitor's turn: the organisation that has the agent and is billed, or else the agent's workspace.
import { MILLI } from '@parlance/contract/lib/money'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeClientBilling } from '../helpers/client-billing.ts'
import { violations } from '../helpers/invariants.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await startTestServer()
const { billing } = server.running.container.services
const ctxOf = ({ region, workspace }: Person) => server.running.container.contexts.system(region, workspace.uid)
const creditsOf = async (person: Person, id: string) => (await billing.balance(ctxOf(person), id)).available / MILLI
const eventually = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 20_000, interval: 25 })

/** An agency with an agent whose turns cost one credit unless it is `dear`, and an organisation that pays for it. */
async function newAgency(region: 'eu' | 'na', dear?: Parameters<typeof server.makeAgent>[1]) {
  const person = await server.signUp(region)
  if (!dear) await server.useOwnKey(person)
  const agent = await server.makeAgent(person, { unavailableMessage: 'Back tomorrow.', ...dear })
  const org = await makeOrg(server, person, [agent.id])
  const client = await makeClient(server, person, org, {})
  const account = await makeClientBilling(server, person, { orgId: org.orgId, client: client.token })
  const { uid } = person.workspace
  const base = `${server.api(region)}/v2/workspaces/${uid}/orgs`
  return {
    person,
    uid,
    agent,
    org,
    client,
    account,
    recharges: (wanted: { readonly threshold: number; readonly amount: number }) =>
      server.must('POST', `${server.api(region)}/stripe/connect/update-autorecharge`, client.token, {
        orgId: org.orgId,
        workspaceStripeAccountId: account.accountId,
        automaticBilling: true,
        ...wanted,
      }),
    transfer: (source: 'workspace' | 'org', amount: number) =>
      server.must('POST', `${base}/${org.orgId}/credit-transfer`, person.token, { source, amount }),
    change: (orgId: string, body: object) =>
      call<{ message?: string }>('PATCH', `${base}/${orgId}`, { bearer: person.token, body }),
  }
}

afterEach(async () => expect(await violations(server.dbs)).toEqual([]))

test(
  'charges turns to the organisation that is billed, and to the workspace when it is not',
  { timeout: 60_000 },
  async () => {
    for (const region of ['eu', 'na'] as const) {
      const { person, uid, agent, org, transfer, change } = await newAgency(region)
      await transfer('workspace', 20)
      const before = await creditsOf(person, uid)
      expect(await server.turn(agent)).toMatchObject({ status: 200, answer: { status: 'complete' } })
      expect(await creditsOf(person, org.orgId)).toBe(19)
      expect(await creditsOf(person, uid)).toBe(before)
      // The workspace pays for the owner's own tests.
      expect((await server.turn(agent, { bearer: person.token, draft: true })).status).toBe(200)
      expect(await creditsOf(person, org.orgId)).toBe(19)
      expect(await creditsOf(person, uid)).toBe(before - 1)
      expect((await change(org.orgId, { allowBilling: false })).status).toBe(200)
      expect((await server.turn(agent)).status).toBe(200)
      expect(await creditsOf(person, org.orgId)).toBe(19)
      expect(await creditsOf(person, uid)).toBe(before - 2)
    }
  },
)

test(
  'stops the agents of an organisation without credits with the neutral sentence, and notifies the agency once',
  { timeout: 60_000 },
  async () => {
    const { person, uid, agent, org, transfer } = await newAgency('eu')
    await transfer('workspace', 2)
    const other = await server.makeAgent(person)
    expect((await server.turn(agent)).status).toBe(200)
    expect((await server.turn(agent)).status).toBe(200)
    for (let nth = 0; nth < 3; nth += 1)
      expect(await server.turn(agent)).toMatchObject({
        status: 402,
        refusal: { code: 'CREDITS_EXHAUSTED', message: 'Back tomorrow.' },
      })
    const usage = (id: string) =>
      server.must<{ data: { shouldContinue: boolean } }>(
        'GET',
        `${server.api('eu')}/v2/public/agents/${id}/usage`,
        undefined,
      )
    expect(await usage(agent.id)).toMatchObject({ data: { shouldContinue: false } })
    expect(await usage(other.id)).toMatchObject({ data: { shouldContinue: true } })
    // The workspace has credits, and its other agents go on.
    expect(await creditsOf(person, uid)).toBeGreaterThan(1000)
    expect((await server.turn(other)).status).toBe(200)
    const told = () =>
      server.dbs.eu.pool.query<{ told: Date | null }>('select told_at as told from connect_orgs where org_id = $1', [
        org.orgId,
      ])
    await eventually(async () => expect((await told()).rows[0]?.told).not.toBeNull())
    const subject = async () =>
      (await server.mailsTo(person.email)).filter((mail) => mail.subject.endsWith('has no credits left'))
    await eventually(async () => expect(await subject()).toHaveLength(1))
    await transfer('workspace', 2)
    expect((await server.turn(agent)).status).toBe(200)
    expect((await server.turn(agent)).status).toBe(200)
    // The credits of the transfer are a new start.
    await eventually(async () => expect(await subject()).toHaveLength(2))
  },
)

test('refuses to share an agent between two organisations that pay', { timeout: 60_000 }, async () => {
  const { person, agent, org, change } = await newAgency('eu')
  const second = await makeOrg(server, person, [agent.id])
  const refusal = {
    status: 409,
    body: { message: 'Two organizations with billing can’t share an agent. Remove it from one of them first.' },
  }
  expect(await change(second.orgId, { allowBilling: true })).toMatchObject(refusal)
  expect((await change(second.orgId, { widgetIDs: [] })).status).toBe(200)
  expect((await change(second.orgId, { allowBilling: true })).status).toBe(200)
  expect(await change(second.orgId, { widgetIDs: [agent.id] })).toMatchObject(refusal)
  // One of two simultaneous changes.
  expect((await change(org.orgId, { widgetIDs: [] })).status).toBe(200)
  const both = await Promise.all([
    change(org.orgId, { widgetIDs: [agent.id] }),
    change(second.orgId, { widgetIDs: [agent.id] }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('recharges at once when a turn takes the organisation below its threshold', { timeout: 60_000 }, async () => {
  const { person, agent, org, recharges, transfer } = await newAgency('na')
  await transfer('workspace', 300)
  await recharges({ threshold: 300, amount: 5 })
  expect((await server.turn(agent)).status).toBe(200)
  await eventually(async () => expect(await creditsOf(person, org.orgId)).toBe(299 + 1250))
})

test(
  'recharges the organisation when its credits cover no message, although they are above its threshold',
  { timeout: 60_000 },
  async () => {
    const dear = { vg_defaultModel: 'gpt-4o', vg_maxTokens: 100_000 }
    const { person, agent, org, recharges, transfer } = await newAgency('na', dear)
    await transfer('workspace', 1000)
    await recharges({ threshold: 500, amount: 5 })
    for (let nth = 0; nth < 3; nth += 1) expect((await server.turn(agent)).status).toBe(402)
    await eventually(async () => expect(await creditsOf(person, org.orgId)).toBe(1000 + 1250))
    expect((await server.turn(agent)).status).toBe(200)
    const asked = async () => {
      const found = `select state from pgboss.job where name = 'payments.client-exhausted' and data ->> 'orgId' = $1`
      return (await server.dbs.na.pool.query(found, [org.orgId])).rows
    }
    await eventually(async () => expect(await asked()).toEqual([{ state: 'completed' }]))
    const subjects = (await server.mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects).not.toContainEqual(expect.stringContaining('no credits left'))
  },
)

test(
  'notifies the admins of an organisation when its credits run low and when none are left',
  { timeout: 60_000 },
  async () => {
    const { person, agent, org, uid, transfer } = await newAgency('eu')
    const [admin, other] = await Promise.all([
      makeClient(server, person, org, { isOrgAdmin: true }),
      makeClient(server, person, org, {}),
    ])
    const subjects = async ({ email }: { readonly email: string }) =>
      (await server.mailsTo(email)).map(({ subject }) => subject)
    await transfer('workspace', 100)
    expect((await server.turn(agent)).status).toBe(200)
    await eventually(async () => expect(await subjects(admin)).toContain('Your credits are running low'))
    const [mail] = (await server.mailsTo(admin.email)).filter(({ subject }) => subject.includes('running low'))
    expect(mail?.text).toContain('You have 99 credits left.')
    await transfer('org', 99)
    expect((await server.turn(agent)).status).toBe(402)
    await eventually(async () => expect(await subjects(admin)).toContain('You have no credits left'))
    expect(await subjects(other)).not.toContain('Your credits are running low')
    expect(uid).not.toBe(org.orgId)
  },
)

test('mails an organisation about low credits only when it does not recharge', { timeout: 60_000 }, async () => {
  const { person, agent, org, recharges, transfer } = await newAgency('eu')
  const { pool } = server.dbs.eu
  const admin = await makeClient(server, person, org, { isOrgAdmin: true })
  const low = async () =>
    (await server.mailsTo(admin.email)).filter(({ subject }) => subject === 'Your credits are running low')
  const handled = async () => {
    const jobs = `select state from pgboss.job where name = 'payments.client-low' and data ->> 'orgId' = $1`
    return (await pool.query<{ state: string }>(jobs, [org.orgId])).rows
  }
  await transfer('workspace', 500)
  await recharges({ threshold: 300, amount: 5 })
  expect((await server.turn(agent)).status).toBe(200)
  await eventually(async () => expect(await handled()).toEqual([{ state: 'completed' }]))
  expect(await low()).toEqual([])
  await pool.query(`update connect_orgs set stopped = 'declined' where org_id = $1`, [org.orgId])
  await transfer('org', 399)
  expect((await server.turn(agent)).status).toBe(200)
  await eventually(async () =>
    expect(await low()).toMatchObject([{ text: expect.stringContaining('99 credits left') }]),
  )
})

test('returns to the agency what running work of a deleted organisation still held', { timeout: 60_000 }, async () => {
  const { person, uid, agent, org, transfer } = await newAgency('eu')
  await transfer('workspace', 100)
  const ctx = ctxOf(person)
  const { clientBilling } = server.running.container.services
  const work = { holdKey: 'turn:running', workspaceId: org.orgId, agentId: agent.id, cause: 'Agent' }
  await ctx.tx(async (tx) => {
    await billing.lockBalances(tx.db, [org.orgId])
    await billing.holdMany(tx.db, [{ ...work, amount: 30 * MILLI }])
  })
  const before = await creditsOf(person, uid)
  const path = `${server.api('eu')}/v2/workspaces/${uid}/orgs/${org.orgId}`
  await server.must('DELETE', path, person.token)
  expect(await creditsOf(person, uid)).toBe(before + 70)
  await ctx.tx((tx) => billing.settleMany(tx.db, [{ ...work, cost: 10 * MILLI }]))
  await clientBilling.orgs.returnLeftovers(ctx, org.orgId, 'Org')
  expect(await creditsOf(person, uid)).toBe(before + 90)
  expect(await creditsOf(person, org.orgId)).toBe(0)
})
