// Contact details of forms become leads although no turn of the engine reads them.
import type { Lead } from '@parlance/contract/leads/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeEach, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { eventually } from '../helpers/events.ts'
import type { TestAgent } from '../helpers/people.ts'
import { testConversationsOf } from '../helpers/test-conversations.ts'

const server = await sharedTestServer()
const owner = await server.signUp('eu')
const { baseOf, post, say } = chatsOf(server)
beforeEach(() => server.model.control.reset())

const form = {
  type: 'form',
  title: 'Join',
  fields: [
    { name: 'email', label: 'E-mail', type: 'email' },
    { name: 'seats', label: 'Seats', type: 'number' },
    { name: 'shop_key', label: 'Key', type: 'text' },
  ],
}
const values = { email: 'ada@example.org', seats: '1,500', shop_key: 'theirs' }
/** An agent that shows the form until it knows the address, and then lets the model speak. */
async function shown() {
  const isUnknown = { tests: [{ variable: 'email', operator: 'isNotSet' }] }
  const agent = await testConversationsOf(server, owner).withNodes(
    [
      { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'desk', rule: isUnknown }] },
      { id: 'desk', type: 'message', items: [form] },
    ],
    { variables: [{ name: 'shop_key', type: 'text', description: '', isEnv: true, defaultValue: 'ours' }] },
  )
  const visitorId = newVisitorId()
  const { answer } = await server.turn(agent, { visitorId })
  const { conversationId = '' } = answer.metadata ?? {}
  expect(answer.items.map(({ type }) => type)).toEqual(['form'])
  const submission = { messageId: answer.messageId, item: 0, values }
  const submit = () =>
    server.turn(agent, { visitorId, conversationId, message: { id: randomId(16), text: 'x', submission } } as object)
  return { agent, at: { agent, visitorId, conversationId }, submit }
}
const leadsOf = async (agent: TestAgent) =>
  (await server.must<{ items: Lead[] }>('GET', `${baseOf(agent)}/leads`, owner.token)).items
const variablesOf = async (conversationId: string) => {
  const text = `select engine -> 'variables' as variables from conversations where id = $1`
  const { rows } = await server.dbs.eu.pool.query<{ variables: object }>(text, [conversationId])
  return rows[0]?.variables
}

test('a form sent to a person tells contact details, and the agent knows it afterwards', async () => {
  const { agent, at, submit } = await shown()
  await post(at, 'take-over', {}, owner.token)
  expect((await submit()).status).toBe(200)
  await eventually(() => leadsOf(agent)).toMatchObject([
    { email: 'ada@example.org', variables: { seats: 1500 }, conversationId: at.conversationId },
  ])
  expect(await variablesOf(at.conversationId)).toEqual({ email: 'ada@example.org', seats: 1500 })
  await post(at, 'hand-back', {}, owner.token)
  expect((await say(at, 'Am I in?')).answer.items.map(({ type }) => type)).toEqual(['text'])
})

test('a form tells contact details although the model fails', async () => {
  const { agent, submit } = await shown()
  server.model.control.set({ fault: { kind: 'status', status: 401, times: 3 } })
  expect((await submit()).answer).toMatchObject({ status: 'failed' })
  await eventually(() => leadsOf(agent)).toMatchObject([{ email: 'ada@example.org' }])
})
