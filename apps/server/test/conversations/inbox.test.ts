// What people of the agent's side do with conversations, over the API: members of the workspace and client users alike.
import type { Note } from '@parlance/contract/conversations/inbox-api'
import type { Conversation, Message, Person as Speaker } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { type Answer, type Chat, chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { pathOf, baseOf, chat, post, handOff, read, say } = chatsOf(server)

let owner: Person
let colleague: Person
let mine: TestAgent
let org: TestOrg
let client: TestClient
let stranger: TestClient
beforeAll(async () => {
  owner = await server.signUp('eu')
  colleague = await server.join(owner, 'editor')
  mine = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
  org = await makeOrg(server, owner, [mine.id])
  client = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
  const other = await server.makeAgent(owner)
  stranger = await makeClient(server, owner, await makeOrg(server, owner, [other.id]), { agentIds: [other.id] })
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 40 }, () => ({ text: 'We open at nine.' })))
})

const reply = (at: Chat, bearer: string, text = 'Hello, this is Mia.', id = randomId(16)) =>
  call<{ data: Message; code?: string }>('POST', `${pathOf(at)}/replies`, { bearer, body: { id, text } })
const spoken = (messages: readonly Message[]) =>
  messages.map(({ from, by, items: [item] }) => [from, by?.name ?? '', item?.type === 'text' ? item.text : ''])
const namesIn = async (view: string, bearer = owner.token) => {
  const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?view=${view}`
  return (await server.must<{ items: { id: string }[] }>('GET', path, bearer)).items.map(({ id }) => id)
}
const assignees = async (bearer: string) =>
  (await server.must<{ items: Speaker[] }>('GET', `${baseOf(mine)}/assignees`, bearer)).items
const profile = (change: object) =>
  server.must(
    'PATCH',
    `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`,
    owner.token,
    change,
  )

describe('a person', () => {
  test('takes over, answers under their name, and hands back; the agent is silent meanwhile', async () => {
    const at = await chat(mine)
    await handOff(at)
    expect(await namesIn('waiting')).toContain(at.conversationId)
    const taken = await post(at, 'take-over', {}, client.token)
    expect(taken.body.data).toMatchObject({ state: 'human-chatting', handoffAt: null, human: { name: 'Client' } })
    expect(await namesIn('waiting')).not.toContain(at.conversationId)
    const { status, body } = await reply(at, client.token)
    expect([status, body.data]).toMatchObject([200, { from: 'human', by: { name: 'Client' } }])
    const before = server.model.control.requests.length
    await say(at, 'Thank you!')
    expect(server.model.control.requests).toHaveLength(before)
    const seen = await read(at)
    expect(seen.conversation).toMatchObject({ human: { name: 'Client' } })
    expect(seen.conversation.inbox).toBeUndefined()
    expect(spoken(seen.messages).slice(-4)).toEqual([
      ['system', '', 'The visitor asked for a person.'],
      ['system', 'Client', 'A person joined the chat.'],
      ['human', 'Client', 'Hello, this is Mia.'],
      ['user', '', 'Thank you!'],
    ])
    expect((await post(at, 'hand-back', {}, client.token)).body.data).toMatchObject({ state: 'ai-chatting' })
    await say(at, 'And on Sundays?')
    expect(spoken((await read(at)).messages).at(-1)).toEqual(['agent', '', 'We open at nine.'])
  })

  test('speaks alone: a second one has to take over, and then the first is refused', async () => {
    const at = await chat(mine)
    expect([(await reply(at, owner.token)).status, (await reply(at, client.token)).status]).toEqual([409, 409])
    await post(at, 'take-over', {}, owner.token)
    expect((await reply(at, client.token)).body.code).toBe('CONFLICT')
    await post(at, 'take-over', {}, client.token)
    expect((await reply(at, owner.token)).status).toBe(409)
    expect((await reply(at, client.token)).status).toBe(200)
    // Taking over what one has is no news.
    const { messages } = await read(at)
    await post(at, 'take-over', {}, client.token)
    expect((await read(at)).messages).toHaveLength(messages.length)
  })

  test('is heard once, however often a reply is sent', async () => {
    const at = await chat(mine)
    await post(at, 'take-over', {}, owner.token)
    const id = randomId(16)
    const sent = await Promise.all([1, 2, 3].map(() => reply(at, owner.token, 'Once', id)))
    expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
    expect(spoken((await read(at)).messages).filter(([, , text]) => text === 'Once')).toHaveLength(1)
  })

  test('stops an answer that is running, of which the visitor keeps what there was', async () => {
    const at = await chat(mine)
    server.model.control.reset()
    server.model.control.set({ perTokenMs: 20 })
    server.model.control.script([{ text: 'A very long answer. '.repeat(200) }])
    const running = say(at, 'Tell me everything').catch(() => undefined)
    await expect.poll(() => isAnswering(at)).toBe(true)
    expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
    await running
    const { messages } = await read(at)
    expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])
    expect(messages.at(-1)?.from).toBe('system')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await read(at)).messages).toHaveLength(messages.length)
  })

  test('finds a conversation that nothing is kept of for as long as they speak in it', async () => {
    const fleeting = await server.makeAgent(owner, { recordChatHistory: false, UIhandoffTitle: 'Talk to us' })
    const at = await chat(fleeting)
    const list = async () =>
      (await server.must<{ items: object[] }>('GET', `${baseOf(fleeting)}/conversations`, owner.token)).items
    expect(await list()).toHaveLength(0)
    await handOff(at)
    await post(at, 'take-over', {}, owner.token)
    expect(await list()).toHaveLength(1)
    await post(at, 'hand-back', {}, owner.token)
    expect(await list()).toHaveLength(0)
  })

  test('closes a conversation: nothing more is said in it, by nobody', async () => {
    const at = await chat(mine)
    await post(at, 'take-over', {}, owner.token)
    expect((await post(at, 'close', {}, owner.token)).body.data).toMatchObject({ state: 'ended_chat' })
    expect((await reply(at, owner.token)).status).toBe(409)
    expect((await post(at, 'take-over', {}, client.token)).status).toBe(409)
    expect((await say(at, 'Still there?')).status).toBe(409)
  })
})

const isAnswering = async ({ conversationId }: Chat) => {
  const text = 'select running_turn from conversations where id = $1'
  const { rows } = await server.dbs.eu.pool.query<{ running_turn: string | null }>(text, [conversationId])
  return rows[0]?.running_turn !== null
}

describe('order among many', () => {
  test('is kept by assignees, tags, snoozing and what is unread', async () => {
    const at = await chat(mine)
    expect(await namesIn('unread')).toContain(at.conversationId)
    await server.must('POST', `${pathOf(at)}/seen`, owner.token, { seq: 2 })
    expect(await namesIn('unread')).not.toContain(at.conversationId)

    await namesIn('mine', colleague.token)
    const items = await assignees(owner.token)
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['client', 'user', 'user'])
    const { body } = await post(await chat(mine), 'take-over', {}, colleague.token)
    const id = body.data.inbox?.assignee?.id
    await server.must('POST', `${pathOf(at)}/assignee`, owner.token, { assignee: { kind: 'user', id } })
    expect(await namesIn('mine', colleague.token)).toContain(at.conversationId)
    expect(await namesIn('mine')).not.toContain(at.conversationId)

    await server.must('PUT', `${pathOf(at)}/tags`, owner.token, { tags: ['vip', 'vip', ' refund '] })
    const tagged = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?tag=refund`
    const list = await server.must<{ items: Conversation[] }>('GET', tagged, owner.token)
    expect(list.items.map(({ id, inbox }) => [id, inbox?.tags])).toEqual([[at.conversationId, ['vip', 'refund']]])
    const ofAgent = async (filters: string) => {
      const url = `${baseOf(mine)}/conversations?${filters}`
      return (await server.must<{ items: Conversation[] }>('GET', url, owner.token)).items.map(({ id }) => id)
    }
    expect(await ofAgent('tag=refund&channel=web-chat&from=2020-01-01T00:00:00Z')).toEqual([at.conversationId])
    expect(await ofAgent('tag=refund&channel=api')).toEqual([])
    expect(await ofAgent('tag=refund&to=2020-01-01T00:00:00Z')).toEqual([])
    expect(await ofAgent(`tag=refund&assignee=user:${id}`)).toEqual([at.conversationId])
    expect(await ofAgent(`tag=refund&assignee=client:${id}`)).toEqual([])
    expect(await ofAgent('tag=refund&assignee=nobody')).toEqual([])

    const until = new Date(Date.now() + 3600_000).toISOString()
    await server.must('POST', `${pathOf(at)}/snooze`, owner.token, { until })
    expect([await namesIn('snoozed'), (await namesIn('mine', colleague.token)).includes(at.conversationId)]).toEqual([
      [at.conversationId],
      false,
    ])
    // What the visitor writes brings it back.
    await say(at, 'One more question')
    expect(await namesIn('snoozed')).toEqual([])
    expect(await namesIn('mine', colleague.token)).toContain(at.conversationId)
  })

  test('counts who waits, of this workspace alone', async () => {
    const path = (person: Person) => `${server.api('eu')}/v2/workspaces/${person.workspace.uid}/inbox-counts`
    const counts = async (person: Person) =>
      (await server.must<{ data: { waiting: number; mine: number } }>('GET', path(person), person.token)).data
    const before = await counts(owner)
    const at = await chat(mine)
    await handOff(at)
    expect(await counts(owner)).toEqual({ ...before, waiting: before.waiting + 1 })
    await post(at, 'take-over', {}, owner.token)
    expect(await counts(owner)).toEqual({ waiting: before.waiting, mine: before.mine + 1 })
    expect(await counts(await server.signUp('eu'))).toEqual({ waiting: 0, mine: 0 })
  })

  test('somebody who is not of the agent is not assigned, and nobody is while one speaks', async () => {
    const at = await chat(mine)
    const assign = (assignee: object | null, bearer = owner.token) => post(at, 'assignee', { assignee }, bearer)
    expect((await assign({ kind: 'client', id: stranger.clientId })).status).toBe(400)
    // A client user sees nobody of another side.
    const user = (await assignees(owner.token)).find(({ kind }) => kind === 'user')
    expect((await assign({ kind: 'user', id: user?.id }, client.token)).status).toBe(400)
    await post(at, 'take-over', {}, owner.token)
    expect((await assign(null)).status).toBe(409)
    expect((await assign({ kind: 'client', id: client.clientId })).body.data.human).toEqual({ name: 'Client' })
    expect((await reply(at, owner.token)).status).toBe(409)
  })
})

describe('notes', () => {
  const note = (at: Chat, bearer: string, text: string) =>
    server.must<{ data: Note }>('POST', `${pathOf(at)}/notes`, bearer, { text })
  const notesOf = async (at: Chat, bearer: string) =>
    (await server.must<{ data: { notes: Note[] } }>('GET', `${pathOf(at)}/details`, bearer)).data.notes

  test('stay inside: an org sees its own, the workspace all, visitors none', async () => {
    const at = await chat(mine)
    const own = await note(at, owner.token, 'Check the invoice')
    await note(at, client.token, 'Called twice')
    expect((await notesOf(at, owner.token)).map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['Check the invoice', true],
      ['Called twice', false],
    ])
    expect((await notesOf(at, client.token)).map(({ text }) => text)).toEqual(['Called twice'])
    expect(JSON.stringify(await read(at))).not.toContain('invoice')
    const path = `${pathOf(at)}/notes/${own.data.id}`
    expect((await call('DELETE', path, { bearer: client.token })).status).toBe(404)
    await server.must('DELETE', path, owner.token)
    expect(await notesOf(at, owner.token)).toHaveLength(1)
  })
})

describe('what an agency decides about an org', () => {
  test('holds for its people: no taking over, only its tags, no ready answers', async () => {
    const at = await chat(mine)
    const save = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/canned-replies`
    await server.must('PUT', save, owner.token, { items: [{ shortcut: 'Hours', text: 'We open at nine.' }] })
    const ready = async (bearer: string) =>
      (await server.must<{ items: object[] }>('GET', `${baseOf(mine)}/canned-replies`, bearer)).items
    expect(await ready(owner.token)).toEqual([{ shortcut: 'hours', text: 'We open at nine.' }])
    expect(await ready(client.token)).toEqual([])
    await profile({
      disableHandoff: true,
      predefinedTags: ['vip'],
      disallowAnyTags: true,
      settings: { enableCannedResponses: true },
    })
    expect(await ready(client.token)).toHaveLength(1)
    expect((await post(at, 'take-over', {}, client.token)).status).toBe(403)
    const tag = (tags: string[], bearer: string) => call('PUT', `${pathOf(at)}/tags`, { bearer, body: { tags } })
    expect((await tag(['refund'], client.token)).status).toBe(403)
    expect((await tag(['vip'], client.token)).status).toBe(200)
    expect((await tag(['vip', 'refund'], owner.token)).status).toBe(200)
    // What is there already may stay.
    expect((await tag(['refund'], client.token)).status).toBe(200)
    expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
    const assignee = { kind: 'client', id: client.clientId }
    const give = (bearer: string) => call('POST', `${pathOf(at)}/assignee`, { bearer, body: { assignee } })
    expect([(await give(client.token)).status, (await give(owner.token)).status]).toEqual([403, 403])
    await profile({ disableHandoff: false })
    expect((await give(client.token)).status).toBe(200)
  })

  test('with its messages about hand-offs off, a person joins without a word', async () => {
    const at = await chat(mine)
    await profile({ settings: { disableHandoffMessages: true } })
    const { messages } = await read(at)
    await post(at, 'take-over', {}, client.token)
    expect((await read(at)).messages).toHaveLength(messages.length)
    await profile({ settings: { disableHandoffMessages: false } })
  })
})

test('a client user who is removed keeps no conversation: the agent answers where they spoke', async () => {
  const leaving = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
  const at = await chat(mine)
  await post(at, 'take-over', {}, leaving.token)
  const base = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients`
  await server.must('DELETE', `${base}/${leaving.clientId}`, owner.token)
  await expect.poll(async () => (await read(at)).conversation.state).toBe('ai-chatting')
  await say(at, 'Anybody there?')
  expect((await read(at)).messages.at(-1)?.from).toBe('agent')
})

test('so do the client users of an org that is deleted', async () => {
  const closing = await makeOrg(server, owner, [mine.id])
  const leaving = await makeClient(server, owner, closing, { agentIds: [mine.id], canAccess: ['/convos'] })
  const at = await chat(mine)
  await post(at, 'take-over', {}, leaving.token)
  const base = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${closing.orgId}`
  await server.must('DELETE', base, owner.token)
  await expect.poll(async () => (await read(at)).conversation.state).toBe('ai-chatting')
})

test('the people of other orgs, other workspaces and visitors find nothing', async () => {
  const at = await chat(mine)
  const outsider = await server.signUp('eu')
  const ways: [string, object][] = [
    ['take-over', {}],
    ['replies', { id: randomId(16), text: 'Hi' }],
    ['notes', { text: 'Hi' }],
    ['close', {}],
    ['snooze', { until: null }],
  ]
  for (const [path, body] of ways) {
    const heard = await Promise.all(
      [outsider.token, stranger.token, at.visitorId, newVisitorId(), mine.secret].map(
        async (bearer) => (await call<Answer>('POST', `${pathOf(at)}/${path}`, { bearer, body })).status,
      ),
    )
    expect([path, heard]).toEqual([path, [404, 404, 401, 401, 403]])
  }
})

test('two people, a visitor and the agent at once: one speaks at a time, and nothing is lost', async () => {
  const people = [owner.token, client.token]
  for (let round = 0; round < 12; round++) {
    const at = await chat(mine)
    const sent = Array.from({ length: 14 }, (_, n) => {
      const bearer = people[(round + n) % 2] ?? ''
      const kind = (round * 7 + n * 5) % 8
      if (kind < 2) return post(at, 'take-over', {}, bearer)
      if (kind === 2) return post(at, 'hand-back', {}, bearer)
      if (kind < 6) return reply(at, bearer, `Reply ${n}`)
      return say(at, `Question ${n}`).catch(() => undefined)
    })
    const answers = await Promise.all(sent)
    const { messages } = await read(at, owner.token)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => n + 1))
    let speaker = 'agent'
    for (const message of messages) {
      if (message.id.startsWith('human-joined')) speaker = message.by?.name ?? ''
      if (message.id.startsWith('human-left')) speaker = 'agent'
      if (message.from === 'agent') expect(speaker).toBe('agent')
      if (message.from === 'human') expect(message.by?.name).toBe(speaker)
    }
    const stored = new Set(messages.map(({ id }) => id))
    for (const answer of answers) {
      const data = (answer as { status: number; body?: { data?: { id: string; from?: string } } } | undefined)?.body
        ?.data
      if (data?.from === 'human') expect(stored).toContain(data.id)
    }
  }
})
