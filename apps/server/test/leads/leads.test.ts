// Leads: captured from chats, stored, sorted, imported and exported; by the workspace and by people of orgs.
import { type Lead, type LeadNote, MAX_LEAD_NOTES, type OpenedLead, type Stage } from '@parlance/contract/leads/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { eventsOf, eventually } from '../helpers/events.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { testConversationsOf } from '../helpers/test-conversations.ts'

const receiver = await startReceiver()
afterAll(receiver.close)
const server = await startTestServer({ settings: { outboundAllow: [receiver.host] } })
const { subscribe } = eventsOf(server)
const { chat, post, baseOf, handOff, say } = chatsOf(server)

let owner: Person
let stranger: Person
let mine: TestAgent
let theirs: TestAgent
/** Has the agent and its leads; in another org of the same agency without the agent; without the Leads tab. */
let client: TestClient
let otherClient: TestClient
let withoutTab: TestClient
beforeAll(async () => {
  owner = await server.signUp('eu')
  stranger = await server.signUp('eu')
  mine = await server.makeAgent(owner)
  theirs = await server.makeAgent(stranger)
  const sibling = await server.makeAgent(owner)
  const org = await makeOrg(server, owner, [mine.id])
  client = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/leads'] })
  withoutTab = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
  otherClient = await makeClient(server, owner, await makeOrg(server, owner, [sibling.id]), { agentIds: [sibling.id] })
})
beforeEach(() => server.model.control.reset())

type Refusal = { readonly code?: string; readonly message?: string }
const at = (agent: TestAgent, path = '') => `${baseOf(agent)}/leads${path}`
const send = <T = { data: Lead }>(method: string, path: string, body?: object, bearer = owner.token, agent = mine) =>
  call<T & Refusal>(method, at(agent, path), { bearer, ...(body && { body }) })
const add = async (fields: object, agent = mine, bearer = owner.token) =>
  (await server.must<{ data: Lead }>('POST', at(agent), bearer, fields)).data
const list = async (query = '', bearer = owner.token, agent = mine) =>
  (await server.must<{ items: Lead[]; nextCursor: string | null }>('GET', at(agent, query), bearer)).items
const open = async (leadId: string, bearer = owner.token, agent = mine) =>
  (await server.must<{ data: OpenedLead }>('GET', at(agent, `/${leadId}`), bearer)).data
const settings = 'lead-settings'
const saveSettings = (agent: TestAgent, rules: string[][], stages: Stage[] = [{ id: 'new', name: '' }]) =>
  server.must('PUT', `${baseOf(agent)}/${settings}`, agent.owner.token, { rules, stages })
const fresh = () => server.makeAgent(owner)
/** Sets variables in a conversation, and waits until the capture has checked it. */
async function told(agent: TestAgent, conversationId: string, variables: object) {
  await server.dbs.eu.pool.query(
    `update conversations set engine = jsonb_build_object('variables', $2::jsonb) where id = $1`,
    [conversationId, JSON.stringify(variables)],
  )
  const { contexts, services } = server.running.container
  const ctx = contexts.system('eu', agent.owner.workspace.uid)
  await services.leads.capture(ctx, { agentId: agent.id, conversationId })
}

describe('a visitor becomes a lead', () => {
  const shop = () => testConversationsOf(server, owner).fromTemplate('confirm-email')

  test('when their address becomes known, and stays one person in all their chats', async () => {
    const agent = await shop()
    await subscribe(owner, receiver, ['new_lead', 'lead_captured'])
    const first = await server.turn(agent, { visitorId: newVisitorId(), text: 'anna@example.org' })
    await eventually(() => list('', owner.token, agent)).toHaveLength(1)
    const [lead] = await list('', owner.token, agent)
    expect(lead).toMatchObject({
      email: 'anna@example.org',
      stage: 'new',
      source: 'chat',
      conversationId: first.answer.metadata?.conversationId,
      variables: { email: 'anna@example.org' },
    })
    const again = await server.turn(agent, { visitorId: newVisitorId(), text: 'Anna@example.org' })
    const newest = again.answer.metadata?.conversationId ?? ''
    await eventually(async () => (await list('', owner.token, agent))[0]?.conversationId).toBe(newest)
    expect(await list('', owner.token, agent)).toHaveLength(1)
    expect(await list(`?conversationId=${first.answer.metadata?.conversationId}`, owner.token, agent)).toHaveLength(1)
    await eventually(() => receiver.of('new_lead')).toHaveLength(1)
    expect(receiver.of('new_lead')[0]?.payload).toMatchObject({ leadId: lead?.leadId, email: 'anna@example.org' })
  })

  test('when they type an address or a number, also to a person', async () => {
    const agent = await server.makeAgent(owner)
    const first = await chat(agent)
    await say(first, 'Please write to lena_berg@example.org.')
    await eventually(() => list('', owner.token, agent)).toMatchObject([
      { email: 'lena_berg@example.org', source: 'chat', conversationId: first.conversationId },
    ])
    const second = await chat(agent)
    await post(second, 'take-over', {}, owner.token)
    await server.say(agent, {
      visitorId: second.visitorId,
      conversationId: second.conversationId,
      text: 'Call +49 30 1234567',
    })
    await eventually(async () => (await list('', owner.token, agent)).map(({ phone }) => phone)).toContain(
      '+49 30 1234567',
    )
  })

  test('and is found without accents', async () => {
    const agent = await fresh()
    await add({ name: 'Herr Weißmann', email: 'w@example.org' }, agent)
    for (const search of ['weissmann', 'WEISSMANN', 'Weißm'])
      expect(await list(`?search=${encodeURIComponent(search)}`, owner.token, agent), search).toHaveLength(1)
    expect(await list('?search=weisman', owner.token, agent)).toEqual([])
  })

  test('only by the rules of the agent: when all variables of one set are known', async () => {
    const agent = await shop()
    await saveSettings(agent, [['email', 'order']])
    await server.turn(agent, { visitorId: newVisitorId(), text: 'bob@example.org' })
    // Jobs run in order: once this one is a lead, the one before was checked.
    const other = await shop()
    await server.turn(other, { visitorId: newVisitorId(), text: 'cleo@example.org' })
    await eventually(() => list('', owner.token, other)).toHaveLength(1)
    expect(await list('', owner.token, agent)).toEqual([])
    await saveSettings(agent, [['order'], ['email']])
    await server.turn(agent, { visitorId: newVisitorId(), text: 'dora@example.org' })
    await eventually(() => list('', owner.token, agent)).toMatchObject([{ email: 'dora@example.org' }])
  })

  test('when they leave a message because nobody came', async () => {
    const agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
    const talk = await chat(agent)
    await handOff(talk)
    const left = { email: 'ada@example.test', message: 'Call me' }
    expect((await post(talk, 'leave-message', left)).status).toBe(200)
    await eventually(() => list('', owner.token, agent)).toMatchObject([
      { email: 'ada@example.test', source: 'form', conversationId: talk.conversationId },
    ])
  })

  test('but not as an owner who tests, nor where no history is kept', async () => {
    const agent = await shop()
    await server.turn(agent, { draft: true, bearer: owner.token, text: 'eve@example.org' })
    await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}`, owner.token, { recordChatHistory: false })
    await server.turn(agent, { visitorId: newVisitorId(), text: 'eve@example.org' })
    await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}`, owner.token, { recordChatHistory: true })
    await server.turn(agent, { visitorId: newVisitorId(), text: 'kept@example.org' })
    await eventually(() => list('', owner.token, agent)).toMatchObject([{ email: 'kept@example.org' }])
    expect(await list('', owner.token, agent)).toHaveLength(1)
  })

  test('and keeps corrections by people until they say something else', async () => {
    const agent = await shop()
    const visitorId = newVisitorId()
    const { answer } = await server.turn(agent, { visitorId, text: 'wrong@example.org' })
    await eventually(() => list('', owner.token, agent)).toHaveLength(1)
    const [lead] = await list('', owner.token, agent)
    await server.must('PATCH', at(agent, `/${lead?.leadId}`), owner.token, { email: 'right@example.org', name: 'Eve' })
    await server.turn(agent, { visitorId, conversationId: answer.metadata?.conversationId ?? '', text: 'Yes' })
    await server.turn(agent, { visitorId: newVisitorId(), text: 'next@example.org' })
    await eventually(() => list('', owner.token, agent)).toHaveLength(2)
    expect((await list('', owner.token, agent))[1]).toMatchObject({ email: 'right@example.org', name: 'Eve' })
  })
})

describe('values from outside for a lead', () => {
  test('fill empty fields and never overwrite, however often they come', async () => {
    const agent = await fresh()
    const known = { name: 'Ada', email: 'ada@example.org', variables: { company: 'Analytical', name: 'Ada' } }
    await add(known, agent)
    const visitorId = newVisitorId()
    const { answer } = await server.turn(agent, { visitorId })
    const conversationId = answer.metadata?.conversationId ?? ''
    const say = (variables: object) => told(agent, conversationId, { email: 'ADA@example.org', ...variables })
    await say({ name: 'Eve', company: 'Evil', phone: '030 123456' })
    await say({ name: 'Eve II', company: 'Evil', phone: '030 999999' })
    expect(await list('', owner.token, agent)).toMatchObject([
      { ...known, phone: '030 123456', variables: known.variables, conversationId },
    ])
    await server.must('DELETE', `${baseOf(agent)}/conversations/${conversationId}`, owner.token)
    await eventually(async () => (await list('', owner.token, agent))[0]?.conversationId).toBe(null)
  })
})

test('leaves out passwords and files of forms', async () => {
  const field = (name: string, type: string) => ({ name, label: name, type })
  const form = { type: 'form', title: 'Join', fields: [field('email', 'email'), field('pin', 'password')] }
  const photo = { type: 'input', field: field('photo', 'file') }
  const agent = await testConversationsOf(server, owner).withNodes([
    {
      id: 'start',
      type: 'start',
      childrenNodes: [{ nodeId: 'desk', rule: { tests: [{ variable: 'never_set', operator: 'isNotSet' }] } }],
    },
    { id: 'desk', type: 'message', items: [form, photo, { type: 'text', text: 'Welcome' }] },
  ])
  const { answer } = await server.turn(agent, { visitorId: newVisitorId() })
  const known = { email: 'ada@example.org', city: 'London' }
  await told(agent, answer.metadata?.conversationId ?? '', { ...known, pin: 'hunter2', photo: '/media/eu/a.png' })
  expect((await list('', owner.token, agent)).map(({ variables }) => variables)).toEqual([known])
})

test('creates no lead for a deleted agent', async () => {
  const agent = await fresh()
  const { answer } = await server.turn(agent, { visitorId: newVisitorId() })
  // As its deletion leaves it for a moment: the conversation still exists.
  await server.dbs.eu.pool.query('delete from agents where id = $1', [agent.id])
  await told(agent, answer.metadata?.conversationId ?? '', { email: 'ada@example.org' })
  const { rows } = await server.dbs.eu.pool.query('select id from leads where agent_id = $1', [agent.id])
  expect(rows).toEqual([])
})

describe('leads', () => {
  test('are added, found, changed, and listed in pages, newest first', async () => {
    const agent = await fresh()
    const variables = { company: 'Analytical', motto: 'say "hi", twice', address: 'Pier 4\nHarbour' }
    const ada = await add({ name: 'Ada', email: 'ada@example.org', variables }, agent)
    const bob = await add({ name: 'Bob', phone: '+49 (30) 12-34', group: 'Fair' }, agent)
    await add({ name: 'Cleo', stage: 'won' }, agent)
    const found = async (query: string) => (await list(query, owner.token, agent)).map(({ name }) => name)
    expect(await found('')).toEqual(['Cleo', 'Bob', 'Ada'])
    expect(await found('?search=ANALYT')).toEqual(['Ada'])
    expect(await found('?search=49301')).toEqual(['Bob'])
    for (const search of ['"hi", tw', 'Y "HI', ',', '“hi”, tw', 'pier 4\nharb', 'analytical', 'da@ex'])
      expect(await found(`?search=${encodeURIComponent(search)}`), search).toEqual(['Ada'])
    for (const search of ['", "', '[', 'Ada ada', 'motto'])
      expect(await found(`?search=${encodeURIComponent(search)}`), search).toEqual([])
    expect(await found('?search=%25')).toEqual([])
    expect(await found('?group=Fair')).toEqual(['Bob'])
    expect(await found('?stage=won')).toEqual(['Cleo'])
    const first = await server.must<{ nextCursor: string }>('GET', at(agent, '?limit=2'), owner.token)
    expect(await found(`?limit=2&cursor=${first.nextCursor}`)).toEqual(['Ada'])
    const changed = await send(
      'PATCH',
      `/${bob.leadId}`,
      { stage: 'contacted', email: 'bob@example.org' },
      undefined,
      agent,
    )
    expect(changed.body.data).toMatchObject({ stage: 'contacted', email: 'bob@example.org', phone: '+49 (30) 12-34' })
    expect(await open(ada.leadId, owner.token, agent)).toMatchObject({
      name: 'Ada',
      source: 'manual',
      notes: [],
      duplicates: [],
    })
  })

  test.each([
    [{}, 400],
    [{ name: '  ' }, 400],
    [{ email: 'nobody' }, 400],
    [{ phone: 'call me' }, 400],
    [{ name: 'Ada', stage: 'asleep' }, 400],
    [{ name: 'Ada', leadId: 'mine' }, 400],
    [{ name: 'x'.repeat(201) }, 400],
  ])('are not created from %j', async (fields, status) => {
    const before = await list()
    expect((await send('POST', '', fields)).status).toBe(status)
    expect(await list()).toEqual(before)
  })

  test('with a name that imitates markup or lines are stored as one line of text', async () => {
    const lead = await add({ name: 'A\u202E\nb<script>' })
    expect(lead.name).toBe('A b<script>')
  })

  test('cannot be emptied', async () => {
    const lead = await add({ name: 'Ada' })
    expect((await send('PATCH', `/${lead.leadId}`, { name: '' })).body.message).toMatch(/^Enter a name/)
  })

  test('are deleted and restored with their notes, alone or in bulk', async () => {
    const agent = await fresh()
    const [ada, bob] = [await add({ name: 'Ada' }, agent), await add({ name: 'Bob' }, agent)]
    await send('PUT', `/${ada.leadId}/notes/note-0001`, { text: 'Call on Monday' }, undefined, agent)
    expect((await send('DELETE', `/${ada.leadId}`, undefined, undefined, agent)).status).toBe(200)
    const change = { leadIds: [bob.leadId], change: { delete: true } }
    expect((await send('POST', '/bulk', change, undefined, agent)).status).toBe(200)
    expect(await list('', owner.token, agent)).toEqual([])
    const leadIds = [ada.leadId, bob.leadId]
    expect((await send('POST', '/restore', { leadIds }, stranger.token, agent)).status).toBe(404)
    expect((await send('POST', '/restore', { leadIds }, undefined, agent)).status).toBe(200)
    expect((await send('POST', '/restore', { leadIds }, undefined, agent)).status).toBe(200)
    expect((await open(ada.leadId, owner.token, agent)).notes).toMatchObject([{ text: 'Call on Monday', isOwn: true }])
    expect((await send('POST', '/restore', { leadIds: ['nobodys'] }, undefined, agent)).status).toBe(404)
  })

  test('change all together or not at all', async () => {
    const agent = await fresh()
    const [ada, bob] = [await add({ name: 'Ada' }, agent), await add({ name: 'Bob' }, agent)]
    const bulk = (leadIds: string[], change: object) => send('POST', '/bulk', { leadIds, change }, undefined, agent)
    expect((await bulk([ada.leadId, bob.leadId], { stage: 'won' })).status).toBe(200)
    expect((await bulk([ada.leadId, randomId(16)], { group: 'Fair' })).status).toBe(404)
    expect((await bulk([ada.leadId], { stage: 'asleep' })).status).toBe(400)
    expect((await bulk([ada.leadId], { stage: 'lost', delete: true })).status).toBe(400)
    expect(await list('', owner.token, agent)).toMatchObject([
      { name: 'Bob', stage: 'won', group: '' },
      { name: 'Ada', stage: 'won', group: '' },
    ])
  })

  test('of one person are suggested as duplicates and merged', async () => {
    const agent = await fresh()
    const kept = await add({ name: 'Ada', email: 'ADA@example.org' }, agent)
    const other = await add({ email: 'ada@example.org', phone: '030 123456', group: 'Fair' }, agent)
    await send('PUT', `/${kept.leadId}/notes/note-0001`, { text: 'First' }, undefined, agent)
    await send('PUT', `/${other.leadId}/notes/note-0002`, { text: 'Second' }, undefined, agent)
    expect((await open(kept.leadId, owner.token, agent)).duplicates).toMatchObject([{ leadId: other.leadId }])
    const itself = await send('POST', `/${kept.leadId}/merge`, { other: kept.leadId }, undefined, agent)
    expect(itself.status).toBe(400)
    const { body } = await send('POST', `/${kept.leadId}/merge`, { other: other.leadId }, undefined, agent)
    expect(body.data).toMatchObject({
      name: 'Ada',
      email: 'ADA@example.org',
      phone: '030 123456',
      group: 'Fair',
      noteCount: 2,
    })
    expect((await send('GET', `/${other.leadId}`, undefined, undefined, agent)).status).toBe(404)
    expect((await open(kept.leadId, owner.token, agent)).notes.map(({ text }) => text)).toEqual(['First', 'Second'])
    // A lead of another workspace is not merged.
    const foreign = await add({ name: 'Zoe' }, theirs, stranger.token)
    expect((await send('POST', `/${kept.leadId}/merge`, { other: foreign.leadId }, undefined, agent)).status).toBe(404)
  })

  test('keep at most a lead’s values and conversations when merged, their own first', async () => {
    const agent = await fresh()
    const variables = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${prefix}${i}`, prefix]))
    const kept = await add({ name: 'Ada', variables: variables('kept') }, agent)
    const other = await add({ name: 'Ada', variables: variables('a') }, agent)
    const ids = (prefix: string) => Array.from({ length: 90 }, (_, i) => `${prefix}-${i}`)
    for (const [{ leadId }, prefix] of [
      [kept, 'mine'],
      [other, 'theirs'],
    ] as const)
      await server.dbs.eu.pool.query('update leads set conversation_ids = $2 where id = $1', [leadId, ids(prefix)])
    const { body } = await send('POST', `/${kept.leadId}/merge`, { other: other.leadId }, undefined, agent)
    expect(body.data).toMatchObject({ conversationId: 'mine-89', variables: variables('kept') })
    expect(Object.keys(body.data.variables)).toHaveLength(100)
    const { rows } = await server.dbs.eu.pool.query<{ ids: string[] }>(
      'select conversation_ids as ids from leads where id = $1',
      [kept.leadId],
    )
    expect(rows[0]?.ids).toEqual([...ids('mine').slice(0, 1), ...ids('theirs').slice(-10), ...ids('mine').slice(1)])
  })

  test('are in stages that the owner names, and move to the first when theirs is deleted', async () => {
    const agent = await fresh()
    await add({ name: 'Ada', stage: 'won' }, agent)
    const stages = [
      { id: 'lead', name: 'Prospect' },
      { id: 'lost', name: '' },
    ]
    await saveSettings(agent, [], stages)
    expect(await list('', owner.token, agent)).toMatchObject([{ stage: 'lead' }])
    const path = `${baseOf(agent)}/${settings}`
    const put = (body: object, bearer = owner.token) => call('PUT', path, { bearer, body })
    expect((await put({ rules: [], stages: [] })).status).toBe(400)
    expect((await put({ rules: [[]], stages })).status).toBe(400)
    expect((await put({ rules: [], stages: [...stages, ...stages] })).status).toBe(400)
    expect((await put({ rules: [], stages }, stranger.token)).status).toBe(404)
    await add({ name: 'Bob', group: 'Fair' }, agent)
    const { data } = await server.must<{ data: object }>('GET', path, owner.token)
    expect(data).toEqual({ rules: [], stages, groups: [{ name: 'Fair', leads: 1 }] })
  })

  test('are deleted only with their own agent', async () => {
    const agent = await fresh()
    await add({ name: 'Ada' }, agent)
    const count = async () =>
      (
        await server.dbs.eu.pool.query<{ n: number }>('select count(*)::int as n from leads where agent_id = $1', [
          agent.id,
        ])
      ).rows[0]?.n
    expect(await count()).toBe(1)
    await server.must('DELETE', baseOf(agent), owner.token)
    await eventually(count).toBe(0)
  })
})

describe('people of orgs', () => {
  test('see and edit only the leads of their agents', async () => {
    const lead = await add({ name: 'Ada', email: 'ada@client.example' })
    expect((await list('?search=client.example', client.token)).map(({ leadId }) => leadId)).toEqual([lead.leadId])
    expect((await send('PATCH', `/${lead.leadId}`, { stage: 'won' }, client.token)).status).toBe(200)
    for (const { token } of [otherClient, { token: stranger.token }]) {
      expect((await send('GET', '', undefined, token)).status).toBe(404)
      expect((await send('GET', `/${lead.leadId}`, undefined, token)).status).toBe(404)
      expect((await send('PATCH', `/${lead.leadId}`, { stage: 'lost' }, token)).status).toBe(404)
      expect((await call('GET', `${baseOf(mine)}/leads.csv`, { bearer: token })).status).toBe(404)
    }
    expect((await send('GET', '', undefined, withoutTab.token)).status).toBe(403)
    expect(
      (await call('PUT', `${baseOf(mine)}/${settings}`, { bearer: client.token, body: { rules: [], stages: [] } }))
        .status,
    ).toBe(403)
    expect((await open(lead.leadId)).stage).toBe('won')
  })

  test('read their own notes, not those of the workspace, and edit only what they wrote', async () => {
    const { leadId } = await add({ name: 'Ada' })
    const note = (id: string, text: string, bearer: string) =>
      send<{ data: LeadNote }>('PUT', `/${leadId}/notes/${id}`, { text }, bearer)
    expect((await note('note-agency', 'Pays late', owner.token)).status).toBe(200)
    expect((await note('note-client', 'Wants red', client.token)).status).toBe(200)
    expect((await open(leadId, client.token)).notes).toMatchObject([
      { text: 'Wants red', isOwn: true, by: { name: 'Client' } },
    ])
    expect((await open(leadId, client.token)).noteCount).toBe(1)
    expect((await open(leadId)).notes.map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['Pays late', true],
      ['Wants red', false],
    ])
    expect((await note('note-agency', 'Pays early', client.token)).status).toBe(404)
    expect((await send('DELETE', `/${leadId}/notes/note-client`, undefined, owner.token)).status).toBe(404)
    const edited = await note('note-agency', 'Pays', owner.token)
    expect(edited.body.data).toMatchObject({ text: 'Pays', isOwn: true })
    expect((await send('DELETE', `/${leadId}/notes/note-agency`)).status).toBe(200)
    expect((await open(leadId)).notes).toHaveLength(1)
  })
})

test('lets the workspace add notes when people of an org have reached their limit', async () => {
  const lead = await add({ name: 'Ada' })
  await server.dbs.eu.pool.query(
    `insert into lead_notes (lead_id, id, workspace_id, org_id, author, text, at, edited_at)
     select $1, 'flood-' || n, $2, (select org_id from clients where id = $3), '{"kind":"client","id":"c","name":"Client"}', 'Flood', now(), now()
     from generate_series(1, $4::int) n`,
    [lead.leadId, owner.workspace.uid, client.clientId, MAX_LEAD_NOTES],
  )
  const note = (id: string, bearer: string) =>
    send('PUT', `/${lead.leadId}/notes/${id}`, { text: 'Call on Monday' }, bearer)
  expect(await note('note-theirs', client.token)).toMatchObject({ status: 429, body: { code: 'LIMIT_REACHED' } })
  expect((await note('note-own-1', owner.token)).status).toBe(200)
})

test('keeps notes that people of an org cannot see when they merge leads', async () => {
  const [kept, other] = [await add({ name: 'Ada' }), await add({ name: 'Ada' })]
  const note = (leadId: string, id: string, text: string, bearer: string) =>
    server.must('PUT', at(mine, `/${leadId}/notes/${id}`), bearer, { text })
  await note(kept.leadId, 'note-same', 'Wants red', client.token)
  await note(other.leadId, 'note-same', 'Pays late', owner.token)
  await note(other.leadId, 'note-agency', 'Owes two', owner.token)
  const { body } = await send('POST', `/${kept.leadId}/merge`, { other: other.leadId }, client.token)
  expect(body.data.noteCount).toBe(1)
  expect((await open(kept.leadId, client.token)).notes.map(({ text }) => text)).toEqual(['Wants red'])
  expect((await open(kept.leadId)).notes.map(({ text }) => text)).toEqual(['Wants red', 'Pays late', 'Owes two'])
})

describe('an import', () => {
  type Result = {
    data: { created: number; updated: number; broken: { line: number; code?: string; message: string }[] }
  }
  const bring = async (agent: TestAgent, rows: object[], more: object = {}) =>
    (await server.must<Result>('POST', at(agent, '/import'), owner.token, { rows, ...more })).data

  test('adds and updates people, reports broken lines by number and keeps the others', async () => {
    const agent = await fresh()
    await add({ name: 'Ada', email: 'ada@example.org', variables: { city: 'London' } }, agent)
    const rows = [
      { line: 2, email: 'ADA@example.org', phone: '030 123456', variables: { company: 'Analytical' } },
      { line: 3, name: 'Bob', email: 'bob@example.org', stage: 'Contacted' },
      { line: 4, name: 'No address', email: 'nobody at all' },
      { line: 5, name: 'Bob again', email: 'bob@example.org' },
      { line: 6, variables: { company: 'Nobody' } },
      { line: 7, name: 'Cleo', stage: 'asleep' },
      { line: 8, name: `'=HYPERLINK("https://evil.example")`, phone: `'+44 20 7946 0958` },
    ]
    const broken = [
      { line: 4, code: 'form_email' },
      { line: 6, code: 'lead_empty' },
      { line: 7, code: 'import_stage_unknown' },
    ]
    const dry = await bring(agent, rows, { dryRun: true, group: 'Fair' })
    expect(dry).toMatchObject({ created: 2, updated: 2, broken })
    expect(await list('', owner.token, agent)).toHaveLength(1)
    expect(await bring(agent, rows, { group: 'Fair' })).toMatchObject({ created: 2, updated: 2, broken })
    const items = await list('', owner.token, agent)
    const by = (email: string) => items.find((lead) => lead.email.toLowerCase() === email)
    expect(by('ada@example.org')).toMatchObject({
      name: 'Ada',
      phone: '030 123456',
      group: 'Fair',
      variables: { city: 'London', company: 'Analytical' },
    })
    expect(by('bob@example.org')).toMatchObject({ name: 'Bob again', stage: 'contacted', source: 'import' })
    expect(by('')).toMatchObject({ name: '=HYPERLINK("https://evil.example")', phone: '+44 20 7946 0958' })
    expect(await bring(agent, rows)).toMatchObject({ created: 0, updated: 4 })
  })

  test('is refused whole when it is of another tenant, empty, or has too many rows', async () => {
    const row = { line: 1, name: 'Ada' }
    expect((await send('POST', '/import', { rows: [row] }, stranger.token)).status).toBe(404)
    expect((await send('POST', '/import', { rows: [] })).status).toBe(400)
    expect((await send('POST', '/import', { rows: Array.from({ length: 1001 }, () => row) })).status).toBe(400)
    expect((await send('POST', '/import', { rows: [{ ...row, agentId: theirs.id }] })).status).toBe(400)
  })

  test('is quick for a whole chunk of broken lines', async () => {
    const agent = await fresh()
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      line: i + 2,
      name: `Person ${i}`,
      email: i % 10 === 0 ? 'broken' : `person${i}@example.org`,
    }))
    const { created, broken } = await bring(agent, rows)
    expect([created, broken.length, broken[1]?.line]).toEqual([900, 100, 12])
    const page = await server.must<{ items: Lead[] }>('GET', at(agent, '?search=person999&limit=5'), owner.token)
    expect(page.items).toHaveLength(1)
  })
})

test('exports leads safely for spreadsheets, with what the list shows', async () => {
  const agent = await fresh()
  await add({ name: '=1+1', phone: '+44 20 7946 0958', variables: { company: '@SUM(A1)' } }, agent)
  await add({ name: 'Ada, "Countess"', email: 'ada@example.org', stage: 'won' }, agent)
  const response = await fetch(`${baseOf(agent)}/leads.csv`, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = (await response.text())
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DAY')
    .trim()
    .split('\r\n')
  expect(lines).toEqual([
    'Name,Email,Phone,Stage,Group,Source,Created,company',
    '"Ada, ""Countess""",ada@example.org,,won,,manual,DAY,',
    `'=1+1,,'+44 20 7946 0958,new,,manual,DAY,'@SUM(A1)`,
  ])
  const some = await fetch(`${baseOf(agent)}/leads.csv?stage=won`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect((await some.text()).trim().split('\r\n')).toHaveLength(2)
})

test.each(['leads', 'leads.csv'])('reading %s counts as a search', async (path) => {
  const response = await fetch(`${baseOf(mine)}/${path}`, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(response.headers.get('ratelimit-policy')).toContain('search-actor')
})

describe('a very large export', () => {
  /** Leads with the variables that this SQL builds from the number `n`. */
  const fill = (agent: TestAgent, count: number, variables: string) =>
    server.dbs.eu.pool.query(
      `insert into leads (id, workspace_id, agent_id, name, email, phone, email_key, phone_key, variables, stage, "group", source, created_at, updated_at)
        select $1 || '-' || n, $2, $1, 'Lead ' || n, '', '', '', '', ${variables}, 'new', '', 'api', now() + n * interval '1 ms', now()
        from generate_series(1, $3::int) n`,
      [agent.id, agent.owner.workspace.uid, count],
    )
  const rowsOf = async (agent: TestAgent) => {
    const response = await fetch(`${baseOf(agent)}/leads.csv`, { headers: { authorization: `Bearer ${owner.token}` } })
    expect(response.status).toBe(200)
    return (await response.text()).trim().split('\r\n')
  }

  test('has columns for the most frequent names, and one for the rest', async () => {
    const agent = await fresh()
    await fill(agent, 250, `jsonb_build_object('field-' || to_char(n, 'FM000'), n, 'zip', n)`)
    const [titles = '', ...rows] = await rowsOf(agent)
    const fields = titles.split(',').slice(7)
    expect(fields).toHaveLength(201)
    expect([fields[0], fields[1], fields.at(-1)]).toEqual(['zip', 'field-001', 'Other fields'])
    expect(rows).toHaveLength(250)
    expect(rows[0]).toMatch(/^Lead 250,.*,250,+"\{""field-250"":250\}"$/)
    expect(rows.at(-1)).toMatch(/^Lead 1,.*,1,1,+$/)
  })

  test('contains the newest leads', async () => {
    const agent = await fresh()
    await fill(agent, 50_001, `'{}'`)
    const [, ...rows] = await rowsOf(agent)
    expect(rows).toHaveLength(50_000)
    expect(rows.at(-1)).toMatch(/^Lead 2,/)
  }, 60_000)

  test('contains long values whole', async () => {
    const agent = await fresh()
    const long = `(select jsonb_object_agg('field-' || f, repeat('x', 5000)) from generate_series(1, 100) f)`
    await fill(agent, 110, long)
    const [, ...rows] = await rowsOf(agent)
    expect(rows).toHaveLength(110)
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(110)
  }, 60_000)
})
