// Every way a language model can fail: what visitors see, what is stored, and what is charged.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Fault } from '@parlance/simulators/openai/faults'
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'

const DEADLINES = { silenceMs: 400, totalMs: 1500 }
vi.mock('../../src/adapters/models/stream-model.ts', async (original) => {
  const actual = await original<typeof import('../../src/adapters/models/stream-model.ts')>()
  const impatient: typeof actual.streamModel = (model, call, onText) =>
    actual.streamModel(model, call, onText, DEADLINES)
  return { ...actual, streamModel: impatient }
})

/** An address that refuses connections for as long as the file runs. */
async function deadAddress(): Promise<string> {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  return `127.0.0.1:${port}`
}

const nobody = await deadAddress()
const server = await startTestServer({ settings: { outboundAllow: [nobody] } })
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner)
const SORRY = 'I couldn’t answer just now. Please try again in a moment.'
const BROKE_OFF = 'The answer stopped early. You can try again.'
const SAID = 'One two three four five six seven eight nine ten.'
const visitor = () => `vis_${randomId(28)}`

beforeEach(async () => {
  server.model.control.script([{ text: SAID }])
  await server.setCredits(owner, 1_000_000)
})
afterEach(async () => {
  server.model.control.reset()
  await expect.poll(async () => (await server.balance(owner)).held).toBe(0)
  expect(await violations(server.dbs)).toEqual([])
})

let held = 0
const calls = () => server.model.control.requests.filter(({ path }) => path.endsWith('/chat/completions')).length
const spent = async (work: () => Promise<unknown>) => {
  const before = await server.balance(owner)
  await work()
  return before.available - (await server.balance(owner)).available
}
const transcript = async (conversationId: string) => {
  const path = `/v2/agents/${agent.id}/conversations/${conversationId}`
  return server.must<{ messages: { from: string; status: string; items: { text: string }[] }[] }>(
    'GET',
    `${server.api('eu')}${path}`,
    owner.token,
  )
}

/** Whatever happened: the same message gets the same turn, and a new one in the conversation gets an answer. */
async function expectRetriesToWork(broken: {
  id: string
  visitorId: string
  answer: Awaited<ReturnType<typeof server.turn>>['answer']
}) {
  const { conversationId = '', turnId } = broken.answer.metadata ?? {}
  server.model.control.reset()
  const modelCalls = calls()
  const again = await server.turn(agent, { id: broken.id, visitorId: broken.visitorId })
  expect(again.answer).toMatchObject({
    text: broken.answer.text,
    status: broken.answer.status,
    error: broken.answer.error,
    metadata: { turnId, conversationId },
  })
  expect(calls()).toBe(modelCalls)
  server.model.control.script([{ text: 'All is well again.' }])
  const next = await server.turn(agent, { visitorId: broken.visitorId, conversationId })
  expect(next.answer).toMatchObject({ status: 'complete', text: 'All is well again.', metadata: { conversationId } })
}

const NOTHING_SAID: [name: string, fault: Fault, modelCalls: number][] = [
  ['is busy for too long', { kind: 'status', status: 429, retryAfter: 0, times: 3 }, 3],
  ['asks to wait longer than a visitor would', { kind: 'status', status: 429, retryAfter: 60, times: 3 }, 1],
  ['fails inside', { kind: 'status', status: 500, times: 3 }, 3],
  ['is away behind its proxy', { kind: 'status', status: 503, times: 3 }, 3],
  ['refuses the key', { kind: 'status', status: 401, times: 3 }, 1],
  ['refuses the request', { kind: 'status', status: 400, times: 3 }, 1],
  ['drops the connection', { kind: 'cut', afterTokens: 0, times: 3 }, 3],
  ['never answers', { kind: 'hang', times: 3 }, 1],
  ['answers a web page with status 200', { kind: 'garbage', form: 'html', times: 3 }, 3],
  ['closes before the first word', { kind: 'truncate', afterTokens: 0, times: 3 }, 3],
]
test.each(NOTHING_SAID)('shows a clear sentence and charges nothing when a model %s', async (_, fault, modelCalls) => {
  server.model.control.set({ fault })
  const [id, visitorId] = [randomId(16), visitor()]
  const cost = await spent(async () => {
    const { status, answer, done } = await server.turn(agent, { id, visitorId })
    expect({ status, done }).toEqual({ status: 200, done: true })
    expect(answer).toMatchObject({ text: '', status: 'failed', error: SORRY, metadata: { status: 'failed' } })
    expect(calls()).toBe(modelCalls)
    const { messages } = await transcript(answer.metadata?.conversationId ?? '')
    expect(messages.map(({ from, status: how }) => [from, how])).toEqual([
      ['user', 'complete'],
      ['agent', 'failed'],
    ])
  })
  expect(cost).toBe(0)
  const { answer } = await server.turn(agent, { id, visitorId })
  await expectRetriesToWork({ id, visitorId, answer })
})

const BROKEN_OFF: [name: string, fault: Fault, kept: string][] = [
  ['breaks the connection', { kind: 'cut', afterTokens: 3 }, 'One two three'],
  ['ends without its final chunk', { kind: 'truncate', afterTokens: 4 }, 'One two three four'],
  ['writes a line that is no JSON', { kind: 'garbage', form: 'json' }, 'One'],
  ['writes a line of ten megabytes', { kind: 'garbage', form: 'longLine' }, 'One'],
  ['writes bytes that are no UTF-8', { kind: 'garbage', form: 'badUtf8' }, 'One'],
]
test.each(BROKEN_OFF)('keeps the partial answer as interrupted when a model %s', async (_, fault, kept) => {
  server.model.control.set({ fault })
  const [id, visitorId] = [randomId(16), visitor()]
  const { answer, done } = await server.turn(agent, { id, visitorId })
  expect(done).toBe(true)
  expect(answer).toMatchObject({ text: kept, status: 'interrupted', error: BROKE_OFF })
  expect(calls()).toBe(1)
  const { messages } = await transcript(answer.metadata?.conversationId ?? '')
  expect(messages[1]).toMatchObject({ from: 'agent', status: 'interrupted', items: [{ text: kept }] })
  await expectRetriesToWork({ id, visitorId, answer })
})

test('charges for exactly what was said before a break', async () => {
  const broken = await spent(async () => {
    server.model.control.set({ fault: { kind: 'cut', afterTokens: 3 } })
    await server.turn(agent)
  })
  server.model.control.reset()
  server.model.control.script([{ text: SAID.repeat(20) }])
  const whole = await spent(() => server.turn(agent))
  expect(broken).toBeGreaterThan(0)
  expect(broken).toBeLessThan(whole)
})

const MISCOUNTED: [prompt: string, completion: string][] = [
  ['1e300', '1e300'],
  ['1e400', '1e400'],
  ['99999999', '3'],
  ['5', '99999999'],
  ['9007199254740993', '0'],
  ['-5', '-1e9'],
  ['2.5', '0.25'],
  ['"12"', 'null'],
  ['true', '[]'],
  ['NaN', 'NaN'],
]
test.each(MISCOUNTED)(
  'charges no more than was reserved when a model reports %s and %s tokens',
  async (prompt, completion) => {
    server.model.control.set({ fault: { kind: 'usage', prompt, completion } })
    const charged = await spent(async () => {
      const { answer } = await server.turn(agent)
      expect(answer.text).toBe(SAID)
      const { rows } = await server.dbs.eu.pool.query<{ amount: number }>(
        `select amount from ledger_transactions where workspace_id = $1 and kind = 'hold' order by id desc limit 1`,
        [owner.workspace.uid],
      )
      held = Number(rows[0]?.amount)
      const { rows: sums } = await server.dbs.eu.pool.query<{ sum: string }>('select sum(amount) from ledger_entries')
      expect(Number(sums[0]?.sum)).toBe(0)
    })
    expect(charged).toBeGreaterThan(0)
    expect(charged).toBeLessThanOrEqual(held)
  },
)

test('gives up at the deadline when a model falls silent after its first word', async () => {
  server.model.control.set({ perTokenMs: 600_000 })
  const [id, visitorId] = [randomId(16), visitor()]
  const { answer } = await server.turn(agent, { id, visitorId })
  expect(answer).toMatchObject({ text: 'One', status: 'interrupted', error: BROKE_OFF })
  await expectRetriesToWork({ id, visitorId, answer })
})

test.each([
  ['as fast as it can', 0],
  ['at a steady pace', 5],
])('cuts off a model that never stops, %s, and ends the call', async (_, perTokenMs) => {
  server.model.control.set({ perTokenMs, fault: { kind: 'endless' } })
  const [id, visitorId] = [randomId(16), visitor()]
  const { answer } = await server.turn(agent, { id, visitorId })
  expect(answer).toMatchObject({ status: 'interrupted', error: BROKE_OFF })
  expect(answer.text.startsWith('One two')).toBe(true)
  // The agent allows 1,024 tokens. The customer does not pay for a model that ignores the limit.
  expect(answer.text.length).toBeLessThanOrEqual(1024 * 20)
  await expect.poll(() => server.model.control.requests[0]?.outcome).not.toBe('running')
  await expectRetriesToWork({ id, visitorId, answer })
})

test('charges for the text when a model sends far too much in its first chunk', async () => {
  server.model.control.reset()
  // White space before a word is sent with it.
  server.model.control.script([{ text: `${' '.repeat(60_000)}word` }])
  const cost = await spent(async () => {
    const { answer } = await server.turn(agent)
    expect(answer).toMatchObject({ status: 'interrupted', error: BROKE_OFF })
    expect(answer.text.length).toBe(1024 * 20)
  })
  expect(cost).toBeGreaterThan(0)
})

test('retries unnoticed when a model is busy for a moment', async () => {
  server.model.control.set({ fault: { kind: 'status', status: 429, retryAfter: 0, times: 2 } })
  const { answer } = await server.turn(agent)
  expect(answer).toMatchObject({ status: 'complete', text: SAID, error: '' })
  expect(calls()).toBe(3)
})

test('delivers characters whole that were split on the way', async () => {
  server.model.control.reset()
  const text = 'Grüße aus Zürich: 👩‍👩‍👧 naïve café 東京 ✓'
  server.model.control.script([{ text }])
  server.model.control.set({ fault: { kind: 'garbage', form: 'splitUtf8' } })
  const { answer } = await server.turn(agent)
  expect(answer).toMatchObject({ status: 'complete', text })
})

test('reports a model server that refuses connections like any other failure', async () => {
  const other = await server.signUp('na')
  const path = `/v2/workspaces/${other.workspace.uid}/credentials/openai`
  const key = { apiKey: 'sk-own-key', baseUrl: `http://${nobody}/v1` }
  await server.must('PUT', `${server.api('na')}${path}`, other.token, key)
  const lonely = await server.makeAgent(other)
  const before = await server.balance(other)
  const { answer } = await server.turn(lonely)
  expect(answer).toMatchObject({ text: '', status: 'failed', error: SORRY })
  expect(await server.balance(other)).toEqual(before)
})

test('shows the provider’s message to owners, but not to visitors', async () => {
  server.model.control.set({ fault: { kind: 'status', status: 401, times: 2 } })
  const mine = await server.turn(agent, { bearer: owner.token })
  const theirs = await server.turn(agent)
  expect(mine.answer.error).toMatch(/^I couldn’t answer just now\. Please try again in a moment\. \(.+\)$/)
  expect(theirs.answer.error).toBe(SORRY)
})

test('tells owners that the model could not be reached, without the network error', async () => {
  server.model.control.set({ fault: { kind: 'cut', afterTokens: 0, times: 3 } })
  const { answer } = await server.turn(agent, { bearer: owner.token })
  expect(answer.error).toBe(`${SORRY} (We couldn’t reach the model.)`)
})

test('stores and charges the whole answer when a visitor leaves after the first word', async () => {
  server.model.control.set({ perTokenMs: 20 })
  const visitorId = visitor()
  const before = await server.balance(owner)
  const stream = await server.say(agent, { visitorId })
  const { metadata } = await stream.until(({ text }) => text !== '')
  stream.leave()
  const conversationId = metadata?.conversationId ?? ''
  await expect
    .poll(async () => (await transcript(conversationId)).messages[1], { timeout: 20_000 })
    .toMatchObject({ from: 'agent', status: 'complete', items: [{ text: SAID }] })
  expect((await server.balance(owner)).available).toBeLessThan(before.available)
})

test('keeps what was said for good when a visitor stops', async () => {
  server.model.control.set({ perTokenMs: 50 })
  const visitorId = visitor()
  const stream = await server.say(agent, { visitorId })
  const { metadata } = await stream.until(({ text }) => text.includes('two'))
  const stop = () =>
    server.must<{ status: string }>(
      'POST',
      `${server.api('eu')}/v2/agents/${agent.id}/interact/${metadata?.turnId}/stop`,
      visitorId,
    )
  expect((await stop()).status).toBe('interrupted')
  const answer = await stream.rest()
  expect(answer).toMatchObject({ status: 'interrupted', error: '' })
  expect(SAID.startsWith(answer.text)).toBe(true)
  expect(answer.text.length).toBeLessThan(SAID.length)
  expect(stream.done()).toBe(true)
  const { messages } = await transcript(metadata?.conversationId ?? '')
  expect(messages[1]).toMatchObject({ status: 'interrupted', items: [{ text: answer.text }] })
  expect((await stop()).status).toBe('interrupted')
  await expect.poll(() => server.model.control.requests[0]?.outcome).toBe('left')
})

test('ends the turn and settles its credits when the conversation is deleted during an answer', async () => {
  server.model.control.set({ perTokenMs: 50 })
  const stream = await server.say(agent)
  const { metadata } = await stream.until(({ text }) => text.includes('two'))
  const path = `/v2/agents/${agent.id}/conversations/${metadata?.conversationId}`
  await server.must('DELETE', `${server.api('eu')}${path}`, owner.token)
  expect((await stream.rest()).status).toBe('interrupted')
  await expect.poll(async () => (await server.balance(owner)).held).toBe(0)
})

test('deletes conversations and settles credits when an agent is deleted during an answer', async () => {
  const doomed = await server.makeAgent(owner)
  server.model.control.set({ perTokenMs: 100 })
  const stream = await server.say(doomed)
  await stream.until(({ text }) => text !== '')
  await server.must('DELETE', `${server.api('eu')}/v2/agents/${doomed.id}`, owner.token)
  await stream.rest()
  const left = () => server.dbs.eu.pool.query('select 1 from conversations where agent_id = $1', [doomed.id])
  await expect.poll(async () => (await left()).rows.length, { timeout: 20_000 }).toBe(0)
  await expect.poll(async () => (await server.balance(owner)).held).toBe(0)
  expect((await server.turn(doomed)).status).toBe(404)
})

test('answers with the fallback model when no key serves the first one', async () => {
  const keyless = await server.makeAgent(owner, {
    vg_defaultModel: 'claude-sonnet-4-5',
    vg_fallbackModel: 'gpt-4o-mini',
  })
  const { answer } = await server.turn(keyless)
  expect(answer).toMatchObject({ status: 'complete', text: SAID, metadata: { model: 'gpt-4o-mini' } })
})

test('asks a fallback model that stands in for one without a key only once when it fails', async () => {
  const keyless = await server.makeAgent(owner, {
    vg_defaultModel: 'claude-sonnet-4-5',
    vg_fallbackModel: 'gpt-4o-mini',
  })
  server.model.control.set({ fault: { kind: 'status', status: 400, times: 3 } })
  const { answer } = await server.turn(keyless)
  expect(answer).toMatchObject({ text: '', status: 'failed', error: SORRY })
  expect(calls()).toBe(1)
})
