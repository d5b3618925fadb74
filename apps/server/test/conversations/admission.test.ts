// Many messages at once: one turn per message, one at a time, and never more than the credits allow.
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call } from '../helpers/people.ts'

const server = await startTestServer()
const CLOSED = 'We are out for lunch.'
const visitor = () => `vis_${randomId(28)}`
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const tally = (values: readonly unknown[]) => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}
/** An owner whose turns cost 1 credit, with exactly `credits`. */
async function ownerWith(credits: number, region: 'eu' | 'na' = 'eu') {
  const owner = await server.signUp(region)
  await server.useOwnKey(owner)
  await server.setCredits(owner, credits * 1000)
  return owner
}
const usage = async (agent: { region: 'eu' | 'na'; id: string }) =>
  (
    await server.must<{ data: { shouldContinue: boolean } }>(
      'GET',
      `${server.api(agent.region)}/v2/public/agents/${agent.id}/usage`,
      undefined,
    )
  ).data.shouldContinue
const checkCredits = async (owner: Awaited<ReturnType<typeof ownerWith>>) =>
  (
    await server.must<{ continue: boolean }>(
      'GET',
      `${server.api(owner.region)}/public/users/${owner.workspace.uid}/check-credits`,
      undefined,
    )
  ).continue

beforeEach(() => server.model.control.reset())
afterEach(async () => expect(await violations(server.dbs)).toEqual([]))

test('runs one turn with one debit when the same message is sent fifty times at once', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner)
  const [id, visitorId] = [randomId(16), visitor()]
  const all = await times(50, () => server.turn(agent, { id, visitorId }))
  expect(tally(all.map(({ status }) => status))).toEqual({ 200: 50 })
  expect(new Set(all.map(({ answer }) => answer.metadata?.turnId)).size).toBe(1)
  expect(new Set(all.map(({ answer }) => `${answer.status}:${answer.text}`)).size).toBe(1)
  expect(await server.balance(owner)).toEqual({ available: 99_000, held: 0 })
  expect(server.model.control.requests).toHaveLength(1)
})

test('refuses and does not store another text under the id of an accepted message', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner)
  const [id, visitorId] = [randomId(16), visitor()]
  const first = await server.turn(agent, { id, visitorId, text: 'A room for two' })
  const { conversationId = '', turnId } = first.answer.metadata ?? {}
  for (const known of [undefined, conversationId]) {
    const saying = { id, visitorId, ...(known === undefined ? {} : { conversationId: known }) }
    const other = await server.turn(agent, { ...saying, text: 'A room for three' })
    expect(other).toMatchObject({ status: 409, refusal: { code: 'MESSAGE_ID_USED' } })
    const again = await server.turn(agent, { ...saying, text: ' A room for two ' })
    expect(again).toMatchObject({ status: 200, answer: { metadata: { turnId } } })
  }
  // The form that `useChat` sends counts as the same message when its text is the same.
  const path = `${server.api('eu')}/v2/agents/${agent.id}/interact`
  const ui = (text: string) =>
    call<{ code: string }>('POST', path, {
      body: { visitorId, message: { id, role: 'user', parts: [{ type: 'text', text }] } },
    })
  expect((await ui('A room for two')).status).toBe(200)
  expect(await ui('A room for four')).toMatchObject({ status: 409, body: { code: 'MESSAGE_ID_USED' } })
  const said = `select items->0->>'text' as text from messages where conversation_id = $1 and author = 'user'`
  expect((await server.dbs.eu.pool.query(said, [conversationId])).rows).toEqual([{ text: 'A room for two' }])
  expect(await server.balance(owner)).toEqual({ available: 99_000, held: 0 })
})

test('answers one of two texts that are sent at once under one id', async () => {
  const agent = await server.makeAgent(await ownerWith(100))
  const [id, visitorId] = [randomId(16), visitor()]
  const all = await times(20, (index) => server.turn(agent, { id, visitorId, text: `Room ${index % 2}` }))
  expect(tally(all.map(({ status }) => status))).toEqual({ 200: 10, 409: 10 })
})

test('answers ten of five hundred visitors who share ten credits, and refuses the others', async () => {
  const owner = await ownerWith(10, 'na')
  const agent = await server.makeAgent(owner, { unavailableMessage: CLOSED })
  const all = await times(500, () => server.turn(agent))
  expect(tally(all.map(({ status }) => status))).toEqual({ 200: 10, 402: 490 })
  expect(tally(all.map(({ answer }) => answer.status))).toEqual({ complete: 10, waiting: 490 })
  expect(tally(all.map(({ refusal }) => refusal?.message))).toEqual({ undefined: 10, [CLOSED]: 490 })
  expect(await server.balance(owner)).toEqual({ available: 0, held: 0 })
  expect(server.model.control.requests).toHaveLength(10)
  expect(await usage(agent)).toBe(false)
  expect(await checkCredits(owner)).toBe(false)
})

test('explains to owners why their agent is silent', async () => {
  const owner = await ownerWith(0)
  const agent = await server.makeAgent(owner, { unavailableMessage: CLOSED })
  const { status, refusal } = await server.turn(agent, { bearer: owner.token })
  expect({ status, ...refusal }).toMatchObject({ status: 402, message: 'The workspace has no credits left.' })
})

test('stops at the monthly message limit of an agent, also under parallel messages', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner, { messagesLimit: 3, unavailableMessage: CLOSED })
  expect(await usage(agent)).toBe(true)
  const all = await times(10, () => server.turn(agent))
  expect(tally(all.map(({ status }) => status))).toEqual({ 200: 3, 429: 7 })
  expect(all.find(({ status }) => status === 429)?.refusal).toMatchObject({ code: 'LIMIT_REACHED', message: CLOSED })
  expect(await usage(agent)).toBe(false)
  // The owner can go on testing.
  expect((await server.turn(agent, { bearer: owner.token })).status).toBe(200)
  expect((await server.turn(agent, { bearer: agent.secret })).status).toBe(429)
})

test('stops at the monthly credit cap of an agent', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner, { maxTokensUsage: 2 })
  const statuses = []
  for (let turn = 0; turn < 4; turn++) statuses.push((await server.turn(agent)).status)
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(await usage(agent)).toBe(false)
  expect((await server.balance(owner)).available).toBe(98_000)
})

test('holds the cap under parallel messages, and frees what a failed turn reserved', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner, { maxTokensUsage: 2 })
  server.model.control.set({ fault: { kind: 'status', status: 401, times: 2 } })
  const failed = await times(2, () => server.turn(agent))
  expect(failed.map(({ answer }) => answer.status)).toEqual(['failed', 'failed'])
  const all = await times(20, () => server.turn(agent))
  expect(tally(all.map(({ status }) => status))).toEqual({ 200: 2, 429: 18 })
  expect((await server.balance(owner)).available).toBe(98_000)
})

test('answers one message at a time in a conversation', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner)
  const visitorId = visitor()
  const { answer } = await server.turn(agent, { visitorId })
  const { conversationId = '' } = answer.metadata ?? {}
  server.model.control.set({ firstTokenMs: 300 })
  const all = await times(8, () => server.turn(agent, { visitorId, conversationId }))
  expect(tally(all.map(({ status }) => status))).toEqual({ 200: 1, 409: 7 })
  expect(all.find(({ status }) => status === 409)?.refusal?.code).toBe('TURN_RUNNING')
  const again = await server.turn(agent, { visitorId, conversationId })
  expect(again.status).toBe(200)
  const path = `/v2/agents/${agent.id}/conversations/${conversationId}`
  const { messages } = await server.must<{ messages: { seq: number; from: string }[] }>(
    'GET',
    `${server.api('eu')}${path}`,
    visitorId,
  )
  expect(messages.map(({ seq, from }) => `${seq} ${from}`)).toEqual([
    '1 user',
    '2 agent',
    '3 user',
    '4 agent',
    '5 user',
    '6 agent',
  ])
})

test('refuses to continue a conversation of another visitor or another agent', async () => {
  const owner = await ownerWith(100)
  const [agent, other] = [await server.makeAgent(owner), await server.makeAgent(owner)]
  const { answer } = await server.turn(agent, { visitorId: visitor() })
  const { conversationId = '', visitorId = '' } = answer.metadata ?? {}
  const stranger = await server.turn(agent, { visitorId: visitor(), conversationId })
  const elsewhere = await server.turn(other, { visitorId, conversationId })
  const unknown = await server.turn(agent, { visitorId, conversationId: randomId(24) })
  for (const { status, refusal } of [stranger, elsewhere, unknown])
    expect({ status, code: refusal?.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
})

test('shows no history for an agent that keeps none', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner, { recordChatHistory: false })
  const { answer } = await server.turn(agent)
  expect(answer.status).toBe('complete')
  for (const path of [`/v2/agents/${agent.id}/conversations`, `/v2/workspaces/${owner.workspace.uid}/conversations`]) {
    const { items } = await server.must<{ items: unknown[] }>('GET', `${server.api('eu')}${path}`, owner.token)
    expect(items).toEqual([])
  }
})

test('answers 404, not an empty stream, for an unknown agent', async () => {
  const { status, refusal } = await server.turn({ region: 'eu', id: randomId(16) })
  expect({ status, code: refusal?.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
})

test('serves the draft only to editors', async () => {
  const owner = await ownerWith(100)
  const agent = await server.makeAgent(owner)
  const draft = `${server.api('eu')}/v2/agents/${agent.id}/draft`
  await server.must('PUT', draft, owner.token, { vg_systemPrompt: 'You only ever say MOO.' })
  expect((await server.turn(agent, { draft: true })).status).toBe(403)
  expect((await server.turn(agent, { draft: true, visitorId: visitor() })).status).toBe(403)
  const before = server.model.control.requests.length
  expect((await server.turn(agent, { draft: true, bearer: owner.token })).status).toBe(200)
  expect((await server.turn(agent, { bearer: owner.token })).status).toBe(200)
  const said = server.model.control.requests.slice(before).map(({ body }) => JSON.stringify(body).includes('MOO'))
  expect(said).toEqual([true, false])
  const read = await call('GET', `${server.api('eu')}/public/agents/${agent.id}`)
  expect(JSON.stringify(read.body)).not.toContain('MOO')
})

test('shows visitors no branding of ours when the workspace has custom branding', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  const usage = async () => (await call('GET', `${server.api('eu')}/v2/public/agents/${agent.id}/usage`)).body
  expect(await usage()).toMatchObject({ data: { hasEverPaid: false } })
  await server.dbs.eu.pool.query(`update workspaces set add_ons = '{"custom-branding":1}' where uid = $1`, [
    owner.workspace.uid,
  ])
  await vi.waitFor(async () => expect(await usage()).toMatchObject({ data: { hasEverPaid: true } }), 20_000)
})

test('tells anyone whether an owner and an agent can continue, as two booleans each', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner, { messagesLimit: 1 })
  const ask = (path: string, region: 'eu' | 'na' = 'eu') => call('GET', `${server.api(region)}${path}`)
  const credits = `/public/users/${owner.workspace.uid}/check-credits`
  const usage = `/v2/public/agents/${agent.id}/usage`
  expect((await ask(credits)).body).toEqual({ continue: true, hasEverPaid: false })
  expect((await ask(usage)).body).toEqual({ data: { shouldContinue: true, hasEverPaid: false } })
  for (const path of [credits, usage]) expect((await ask(path, 'na')).status).toBe(404)
  expect((await ask(`/public/users/${randomId(15)}/check-credits`)).status).toBe(404)
  expect((await ask(`/v2/public/agents/${randomId(16)}/usage`)).status).toBe(404)
  // The message count updates at once; changes made elsewhere arrive within a second.
  expect((await server.turn(agent)).status).toBe(200)
  expect((await ask(usage)).body).toMatchObject({ data: { shouldContinue: false } })
  await server.dbs.eu.pool.query('update workspaces set has_ever_paid = true where uid = $1', [owner.workspace.uid])
  await vi.waitFor(async () => {
    expect((await ask(credits)).body).toEqual({ continue: true, hasEverPaid: true })
    expect((await ask(usage)).body).toEqual({ data: { shouldContinue: false, hasEverPaid: true } })
  }, 20_000)
})
