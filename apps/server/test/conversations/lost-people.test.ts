// Conversations of people who lose the right to answer, and what agents may do about hand-offs on their own.
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'

const server = await sharedTestServer()
const api = server.api('eu')
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })

async function chat(of = agent) {
  const visitorId = newVisitorId()
  const { answer } = await server.turn(of, { visitorId })
  return { visitorId, path: `${api}/v2/agents/${of.id}/conversations/${answer.metadata?.conversationId ?? ''}` }
}
const read = async (path: string) =>
  (await server.must<{ conversation: Conversation }>('GET', path, owner.token)).conversation
const waitsForOthers = (path: string) =>
  expect
    .poll(async () => {
      const { state, inbox } = await read(path)
      return { state, assignee: inbox?.assignee ?? null }
    })
    .toEqual({ state: 'requested_chat', assignee: null })
const memberPath = (email: string) => `${api}/v2/workspaces/${owner.workspace.uid}/members/${encodeURIComponent(email)}`

describe('a chat that a teammate took over', () => {
  test.each([
    ['removed', 'DELETE', undefined],
    ['made a viewer', 'PATCH', { role: 'viewer' }],
  ] as const)('waits for others as soon as the person is %s', async (_, method, body) => {
    const member = await server.join(owner, 'editor')
    const { path } = await chat()
    await server.must('POST', `${path}/take-over`, member.token, {})
    expect(await read(path)).toMatchObject({ state: 'human-chatting' })
    await server.must(method, memberPath(member.email), owner.token, body)
    await waitsForOthers(path)
  })

  test('waits for others as soon as the person deletes their account', async () => {
    const member = await server.join(owner, 'editor')
    const { path } = await chat()
    await server.must('POST', `${path}/take-over`, member.token, {})
    await server.must('POST', `${server.running.url}/api/account/deletion`, member.token, {
      typed: member.email,
      password: member.password,
    })
    await waitsForOthers(path)
  })

  test.each(['client user', 'organisation'])('waits for others as soon as the %s is deleted', async (kind) => {
    const theirs = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
    const org = await makeOrg(server, owner, [theirs.id])
    const client = await makeClient(server, owner, org, { agentIds: [theirs.id], canAccess: ['/convos'] })
    const { path } = await chat(theirs)
    await server.must('POST', `${path}/take-over`, client.token, {})
    const ofOrg = `${api}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`
    const gone = kind === 'organisation' ? ofOrg : `${ofOrg}/clients/${client.clientId}`
    await server.must('DELETE', gone, owner.token)
    await waitsForOthers(path)
    const { messages } = await server.must<{ messages: { id: string }[] }>('GET', path, owner.token)
    expect(messages.at(-1)?.id).toMatch(/^human-absent/)
  })
})

test('goes back to the agent, not to the queue, when the person who answered is removed', async () => {
  const member = await server.join(owner, 'editor')
  const { path } = await chat()
  await server.must('POST', `${path}/take-over`, member.token, {})
  await server.must('POST', `${path}/replies`, member.token, { id: randomId(12), text: 'All done.' })
  await server.must('DELETE', memberPath(member.email), owner.token)
  await expect
    .poll(async () => {
      const { state, inbox, handoffAt } = await read(path)
      return { state, assignee: inbox?.assignee ?? null, handoffAt }
    })
    .toEqual({ state: 'ai-chatting', assignee: null, handoffAt: null })
})

describe('an agent of one prompt', () => {
  const tools = () =>
    JSON.stringify(server.model.control.requests.at(-1)?.body ?? {}).match(/"name":"hand_off"/g)?.length ?? 0

  test('may hand over by itself where people are offered, unless an organisation leaves that to visitors', async () => {
    await chat()
    expect(tools()).toBe(1)
    await makeOrg(server, owner, [agent.id])
    await expect
      .poll(async () => {
        await chat()
        return tools()
      })
      .toBe(0)
  })
})
