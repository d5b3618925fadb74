// What the team does with conversations, over the API: workspace members and client users alike.
import type { Note } from '@parlance/contract/conversations/inbox-api'
import type { Conversation, Message, Person as Speaker } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type Answer, type Chat, chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { PIXEL } from '../helpers/samples.ts'

const server = await sharedTestServer()
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
  test('takes over, answers under their name, and hands back, while the agent is silent', async () => {
    const at = await chat(mine)
    await handOff(at)
    expect(await namesIn('waiting')).toContain(at.conversationId)
    await server.must('POST', `${server.api('eu')}/client/me/photo`, client.token, { base64Payload: PIXEL })
    const taken = await post(at, 'take-over', {}, client.token)
    const human = { name: 'Client', photoURL: expect.stringMatching(/^\/media\/clients\/eu\/\w+\.webp$/) as string }
    expect(taken.body.data).toMatchObject({ state: 'human-chatting', handoffAt: null, human })
    await server.must('DELETE', `${server.api('eu')}/client/me/photo`, client.token)
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
      ['system', '', 'The visitor asked for a human.'],
      ['system', 'Client', 'A teammate joined the chat.'],
      ['human', 'Client', 'Hello, this is Mia.'],
      ['user', '', 'Thank you!'],
    ])
    expect((await post(at, 'hand-back', {}, client.token)).body.data).toMatchObject({ state: 'ai-chatting' })
    await say(at, 'And on Sundays?')
    expect(spoken((await read(at)).messages).at(-1)).toEqual(['agent', '', 'We open at nine.'])
  })

  test('is the only speaker: a second person has to take over, and then the first is refused', async () => {
    const at = await chat(mine)
    expect([(await reply(at, owner.token)).status, (await reply(at, client.token)).status]).toEqual([409, 409])
    await post(at, 'take-over', {}, owner.token)
    expect((await reply(at, client.token)).body.code).toBe('CONFLICT')
    await post(at, 'take-over', {}, client.token)
    expect((await reply(at, owner.token)).status).toBe(409)
    expect((await reply(at, client.token)).status).toBe(200)
    // Taking over one's own conversation adds no message.
    const { messages } = await read(at)
    await post(at, 'take-over', {}, client.token)
    expect((await read(at)).messages).toHaveLength(messages.length)
  })

  test('sends a reply once, however often it is submitted', async () => {
    const at = await chat(mine)
    await post(at, 'take-over', {}, owner.token)
    const id = randomId(16)
    const sent = await Promise.all([1, 2, 3].map(() => reply(at, owner.token, 'Once', id)))
    expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
    expect(spoken((await read(at)).messages).filter(([, , text]) => text === 'Once')).toHaveLength(1)
  })

  test('stops a running answer, and the visitor keeps what was written', async () => {
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

  test('finds a conversation without history for as long as they speak in it', async () => {
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

  test('closes a conversation, in which nobody can write any more', async () => {
    const at = await chat(mine)
    await post(at, 'take-over', {}, owner.token)
    expect((await post(at, 'close', {}, owner.token)).body.data).toMatchObject({ state: 'ended_chat' })
    expect((await reply(at, owner.token)).status).toBe(409)
    expect((await post(at, 'take-over', {}, client.token)).status).toBe(409)
    expect((await say(at, 'Still there?')).status).toBe(409)
  })

  test('reopens a closed conversation, in which the agent answers again', async () => {
    const at = await chat(mine)
    await post(at, 'take-over', {}, owner.token)
    await post(at, 'close', {}, owner.token)
    for (let times = 0; times < 2; times += 1)
      expect((await post(at, 'reopen', {}, client.token)).body.data).toMatchObject({
        state: 'ai-chatting',
        endedAt: null,
        inbox: { assignee: null },
      })
    expect((await say(at, 'Still there?')).status).toBe(200)
    await post(at, 'take-over', {}, owner.token)
    expect((await post(at, 'reopen', {}, owner.token)).body.data).toMatchObject({ state: 'human-chatting' })
  })
})

const isAnswering = async ({ conversationId }: Chat) => {
  const text = 'select running_turn from conversations where id = $1'
  const { rows } = await server.dbs.eu.pool.query<{ running_turn: string | null }>(text, [conversationId])
  return rows[0]?.running_turn !== null
}

describe('sorting and filters', () => {
  test('cover assignees, tags, snoozing and unread messages', async () => {
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
    // A message of the visitor brings it back.
    await say(at, 'One more question')
    expect(await namesIn('snoozed')).toEqual([])
    expect(await namesIn('mine', colleague.token)).toContain(at.conversationId)
    // It stays when someone has read that message.
    await server.must('POST', `${pathOf(at)}/seen`, owner.token, { seq: 4 })
    expect(await namesIn('snoozed')).toEqual([])
    expect(await namesIn('mine', colleague.token)).toContain(at.conversationId)
  })

  test('forget a snooze that is over', async () => {
    const at = await chat(mine)
    const snoozedUntil = async () => (await read(at, owner.token)).conversation.inbox?.snoozedUntil
    const until = new Date(Date.now() + 3600_000).toISOString()
    await server.must('POST', `${pathOf(at)}/snooze`, owner.token, { until })
    expect(await snoozedUntil()).toBe(until)
    await server.dbs.eu.pool.query(`update conversations set snoozed_until = now() where id = $1`, [at.conversationId])
    expect(await snoozedUntil()).toBe(null)
  })

  test('count who waits in this workspace only', async () => {
    const path = (person: Person) => `${server.api('eu')}/v2/workspaces/${person.workspace.uid}/inbox-counts`
    const counts = async (person: Person) =>
      (await server.must<{ data: { waiting: number; mine: number } }>('GET', path(person), person.token)).data
    const before = await counts(owner)
    const at = await chat(mine)
    await handOff(at)
    expect(await counts(owner)).toEqual({ ...before, waiting: before.waiting + 1 })
    const until = new Date(Date.now() + 3600_000).toISOString()
    await server.must('POST', `${pathOf(at)}/snooze`, owner.token, { until })
    expect(await counts(owner)).toEqual(before)
    await server.must('POST', `${pathOf(at)}/snooze`, owner.token, { until: null })
    expect(await counts(owner)).toEqual({ ...before, waiting: before.waiting + 1 })
    await post(at, 'take-over', {}, owner.token)
    expect(await counts(owner)).toEqual({ waiting: before.waiting, mine: before.mine + 1 })
    expect(await counts(await server.signUp('eu'))).toEqual({ waiting: 0, mine: 0 })
  })

  test('show a left message as waiting, with its text, until a person takes over or ends it', async () => {
    const counted = async () => {
      const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/inbox-counts`
      return (await server.must<{ data: { waiting: number } }>('GET', path, owner.token)).data.waiting
    }
    const before = await counted()
    const [taken, ended] = [await chat(mine), await chat(mine)]
    for (const at of [taken, ended]) {
      await handOff(at)
      const left = { email: 'ada@example.test', message: 'Please\ncall me' }
      expect((await post(at, 'leave-message', left)).status).toBe(200)
    }
    expect(await counted()).toBe(before + 2)
    const query = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?view=waiting`
    const shown = async () =>
      (await server.must<{ items: { id: string; preview: string }[] }>('GET', query, owner.token)).items
    expect(await shown()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: taken.conversationId, preview: 'Please call me' }),
        expect.objectContaining({ id: ended.conversationId, preview: 'Please call me' }),
      ]),
    )
    await post(taken, 'take-over', {}, owner.token)
    expect(await counted()).toBe(before + 1)
    await post(taken, 'hand-back', {}, owner.token)
    expect(await counted()).toBe(before + 1)
    expect((await post(ended, 'close', {}, owner.token)).status).toBe(200)
    expect(await counted()).toBe(before)
    expect((await shown()).map(({ id }) => id)).not.toContain(ended.conversationId)
  })

  test('refuse to assign people without access, or while a person speaks', async () => {
    const at = await chat(mine)
    const assign = (assignee: object | null, bearer = owner.token) => post(at, 'assignee', { assignee }, bearer)
    expect((await assign({ kind: 'client', id: stranger.clientId })).status).toBe(400)
    // A client user sees nobody of another org.
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

  test('stay internal: an org sees its own, the workspace all, visitors none', async () => {
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

test('saves canned replies only over the list that was read when that is sent along', async () => {
  const save = (items: object[], known?: object[]) =>
    call<{ code?: string; message?: string }>(
      'PUT',
      `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/canned-replies`,
      { bearer: colleague.token, body: { items, ...(known && { known }) } },
    )
  const [hi, bye] = [
    { shortcut: 'hi', text: 'Hello' },
    { shortcut: 'bye', text: 'Goodbye' },
  ] as const
  expect((await save([hi])).status).toBe(200)
  expect((await save([hi, bye], [hi])).status).toBe(200)
  // Repeated after a lost response.
  expect((await save([hi, bye], [hi])).status).toBe(200)
  expect(await save([], [hi])).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: 'Someone else changed the canned replies in the meantime.' },
  })
  const { items } = await server.must<{ items: object[] }>('GET', `${baseOf(mine)}/canned-replies`, owner.token)
  expect(items).toEqual([hi, bye])
  // At the same time, one of them is second.
  const both = await Promise.all([save([hi], items), save([bye], items)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

describe('what an agency decides for an org', () => {
  test('applies to its people: no taking over, only its own tags, no ready answers', async () => {
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
    // Existing tags may stay.
    expect((await tag(['refund'], client.token)).status).toBe(200)
    expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
    const assignee = { kind: 'client', id: client.clientId }
    const give = (bearer: string) => call('POST', `${pathOf(at)}/assignee`, { bearer, body: { assignee } })
    expect([(await give(client.token)).status, (await give(owner.token)).status]).toEqual([403, 403])
    await profile({ disableHandoff: false })
    expect((await give(client.token)).status).toBe(200)
  })

  test('keeps its people without hand-off from replying, or changing what another person speaks in', async () => {
    const [team, own] = [await makeOrg(server, owner, [mine.id]), await chat(mine)]
    const quiet = await makeClient(server, owner, team, { agentIds: [mine.id], canAccess: ['/convos'] })
    await post(own, 'take-over', {}, quiet.token)
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}`
    await server.must('PATCH', `${path}/orgs/${team.orgId}`, owner.token, { disableHandoff: true })
    const { data } = await server.must<{ data: { id: string } }>('POST', `${path}/teams`, owner.token, {
      name: `Team ${randomId(6)}`,
      orgId: team.orgId,
      members: [{ kind: 'client', id: quiet.clientId }],
    })
    const assign = (at: Chat, assignee: object) =>
      call<{ message?: string }>('POST', `${pathOf(at)}/assignee`, { bearer: quiet.token, body: { assignee } })
    const reply = (at: Chat) =>
      call<{ message?: string }>('POST', `${pathOf(at)}/replies`, {
        bearer: quiet.token,
        body: { id: randomId(16), text: 'Hello' },
      })
    const at = await chat(mine)
    await post(at, 'take-over', {}, owner.token)
    const refused = [
      await post(at, 'hand-back', {}, quiet.token),
      await post(at, 'close', {}, quiet.token),
      await assign(at, { kind: 'team', id: data.id }),
      await assign(at, { kind: 'client', id: quiet.clientId }),
      await reply(at),
      await reply(own),
    ]
    const text = 'In this organization, only the agent answers chats.'
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      Array.from({ length: 6 }, () => [403, text]),
    )
    expect((await read(at)).conversation.state).toBe('human-chatting')
    // They can still hand back conversations they already have, and organize those of the agent.
    expect((await post(own, 'hand-back', {}, quiet.token)).status).toBe(200)
    expect((await assign(await chat(mine), { kind: 'team', id: data.id })).status).toBe(200)
  })

  test('leaves no assignee when its access is disabled', async () => {
    const shut = await makeOrg(server, owner, [mine.id])
    const gone = await makeClient(server, owner, shut, { agentIds: [mine.id], canAccess: ['/convos'] })
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${shut.orgId}`
    const offered = async () =>
      (
        await server.must<{ items: { id: string }[] }>(
          'GET',
          `${server.api('eu')}/v2/agents/${mine.id}/assignees`,
          owner.token,
        )
      ).items.some(({ id }) => id === gone.clientId)
    const give = async () =>
      (
        await call('POST', `${pathOf(await chat(mine))}/assignee`, {
          bearer: owner.token,
          body: { assignee: { kind: 'client', id: gone.clientId } },
        })
      ).status
    expect([await offered(), await give()]).toEqual([true, 200])
    await server.must('PATCH', path, owner.token, { settings: { disableClientAccess: true } })
    expect([await offered(), await give()]).toEqual([false, 400])
  })

  test('lets others write and read notes when one person has reached their limit of notes', async () => {
    const at = await chat(mine)
    const note = (bearer: string, text: string) =>
      call<{ code?: string }>('POST', `${pathOf(at)}/notes`, { bearer, body: { text } })
    expect((await note(owner.token, 'Ours')).status).toBe(200)
    await server.dbs.eu.pool.query(
      `insert into conversation_notes (id, workspace_id, conversation_id, org_id, author, text, at)
       select $1 || n, $2, $1, $3, '{"kind":"client","id":"c","name":"Client"}', 'Flood', now() - interval '1 hour' from generate_series(1, 500) n`,
      [at.conversationId, owner.workspace.uid, org.orgId],
    )
    expect(await note(client.token, 'One more')).toMatchObject({ status: 429, body: { code: 'LIMIT_REACHED' } })
    expect((await note(owner.token, 'Ours too')).status).toBe(200)
    const { data } = await server.must<{ data: { notes: { text: string }[] } }>(
      'GET',
      `${pathOf(at)}/details`,
      owner.token,
    )
    expect(data.notes.slice(-2).map(({ text }) => text)).toEqual(['Ours', 'Ours too'])
  })

  test('lets a person join without a message when messages about hand-offs are off', async () => {
    const at = await chat(mine)
    await profile({ settings: { disableHandoffMessages: true } })
    const { messages } = await read(at)
    await post(at, 'take-over', {}, client.token)
    expect((await read(at)).messages).toHaveLength(messages.length)
    // Visitors also get no message when the conversation moves to a team or to a workspace member.
    const { data: team } = await server.must<{ data: { id: string } }>(
      'POST',
      `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/teams`,
      owner.token,
      { name: `Team ${randomId(6)}`, members: [] },
    )
    const given = await call('POST', `${pathOf(at)}/assignee`, {
      bearer: owner.token,
      body: { assignee: { kind: 'team', id: team.id } },
    })
    expect(given).toMatchObject({ status: 200, body: { data: { state: 'requested_chat' } } })
    await post(at, 'take-over', {}, owner.token)
    await post(at, 'hand-back', {}, owner.token)
    expect((await read(at)).messages).toHaveLength(messages.length)
    await profile({ settings: { disableHandoffMessages: false } })
    await post(at, 'take-over', {}, owner.token)
    expect((await read(at)).messages).toHaveLength(messages.length + 1)
  })
})

test('assigns visitors of one agent to people even when another agent has a long queue', async () => {
  const boss = await server.signUp('eu')
  const [flooded, other] = [
    await server.makeAgent(boss),
    await server.makeAgent(boss, { UIhandoffTitle: 'Talk to us' }),
  ]
  await server.dbs.eu.pool.query(
    `insert into conversations (id, workspace_id, agent_id, channel, state, visitor_hash, visitor, started_at, last_message_at, handoff_at)
     select $2 || n, $1, $2, 'web-chat', 'requested_chat', 'hash-' || n, 'Visitor', now(), now(), now() - interval '5 minutes' from generate_series(1, 600) n`,
    [boss.workspace.uid, flooded.id],
  )
  const at = await chat(other)
  await handOff(at)
  await call('POST', `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/presence`, {
    bearer: boss.token,
    body: {},
  })
  await expect
    .poll(async () => (await read(at, boss.token)).conversation.inbox?.assignee, { timeout: 20_000 })
    .toMatchObject({ kind: 'user' })
}, 60_000)

test('returns a conversation to the agent when the client user who answered is removed', async () => {
  const leaving = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
  const at = await chat(mine)
  await post(at, 'take-over', {}, leaving.token)
  await reply(at, leaving.token, 'All done.')
  const base = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients`
  await server.must('DELETE', `${base}/${leaving.clientId}`, owner.token)
  await expect.poll(async () => (await read(at)).conversation.state).toBe('ai-chatting')
  await say(at, 'Anybody there?')
  expect((await read(at)).messages.at(-1)?.from).toBe('agent')
})

test('asks others to go on with conversations when the org of their client users is deleted', async () => {
  const closing = await makeOrg(server, owner, [mine.id])
  const leaving = await makeClient(server, owner, closing, { agentIds: [mine.id], canAccess: ['/convos'] })
  const at = await chat(mine)
  await post(at, 'take-over', {}, leaving.token)
  const base = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${closing.orgId}`
  await server.must('DELETE', base, owner.token)
  await expect.poll(async () => (await read(at)).conversation.state).toBe('requested_chat')
})

test('hides everything from other orgs, other workspaces and visitors', async () => {
  const at = await chat(mine)
  const outsider = await server.signUp('eu')
  const ways: [string, object][] = [
    ['take-over', {}],
    ['replies', { id: randomId(16), text: 'Hi' }],
    ['notes', { text: 'Hi' }],
    ['close', {}],
    ['reopen', {}],
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

test('lets one side speak at a time and loses nothing when two people, a visitor and the agent write at once', async () => {
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
