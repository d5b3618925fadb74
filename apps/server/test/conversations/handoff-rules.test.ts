// Hand-off rules over the API: hours, queue, routing, time-out, who may ask, and what people and the agent see.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Availability, Brief } from '@parlance/contract/conversations/inbox-api'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type Answer, type Chat, chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { pathOf, baseOf, chat, post, requestHandoff, handOff, read, say } = chatsOf(server)
const { requests, lifecycle } = server.running.container.services.conversations

const PEOPLE: AgentPatch = { UIhandoffTitle: 'Talk to us' }
const CLOSED: AgentPatch['handoffHours'] = {
  enabled: true,
  timeZone: 'Europe/Berlin',
  days: [[], [], [], [], [], [], []],
  holidays: [],
}
const HELP: AgentPatch['nodes'] = [
  { id: 'start', name: 'Start', type: 'start', instructions: 'Help.', childrenNodes: [] } as never,
  { id: 'human', name: 'People', type: 'handoff', isGlobal: true, instructions: 'Say: connecting you.' } as never,
]

let owner: Person
let other: Person
beforeAll(async () => {
  owner = await server.signUp('eu')
  other = await server.signUp('eu')
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 60 }, () => ({ text: 'We open at nine.' })))
})

const clockOf = (uid: string, inMs = 0) => ({
  ...server.running.container.contexts.system('eu'),
  workspaceId: uid,
  now: () => new Date(Date.now() + inMs),
})
const detailsOf = async (at: Chat, bearer: string) =>
  (
    await server.must<{ data: { brief?: Brief; handback?: { by: string; text: string } } }>(
      'GET',
      `${pathOf(at)}/details`,
      bearer,
    )
  ).data
const availability = async (agent: TestAgent, bearer: string) =>
  (await server.must<{ data: Availability }>('GET', `${baseOf(agent)}/availability`, bearer)).data
const assigneeOf = async (at: Chat, bearer: string) => (await read(at, bearer)).conversation.inbox?.assignee ?? null
const asked = async (agent: TestAgent) => {
  const visitorId = newVisitorId()
  const { body } = await requestHandoff(agent, visitorId)
  return { agent, visitorId, conversationId: body.data.id } satisfies Chat
}
const prompts = () => server.model.control.requests.map((request) => JSON.stringify(request))

/** A heartbeat, as an open dashboard sends it. */
const comes = (person: { token: string }, path: string) =>
  server.must('POST', `${server.api('eu')}${path}`, person.token, {})

async function listen(url: string, bearer: string, onData: (data: string) => void): Promise<() => void> {
  const abort = new AbortController()
  const { body, status } = await fetch(url, { headers: { authorization: `Bearer ${bearer}` }, signal: abort.signal })
  expect(status).toBe(200)
  void (async () => {
    for await (const chunk of body ?? []) onData(Buffer.from(chunk).toString())
  })().catch(() => undefined)
  return () => abort.abort()
}

describe('outside working hours', () => {
  test('answers with the next opening, notifies no one, and offers to leave a message', async () => {
    const monday = Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }])
    const today = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
    const agent = await server.makeAgent(owner, {
      ...PEOPLE,
      handoffHours: {
        enabled: true,
        timeZone: 'Europe/Berlin',
        days: monday,
        holidays: [yesterday, today, tomorrow].map((date) => ({ date, name: 'Closed' })),
      },
    })
    const visitorId = newVisitorId()
    const status = await server.must<{ data: { isOpen: boolean; opensAt: string; takesMessages: boolean } }>(
      'GET',
      `${baseOf(agent)}/handoff`,
      visitorId,
    )
    expect(status.data).toMatchObject({ isOpen: false, takesMessages: true })
    const opensAt = new Date(status.data.opensAt).toLocaleString('sv', { timeZone: 'Europe/Berlin' })
    expect(opensAt).toBe(`${new Date(Date.now() + 2 * 24 * 3600_000).toISOString().slice(0, 10)} 09:00:00`)

    const { body } = await requestHandoff(agent, visitorId)
    expect(body.data).toMatchObject({
      state: 'ai-chatting',
      handoffAt: null,
      missed: { reason: 'closed', opensAt: status.data.opensAt, asksEmail: true },
    })
    // A second request gets the same conversation.
    expect((await requestHandoff(agent, visitorId)).body.data.id).toBe(body.data.id)
    const at: Chat = { agent, visitorId, conversationId: body.data.id }
    const { messages } = await read(at)
    expect(messages.map(({ id }) => id.split(':')[0])).toEqual(['handoff-closed'])
    const left = await post(at, 'leave-message', { email: 'ada@example.test', message: 'Call me' })
    expect(left.body.data.missed).toBeUndefined()
    expect((await read(at, owner.token)).conversation.leftMessage).toMatchObject({ email: 'ada@example.test' })
  })

  test('tells the model, removes its tool, and disables hand-off nodes', async () => {
    const [start, human] = HELP
    const leading = { ...human, childrenNodes: [{ nodeId: 'start', condition: 'Wants to go on here' }] } as never
    const nodes = [start as never, leading]
    const agent = await server.makeAgent(owner, { ...PEOPLE, handoffHours: CLOSED, enableNodes: true, nodes })
    server.model.control.reset()
    server.model.control.script([
      { text: JSON.stringify({ next: 'human', reason: 'asks for a human' }) },
      { text: 'Nobody is here now.' },
      { text: 'Nobody is here now.' },
    ])
    const at = await chat(agent, newVisitorId(), 'A human please')
    const { conversation } = await read(at)
    expect(conversation).toMatchObject({ state: 'ai-chatting', handoffAt: null, missed: { reason: 'closed' } })
    const said = prompts().at(-1)
    expect(said).toContain('outside the team')
    expect(said).not.toContain('connecting you')
    expect(said).not.toContain('"hand_off"')
    await say(at, 'Then help me here')
    expect(prompts().some((prompt) => prompt.includes('Wants to go on here'))).toBe(true)
  })

  test('shows only the next opening when no form is wanted', async () => {
    const agent = await server.makeAgent(owner, { ...PEOPLE, handoffHours: CLOSED, handoffAfterHours: 'note' })
    const { body } = await requestHandoff(agent, newVisitorId())
    expect(body.data.missed).toEqual({ reason: 'closed', opensAt: null, asksEmail: false })
  })
})

describe('the queue', () => {
  test('shows each visitor their place, and moves up when one is taken', async () => {
    const agent = await server.makeAgent(owner, PEOPLE)
    const [first, second, third] = [await asked(agent), await asked(agent), await asked(agent)]
    const places = async () =>
      Promise.all([first, second, third].map(async (at) => (await read(at)).conversation.queuePosition))
    expect(await places()).toEqual([1, 2, 3])
    const heard: string[] = []
    const leave = await listen(`${pathOf(third)}/live`, third.visitorId, (data) => heard.push(data))
    await post(first, 'take-over', {}, owner.token)
    await expect.poll(() => heard.some((data) => data.includes('"conversation"'))).toBe(true)
    leave()
    expect(await places()).toEqual([undefined, 1, 2])
    const status = await server.must<{ data: { waiting: number } }>('GET', `${baseOf(agent)}/handoff`, newVisitorId())
    expect(status.data.waiting).toBe(2)
  })
})

describe('routing', () => {
  test('picks the available person with the fewest conversations, in turn; nobody while all are away', async () => {
    const boss = await server.signUp('eu')
    const agent = await server.makeAgent(boss, PEOPLE)
    const colleague = await server.join(boss, 'editor')
    const waiting = await asked(agent)
    expect(await assigneeOf(waiting, boss.token)).toBeNull()
    const path = `/v2/workspaces/${boss.workspace.uid}/presence`
    // A person who arrives gets waiting visitors.
    await comes(boss, path)
    expect(await assigneeOf(waiting, boss.token)).toMatchObject({ kind: 'user' })
    await comes(colleague, path)
    expect((await availability(agent, boss.token)).team.filter(({ isOnline }) => isOnline)).toHaveLength(2)
    const more = [await asked(agent), await asked(agent), await asked(agent)]
    const given = async () =>
      (await Promise.all([waiting, ...more].map((at) => assigneeOf(at, boss.token)))).map((person) => person?.id)
    await expect.poll(async () => (await given()).every(Boolean)).toBe(true)
    const ids = await given()
    expect(ids.filter((id) => id === ids[0])).toHaveLength(2)
    for (const { token } of [boss, colleague])
      await server.must('PUT', `${baseOf(agent)}/availability`, token, { isAway: true })
    const late = await asked(agent)
    // Being present does not end an away status.
    await comes(boss, path)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await assigneeOf(late, boss.token)).toBeNull()
    await server.must('PUT', `${baseOf(agent)}/availability`, colleague.token, { isAway: false })
    expect(await assigneeOf(late, boss.token)).not.toBeNull()
    // A person without a recent heartbeat counts as gone.
    await server.dbs.eu.pool.query(`update handoff_presence set seen_at = seen_at - interval '2 minutes'`)
    expect((await availability(agent, boss.token)).team.filter(({ isOnline }) => isOnline)).toEqual([])
  })

  test('ignores heartbeats of viewers, and records those of others once in a while', async () => {
    const boss = await server.signUp('eu')
    const agent = await server.makeAgent(boss, PEOPLE)
    const viewer = await server.join(boss, 'viewer')
    const path = `/v2/workspaces/${boss.workspace.uid}/presence`
    const here = () => server.must('PUT', `${baseOf(agent)}/availability`, boss.token, { isAway: false })
    await here()
    const at = await asked(agent)
    await expect.poll(() => assigneeOf(at, boss.token)).not.toBeNull()
    const free = () =>
      server.dbs.eu.pool.query('update conversations set assignee = null where id = $1', [at.conversationId])
    await free()
    await comes(viewer, path)
    expect(await assigneeOf(at, boss.token)).toBeNull()
    await comes(boss, path)
    expect(await assigneeOf(at, boss.token)).not.toBeNull()
    await free()
    await comes(boss, path)
    expect(await assigneeOf(at, boss.token)).toBeNull()
    // A status that people set themselves counts at once.
    await here()
    expect(await assigneeOf(at, boss.token)).not.toBeNull()
  })

  test('skips client users who have no access to the agent', async () => {
    const boss = await server.signUp('eu')
    const agent = await server.makeAgent(boss, PEOPLE)
    const second = await server.makeAgent(boss)
    const org = await makeOrg(server, boss, [agent.id, second.id])
    const client = await makeClient(server, boss, org, { agentIds: [second.id], canAccess: ['/convos'] })
    await comes(client, '/client/presence')
    const { items } = await server.must<{ items: { id: string }[] }>('GET', `${baseOf(agent)}/assignees`, boss.token)
    expect(items.map(({ id }) => id)).not.toContain(client.clientId)
    const at = await asked(agent)
    await requests.assign(clockOf(boss.workspace.uid), { agentId: agent.id, conversationId: at.conversationId })
    expect(await assigneeOf(at, boss.token)).toBeNull()
  })

  test('picks only the named people, and skips orgs that may not take over', async () => {
    const boss = await server.signUp('eu')
    const agent = await server.makeAgent(boss, PEOPLE)
    const org: TestOrg = await makeOrg(server, boss, [agent.id])
    await makeOrg(server, boss, [agent.id])
    const client = await makeClient(server, boss, org, { agentIds: [agent.id], canAccess: ['/convos'] })
    const routing = { to: 'named', people: [{ kind: 'client', id: client.clientId }] }
    await server.must('POST', baseOf(agent), boss.token, { handoffRouting: routing })
    await comes(boss, `/v2/workspaces/${boss.workspace.uid}/presence`)
    await comes(client, '/client/presence')
    const given = [await asked(agent), await asked(agent)]
    for (const at of given)
      await expect.poll(() => assigneeOf(at, boss.token)).toMatchObject({ kind: 'client', id: client.clientId })
    const ofOrg = `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/orgs/${org.orgId}`
    await server.must('PATCH', ofOrg, boss.token, { disableHandoff: true })
    const unreachable = await asked(agent)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await assigneeOf(unreachable, boss.token)).toBeNull()
  })
})

describe('an absent person', () => {
  const idOf = async ({ token }: Person) =>
    (await server.must<{ account: { id: string } }>('GET', `${server.running.url}/api/account`, token)).account.id
  const gone = async (person: Person) =>
    server.dbs.eu.pool.query(
      `update handoff_presence set seen_at = seen_at - interval '10 minutes' where person_id = $1`,
      [await idOf(person)],
    )
  const noticesOf = async (at: Chat) => (await read(at)).messages.flatMap(({ id }) => id.split(':').slice(0, -1))

  test('loses a waiting visitor to a person who is available', async () => {
    const boss = await server.signUp('eu')
    const agent = await server.makeAgent(boss, { ...PEOPLE, handoffTimeoutS: 3600 })
    const colleague = await server.join(boss, 'editor')
    const path = `/v2/workspaces/${boss.workspace.uid}/presence`
    await comes(boss, path)
    const at = await asked(agent)
    await expect.poll(() => assigneeOf(at, boss.token)).toMatchObject({ id: await idOf(boss) })
    const since = (await read(at)).conversation.handoffAt
    await gone(boss)
    await comes(colleague, path)
    // They may come back soon.
    await requests.reopenAbandoned(clockOf(''))
    expect(await assigneeOf(at, boss.token)).toMatchObject({ id: await idOf(boss) })
    await comes(colleague, path)
    await requests.reopenAbandoned(clockOf('', 61_000))
    await expect.poll(() => assigneeOf(at, boss.token)).toMatchObject({ id: await idOf(colleague) })
    // The place in the queue and the time-out stay the same.
    expect((await read(at)).conversation).toMatchObject({ state: 'requested_chat', handoffAt: since })
    const told = () =>
      server.must<{ items: { notificationLevel: number }[] }>(
        'GET',
        `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/notifications`,
        colleague.token,
      )
    await expect
      .poll(async () => (await told()).items.filter(({ notificationLevel }) => notificationLevel === 2))
      .toHaveLength(2)
  })

  test('loses an ongoing conversation once its visitor has waited, but not after thanks; two people never speak at once', async () => {
    const boss = await server.signUp('eu')
    const agent = await server.makeAgent(boss, { ...PEOPLE, handoffTimeoutS: 3600 })
    const colleague = await server.join(boss, 'editor')
    const path = `/v2/workspaces/${boss.workspace.uid}/presence`
    const at = await asked(agent)
    await comes(boss, path)
    await post(at, 'take-over', {}, boss.token)
    await post(at, 'replies', { id: randomId(12), text: 'Hello!' }, boss.token)
    await gone(boss)
    // Every message is answered, so no visitor waits.
    await requests.reopenAbandoned(clockOf('', 3600_000))
    expect((await read(at)).conversation.state).toBe('human-chatting')
    await say(at, 'Thank you!')
    await requests.reopenAbandoned(clockOf('', 3600_000))
    expect((await read(at)).conversation.state).toBe('human-chatting')
    await say(at, 'Are you there?')
    await requests.reopenAbandoned(clockOf('', 4 * 60_000))
    expect((await read(at)).conversation.state).toBe('human-chatting')
    expect(await requests.reopenAbandoned(clockOf('', 5 * 60_000 + 1000))).toBeGreaterThan(0)
    expect((await read(at)).conversation.state).toBe('requested_chat')
    expect((await noticesOf(at)).at(-1)).toBe('human-absent')
    const late = await post(at, 'replies', { id: randomId(12), text: 'Here again' }, boss.token)
    expect(late.status).toBe(409)
    await comes(colleague, path)
    await server.must('PUT', `${baseOf(agent)}/availability`, colleague.token, { isAway: false })
    await expect.poll(() => assigneeOf(at, boss.token)).toMatchObject({ id: await idOf(colleague) })
    await post(at, 'take-over', {}, colleague.token)
    expect((await post(at, 'replies', { id: randomId(12), text: 'I am' }, colleague.token)).status).toBe(200)
    // A person who is present keeps it, however long the visitor waits.
    await say(at, 'Thanks, and one more thing')
    await comes(colleague, path)
    await requests.reopenAbandoned(clockOf('', 80_000))
    expect((await read(at)).conversation.state).toBe('human-chatting')
  })
})

describe('an unanswered request', () => {
  const timedOut = async (patch: AgentPatch = {}) => {
    const agent = await server.makeAgent(owner, { ...PEOPLE, handoffTimeoutS: 60, ...patch })
    const at = await chat(agent)
    await handOff(at)
    await say(at, 'Hello?')
    return at
  }
  test('goes back to the agent after the time-out, once, with an apology, and keeps what was said', async () => {
    const at = await timedOut()
    await requests.timeOut(clockOf(owner.workspace.uid, 50_000))
    expect((await read(at)).conversation.state).toBe('requested_chat')
    expect(await requests.timeOut(clockOf(owner.workspace.uid, 61_000))).toBeGreaterThan(0)
    const { conversation, messages } = await read(at)
    expect(conversation).toMatchObject({ state: 'ai-chatting', missed: { reason: 'timeout', asksEmail: true } })
    expect(messages.at(-1)?.id).toMatch(/^handoff-missed:/)
    expect(messages.filter(({ from }) => from === 'user')).toHaveLength(2)
    await requests.timeOut(clockOf(owner.workspace.uid, 120_000))
    expect((await read(at)).messages).toHaveLength(messages.length)
    // The agent answers again, with the instruction not to ask by itself.
    await say(at, 'And now?')
    expect(prompts().at(-1)).toContain('nobody was free')
    const left = await post(at, 'leave-message', { email: 'ada@example.test', message: 'Please call' })
    expect([left.status, left.body.data.missed]).toEqual([200, undefined])
  })
  test('does not loop: the agent does not ask again by itself, the visitor can', async () => {
    const at = await timedOut({ enableNodes: true, nodes: HELP })
    await requests.timeOut(clockOf(owner.workspace.uid, 61_000))
    server.model.control.reset()
    server.model.control.script([
      { text: JSON.stringify({ next: 'human', reason: 'asks for a human' }) },
      { text: 'Nobody is free.' },
      { text: 'Nobody is free.' },
    ])
    await say(at, 'A human, please')
    expect((await read(at)).conversation).toMatchObject({ state: 'ai-chatting', handoffAt: null })
    expect((await handOff(at)).body.data).toMatchObject({ state: 'requested_chat', handoffAt: expect.any(String) })
    expect((await read(at)).conversation.missed).toBeUndefined()
  })
  test('does not wait behind many requests with a long time-out', async () => {
    const patient = await server.makeAgent(other, { ...PEOPLE, handoffTimeoutS: 3600 })
    const { conversationId } = await asked(patient)
    // One more than a batch, all older, at different microseconds of one millisecond.
    await server.dbs.eu.pool.query(
      `insert into conversations select (jsonb_populate_record(c, jsonb_build_object(
         'id', id || n, 'handoff_at', handoff_at - interval '5 minutes' + n % 7 * interval '1 microsecond'))).*
       from conversations c, generate_series(1, 501) as n where id = $1`,
      [conversationId],
    )
    const at = await timedOut()
    await requests.timeOut(clockOf(owner.workspace.uid, 61_000))
    expect((await read(at)).conversation).toMatchObject({ state: 'ai-chatting', missed: { reason: 'timeout' } })
    await server.dbs.eu.pool.query(`delete from conversations where agent_id = $1`, [patient.id])
  })
  test('is not timed out because of an earlier request', async () => {
    const at = await timedOut()
    const { handoffAt } = (await read(at)).conversation
    const requestedAt = new Date(handoffAt ?? '').getTime()
    const timeOut = (since: number) =>
      lifecycle.change(
        clockOf(owner.workspace.uid),
        { agentId: at.agent.id, conversationId: at.conversationId },
        'timeOut',
        {
          missed: { reason: 'timeout', opensAt: null, asksEmail: true },
          requestedAt: since,
        },
      )
    expect((await timeOut(requestedAt - 1)).data).toMatchObject({ state: 'requested_chat', handoffAt })
    expect((await timeOut(requestedAt)).data).toMatchObject({ state: 'ai-chatting', handoffAt: null })
  })
  test('is not timed out once a person has joined', async () => {
    const at = await timedOut()
    await post(at, 'take-over', {}, owner.token)
    await requests.timeOut(clockOf(owner.workspace.uid, 600_000))
    expect((await read(at)).conversation.state).toBe('human-chatting')
  })
})

describe('smart hand-off', () => {
  test('is the decision of the org: when it is off, the model has no tool for it', async () => {
    const agent = await server.makeAgent(owner, {
      ...PEOPLE,
      enableNodes: true,
      nodes: [HELP[0] as never, { ...(HELP[1] as object), isGlobal: false } as never],
    })
    await chat(agent)
    expect(prompts().some((prompt) => prompt.includes('hand_off'))).toBe(true)
    const org = await makeOrg(server, owner, [agent.id])
    server.model.control.reset()
    server.model.control.script([{ text: 'Yes' }, { text: 'Yes' }])
    const at = await chat(agent)
    expect(prompts().some((prompt) => prompt.includes('hand_off'))).toBe(false)
    // The visitor's button still works.
    expect((await handOff(at)).body.data.state).toBe('requested_chat')
    await server.must(
      'PATCH',
      `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`,
      owner.token,
      {
        settings: { smartHandoff: true },
      },
    )
    server.model.control.reset()
    server.model.control.script([{ text: 'Yes' }, { text: 'Yes' }])
    await chat(agent)
    expect(prompts().some((prompt) => prompt.includes('hand_off'))).toBe(true)
  })
})

describe('the brief', () => {
  test('lists what was asked, tried and is open; a model rewrites it on request, for credits', async () => {
    const agent = await server.makeAgent(owner, PEOPLE)
    const at = await chat(agent, newVisitorId(), 'My lamp is broken')
    await say(at, 'The switch does nothing')
    await handOff(at)
    await say(at, 'Order 4711')
    const { brief } = await detailsOf(at, owner.token)
    expect(brief).toEqual({
      question: 'My lamp is broken',
      tried: [
        { question: 'My lamp is broken', answer: 'We open at nine.', sources: [] },
        { question: 'The switch does nothing', answer: 'We open at nine.', sources: [] },
      ],
      open: 'Order 4711',
      by: 'rules',
    })
    server.model.control.reset()
    server.model.control.script([{ text: JSON.stringify({ question: 'A broken lamp.', open: 'Replace order 4711.' }) }])
    const before = await server.balance(owner)
    const written = await server.must<{ data: Brief }>('POST', `${pathOf(at)}/brief`, owner.token, {})
    expect(written.data).toMatchObject({ question: 'A broken lamp.', open: 'Replace order 4711.', by: 'model' })
    const after = await server.balance(owner)
    expect(after.available).toBeLessThan(before.available)
    // A second request returns the same brief for free.
    const again = await server.must<{ data: Brief }>('POST', `${pathOf(at)}/brief`, owner.token, {})
    expect(again.data).toEqual(written.data)
    expect((await server.balance(owner)).available).toBe(after.available)
    expect((await detailsOf(at, owner.token)).brief?.by).toBe('model')
    // It does not include the visitor's new messages.
    await say(at, 'It smells burnt')
    expect((await detailsOf(at, owner.token)).brief).toMatchObject({ by: 'rules', open: 'Order 4711 It smells burnt' })
  })
  test('can be read and written only by people with access', async () => {
    const agent = await server.makeAgent(owner, PEOPLE)
    const at = await chat(agent)
    const tries = [other.token, at.visitorId, newVisitorId()].map((bearer) =>
      call('POST', `${pathOf(at)}/brief`, { bearer, body: {} }),
    )
    for (const { status } of await Promise.all(tries)) expect([401, 403, 404]).toContain(status)
    expect((await call('GET', `${baseOf(agent)}/availability`, { bearer: other.token })).status).toBe(404)
    expect(
      (await call('PUT', `${baseOf(agent)}/availability`, { bearer: other.token, body: { isAway: true } })).status,
    ).toBe(404)
  })
})

test('puts no visitor in the queue when every org with the agent disables hand-off', async () => {
  const boss = await server.signUp('eu')
  const agent = await server.makeAgent(boss, { ...PEOPLE, alwaysShowHandoff: true })
  const [one, two] = [await makeOrg(server, boss, [agent.id]), await makeOrg(server, boss, [agent.id])]
  const set = (org: TestOrg, disableHandoff: boolean) =>
    server.must('PATCH', `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/orgs/${org.orgId}`, boss.token, {
      disableHandoff,
    })
  const status = async (visitor: string) =>
    (await server.must<{ data: { isOpen: boolean } }>('GET', `${baseOf(agent)}/handoff`, visitor)).data
  await set(one, true)
  expect(await status(newVisitorId())).toMatchObject({ isOpen: true })
  await set(two, true)
  expect(await status(newVisitorId())).toEqual({ isOpen: false, opensAt: null, takesMessages: false, waiting: 0 })
  expect((await requestHandoff(agent, newVisitorId())).status).toBe(403)
  const at = await chat(agent)
  expect((await requestHandoff(agent, at.visitorId, at.conversationId)).status).toBe(403)
  expect(prompts().at(-1)).toContain('nobody can join this conversation')
  await set(two, false)
  expect((await requestHandoff(agent, newVisitorId())).status).toBe(200)
})

test('names the person who joins and leaves, and tells the agent what they settled', async () => {
  const agent = await server.makeAgent(owner, PEOPLE)
  const at = await chat(agent)
  await handOff(at)
  const taken = await call<Answer>('POST', `${pathOf(at)}/take-over`, { bearer: owner.token, body: {} })
  const name = taken.body.data.human?.name ?? ''
  expect(name).not.toBe('')
  await call('POST', `${pathOf(at)}/replies`, {
    bearer: owner.token,
    body: { id: randomId(16), text: 'A new lamp is on its way.' },
  })
  await post(at, 'hand-back', {}, owner.token)
  const { messages, conversation } = await read(at)
  expect(messages.at(-1)).toMatchObject({ from: 'system', by: { name } })
  expect(conversation).toMatchObject({ state: 'ai-chatting' } satisfies Partial<Conversation>)
  expect((await detailsOf(at, owner.token)).handback).toMatchObject({
    by: name,
    text: `${name}: A new lamp is on its way.`,
  })
  await say(at, 'Thanks, anything else?')
  expect(prompts().at(-1)).toContain('A new lamp is on its way.')
  expect(prompts().at(-1)).toContain('take it as settled')
})
