// What a visitor does with a whole conversation, over the API: list, end, rate, mail, ask for people, leave a message.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/lib/events.ts'
import { sharedTestServer } from '../helpers/app.ts'
import { type Answer, chatsOf } from '../helpers/chats.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { openStream } from '../helpers/streams.ts'

const server = await sharedTestServer()
const ANSWER = 'We open at nine. See shop.example or evil.example for more.'
const PEOPLE: AgentPatch = { UIhandoffTitle: 'Talk to us', vg_systemPrompt: 'The shop is at https://shop.example.' }

let owner: Person
let mine: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  owner = await server.signUp('eu')
  mine = await server.makeAgent(owner, PEOPLE)
  theirs = await server.makeAgent(await server.signUp('eu'), PEOPLE)
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 12 }, () => ({ text: ANSWER })))
})

const { baseOf, pathOf, chat, post, requestHandoff, handOff, read, say, closedWays } = chatsOf(server)
const texts = (messages: readonly Message[]) =>
  messages.map(({ from, items: [item] }) => `${from}: ${item?.type === 'text' ? item.text : ''}`)
const sql = (text: string, values: unknown[] = []) => server.dbs.eu.pool.query(text, values)
const calls = () => server.model.control.requests.filter(({ path }) => path.endsWith('/chat/completions')).length

describe('the visitor’s own conversations', () => {
  const list = (agent: TestAgent, bearer: string, query = '') =>
    server.must<{
      items: { id: string; title: string; preview: string; unread: number; state: string }[]
      nextCursor: string | null
    }>('GET', `${baseOf(agent)}/visitor/conversations${query}`, bearer)

  test('are listed for this visitor at this agent only, newest first, in pages', async () => {
    const visitorId = newVisitorId()
    const first = await chat(mine, visitorId, 'First')
    const second = await chat(mine, visitorId, 'Second')
    await chat(mine, newVisitorId(), 'Somebody else')
    await chat(theirs, visitorId, 'Somewhere else')
    const { items } = await list(mine, visitorId)
    expect(items.map(({ id, title }) => [id, title])).toEqual([
      [second.conversationId, 'Second'],
      [first.conversationId, 'First'],
    ])
    expect(items[0]).toMatchObject({ preview: ANSWER, unread: 1, state: 'ai-chatting' })
    const page = await list(mine, visitorId, '?limit=1')
    expect(page.items.map(({ title }) => title)).toEqual(['Second'])
    const rest = await list(mine, visitorId, `?limit=1&cursor=${page.nextCursor}`)
    expect([rest.items.map(({ title }) => title), rest.nextCursor]).toEqual([['First'], null])
    expect((await list(mine, newVisitorId())).items).toEqual([])
    // A secret does not identify a visitor, so it has no conversations.
    for (const bearer of [mine.secret, owner.token])
      expect((await call('GET', `${baseOf(mine)}/visitor/conversations`, { bearer })).status).toBe(403)
  })
})

describe('ending a conversation', () => {
  test('refuses later messages, and counts once when it is repeated', async () => {
    const at = await chat(mine)
    expect(await closedWays(at, theirs, 'end', {})).toEqual([404, 404, 404, 404, 404])
    const [one, two] = await Promise.all([post(at, 'end'), post(at, 'end')])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.data).toMatchObject({ state: 'ended_chat', handoffAt: null })
    expect(one.body.data.endedAt).toBe(two.body.data.endedAt)
    const before = calls()
    const { status, refusal } = await say(at, 'One more thing')
    expect([status, refusal]).toMatchObject([409, { code: 'CONFLICT', message: expect.stringContaining('has ended') }])
    expect((await handOff(at)).status).toBe(409)
    expect(calls()).toBe(before)
    expect((await read(at)).messages).toHaveLength(2)
  })

  test('stops the running answer, and keeps what was written', async () => {
    server.model.control.set({ perTokenMs: 100 })
    const visitorId = newVisitorId()
    const stream = await server.say(mine, { visitorId })
    await stream.until(({ text }) => text.length > 5)
    const at = { agent: mine, visitorId, conversationId: stream.answer().metadata?.conversationId ?? '' }
    const [ended, rest] = await Promise.all([post(at, 'end'), stream.rest()])
    expect([ended.status, rest.status]).toEqual([200, 'interrupted'])
    const { conversation, messages } = await read(at)
    expect([conversation.state, messages.at(-1)?.status]).toEqual(['ended_chat', 'interrupted'])
  })

  test('by the agent itself lets the visitor write again', async () => {
    const at = await chat(mine)
    await sql(`update conversations set state = 'ended_chat' where id = $1`, [at.conversationId])
    expect((await say(at, 'Still there?')).answer).toMatchObject({ text: ANSWER, status: 'complete' })
  })
})

describe('a rating', () => {
  test('can be changed for a day, and is visible only to the owner', async () => {
    const at = await chat(mine)
    expect(await closedWays(at, theirs, 'rating', { score: 5 })).toEqual([404, 404, 404, 404, 404])
    for (const score of [0, 6, 2.5, '5', null]) expect((await post(at, 'rating', { score })).status).toBe(400)
    const given = await post(at, 'rating', { score: 2, comment: ' Slow ' })
    expect(given.body.data).toMatchObject({ isRated: true })
    expect(given.body.data).not.toHaveProperty('rating')
    expect((await post(at, 'rating', { score: 4, comment: 'Better <b>' })).status).toBe(200)
    expect((await read(at)).conversation).not.toHaveProperty('rating')
    expect((await read(at, owner.token)).conversation.rating).toMatchObject({ score: 4, comment: 'Better <b>' })
    const { items } = await server.must<{ items: Conversation[] }>('GET', `${baseOf(mine)}/conversations`, owner.token)
    expect(items.find(({ id }) => id === at.conversationId)?.rating?.score).toBe(4)
    await sql(`update conversations set rated_at = now() - interval '25 hours' where id = $1`, [at.conversationId])
    expect((await post(at, 'rating', { score: 1 })).status).toBe(409)
    expect((await read(at, owner.token)).conversation.rating?.score).toBe(4)
  })
})

describe('a request for people', () => {
  test('silences the agent at no cost until it ends', async () => {
    const at = await chat(mine)
    const { messages: before } = await read(at)
    const asked = await handOff(at)
    expect(asked.body.data).toMatchObject({ state: 'requested_chat', handoffAt: expect.any(String) })
    const [balance, asks] = [await server.balance(owner), calls()]
    const id = randomId(16)
    const { status, answer, done } = await say(at, 'Is anybody there?', id)
    expect({ status, done, said: answer.text, silent: answer.metadata?.silent }).toEqual({
      status: 200,
      done: true,
      said: '',
      silent: true,
    })
    // The same message id is the same message.
    const again = await say(at, 'Is anybody there?', id)
    expect(again.answer.metadata?.turnId).toBe(answer.metadata?.turnId)
    expect([await server.balance(owner), calls()]).toEqual([balance, asks])
    const { messages } = await read(at)
    expect(texts(messages.slice(before.length))).toEqual([
      'system: The visitor asked for a human.',
      'user: Is anybody there?',
    ])
    const cancelled = await post(at, 'handoff/cancel')
    expect(cancelled.body.data).toMatchObject({ state: 'ai-chatting', handoffAt: null })
    expect((await say(at, 'And now?')).answer).toMatchObject({ text: ANSWER, status: 'complete' })
    // The prompt does not contain the product's own messages.
    const prompt = JSON.stringify(server.model.control.requests.at(-1)?.body)
    expect(prompt).toContain('Is anybody there?')
    expect(prompt).not.toContain('asked for a human')
  })

  test('keeps the agent silent while people talk, even with an empty wallet', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), PEOPLE)
    const at = await chat(agent)
    await sql(`update conversations set state = 'human-chatting' where id = $1`, [at.conversationId])
    await server.setCredits(agent.owner, 0)
    expect((await say(at, 'Hello, human')).answer.metadata).toMatchObject({ silent: true, status: 'complete' })
    expect((await post(at, 'handoff/cancel')).status).toBe(409)
  })

  test('passes on the visitor’s messages even when no model is available', async () => {
    const agent = await server.makeAgent(owner, PEOPLE)
    const at = await chat(agent)
    await server.must('POST', baseOf(agent), owner.token, { vg_defaultModel: 'claude-sonnet-4-5' })
    expect((await say(at, 'Hello, agent')).refusal?.code).toBe('MODEL_UNAVAILABLE')
    await handOff(at)
    expect((await say(at, 'Hello, human')).answer.metadata).toMatchObject({ silent: true, status: 'complete' })
  })

  test('is refused for others, and where no people are offered', async () => {
    const at = await chat(mine)
    const ask = (agent: TestAgent, bearer: string) => requestHandoff(agent, bearer, at.conversationId)
    const tries = [
      ask(mine, newVisitorId()),
      ask(mine, theirs.secret),
      ask(theirs, at.visitorId),
      ask(theirs, theirs.secret),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await closedWays(at, theirs, 'handoff/cancel', {})).toEqual([404, 404, 404, 404, 404])
    const alone = await server.makeAgent(owner)
    expect((await handOff(await chat(alone))).status).toBe(403)
    expect((await read(at)).conversation.state).toBe('ai-chatting')
    expect((await call('POST', `${baseOf(mine)}/handoff`, { body: {} })).status).toBe(401)
  })

  test('needs consent first, where the agent asks for it', async () => {
    const agent = await server.makeAgent(owner, { ...PEOPLE, consentRequired: true, consentText: 'Terms' })
    const visitorId = newVisitorId()
    const ask = (consent?: true) =>
      call<Answer>('POST', `${baseOf(agent)}/handoff`, { bearer: visitorId, body: { consent } })
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'CONSENT_REQUIRED' } })
    const { body } = await ask(true)
    const at = { agent, visitorId, conversationId: body.data.id }
    await post(at, 'handoff/cancel')
    // Consent once given lasts for the conversation.
    expect((await say(at, 'When do you open?')).answer.text).toBe(ANSWER)
  })

  test('is made once from two tabs at the same moment, even before the first message', async () => {
    const at = await chat(mine)
    const both = await Promise.all([handOff(at), handOff(at)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await read(at)).messages.filter(({ from }) => from === 'system')).toHaveLength(1)

    const visitorId = newVisitorId()
    const begin = () => requestHandoff(mine, visitorId)
    const [one, two] = await Promise.all([begin(), begin()])
    expect(one.body.data.id).toBe(two.body.data.id)
    const begun = { agent: mine, visitorId, conversationId: one.body.data.id }
    const { conversation, messages } = await read(begun)
    expect(conversation).toMatchObject({ state: 'requested_chat', channel: 'web-chat', messageCount: 1 })
    expect(texts(messages)).toEqual(['system: The visitor asked for a human.'])
    await say(begun, 'Hello?')
    await post(begun, 'handoff/cancel')
    expect((await say(begun, 'When do you open?')).answer.text).toBe(ANSWER)
  })

  test('stops the running answer, which is stored first, and nothing follows it', async () => {
    server.model.control.set({ perTokenMs: 100 })
    const visitorId = newVisitorId()
    const stream = await server.say(mine, { visitorId })
    await stream.until(({ text }) => text.length > 5)
    const at = { agent: mine, visitorId, conversationId: stream.answer().metadata?.conversationId ?? '' }
    const [asked, rest] = await Promise.all([handOff(at), stream.rest()])
    expect([asked.status, rest.status]).toEqual([200, 'interrupted'])
    const { messages } = await read(at)
    expect(messages.map(({ from, status }) => `${from} ${status}`)).toEqual([
      'user complete',
      'agent interrupted',
      'system complete',
    ])
  })

  test('stops an answer that another node is giving', async () => {
    server.model.control.set({ perTokenMs: 100 })
    const node = await server.anotherNode()
    const visitorId = newVisitorId()
    const stream = await node.say(mine, { visitorId })
    await stream.until(({ text }) => text.length > 5)
    const at = { agent: mine, visitorId, conversationId: stream.answer().metadata?.conversationId ?? '' }
    const [asked, rest] = await Promise.all([handOff(at), stream.rest()])
    expect([asked.status, rest.status]).toEqual([200, 'interrupted'])
    expect((await read(at)).messages.map(({ from }) => from)).toEqual(['user', 'agent', 'system'])
    await node.close()
  })

  test('answers each parallel message before it, or stores it after it', async () => {
    const at = await chat(mine)
    const racing = Array.from({ length: 6 }, (_, n) => say(at, `Message ${n}`))
    const [asked, ...said] = await Promise.all([handOff(at), ...racing])
    expect(asked.status).toBe(200)
    const { messages, conversation } = await read(at)
    expect(conversation.state).toBe('requested_chat')
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    const wish = messages.findIndex(({ from }) => from === 'system')
    expect(messages.slice(wish + 1).every(({ from }) => from === 'user')).toBe(true)
    expect(said.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const stored = said.filter(({ status }) => status === 200).length
    expect(messages.filter(({ from }) => from === 'user')).toHaveLength(stored + 1)
  })

  test('is made by a hand-off node too, but not in a test by the owner', async () => {
    const nodes = [
      {
        id: 'start',
        type: 'start',
        childrenNodes: [{ nodeId: 'team', rule: { tests: [{ variable: 'x', operator: 'isNotSet' }] } }],
      },
      { id: 'team', type: 'handoff', items: [{ type: 'text', text: 'One moment.' }] },
    ] as unknown as AgentPatch['nodes']
    const agent = await server.makeAgent(owner, { enableNodes: true, nodes })
    const at = await chat(agent)
    expect((await read(at)).conversation).toMatchObject({ state: 'requested_chat', handoffAt: expect.any(String) })
    expect((await say(at, 'Hello?')).answer.metadata?.silent).toBe(true)
    await post(at, 'handoff/cancel')
    expect((await say(at, 'Hello?')).answer.metadata?.silent).toBeUndefined()

    const test = await server.turn(agent, { bearer: owner.token, text: 'Hi' })
    const conversationId = test.answer.metadata?.conversationId ?? ''
    const { conversation } = await read({ agent, visitorId: '', conversationId }, owner.token)
    expect(conversation).toMatchObject({ state: 'requested_chat', handoffAt: null })
    const next = await server.turn(agent, { bearer: owner.token, conversationId, text: 'Go on' })
    expect(next.answer.metadata?.silent).toBeUndefined()
  })

  test('notifies the owner at once, even when no history is kept', async () => {
    const forgetful = await server.makeAgent(owner, { ...PEOPLE, recordChatHistory: false })
    const at = await chat(forgetful)
    const listed = async () =>
      (await server.must<{ items: Conversation[] }>('GET', `${baseOf(forgetful)}/conversations`, owner.token)).items
    expect(await listed()).toEqual([])
    const live = await openStream(`${pathOf(at)}/live`, { headers: { authorization: `Bearer ${at.visitorId}` } })
    await handOff(at)
    expect(await listed()).toMatchObject([{ id: at.conversationId, state: 'requested_chat' }])
    await sql(`update conversations set last_message_at = now() - interval '1 day' where id = $1`, [at.conversationId])
    const { services, contexts } = server.running.container
    await services.conversations.sweepEphemeral(contexts.system('eu'))
    expect(await listed()).toHaveLength(1)
    await post(at, 'handoff/cancel')
    await sql(`update conversations set last_message_at = now() - interval '1 day' where id = $1`, [at.conversationId])
    await services.conversations.sweepEphemeral(contexts.system('eu'))
    expect((await call('GET', pathOf(at), { bearer: at.visitorId })).status).toBe(404)
    live.leave()
  })
})

describe('a left message', () => {
  const left = { email: 'ada@example.test', message: 'Call me <b>back</b>' }

  test('goes only to the owner, brings the agent back, and counts once when it is repeated', async () => {
    const at = await chat(mine)
    expect((await post(at, 'leave-message', left)).status).toBe(409)
    await handOff(at)
    expect(await closedWays(at, theirs, 'leave-message', left)).toEqual([404, 404, 404, 404, 404])
    for (const wrong of [{ ...left, email: 'ada' }, { ...left, message: ' ' }, { email: left.email }])
      expect((await post(at, 'leave-message', wrong)).status).toBe(400)
    const [one, two] = [await post(at, 'leave-message', left), await post(at, 'leave-message', left)]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.data).toMatchObject({ state: 'ai-chatting', handoffAt: null })
    expect(one.body.data).not.toHaveProperty('leftMessage')
    const { conversation, messages } = await read(at, owner.token)
    expect(conversation.leftMessage).toMatchObject(left)
    expect(texts(messages.slice(-2))).toEqual([
      'system: The visitor asked for a human.',
      `system: ${left.message}\n${left.email}`,
    ])
    expect((await say(at, 'Thank you')).answer.text).toBe(ANSWER)
  })

  test('counts once when it is sent several times at the same moment', async () => {
    const at = await chat(mine)
    await handOff(at)
    const sent = await Promise.all(Array.from({ length: 4 }, () => post(at, 'leave-message', left)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { messages } = await read(at, owner.token)
    expect(texts(messages).filter((text) => text.endsWith(left.email))).toHaveLength(1)
  })

  test('is refused once a person has joined', async () => {
    const at = await chat(mine)
    await sql(`update conversations set state = 'human-chatting' where id = $1`, [at.conversationId])
    expect(await post(at, 'leave-message', left)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A teammate has joined') },
    })
  })
})

test('runs eventHandlers with the commit, and never for a change that was rolled back', async () => {
  const { services, contexts } = server.running.container
  const told: DomainEvent[] = []
  const system = contexts.system('eu', owner.workspace.uid)
  const ctx = (key: string) => ({
    ...system,
    actor: { kind: 'visitor' as const, key },
    tx: <T>(work: (tx: typeof system) => Promise<T>) =>
      system.tx((tx) => work({ ...tx, actor: { kind: 'visitor', key }, emit: async (event) => void told.push(event) })),
  })
  const at = await chat(mine)
  const one = { agentId: mine.id, conversationId: at.conversationId }
  const { lifecycle } = services.conversations
  await lifecycle.requestHandoff(ctx(at.visitorId), one)
  await lifecycle.requestHandoff(ctx(at.visitorId), one)
  await lifecycle.leaveMessage(ctx(at.visitorId), { ...one, email: 'a@example.test', message: 'Hello' })
  await expect(
    lifecycle.leaveMessage(ctx(at.visitorId), { ...one, email: 'b@example.test', message: 'Hello' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(lifecycle.requestHandoff(ctx(newVisitorId()), one)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const event = { workspaceId: owner.workspace.uid, ...one }
  expect(told).toEqual([
    { type: 'handoff.requested', ...event, at: expect.any(Number) },
    { type: 'form.submitted', ...event },
  ])
})
