// Agents that run on Voiceflow, end to end: two tenants, every kind of step, failures, and secrets.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { TraceEntry } from '@parlance/contract/engine/types'
import type { Item } from '@parlance/contract/items/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { startVoiceflow } from '@parlance/simulators/voiceflow/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const KEY_A = 'VF.DM.tenant-a.secret'
const KEY_B = 'VF.DM.tenant-b.secret'
const KEY_REQUIRED = 'Please provide your Voiceflow dialogue API key and try again.'
const SORRY = 'I couldn’t answer just now. Please try again in a moment.'

const voiceflow = await startVoiceflow({ keys: [KEY_A, KEY_B] })
const server = await startTestServer({ settings: { voiceflowBaseUrl: voiceflow.url } })
afterAll(voiceflow.close)
let a: Person
let b: Person
let agent: TestAgent
beforeAll(async () => {
  ;[a, b] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  agent = await onVoiceflow(a, KEY_A)
})
beforeEach(() => {
  voiceflow.fail()
  voiceflow.calls.length = 0
})

const onVoiceflow = (owner: Person, key: string, config: AgentPatch = {}) =>
  server.makeAgent(owner, { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: key, ...config })

interface Going {
  readonly conversationId?: string
  readonly visitorId?: string
}
type Turned = Awaited<ReturnType<typeof server.turn>>
const going = ({ answer }: Turned): Going => ({
  conversationId: answer.metadata?.conversationId ?? '',
  visitorId: answer.metadata?.visitorId ?? '',
})

/** Presses a button of an item, or submits its form. */
async function send(
  of: TestAgent,
  shown: Turned,
  type: Item['type'],
  what: { button?: number; values?: Record<string, string> },
) {
  const item = shown.answer.items.findIndex((one) => one.type === type)
  const submission = { messageId: shown.answer.messageId, item, ...what }
  // The server builds the text from the submission and ignores the client's.
  const message = { id: randomId(16), text: 'x', submission }
  const saying: object = { ...going(shown), message }
  return server.turn(of, saying)
}

const actions = () => voiceflow.calls.map(({ action }) => action)
const types = (items: readonly Item[]) => items.map(({ type }) => type)
const draftTurn = (of: TestAgent, owner: Person, saying: object) =>
  server.turn(of, { bearer: owner.token, draft: true, ...saying })
const traceOf = async (of: TestAgent, owner: Person, { answer }: Turned) =>
  (
    await server.must<{
      data: { trace: TraceEntry[]; credits: number; model: string; engine: { status: string } | null }
    }>('GET', `${server.api(of.region)}/v2/agents/${of.id}/turns/${answer.metadata?.turnId}/trace`, owner.token)
  ).data

describe('a conversation', () => {
  test('is launched by its first message, runs there, and costs one credit a turn', async () => {
    const before = await server.balance(a)
    const first = await server.turn(agent, { text: 'When do you open?' })
    expect(first.answer).toMatchObject({
      status: 'complete',
      metadata: { model: 'voiceflow', credits: 1, sandbox: false },
    })
    expect(types(first.answer.items)).toEqual(['text', 'choice', 'text'])
    expect(first.answer.text).toMatch(/^Welcome to the tea shop.*9 to 18/s)
    const next = await server.turn(agent, { text: 'Where is my order?', ...going(first) })
    const last = await server.turn(agent, { text: '4711', ...going(first) })
    expect([next.answer.text, last.answer.items[0]]).toEqual([
      'What is your order number?',
      { type: 'text', text: 'Order 4711 is on its way.' },
    ])
    expect(actions()).toEqual([
      { type: 'launch' },
      { type: 'text', payload: 'When do you open?' },
      { type: 'text', payload: 'Where is my order?' },
      { type: 'text', payload: '4711' },
    ])
    const after = await server.balance(a)
    expect([before.available - after.available, after.held]).toEqual([3000, 0])
    expect(voiceflow.calls[0]).toMatchObject({ version: 'production', headers: { authorization: KEY_A } })
    expect(new Set(voiceflow.calls.map((one) => one.userId)).size).toBe(1)
    for (const own of Object.values(going(first))) expect(voiceflow.calls[0]?.userId).not.toContain(own)
  })

  test('never calls a model, even for an agent whose model has no key', async () => {
    const asked = server.model.control.requests.length
    const other = await onVoiceflow(a, KEY_A, {
      vg_defaultModel: 'claude-sonnet-4-5',
      vg_kbEnabled: true,
      enableNodes: true,
    })
    expect((await server.turn(other, { text: 'hours' })).answer.status).toBe('complete')
    expect(server.model.control.requests.length).toBe(asked)
  })

  test('shows carousels, cards, pictures and buttons in order, and stores them', async () => {
    const teas = await server.turn(agent, { text: 'your teas' })
    expect(types(teas.answer.items)).toEqual(['text', 'choice', 'text', 'carousel'])
    const gift = await server.turn(agent, { text: 'a gift', ...going(teas) })
    expect(gift.answer.items).toMatchObject([
      {
        type: 'cardV2',
        title: 'Gift box',
        buttons: [
          { request: { type: 'text' } },
          { request: { type: 'open_url', payload: 'https://example.com/gift' } },
        ],
      },
    ])
    const picture = await server.turn(agent, { text: 'a picture', ...going(teas) })
    expect(types(picture.answer.items)).toEqual(['visual'])
    const { messages } = await server.must<{ messages: { from: string; items: Item[] }[] }>(
      'GET',
      `${server.api('eu')}/v2/agents/${agent.id}/conversations/${going(teas).conversationId}`,
      a.token,
    )
    expect(messages.filter(({ from }) => from === 'agent').map(({ items }) => items)).toEqual(
      [teas, gift, picture].map(({ answer }) => answer.items),
    )
  })

  test('sends Voiceflow the request of a pressed button, also of an older answer, and unknown ones as text', async () => {
    const teas = await server.turn(agent, { text: 'your teas' })
    await server.turn(agent, { text: 'hours', ...going(teas) })
    const pressed = await send(agent, teas, 'carousel', { button: 1 })
    expect(pressed.answer.text).toContain('Assam is a good choice')
    expect(actions().at(-1)).toEqual({ type: 'path-buy-assam', payload: { label: 'Buy', actions: [] } })
    const asked = await send(agent, teas, 'choice', { button: 2 })
    expect(asked.answer.text).toContain('order number')
    expect(actions().at(-1)).toEqual({ type: 'text', payload: 'Where is my order?' })
  })

  test('sends the values of a form along its own path', async () => {
    const first = await server.turn(agent, { text: 'hours' })
    const form = await server.turn(agent, { text: 'newsletter', ...going(first) })
    expect(types(form.answer.items)).toEqual(['form'])
    const wrong = await send(agent, form, 'form', { values: { first_name: 'Ada', email: 'nobody' } })
    expect(wrong.status).toBe(400)
    const sent = await send(agent, form, 'form', { values: { first_name: 'Ada', email: 'ada@example.test' } })
    expect(sent.answer.text).toBe('Thank you, Ada. We write to ada@example.test.')
    expect(actions().at(-1)).toEqual({ type: 'complete', payload: { first_name: 'Ada', email: 'ada@example.test' } })
    const next = await server.turn(agent, { text: 'hours', ...going(sent) })
    for (const turn of [sent, next])
      expect((await traceOf(agent, a, turn)).engine).toMatchObject({
        variables: { first_name: 'Ada', email: 'ada@example.test' },
      })
  })

  test('ends where Voiceflow ends it; the next message launches again, and old buttons are text', async () => {
    const first = await server.turn(agent, { text: 'hours' })
    const end = await server.turn(agent, { text: 'bye', ...going(first) })
    expect(end.answer.text).toContain('Goodbye')
    const state = async () =>
      (
        await server.must<{ conversation: { state: string } }>(
          'GET',
          `${server.api('eu')}/v2/agents/${agent.id}/conversations/${going(first).conversationId}`,
          a.token,
        )
      ).conversation.state
    expect(await state()).toBe('ended_chat')
    voiceflow.calls.length = 0
    const again = await send(agent, first, 'choice', { button: 0 })
    expect(again.answer.text).toMatch(/^Welcome.*9 to 18/s)
    expect(actions()).toEqual([{ type: 'launch' }, { type: 'text', payload: 'Opening hours' }])
    expect(await state()).toBe('ai-chatting')
    await server.turn(agent, { text: 'a human please', ...going(first) })
    expect(await state()).toBe('requested_chat')
  })

  test('belongs to one conversation of one tenant', async () => {
    const other = await onVoiceflow(b, KEY_B)
    const [mine, theirs] = await Promise.all([
      server.turn(agent, { text: 'where is my order' }),
      server.turn(other, { text: 'hours' }),
    ])
    const second = await server.turn(agent, { text: 'hours' })
    expect(new Set(voiceflow.calls.map(({ userId }) => userId)).size).toBe(3)
    expect((await server.turn(other, { text: '4711', ...going(theirs) })).answer.text).not.toContain('is on its way')
    expect((await server.turn(agent, { text: '4711', ...going(mine) })).answer.text).toContain('is on its way')
    expect((await server.turn(other, { text: 'x', ...going(mine) })).status).toBe(404)
    for (const { headers, userId } of voiceflow.calls) {
      const key = headers['authorization'] ?? ''
      expect(voiceflow.users.has(`${key}|production|${userId}`)).toBe(true)
    }
    expect(second.answer.status).toBe('complete')
  })
})

describe('its owner', () => {
  test('sees what was sent and answered, and chats with the development version', async () => {
    const turned = await draftTurn(agent, a, { text: 'silence' })
    expect(voiceflow.calls.every(({ version }) => version === 'development')).toBe(true)
    const { trace, credits, model } = await traceOf(agent, a, turned)
    expect([credits, model]).toEqual([1, 'voiceflow'])
    const calls = trace.filter((entry) => entry.type === 'model')
    expect(calls.map(({ prompt, credits: paid }) => [prompt, paid])).toEqual([
      ['{"type":"launch"}', 1],
      ['{"type":"text","payload":"silence"}', 0],
    ])
    expect(calls[0]?.answer).toContain('"type":"debug"')
    expect(turned.parts.filter(({ part }) => part.type === 'data-trace').length).toBe(trace.length)
    const unclear = await draftTurn(agent, a, { text: 'xyzzy', ...going(turned) })
    expect(JSON.stringify((await traceOf(agent, a, unclear)).trace)).toContain('after a silence')
  })

  test('can edit an earlier message, after which Voiceflow starts over', async () => {
    const first = await draftTurn(agent, a, { text: 'order please' })
    await draftTurn(agent, a, { text: 'nothing', ...going(first) })
    voiceflow.calls.length = 0
    const restarted = await draftTurn(agent, a, { text: 'hours', ...going(first), debug: { rewindTo: 3 } })
    expect(restarted.answer.text).toMatch(/^Welcome.*9 to 18/s)
    expect(voiceflow.calls.map(({ method, action }) => `${method} ${action?.type ?? ''}`)).toEqual([
      'DELETE ',
      'POST launch',
      'POST text',
    ])
    expect(JSON.stringify((await traceOf(agent, a, restarted)).trace)).toContain('starts over')
  })

  test('can’t publish without a key; a draft can lack one, and reports it in a test', async () => {
    const url = `${server.api('eu')}/v2/agents/${agent.id}`
    const stored = () =>
      server.must<{ data: { title: string; VF_DIALOGUE_API_KEY: string }; version: number }>('GET', url, a.token)
    const before = await stored()
    for (const VF_DIALOGUE_API_KEY of ['', '   ']) {
      const refused = await call<{ message: string }>('POST', url, {
        bearer: a.token,
        body: { title: 'New', VF_DIALOGUE_API_KEY },
      })
      expect([refused.status, refused.body.message]).toEqual([400, KEY_REQUIRED])
    }
    expect(await stored()).toEqual(before)
    await server.must('POST', url, a.token, { description: 'Kept' })
    expect((await stored()).data.VF_DIALOGUE_API_KEY).toBe(KEY_A)
    const made = await call('POST', `${server.api('eu')}/v2/agents/${randomId(16)}`, {
      bearer: a.token,
      body: { title: 'Vee', agentPlatform: 'vf' },
    })
    const moved = await server.makeAgent(a)
    const move = await call('POST', `${server.api('eu')}/v2/agents/${moved.id}`, {
      bearer: a.token,
      body: { agentPlatform: 'vf' },
    })
    expect([made.status, move.status]).toEqual([400, 400])

    await server.must('PUT', `${url}/draft`, a.token, { VF_DIALOGUE_API_KEY: '' })
    const tried = await draftTurn(agent, a, { text: 'hours' })
    expect(tried.answer).toMatchObject({ status: 'failed', error: KEY_REQUIRED, metadata: { credits: 0 } })
    expect(voiceflow.calls).toEqual([])
    expect((await server.turn(agent, { text: 'hours' })).answer.status).toBe('complete')
    await server.must('DELETE', `${url}/draft`, a.token)
  })

  test('sees what is wrong with the key, but visitors don’t', async () => {
    const wrong = await onVoiceflow(a, 'VF.DM.wrong.key')
    const before = await server.balance(a)
    expect((await server.turn(wrong, { text: 'hours' })).answer).toMatchObject({
      status: 'failed',
      error: SORRY,
      items: [],
    })
    const told = await draftTurn(wrong, a, { text: 'hours' })
    expect(told.answer.error).toContain('Voiceflow rejected the API key')
    expect(voiceflow.calls).toHaveLength(2)
    expect(await server.balance(a)).toEqual(before)
    const broken = await onVoiceflow(a, 'VF.DM.line\nbreak')
    expect((await draftTurn(broken, a, { text: 'x' })).answer.error).toContain('Voiceflow rejected the API key')
    expect(voiceflow.calls).toHaveLength(2)
  })

  test('gives visitors the agent’s fallback sentence when a copy has no key, as after an import', async () => {
    const url = `${server.api('eu')}/v2/agents/${agent.id}`
    const file = await server.must<unknown>('GET', `${url}/export`, a.token)
    expect(JSON.stringify(file)).not.toContain(KEY_A)
    const { data } = await server.must<{ data: { ID: string } }>(
      'POST',
      `${server.api('eu')}/v2/workspaces/${a.workspace.uid}/agents/import`,
      a.token,
      {
        file,
      },
    )
    const copy = { ...agent, id: data.ID }
    const { answer } = await server.turn(copy, { text: 'hours' })
    expect(answer.status).toBe('failed')
    expect(answer.error).not.toBe('')
    expect(answer.error).not.toContain('Voiceflow')
  })
})

describe('failures', () => {
  test.each([
    ['a server that is busy', [{ kind: 'status', status: 429, retryAfter: 0 }] as const],
    [
      'faults of its own, twice',
      [
        { kind: 'status', status: 503 },
        { kind: 'status', status: 500 },
      ] as const,
    ],
  ])('with %s are retried while nothing has been shown', async (_, faults) => {
    voiceflow.fail(...faults)
    const { answer } = await server.turn(agent, { text: 'hours' })
    expect(answer).toMatchObject({ status: 'complete', metadata: { credits: 1 } })
    expect(actions().map((action) => action?.type)).toEqual([...faults.map(() => 'launch'), 'launch', 'text'])
  })

  test('leave the conversation where it is when the answer breaks off after the greeting', async () => {
    voiceflow.fail(...[1, 2, 3].map(() => ({ kind: 'status' as const, status: 503, action: 'text' })))
    const broken = await server.turn(agent, { text: 'hours' })
    expect(broken.answer).toMatchObject({
      status: 'interrupted',
      error: 'The answer stopped early. You can try again.',
    })
    expect(broken.answer.text).toContain('Welcome')
    const next = await server.turn(agent, { text: 'hours', ...going(broken) })
    expect(next.answer.text).toMatch(/^We are open/)
  })

  test.each([
    ['a page', { kind: 'garbage', body: '<html>', contentType: 'text/html' }],
    ['JSON that is no list', { kind: 'garbage', body: '{"error":"VF.DM.tenant-a.secret"}' }],
    ['an answer without end', { kind: 'endless' }],
    ['an answer that breaks off', { kind: 'cut' }],
    ['a way to another address', { kind: 'redirect', location: 'http://127.0.0.1:1/' }],
    ['a message it refuses', { kind: 'status', status: 400, body: '{"data":"bad key VF.DM.tenant-a.secret"}' }],
  ] as const)('with %s are reported and cost nothing', async (_, fault) => {
    const before = await server.balance(a)
    voiceflow.fail(fault, fault, fault)
    const visitor = await server.turn(agent, { text: 'hours' })
    expect(visitor.answer).toMatchObject({ status: 'failed', error: SORRY })
    voiceflow.fail(fault, fault, fault)
    const owner = await draftTurn(agent, a, { text: 'hours' })
    expect(owner.answer.error).toMatch(/\(.*Voiceflow.*\)$/)
    expect(owner.answer.error).not.toContain(KEY_A)
    expect(await server.balance(a)).toEqual(before)
  })

  test('can be stopped by the visitor when an answer does not come', async () => {
    voiceflow.fail({ kind: 'hang' })
    const stream = await server.say(agent, { text: 'hours' })
    const started = await stream.until(({ metadata }) => metadata !== undefined)
    const { turnId, visitorId } = started.metadata ?? {}
    await expect.poll(() => voiceflow.calls.length).toBe(1)
    const stopped = await call('POST', `${server.api('eu')}/v2/agents/${agent.id}/interact/${turnId}/stop`, {
      bearer: visitorId ?? '',
    })
    expect(stopped.status).toBe(200)
    expect((await stream.rest()).status).toBe('interrupted')
  })

  test('with hostile and broken steps are shown harmlessly or not at all', async () => {
    const evil = 'javascript:alert(document.domain)'
    voiceflow.script([
      7,
      { payload: {} },
      { type: 'text', payload: { message: 'A\u0000B \uD800' } },
      { type: 'visual', payload: { image: evil } },
      {
        type: 'choice',
        payload: {
          buttons: [
            {
              name: 'Win',
              request: { type: 'path-x', payload: { actions: [{ type: 'open_url', payload: { url: evil } }] } },
            },
            {},
          ],
        },
      },
      { type: 'iFrame', payload: { url: evil, title: 'T' } },
      { type: 'constructor', payload: {} },
      { type: 'cardV2', payload: { title: 'C'.repeat(100_000), buttons: 'no' } },
    ])
    const { answer } = await server.turn(agent, { text: 'hours' })
    expect(answer.status).toBe('complete')
    // The project's own answer follows the scripted greeting.
    expect(types(answer.items)).toEqual(['text', 'choice', 'text', 'cardV2', 'text', 'choice'])
    expect(answer.items[2]).toEqual({ type: 'text', text: 'T' })
    expect(JSON.stringify(answer.items)).not.toContain('javascript:')
    expect(answer.items[1]).toMatchObject({ buttons: [{ name: 'Win', request: { type: 'text' } }] })
  })
})

test('never expose the key in responses, plain storage or logs', async () => {
  const url = `${server.api('eu')}/public/agents/${agent.id}`
  expect(JSON.stringify((await call('GET', url)).body)).not.toContain('VF.DM')
  const dump = async (table: string) => JSON.stringify((await server.dbs.eu.pool.query(`select * from ${table}`)).rows)
  for (const table of ['agents', 'agent_drafts', 'turns', 'messages', 'conversations'])
    expect(await dump(table)).not.toMatch(/tenant-[ab]\.secret/)
  const theirs = await call('GET', `${server.api('eu')}/v2/agents/${agent.id}`, { bearer: b.token })
  expect(theirs.status).toBe(404)
})
