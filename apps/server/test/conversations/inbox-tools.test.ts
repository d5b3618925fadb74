import type { Note } from '@parlance/contract/conversations/inbox-api'
import type { SavedView } from '@parlance/contract/conversations/saved-views-api'
import type { SuggestedReply } from '@parlance/contract/conversations/replies-api'
import type { TranscriptExport } from '@parlance/contract/conversations/transcripts-api'
import type { Notification } from '@parlance/contract/notifications/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { pathOf, chat, handOff, requestHandoff, say } = chatsOf(server)

let owner: Person
let colleague: Person
let stranger: Person
let mine: TestAgent
let org: TestOrg
let client: TestClient
let otherClient: TestClient
beforeAll(async () => {
  owner = await server.signUp('eu')
  stranger = await server.signUp('eu')
  colleague = await server.join(owner, 'editor')
  mine = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
  org = await makeOrg(server, owner, [mine.id])
  client = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
  const second = await makeOrg(server, owner, [mine.id])
  otherClient = await makeClient(server, owner, second, { agentIds: [mine.id], canAccess: ['/convos'] })
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 20 }, () => ({ text: 'We open at nine.' })))
})
const WAIT = { timeout: 15_000 }
const idOf = async (email: string) =>
  (await server.dbs.identity.pool.query<{ id: string }>('select id from users where email = $1', [email])).rows[0]?.id

describe('saved views', () => {
  const path = (uid = owner.workspace.uid) => `${server.api('eu')}/v2/workspaces/${uid}/saved-views`
  const save = (bearer: string, items: unknown, uid?: string) =>
    call<{ code?: string; message?: string }>('PUT', path(uid), { bearer, body: { items } })
  const viewsOf = async (bearer: string) => (await server.must<{ items: SavedView[] }>('GET', path(), bearer)).items
  const vip: SavedView = { name: 'VIP', filters: { view: 'waiting', tag: 'vip' } }
  const refunds: SavedView = { name: 'Refunds', filters: { search: 'refund' } }

  test('belong to one person, in their order, for people of the workspace and client users', async () => {
    await server.must('PUT', path(), owner.token, { items: [vip, refunds] })
    await server.must('PUT', path(), client.token, { items: [refunds] })
    expect(await viewsOf(owner.token)).toEqual([vip, refunds])
    expect(await viewsOf(client.token)).toEqual([refunds])
    expect([await viewsOf(colleague.token), await viewsOf(otherClient.token)]).toEqual([[], []])
    await server.must('PUT', path(), owner.token, { items: [refunds, { ...vip, name: 'Very important' }] })
    expect((await viewsOf(owner.token)).map(({ name }) => name)).toEqual(['Refunds', 'Very important'])
  })

  test('have unique names, and are limited to twenty', async () => {
    const many = Array.from({ length: 21 }, (_, n) => ({ ...vip, name: `View ${n}` }))
    const wrong = [
      many,
      [vip, { ...refunds, name: 'vip' }],
      [{ ...vip, name: ' ' }],
      [{ ...vip, filters: { 'a b': 'x' } }],
    ]
    for (const items of wrong) expect((await save(colleague.token, items)).status).toBe(400)
    expect((await save(colleague.token, many.slice(1))).status).toBe(200)
    expect((await save(stranger.token, [vip])).status).toBe(404)
    const blind = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/home'] })
    expect((await save(blind.token, [vip])).status).toBe(403)
  })
})

describe('a mention in a note', () => {
  const note = (at: Chat, bearer: string, text: string, mentions?: object[]) =>
    call<{ data: Note; code?: string }>('POST', `${pathOf(at)}/notes`, { bearer, body: { text, mentions } })
  const told = async (bearer: string) =>
    (
      await server.must<{ items: Notification[] }>(
        'GET',
        `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/notifications`,
        bearer,
      )
    ).items.filter(({ title }) => title.includes('note'))

  test('notifies only that person, links to the conversation, and stays with the note', async () => {
    const at = await chat(mine)
    const id = await idOf(colleague.email)
    const made = await note(at, owner.token, 'Look at this, please', [{ kind: 'user', id }])
    expect(made.status).toBe(200)
    expect(made.body.data.mentions).toMatchObject([{ kind: 'user', id }])
    await expect.poll(async () => (await told(colleague.token)).length, WAIT).toBe(1)
    const [first] = await told(colleague.token)
    expect(first).toMatchObject({
      notificationLevel: 2,
      notifyOnly: [id],
      urlPathname: `/app/eu/agents/${mine.id}/convos?conversation=${at.conversationId}`,
    })
    expect(first?.title.length).toBeLessThanOrEqual(50)
    expect([await told(owner.token), await told(client.token)]).toEqual([[], []])
    const { data } = await server.must<{ data: { notes: Note[] } }>('GET', `${pathOf(at)}/details`, colleague.token)
    expect(data.notes[0]?.mentions).toEqual(made.body.data.mentions)
  })

  test('reaches client users of the same org, but nobody who could not read the note', async () => {
    const at = await chat(mine)
    const peer = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
    const blind = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/home'] })
    const ofClient = ({ clientId }: TestClient) => ({ kind: 'client', id: clientId })
    expect((await note(at, client.token, 'Call them', [ofClient(peer)])).status).toBe(200)
    await expect.poll(async () => (await told(peer.token)).length, WAIT).toBe(1)
    expect(await told(client.token)).toEqual([])
    const refused: [string, object][] = [
      [client.token, ofClient(blind)],
      [client.token, ofClient(otherClient)],
      [client.token, { kind: 'user', id: await idOf(colleague.email) }],
      [owner.token, ofClient(client)],
      [owner.token, { kind: 'user', id: await idOf(stranger.email) }],
    ]
    for (const [bearer, person] of refused) expect((await note(at, bearer, 'Hi', [person])).status).toBe(400)
  })
})

describe('a suggested reply', () => {
  const suggest = (at: Chat, bearer: string) =>
    call<{ data: SuggestedReply; code?: string }>('POST', `${pathOf(at)}/suggested-reply`, { bearer, body: {} })
  const knows = async (agent: TestAgent) => {
    const kb = `${server.api('eu')}/v2/agents/${agent.id}/kb`
    const content = 'Refunds: you can return a lamp within thirty days and get the full price back.'
    await server.must('POST', kb, agent.owner.token, { name: 'Returns', content })
  }

  test('comes from the knowledge base with its sources, costs credits, and is not sent', async () => {
    const agent = await server.makeAgent(owner)
    await knows(agent)
    const at = await chat(agent, newVisitorId(), 'Can I return a lamp and get a refund?')
    server.model.control.reset()
    const before = await server.balance(owner)
    await expect
      .poll(async () => {
        server.model.control.script([{ text: 'You can return it within thirty days [1].' }])
        return (await suggest(at, owner.token)).body.data
      }, WAIT)
      .toEqual({
        question: 'Can I return a lamp and get a refund?',
        text: 'You can return it within thirty days.',
        sources: [{ title: 'Returns' }],
      })
    expect((await server.balance(owner)).available).toBeLessThan(before.available)
    const { messages } = await server.must<{ messages: { from: string }[] }>('GET', pathOf(at), owner.token)
    expect(messages.map(({ from }) => from)).toEqual(['user', 'agent'])
  })

  test('is empty and free when nothing is found; an answer without a source does not count', async () => {
    const empty = await server.makeAgent(owner)
    const at = await chat(empty, newVisitorId(), 'Can I return a lamp?')
    const before = await server.balance(owner)
    expect((await suggest(at, client.token)).status).toBe(404)
    expect((await suggest(at, owner.token)).body.data).toEqual({
      question: 'Can I return a lamp?',
      text: '',
      sources: [],
    })
    expect((await server.balance(owner)).available).toBe(before.available)
    for (const bearer of [stranger.token, at.visitorId, newVisitorId()])
      expect([401, 403, 404]).toContain((await suggest(at, bearer)).status)
    const asked = await requestHandoff(mine, newVisitorId())
    const silent = { agent: mine, visitorId: '', conversationId: asked.body.data.id }
    expect((await suggest(silent, owner.token)).status).toBe(409)
  })
})

describe('a transcript', () => {
  const HOSTILE = '**bold** <img src=x onerror=alert(1)> \u202Eevil\u202C 👩‍👩‍👧 مرحبا ' + 'long'.repeat(400)
  const exported = (at: Chat, bearer: string) =>
    call<{ data: TranscriptExport }>('GET', `${pathOf(at)}/transcript`, { bearer })
  const send = (at: Chat, bearer: string, to: string) =>
    call<{ code?: string }>('POST', `${pathOf(at)}/transcript-mail`, { bearer, body: { to } })
  const mailsTo = async (email: string) =>
    (
      await server.must<{ items: { subject: string; text: string; html: string }[] }>(
        'GET',
        `${server.url}/api/sandbox/mails?to=${email}`,
        undefined,
      )
    ).items.filter(({ subject }) => subject.includes('hat with'))

  test('contains all messages unchanged, without notes', async () => {
    const at = await chat(mine, newVisitorId(), HOSTILE)
    await server.must('POST', `${pathOf(at)}/notes`, owner.token, { text: 'Secret of the team' })
    await say(at, 'Thanks')
    for (const bearer of [owner.token, client.token]) {
      const { status, body } = await exported(at, bearer)
      expect([status, body.data.isCut, body.data.messages.length]).toEqual([200, false, 4])
      expect(body.data.messages[0]?.items).toEqual([{ type: 'text', text: HOSTILE }])
      expect(JSON.stringify(body)).not.toContain('Secret of the team')
    }
    for (const bearer of [stranger.token, at.visitorId])
      expect([401, 404]).toContain((await exported(at, bearer)).status)
  })

  test('leaves out source passages, stops at five megabytes, and allows a person one download at a time', async () => {
    const at = await chat(mine)
    const text = 'p'.repeat(4000)
    const source = { docId: 'd', title: 'Returns', text, score: 1 }
    await server.dbs.eu.pool.query(
      `insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, sources, at)
       select $1, $2, n, $1 || '-' || n, $1 || '-' || n, 'agent', $3::jsonb, 'complete', $4::jsonb, now() from generate_series(3, 1999) n`,
      [
        at.conversationId,
        owner.workspace.uid,
        JSON.stringify([{ type: 'text', text }]),
        JSON.stringify(Array.from({ length: 4 }, () => source)),
      ],
    )
    await server.dbs.eu.pool.query('update conversations set message_count = 1999 where id = $1', [at.conversationId])
    const holder = await server.dbs.eu.pool.connect()
    await holder.query('begin; lock table messages in access exclusive mode')
    const first = exported(at, owner.token)
    await expect
      .poll(async () => (await holder.query(`select 1 from pg_locks where not granted`)).rowCount, WAIT)
      .toBeGreaterThan(0)
    expect((await exported(at, owner.token)).status).toBe(429)
    await holder.query('commit')
    holder.release()
    const { messages, isCut } = (await first).body.data
    expect((await exported(at, owner.token)).status).toBe(200)
    const bytes = messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0)
    expect([isCut, messages.at(-1)?.seq, bytes < 5_000_000, bytes > 4_900_000]).toEqual([true, 1999, true, true])
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => 2000 - messages.length + n))
    expect(messages[0]?.sources).toEqual(Array.from({ length: 4 }, () => ({ ...source, text: '' })))
  })

  test('can be mailed to oneself, or to the address the visitor gave, within the limits', async () => {
    const at = await chat(mine, newVisitorId(), HOSTILE)
    await server.must('POST', `${pathOf(at)}/notes`, owner.token, { text: 'Secret of the team' })
    expect((await send(at, owner.token, 'visitor')).status).toBe(409)
    expect((await send(at, client.token, 'self')).status).toBe(200)
    const [own] = await mailsTo(client.email)
    expect(own?.subject).toContain('Transcript of a chat with')
    await handOff(at)
    const email = `${randomId(12).toLowerCase()}@example.test`
    await server.dbs.eu.pool.query(`update conversations set left_message = $2 where id = $1`, [
      at.conversationId,
      JSON.stringify({ email, message: 'Call me', at: new Date().toISOString() }),
    ])
    expect((await send(at, owner.token, 'visitor')).status).toBe(200)
    const [theirs] = await mailsTo(email)
    expect(theirs?.text).toContain('sent once by the team')
    expect(theirs?.html).not.toContain('<img src=x')
    for (const mail of [own, theirs]) expect(`${mail?.text}${mail?.html}`).not.toContain('Secret of the team')
    expect((await send(at, owner.token, 'self')).status).toBe(200)
    expect((await send(at, owner.token, 'self')).body.code).toBe('LIMIT_REACHED')
    for (const bearer of [stranger.token, at.visitorId])
      expect([401, 404]).toContain((await send(at, bearer, 'self')).status)
    const log = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/audit`
    const { items } = await server.must<{ items: { action: string }[] }>('GET', log, owner.token)
    expect(items.map(({ action }) => action)).toContain('conversations.sendTranscript')
  })
})
