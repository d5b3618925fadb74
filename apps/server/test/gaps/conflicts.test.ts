// Contradictions in knowledge: planted ones are found, agreements are not, and deleted passages are not listed.
import type { Conflict, ConflictScan } from '@parlance/contract/gaps/schemas'
import { AGREEMENTS, CONTRADICTIONS, passage } from '../../src/modules/gaps/contradiction/planted.testing.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { QUIET_MS } from '../../src/modules/gaps/conflicts.ts'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
})
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const { gaps } = server.running.container.services
const at = ({ id }: Pick<TestAgent, 'id'>, path: string) => `${server.api('eu')}/v2/agents/${id}${path}`
const send = <T>(agent: TestAgent, method: string, path: string, body?: object) =>
  server.must<T>(method, at(agent, path), agent.owner.token, body)
const teach = async (agent: TestAgent, name: string, content: string) =>
  (await send<{ data: { ID: string } }>(agent, 'POST', '/kb', { name, content })).data.ID
type Listed = { items: Conflict[]; nextCursor: string | null; scan: ConflictScan }
const list = (agent: TestAgent, query = '') => send<Listed>(agent, 'GET', `/conflicts${query}`)
const ctxOf = ({ owner }: TestAgent, inMs = 0) => ({
  ...server.running.container.contexts.system('eu', owner.workspace.uid),
  now: () => new Date(Date.now() + inMs),
})
const over = (agent: TestAgent) =>
  vi.waitFor(
    async () => {
      const listed = await list(agent)
      expect(['paused', 'done', 'failed']).toContain(listed.scan.status)
      return listed
    },
    { timeout: 30_000, interval: 100 },
  )
/** Resolves once every job about changed knowledge is done. */
const heard = () =>
  vi.waitFor(
    async () => {
      const { rows } = await server.dbs.eu.pool.query(
        `select 1 from pgboss.job where name = 'gaps.knowledge-changed' and state in ('created', 'retry', 'active')`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
/** Runs what happens on its own once knowledge has not changed for a while. */
const leftAlone = async (agent: TestAgent) => {
  await heard()
  await gaps.runDue(ctxOf(agent, QUIET_MS + 1000), agent.id)
  return over(agent)
}
const paid = async () =>
  (await server.dbs.eu.pool.query(`select 1 from ledger_transactions where cause like '%"credit_comparison"%'`)).rows
    .length

/** Lets a model give this verdict on every pair. */
const judge = (verdict: object, times: number) =>
  server.model.control.script(Array.from({ length: times }, () => ({ text: JSON.stringify(verdict) })))

test('finds all planted contradictions and no agreement by rules, when knowledge has not changed for a while', async () => {
  const agent = await server.makeAgent(ada)
  const expected = new Set<string>()
  for (const [index, { what, a, b }] of CONTRADICTIONS.entries()) {
    const docs = [
      await teach(agent, what, passage(a, index)),
      await teach(agent, `Notes ${index}`, passage(b, index + 1)),
    ]
    expected.add(docs.sort().join())
  }
  for (const [index, { what, a, b }] of AGREEMENTS.entries()) {
    await teach(agent, `${what}.`, passage(a, index))
    await teach(agent, `Paper ${index}`, passage(b, index + 1))
  }
  const calls = server.model.control.requests.filter(({ path }) => path.includes('chat')).length
  const { scan } = await leftAlone(agent)
  expect(scan).toMatchObject({ status: 'done', reason: '', byModel: false })
  expect(scan.pairs).toBe(scan.total)
  const { items } = await list(agent, '?limit=100')
  expect(new Set(items.map(({ a, b }) => [a.docId, b.docId].sort().join()))).toEqual(expected)
  expect(items).toHaveLength(expected.size)
  for (const item of items) expect(item).toMatchObject({ judge: 'rules', status: 'open' })
  // Nothing is spent unless someone asks.
  expect(server.model.control.requests.filter(({ path }) => path.includes('chat'))).toHaveLength(calls)
  const first = await list(agent, '?limit=10')
  const second = await list(agent, `?limit=10&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id))
}, 60_000)

test('dismisses a contradiction, reopens it, and removes it with its passage or document', async () => {
  const agent = await server.makeAgent(ada)
  const a = await teach(agent, 'Returns', 'Goods may be returned within 14 days.')
  const b = await teach(agent, 'Questions', 'Goods may be returned within 30 days.')
  const { items } = await leftAlone(agent)
  expect(items).toHaveLength(1)
  expect(new Set([items[0]?.a.name, items[0]?.b.name])).toEqual(new Set(['Questions', 'Returns']))
  const path = `/conflicts/${items[0]?.id}`
  await send(agent, 'PATCH', path, { status: 'dismissed' })
  expect((await list(agent)).items).toEqual([])
  expect((await list(agent, '?status=dismissed')).items).toHaveLength(1)
  await teach(agent, 'Other', 'We sell boats.')
  expect((await leftAlone(agent)).items).toEqual([])
  await send(agent, 'PATCH', path, { status: 'open' })
  expect((await list(agent)).items).toHaveLength(1)
  await send(agent, 'PATCH', `/kb/${b}`, { content: 'Goods may be returned within 2 weeks.' })
  await vi.waitFor(async () => expect((await list(agent)).items).toEqual([]), { timeout: 20_000, interval: 100 })
  expect((await leftAlone(agent)).items).toEqual([])
  await send(agent, 'PATCH', `/kb/${b}`, { content: 'Goods may be returned within 60 days.' })
  expect((await leftAlone(agent)).items).toHaveLength(1)
  await send(agent, 'DELETE', `/kb/${a}`)
  await vi.waitFor(async () => expect((await list(agent)).items).toEqual([]), { timeout: 20_000, interval: 100 })
})

test('compares with a paid model on request, and does not judge a pair twice', async () => {
  const agent = await server.makeAgent(ada)
  await teach(agent, 'Returns', 'Goods may be returned within 14 days.')
  await teach(agent, 'Questions', 'Goods may be returned within 30 days.')
  expect((await list(agent)).scan).toMatchObject({ ts: null })
  const before = await paid()
  judge({ contradicts: true, about: 'The time for returns: 14 or 30 days.' }, 1)
  const { scan } = await send<{ scan: ConflictScan }>(agent, 'POST', '/conflicts/scan')
  expect(scan).toMatchObject({ status: 'running', byModel: true })
  const { items, scan: ended } = await over(agent)
  expect(ended).toMatchObject({ status: 'done', pairs: 1, total: 1, byModel: true })
  expect(items).toMatchObject([{ about: 'The time for returns: 14 or 30 days.' }])
  expect(items[0]?.judge).not.toBe('rules')
  expect(await paid()).toBeGreaterThan(before)
  const asked = server.model.control.requests.length
  await send(agent, 'POST', '/conflicts/scan')
  expect((await over(agent)).items).toEqual(items)
  expect(server.model.control.requests).toHaveLength(asked)
})

test('follows a model over the rules, and leaves a pair as it was without a valid verdict', async () => {
  const agent = await server.makeAgent(ada)
  await teach(agent, 'Returns', 'Goods may be returned within 14 days.')
  await teach(agent, 'Questions', 'Goods may be returned within 30 days.')
  expect((await leftAlone(agent)).items).toHaveLength(1)
  server.model.control.script([{ text: 'I would rather not say.' }])
  await send(agent, 'POST', '/conflicts/scan')
  expect((await over(agent)).items).toMatchObject([{ judge: 'rules' }])
  judge({ contradicts: false, about: '' }, 1)
  await send(agent, 'POST', '/conflicts/scan')
  expect((await over(agent)).items).toEqual([])
})

test('starts nothing without credits, and pauses a search where they run out until some are added', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  await teach(agent, 'Returns', 'Goods may be returned within 14 days.')
  await teach(agent, 'Questions', 'Goods may be returned within 30 days.')
  await heard()
  await server.setCredits(owner, 1)
  await send(agent, 'POST', '/conflicts/scan')
  expect((await over(agent)).scan).toMatchObject({
    status: 'paused',
    reason: 'The workspace has no credits left. The scan continues when you add credits.',
  })
  await server.setCredits(owner, 0)
  const { status, body } = await call<{ code: string }>('POST', at(agent, '/conflicts/scan'), { bearer: owner.token })
  expect([status, body.code]).toEqual([402, 'CREDITS_EXHAUSTED'])
  // Rules cost nothing.
  await teach(agent, 'Other', 'We sell boats.')
  expect((await leftAlone(agent)).items).toHaveLength(1)
  judge({ contradicts: true, about: 'The time for returns: 14 or 30 days.' }, 1)
  const { billing } = server.running.container.services
  const ctx = server.running.container.contexts.system('eu')
  await billing.grant(ctx, { workspaceId: owner.workspace.uid, amount: 100_000, key: 'paused-scan', cause: 'test' })
  await vi.waitFor(async () => expect((await list(agent)).scan).toMatchObject({ status: 'done', byModel: true }), {
    timeout: 20_000,
    interval: 100,
  })
})

test('keeps tenants apart, and deletes contradictions with their agent', async () => {
  const [mine, theirs] = [await server.makeAgent(ada), await server.makeAgent(bob)]
  await teach(mine, 'Returns', 'Goods may be returned within 14 days.')
  await teach(theirs, 'Questions', 'Goods may be returned within 30 days.')
  expect((await leftAlone(mine)).items).toEqual([])
  await teach(mine, 'Questions', 'Goods may be returned within 30 days.')
  const { items } = await leftAlone(mine)
  expect(items).toHaveLength(1)
  expect((await leftAlone(theirs)).items).toEqual([])
  for (const [method, path, agent, bearer] of [
    ['GET', '/conflicts', mine, bob.token],
    ['POST', '/conflicts/scan', mine, bob.token],
    ['PATCH', `/conflicts/${items[0]?.id}`, theirs, bob.token],
  ] as const) {
    const body = method === 'PATCH' ? { status: 'dismissed' } : undefined
    expect((await call(method, at(agent, path), { bearer, ...(body ? { body } : {}) })).status).toBe(404)
  }
  await send(mine, 'DELETE', '')
  const left = async () =>
    (
      await server.dbs.eu.pool.query(
        'select agent_id from conflicts where agent_id = $1 union all select agent_id from conflict_scans where agent_id = $1',
        [mine.id],
      )
    ).rows
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000, interval: 100 })
})
