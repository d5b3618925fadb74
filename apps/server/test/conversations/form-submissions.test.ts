// Submissions of items in an answer are validated against that item and kept in the transcript without passwords.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Submission } from '@parlance/contract/items/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()

const PIN = 'hunter2-hunter2'
const form = {
  type: 'form',
  title: 'Book a table',
  fields: [
    { name: 'email', label: 'E-mail', type: 'email', required: true },
    { name: 'guests', label: 'Guests', type: 'number', required: true, min: 1, max: 8 },
    { name: 'pin', label: 'PIN', type: 'password', required: true },
  ],
} as const
const choice = {
  type: 'choice',
  buttons: [
    { name: 'Yes', request: { type: 'text', payload: 'Yes, please.' } },
    { name: 'Map', request: { type: 'open_url', payload: 'https://maps.example/' } },
  ],
} as const
/** Shows both items on every message, and waits. */
const always = { tests: [{ variable: 'never_set', operator: 'isNotSet' }] }
const nodes = (...more: object[]) =>
  [
    { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'desk', rule: always }] },
    { id: 'desk', type: 'message', items: [form, choice] },
    ...more,
  ] as unknown as AgentPatch['nodes']
const asksPin = { id: 'ask', type: 'collect', variables: [{ name: 'pin', type: 'text' }] }

let mine: TestAgent
let asking: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  const owner = await server.signUp('eu')
  const config: AgentPatch = { enableNodes: true, nodes: nodes() }
  mine = await server.makeAgent(owner, config)
  asking = await server.makeAgent(owner, { ...config, nodes: nodes(asksPin) })
  theirs = await server.makeAgent(await server.signUp('eu'), config)
})

interface Shown {
  readonly agent: TestAgent
  readonly visitorId: string
  readonly conversationId: string
  readonly messageId: string
}
const baseOf = (agent: TestAgent) => `${server.api(agent.region)}/v2/agents/${agent.id}`
const messagesOf = async ({ agent, conversationId }: Shown, bearer = agent.owner.token) =>
  (await server.must<{ messages: Message[] }>('GET', `${baseOf(agent)}/conversations/${conversationId}`, bearer))
    .messages

/** A conversation that has reached the items. */
async function shown(agent: TestAgent): Promise<Shown> {
  const visitorId = newVisitorId()
  const { answer } = await server.turn(agent, { visitorId })
  const conversationId = answer.metadata?.conversationId ?? ''
  const at = { agent, visitorId, conversationId, messageId: '' }
  const message = (await messagesOf(at)).find(({ items }) => items.some(({ type }) => type === 'form'))
  if (!message) throw new Error('The form was not shown.')
  return { ...at, messageId: message.id }
}
const places = async (at: Shown) => {
  const { items } = (await messagesOf(at)).find(({ id }) => id === at.messageId) ?? { items: [] }
  return {
    form: items.findIndex(({ type }) => type === 'form'),
    choice: items.findIndex(({ type }) => type === 'choice'),
  }
}
const submit = ({ agent, visitorId, conversationId }: Shown, submission: Submission, id = randomId(16)) =>
  call<{ code: string; message: string }>('POST', `${baseOf(agent)}/interact`, {
    body: {
      conversationId,
      visitorId,
      message: { id, text: `the client says ${PIN}`, submission },
    },
  })
const turnsOf = async (at: Shown) => [...new Set((await messagesOf(at)).map(({ turnId }) => turnId))]
async function variablesOf(at: Shown): Promise<Record<string, unknown>> {
  const turnId = (await turnsOf(at)).at(-1)
  const { data } = await server.must<{ data: { engine: { variables: Record<string, unknown> } | null } }>(
    'GET',
    `${baseOf(at.agent)}/turns/${turnId}/trace`,
    at.agent.owner.token,
  )
  return data.engine?.variables ?? {}
}
const filled = { email: 'ada@example.test', guests: '4', pin: PIN, isAdmin: true }

describe('a form', () => {
  test('is stored with the message that showed it, with typed values and without passwords', async () => {
    const at = await shown(mine)
    const { form: item } = await places(at)
    expect((await submit(at, { messageId: at.messageId, item, values: filled })).status).toBe(200)
    for (const bearer of [mine.owner.token, at.visitorId]) {
      const said = (await messagesOf(at, bearer)).findLast(({ from }) => from === 'user')
      expect(said?.submission).toEqual({
        messageId: at.messageId,
        item,
        values: { email: 'ada@example.test', guests: 4, pin: '••••••' },
      })
      expect(said?.items).toEqual([{ type: 'text', text: 'E-mail: ada@example.test\nGuests: 4\nPIN: ••••••' }])
    }
    expect(await variablesOf(at)).toEqual({ email: 'ada@example.test', guests: 4 })
    // No stored row contains the client's own text or the password.
    for (const table of ['messages', 'turns', 'conversations']) {
      const { rows } = await server.dbs.eu.pool.query(`select to_jsonb(t) as row from ${table} t`)
      expect(JSON.stringify(rows), table).not.toContain(PIN)
    }
  })

  test('counts as the same turn when it is sent again, and is refused with other values under its id', async () => {
    const at = await shown(mine)
    const { form: item, choice } = await places(at)
    const id = randomId(16)
    const { messageId } = at
    expect((await submit(at, { messageId, item, values: filled }, id)).status).toBe(200)
    const turns = await turnsOf(at)
    const reordered = Object.fromEntries(Object.entries(filled).toReversed())
    expect((await submit(at, { messageId, item, values: reordered }, id)).status).toBe(200)
    for (const other of [
      { messageId, item, values: { ...filled, guests: '5' } },
      { messageId, item: choice, button: 0 },
    ])
      expect(await submit(at, other, id)).toMatchObject({ status: 409, body: { code: 'MESSAGE_ID_USED' } })
    expect(await turnsOf(at)).toEqual(turns)
  })

  test('passes a password to the agent’s variable, but not to the transcript', async () => {
    const at = await shown(asking)
    const { form: item } = await places(at)
    expect((await submit(at, { messageId: at.messageId, item, values: filled })).status).toBe(200)
    expect(await variablesOf(at)).toMatchObject({ pin: PIN })
    expect(JSON.stringify(await messagesOf(at))).not.toContain(PIN)
  })

  test('is refused with a message for each missing or wrong field, and says nothing', async () => {
    const at = await shown(mine)
    const { form: item } = await places(at)
    const before = await messagesOf(at)
    const heard = await submit(at, { messageId: at.messageId, item, values: { email: 'ada', guests: 9 } })
    expect(heard).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_INPUT',
        message: 'Enter a valid email address.',
        data: {
          fields: [
            { field: 'email', message: 'Enter a valid email address.' },
            { field: 'guests', message: 'Enter 8 or less.' },
            { field: 'pin', message: 'This field is required.' },
          ],
        },
      },
    })
    expect(await submit(at, { messageId: at.messageId, item })).toMatchObject({
      status: 400,
      body: { data: { fields: [{ field: '', message: 'Fill in the form.' }] } },
    })
    expect(await messagesOf(at)).toEqual(before)
  })
})

describe('a button', () => {
  test('sends the text of the item, and is stored with its position', async () => {
    const at = await shown(mine)
    const { choice: item } = await places(at)
    const submission = { messageId: at.messageId, item, button: 0 }
    expect((await submit(at, submission)).status).toBe(200)
    const said = (await messagesOf(at)).findLast(({ from }) => from === 'user')
    expect(said).toMatchObject({ items: [{ type: 'text', text: 'Yes, please.' }], submission })
  })

  test.each([1, 2, 500])('is refused when number %i says nothing', async (button) => {
    const at = await shown(mine)
    const { choice: item } = await places(at)
    expect(await submit(at, { messageId: at.messageId, item, button })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'There’s no such button.' },
    })
  })
})

test('writes values for the visitor in their language, and stable ones for tools and rules', async () => {
  const says = 'Am {day} um {hour}, frei: {slots}. Auftrag {order}, bestätigt: {sure}'
  const agent = await server.makeAgent(await server.signUp('eu'), {
    enableNodes: true,
    variables: [
      { name: 'day', type: 'date', defaultValue: '2026-11-25' },
      { name: 'hour', type: 'time', defaultValue: '09:30' },
      { name: 'slots', type: 'text', defaultValue: '["09:00","11:30"]' },
      { name: 'order', type: 'text', defaultValue: '2026-11-25' },
      { name: 'sure', type: 'boolean', defaultValue: 'true' },
    ],
    nodes: [
      { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'desk', rule: always }] },
      { id: 'desk', type: 'message', items: [{ type: 'text', text: says }] },
    ],
  } as unknown as AgentPatch)
  const { answer } = await server.turn(agent, { context: { language: 'de-AT' } })
  expect(answer.text).toBe('Am 25. November 2026 um 09:30, frei: 09:00 und 11:30. Auftrag 2026-11-25, bestätigt: ja')
  const { conversationId = '', visitorId = '' } = answer.metadata ?? {}
  expect(await variablesOf({ agent, visitorId, conversationId, messageId: '' })).toMatchObject({
    day: '2026-11-25',
    slots: '["09:00","11:30"]',
  })
})

test('does not find an item of another conversation, tenant, or none', async () => {
  const [at, neighbour, stranger] = await Promise.all([shown(mine), shown(mine), shown(theirs)])
  const { form: item, choice: pressed } = await places(at)
  const values = filled
  for (const messageId of [neighbour.messageId, stranger.messageId, randomId(24), ''])
    for (const submission of [
      { messageId, item, values },
      { messageId, item: pressed, button: 0 },
    ])
      expect(await submit(at, submission)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  // Their own message, and a position without an item.
  const own = (await messagesOf(at)).find(({ from }) => from === 'user')?.id ?? ''
  for (const submission of [
    { messageId: own, item: 0, button: 0 },
    { messageId: at.messageId, item: 200, button: 0 },
  ])
    expect(await submit(at, submission)).toMatchObject({ status: 404 })
  // The right item with another visitor's key, or through another agent.
  const submission = { messageId: at.messageId, item, values }
  for (const wrong of [
    { ...at, visitorId: neighbour.visitorId },
    { ...at, agent: theirs },
    { ...at, conversationId: neighbour.conversationId, visitorId: neighbour.visitorId },
  ])
    expect(await submit(wrong, submission)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await submit(at, submission)).status).toBe(200)
})

test('opens no conversation with a visitor’s key in a cookie', async () => {
  const at = await shown(mine)
  const cookie = `parlance_chat=${encodeURIComponent(`parlance:eu:${mine.id}`)}.${encodeURIComponent(JSON.stringify({ visitorId: at.visitorId }))}`
  const url = `${baseOf(mine)}/conversations/${at.conversationId}`
  expect((await call('GET', url, { headers: { cookie } })).status).toBe(401)
  expect((await call('GET', url, { bearer: newVisitorId(), headers: { cookie } })).status).toBe(404)
  expect((await call('GET', url, { bearer: at.visitorId })).status).toBe(200)
})
