// Tools in graphs, end to end: tool nodes, models that call tools, and a misbehaving model or router.
import { LIMITS } from '@parlance/contract/engine/types'
import { Item } from '@parlance/contract/items/schemas'
import { toCredits } from '@parlance/contract/lib/money'
import { afterEach, describe, expect, test } from 'vitest'
import { testTool, startToolServer } from '../../src/modules/tools/testing.ts'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { testConversationsOf, type TurnTrace } from '../helpers/test-conversations.ts'

const target = await startToolServer()
const server = await startTestServer({ settings: { outboundAllow: [target.host] } })
const owner = await server.signUp('eu')
await server.setCredits(owner, 10_000_000)
const { talk, withNodes } = testConversationsOf(server, owner)

afterEach(async () => {
  server.model.control.reset()
  expect((await server.balance(owner)).held).toBe(0)
  expect(await violations(server.dbs)).toEqual([])
})

const faults = ({ trace }: TurnTrace) =>
  trace.flatMap((entry) => (entry.type === 'decision' && entry.fault ? [entry.fault] : []))
const TOOL = testTool({
  id: 'stock',
  name: 'check_stock',
  serverUrl: `${target.url}/stock/{article}`,
  fields: [
    {
      key: 'article',
      in: 'path',
      required: true,
      type: 'string',
      description: '',
      isEnv: false,
      value: '',
      options: [],
    },
  ],
  responseMapping: [
    { variable: 'count', path: 'data.count' },
    { variable: 'place', path: 'data.place' },
  ],
})
const say = (text: string) => [Item.parse({ type: 'text', text })]
const STOCK = [
  { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'which', condition: 'The visitor asks about stock' }] },
  {
    id: 'which',
    type: 'collect',
    variables: [{ name: 'article', type: 'text', description: 'The article number' }],
    childrenNodes: [{ nodeId: 'look' }],
  },
  {
    id: 'look',
    type: 'tool',
    name: 'Check stock',
    toolCall: { toolId: 'stock', arguments: { article: '{article}' } },
    childrenNodes: [
      {
        nodeId: 'none',
        on: 'success',
        rule: { tests: [{ variable: 'count', operator: 'equals', value: '0' }] },
      },
      { nodeId: 'some', on: 'success' },
      { nodeId: 'down', on: 'failure' },
    ],
  },
  { id: 'some', type: 'message', items: say('There are {count} of {article} in {place}.') },
  { id: 'none', type: 'message', items: say('{article} is sold out.') },
  { id: 'down', type: 'default', instructions: 'Say that the stock can not be looked up now.' },
]
const json = (body: object, status = 200) =>
  target.answer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )

describe('a tool node', () => {
  test('calls a server with known values, maps the answer, and follows its outcome', async () => {
    const agent = await withNodes(STOCK, { tools: [TOOL] })
    const ask = talk(agent)
    await ask('Is it in stock?')
    json({ data: { count: 7, place: 'Berlin' } })
    const found = await ask('A 12/3')
    expect(found).toMatchObject({
      said: 'There are 7 of A 12/3 in Berlin.',
      path: ['otherwise look', 'success some'],
      values: { count: 7, place: 'Berlin', article: 'A 12/3' },
    })
    expect(target.hits.map(({ url }) => url)).toEqual(['/stock/A%2012%2F3'])
    json({ data: { count: 0 } })
    const again = talk(agent)
    await again('Is it in stock?')
    expect(await again('B 2')).toMatchObject({ said: 'B 2 is sold out.', path: ['otherwise look', 'rule none'] })
  })

  test('takes the failure path when it fails, and the model says so', async () => {
    const ask = talk(await withNodes(STOCK, { tools: [TOOL] }))
    await ask('Is it in stock?')
    json({ error: 'broken' }, 500)
    const failed = await ask('A 12')
    expect(failed.path).toEqual(['otherwise look', 'failure down'])
    expect(failed.said).toContain("didn't work just now")
    expect(failed.said).toContain('The stock can not be looked up now.')
    expect(failed.values).not.toHaveProperty('count')
  })

  test('fails too when its tool does not exist', async () => {
    const ask = talk(await withNodes(STOCK))
    await ask('Is it in stock?')
    const failed = await ask('A 12')
    expect(failed.path).toEqual(['otherwise look', 'failure down'])
    expect(failed.trace).toContainEqual(
      expect.objectContaining({
        type: 'tool',
        name: 'stock',
        result: { ok: false, error: 'There’s no such tool here.', errorMessage: { code: 'tool_unknown' } },
      }),
    )
  })
})

const ORDERS = testTool({
  id: 'orders',
  name: 'get_order_status',
  description: 'Look up the delivery status of an order',
  serverUrl: `${target.url}/orders`,
  isGlobal: true,
  fields: [
    {
      key: 'orderId',
      in: 'query',
      required: true,
      type: 'string',
      description: '',
      isEnv: false,
      value: '',
      options: [],
    },
  ],
})
const HELP = [
  { id: 'start', type: 'start', instructions: 'Help.', childrenNodes: [{ nodeId: 'b', condition: 'Wants a banana' }] },
  { id: 'b', type: 'default', instructions: 'Say that bananas are yellow.' },
]
const QUESTION = 'What is the delivery status of my order A-1234?'
const calls = () => server.model.control.requests.filter(({ path }) => path.endsWith('/chat/completions'))

describe('a model that calls tools', () => {
  test('gets results over the real protocol and reports the answer', async () => {
    const ask = talk(await withNodes(HELP, { tools: [ORDERS] }))
    json({ status: 'shipped' })
    const turn = await ask(QUESTION)
    expect(turn.said).toBe('The status is shipped.')
    expect(target.hits[0]?.url).toBe('/orders?orderId=A-1234')
    expect(turn.trace).toContainEqual(
      expect.objectContaining({ type: 'tool', toolId: 'orders', arguments: '{"orderId":"A-1234"}' }),
    )
  })

  test('has answered completely when it speaks with the call and adds nothing after it', async () => {
    const ask = talk(await withNodes(HELP, { tools: [ORDERS] }))
    server.model.control.script([
      {
        text: 'I have noted order A-1234.',
        toolCalls: [{ name: 'get_order_status', arguments: '{"orderId":"A-1234"}' }],
        purpose: 'answer',
      },
      { text: '', purpose: 'answer' },
    ])
    expect((await ask(QUESTION)).said).toBe('I have noted order A-1234.')
    expect(target.hits).toHaveLength(1)
  })

  test.each(['unknown', 'garbage'] as const)('badly (%s) is told so and goes on', async (form) => {
    const ask = talk(await withNodes(HELP, { tools: [ORDERS] }))
    server.model.control.set({ fault: { kind: 'calls', form } })
    const turn = await ask('hello')
    expect(turn.said.length).toBeGreaterThan(0)
    expect(target.hits).toEqual([])
    const messages = JSON.stringify(calls().at(-1)?.body)
    expect(messages).toContain(form === 'unknown' ? 'There is no tool' : 'The arguments must be a JSON object.')
  })

  test('is stopped at the limits when it never ends, and charged once', async () => {
    const ask = talk(await withNodes(HELP, { tools: [ORDERS] }))
    json({ status: 'shipped' })
    server.model.control.set({ fault: { kind: 'calls', form: 'endless' } })
    const before = await server.balance(owner)
    const turn = await ask(QUESTION)
    const spent = before.available - (await server.balance(owner)).available
    expect(target.hits.length).toBeGreaterThan(2)
    expect(target.hits.length).toBeLessThanOrEqual(LIMITS.toolCalls)
    expect(calls().length).toBeLessThanOrEqual(LIMITS.modelCalls + 1)
    expect(turn.said.length).toBeGreaterThan(0)
    expect(spent).toBeGreaterThan(0)
    expect(toCredits(spent)).toBeCloseTo(turn.credits, 6)
    const billed = turn.trace.reduce((sum, entry) => sum + (entry.type === 'model' ? entry.credits : 0), 0)
    expect(turn.credits).toBeLessThanOrEqual(billed + 1)
  })
})

describe('the built-in tools', () => {
  test('show buttons, and read the pressed one', async () => {
    const agent = await withNodes(
      [
        {
          id: 'start',
          type: 'start',
          instructions: 'Show buttons: Red, Blue and Green.',
          childrenNodes: [{ nodeId: 'blue', condition: 'The visitor chooses blue' }],
        },
        { id: 'blue', type: 'default', instructions: 'Say that blue is a fine colour.' },
      ],
      { vg_enableUIEngine: true },
    )
    const ask = talk(agent)
    const shown = await ask('hello')
    const at = shown.answer.items.findIndex(({ type }) => type === 'choice')
    expect(shown.answer.items[at]).toMatchObject({ buttons: [{ name: 'Red' }, { name: 'Blue' }, { name: 'Green' }] })
    const pressed = await ask('ignored', {
      submission: { messageId: shown.answer.messageId, item: at, button: 1 },
    })
    expect(pressed).toMatchObject({ path: ['router blue'], said: 'Blue is a fine colour.' })
  })

  test('search the knowledge only when the model asks, with the settings of its node', async () => {
    const kb = { enabled: true, maxChunks: 1, tags: ['rooms'], smartSearch: true }
    const agent = await withNodes([{ id: 'start', type: 'start', instructions: 'Help.', kb }], { vg_kbEnabled: true })
    for (const [name, content, tags] of [
      ['Double', 'A double room costs 90 euros.', ['rooms']],
      ['Single', 'A single room costs 60 euros.', ['rooms']],
      ['Hall', 'The meeting room costs 300 euros.', ['events']],
    ] as const)
      await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}/kb`, owner.token, { name, content, tags })
    const found = async (text: string) =>
      (await talk(agent)(text)).trace.flatMap((entry) => (entry.type === 'retrieval' ? [entry.passages] : []))
    server.model.control.script([{ text: 'Hello, what would you like to know?' }])
    expect(await found('Tell me about the meeting room')).toEqual([])
    const query = JSON.stringify({ query: 'What does a meeting room cost?' })
    server.model.control.script([{ toolCalls: [{ name: 'search_knowledge', arguments: query }] }, { text: 'I see.' }])
    expect(await found('What does it cost?')).toEqual([
      [expect.objectContaining({ title: expect.stringMatching(/Double|Single/) })],
    ])
    await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}`, owner.token, { vg_kbEnabled: false })
    server.model.control.reset()
    await talk(agent)('What does it cost?')
    expect(JSON.stringify(calls().at(-1)?.body)).not.toContain('search_knowledge')
  })

  test('hand the conversation to a person, and end it', async () => {
    const ask = talk(await withNodes(HELP, { UIhandoffTitle: 'Talk to us' }))
    const handed = await ask('I want to speak to a human')
    expect(handed).toMatchObject({ said: '', engine: { status: 'handed-off' } })
    expect(handed.answer.metadata).toMatchObject({ silent: true })
    const alone = talk(await withNodes(HELP))
    expect(await alone('I want to speak to a human')).toMatchObject({ engine: { status: 'talking' } })
    expect(await alone('goodbye')).toMatchObject({ engine: { status: 'ended' } })
    expect(await alone('hello again')).toMatchObject({ path: ['start start'], engine: { status: 'talking' } })
  })
})

describe('a router that misbehaves', () => {
  test.each(['prose', 'unknown', 'wrongType', 'broken', 'empty'] as const)(
    '(%s) leaves the visitor at the same node',
    async (form) => {
      const ask = talk(await withNodes(HELP))
      await ask('hello')
      server.model.control.set({ fault: { kind: 'router', form } })
      const turn = await ask('I want a banana')
      expect(turn.path).toEqual(['stay start'])
      expect(faults(turn)).toHaveLength(1)
      expect(turn.said.length).toBeGreaterThan(0)
      const next = await ask('I want a banana')
      expect(next).toMatchObject({ path: ['router b'], said: expect.stringContaining('Bananas are yellow.') })
    },
  )

  test('keeps visitors where they are when it is unavailable', async () => {
    const ask = talk(await withNodes(HELP))
    await ask('hello')
    server.model.control.set({ fault: { kind: 'status', status: 400, match: { text: '<router>' } } })
    const turn = await ask('I want a banana')
    expect(turn.path).toEqual(['stay start'])
    expect(faults(turn)).toHaveLength(1)
  })

  test('is replaced by the fallback model, which keeps the visitor’s values', async () => {
    const agent = await withNodes(
      [
        { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'mail', condition: 'The visitor wants to sign up' }] },
        {
          id: 'mail',
          type: 'collect',
          variables: [{ name: 'email', type: 'email', description: 'The email address' }],
        },
      ],
      { vg_defaultModel: 'gpt-4o', vg_fallbackModel: 'gpt-4o-mini' },
    )
    server.model.control.set({ fault: { kind: 'status', status: 400, times: 20, match: { text: '"model":"gpt-4o"' } } })
    expect(await talk(agent)('I want to sign up: ada@example.org')).toMatchObject({
      path: ['start start', 'router mail'],
      values: { email: 'ada@example.org' },
    })
  })
})
