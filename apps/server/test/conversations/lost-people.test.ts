// Conversations of people who lose the right to answer, and what agents may do about hand-offs on their own.
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeOrg } from '../helpers/orgs.ts'

const server = await sharedTestServer()
const api = server.api('eu')
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })

async function chat() {
  const visitorId = newVisitorId()
  const { answer } = await server.turn(agent, { visitorId })
  return { visitorId, path: `${api}/v2/agents/${agent.id}/conversations/${answer.metadata?.conversationId ?? ''}` }
}
const read = async (path: string) =>
  (await server.must<{ conversation: Conversation }>('GET', path, owner.token)).conversation
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
    await expect
      .poll(async () => {
        const { state, inbox } = await read(path)
        return { state, assignee: inbox?.assignee ?? null }
      })
      .toEqual({ state: 'requested_chat', assignee: null })
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
