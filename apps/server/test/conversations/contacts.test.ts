// Visitors as the team sees them: where they are, whether they are blocked, and which contacts are one person.
import { type BlockedVisitor, MAX_BLOCKED_VISITORS } from '@parlance/contract/conversations/contacts-api'
import type { Conversation, LiveEvent, SeenPage } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { createSseParser } from '@parlance/contract/lib/sse'
import { sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rows } from '../../src/lib/db/sql.ts'
import { idsOfContact, listOfContact } from '../../src/modules/conversations/visitors/contacts.repository.ts'
import { startTestServer } from '../helpers/app.ts'
import { makeAttachment, OPEN } from '../helpers/attachments.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { PIXEL } from '../helpers/operations.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { pathOf, baseOf, chat, post, handOff, read, say } = chatsOf(server)
const hangUp = new AbortController()
afterAll(() => hangUp.abort())

let owner: Person
let mine: TestAgent
let sibling: TestAgent
let theirs: TestAgent
let org: TestOrg
let client: TestClient
let otherClient: TestClient
beforeAll(async () => {
  owner = await server.signUp('eu')
  mine = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
  sibling = await server.makeAgent(owner)
  theirs = await server.makeAgent(await server.signUp('eu'))
  org = await makeOrg(server, owner, [mine.id])
  client = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
  const shared = await makeOrg(server, owner, [mine.id, sibling.id])
  otherClient = await makeClient(server, owner, shared, { agentIds: [mine.id], canAccess: ['/convos'] })
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 40 }, () => ({ text: 'We open at nine.' })))
})

interface Details {
  earlier: { id: string; isMerged: boolean }[]
  pages: SeenPage[]
  isBlocked: boolean
  isOneThread: boolean
}
const details = async (at: Chat, bearer = owner.token) =>
  (await server.must<{ data: Details }>('GET', `${pathOf(at)}/details`, bearer)).data
const inbox = async (at: Chat) => (await read(at, owner.token)).conversation.inbox
const blocked = async (agent: TestAgent, bearer = owner.token) =>
  (await server.must<{ items: BlockedVisitor[] }>('GET', `${baseOf(agent)}/blocked-visitors`, bearer)).items
const unblock = (agent: TestAgent, id: string, bearer = owner.token) =>
  call('DELETE', `${baseOf(agent)}/blocked-visitors/${id}`, { bearer })
const credits = async () =>
  (
    await server.must<{ data: { credits: number } }>(
      'GET',
      `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}`,
      owner.token,
    )
  ).data.credits

/** Reads a live stream until it is closed. */
async function listen(path: string, bearer: string) {
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, hangUp.signal])
  const response = await fetch(path, { headers: { authorization: `Bearer ${bearer}` }, signal })
  const events: LiveEvent[] = []
  const parse = createSseParser(({ data }) => events.push(JSON.parse(data) as LiveEvent))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const readOn = async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return
      parse(part.value)
    }
  }
  void readOn().catch(() => undefined)
  return { events, leave: () => own.abort() }
}
const ofWorkspace = () => listen(`${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/live`, owner.token)

describe('a blocked visitor', () => {
  test('can neither write, nor start a conversation, nor ask for people, and pays nothing for trying', async () => {
    const at = await chat(mine)
    expect((await post(at, 'block', {}, owner.token)).status).toBe(200)
    const before = await credits()
    const tries = [
      await say(at, 'Hello?'),
      await server.turn(mine, { visitorId: at.visitorId, text: 'Hello again' }),
      // A block by a workspace member covers every agent of the workspace.
      await server.turn(sibling, { visitorId: at.visitorId, text: 'Hello there' }),
    ]
    expect(tries.map(({ status, refusal }) => [status, refusal?.code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'VISITOR_BLOCKED']),
    )
    expect(await handOff(at)).toMatchObject({ status: 403, body: { code: 'VISITOR_BLOCKED' } })
    const begun = await call('POST', `${baseOf(mine)}/handoff`, { bearer: at.visitorId, body: {} })
    expect(begun).toMatchObject({ status: 403, body: { code: 'VISITOR_BLOCKED' } })
    for (const [what, body] of [
      ['rating', { score: 1, comment: 'Still here' }],
      ['transcript', { email: 'anybody@example.test' }],
    ] as const)
      expect(await post(at, what, body)).toMatchObject({ status: 403, body: { code: 'VISITOR_BLOCKED' } })
    expect((await post(at, 'page', { url: 'https://shop.example/insult' })).status).toBe(200)
    expect(JSON.stringify(await details(at))).not.toContain('insult')
    expect(await credits()).toBe(before)
    expect((await read(at)).messages).toHaveLength(2)
    expect((await details(at)).isBlocked).toBe(true)

    // Other visitors are not blocked, neither here nor in another workspace.
    expect((await server.turn(mine, { visitorId: newVisitorId() })).status).toBe(200)
    expect((await server.turn(theirs, { visitorId: at.visitorId })).status).toBe(200)

    const [block] = await blocked(sibling)
    expect(await unblock(mine, block?.id ?? '')).toMatchObject({ status: 200 })
    expect((await say(at, 'Hello?')).status).toBe(200)
  })

  test('is kept from the agents of an org when a client user of that org blocks them, unseen by other orgs', async () => {
    const at = await chat(mine)
    await post(at, 'block', {}, client.token)
    expect((await say(at, 'Hello?')).refusal?.code).toBe('VISITOR_BLOCKED')
    expect((await server.turn(sibling, { visitorId: at.visitorId })).status).toBe(200)
    const [block] = await blocked(mine, client.token)
    expect(block).toMatchObject({ by: { kind: 'client', name: 'Client' } })
    expect(await blocked(mine, otherClient.token)).toEqual([])
    expect((await unblock(mine, block?.id ?? '', otherClient.token)).status).toBe(404)
    expect((await unblock(mine, block?.id ?? '', client.token)).status).toBe(200)
    expect((await say(at, 'Hello?')).status).toBe(200)
  })

  test('is kept from agents that the org gets later, and let in at agents that it loses', async () => {
    const [first, later] = [await server.makeAgent(owner), await server.makeAgent(owner)]
    const grown = await makeOrg(server, owner, [first.id])
    const person = await makeClient(server, owner, grown, { agentIds: [first.id], canAccess: ['/convos'] })
    const at = await chat(first)
    await post(at, 'block', {}, person.token)
    const refused = async (agent: TestAgent) =>
      (await server.turn(agent, { visitorId: at.visitorId, text: 'Hello?' })).refusal?.code
    expect(await refused(later)).toBeUndefined()
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${grown.orgId}`
    await server.must('PATCH', path, owner.token, { widgetIDs: [first.id, later.id] })
    await expect.poll(() => refused(later)).toBe('VISITOR_BLOCKED')
    await server.must('PATCH', path, owner.token, { widgetIDs: [later.id] })
    await expect.poll(() => refused(first)).toBeUndefined()
    expect(await refused(later)).toBe('VISITOR_BLOCKED')
  })

  test('is listed in pages, can be found among many, and is unblocked when the blocking org is deleted', async () => {
    const many = await server.signUp('eu')
    const agent = await server.makeAgent(many)
    const gone = await makeOrg(server, many, [agent.id])
    const person = await makeClient(server, many, gone, { agentIds: [agent.id], canAccess: ['/convos'] })
    const at = await chat(agent)
    const block = async () => (await post(at, 'block', {}, person.token)).body.data.id
    const id = await block()
    await server.dbs.eu.pool.query(
      `insert into blocked_visitors (id, workspace_id, org_id, agent_ids, agent_id, visitor_hash, visitor, by, at)
       select $3 || '-' || n, $1, $2, array[$3], $3, 'hash-' || n, 'Visitor', '{"kind":"client","id":"c","name":"Client"}', date_trunc('milliseconds', now()) + n / 7 * interval '1 second'
       from generate_series(1, 120) n`,
      [many.workspace.uid, gone.orgId, agent.id],
    )
    expect(await block()).toBe(id)
    const seen: string[] = []
    const sizes: number[] = []
    const page = async (query: string) => {
      const path = `${baseOf(agent)}/blocked-visitors${query}`
      const { items, nextCursor } = await server.must<{ items: BlockedVisitor[]; nextCursor: string | null }>(
        'GET',
        path,
        many.token,
      )
      seen.push(...items.map((one) => one.id))
      sizes.push(items.length)
      return nextCursor
    }
    for (let cursor = await page(''); cursor !== null;) cursor = await page(`?cursor=${cursor}`)
    expect([sizes, new Set(seen).size, seen.at(-1)]).toEqual([[50, 50, 21], 121, id])
    expect((await say(at, 'Hello?')).refusal?.code).toBe('VISITOR_BLOCKED')
    await server.must(
      'DELETE',
      `${server.api('eu')}/v2/workspaces/${many.workspace.uid}/orgs/${gone.orgId}`,
      many.token,
    )
    await expect.poll(async () => (await blocked(agent, many.token)).length, { timeout: 20_000 }).toBe(0)
    expect((await say(at, 'Hello?')).status).toBe(200)
  })

  test('counts only towards the limit of the side that blocked them', async () => {
    const full = await server.signUp('eu')
    const agent = await server.makeAgent(full)
    const orgs = [await makeOrg(server, full, [agent.id]), await makeOrg(server, full, [agent.id])]
    const [one, other] = await Promise.all(
      orgs.map((of) => makeClient(server, full, of, { agentIds: [agent.id], canAccess: ['/convos'] })),
    )
    await server.dbs.eu.pool.query(
      `insert into blocked_visitors (id, workspace_id, org_id, agent_ids, agent_id, visitor_hash, visitor, by, at)
       select 'full-' || n, $1, $2, array[$3], $3, 'hash-' || n, 'Visitor', '{"kind":"client","id":"c","name":"Client"}', now()
       from generate_series(1, $4::int) n`,
      [full.workspace.uid, orgs[0]?.orgId, agent.id, MAX_BLOCKED_VISITORS],
    )
    const at = await chat(agent)
    expect(await post(at, 'block', {}, one?.token)).toMatchObject({
      status: 429,
      body: {
        code: 'LIMIT_REACHED',
        message: `You can block up to ${MAX_BLOCKED_VISITORS} visitors. Unblock some first.`,
      },
    })
    expect((await details(at, full.token)).isBlocked).toBe(false)
    expect((await post(at, 'block', {}, other?.token)).status).toBe(200)
    expect((await post(at, 'block', {}, full.token)).status).toBe(200)
  })

  test('can neither attach files, nor transcribe voice notes, nor show that they type', async () => {
    const agent = await server.makeAgent(owner, { ...OPEN, UIhandoffTitle: 'Talk to us' })
    const at = await chat(agent)
    const note = await makeAttachment(server, owner, { agentId: agent.id, visitor: at.visitorId })
    const people = await ofWorkspace()
    await post(at, 'take-over', {}, owner.token)
    await post(at, 'block', {}, owner.token)
    const tries = [
      call('POST', `${baseOf(agent)}/attachments`, {
        bearer: at.visitorId,
        body: { filename: 'me.png', base64Payload: PIXEL },
      }),
      call('POST', `${baseOf(agent)}/attachments/${note.attachmentId}/transcript`, { bearer: at.visitorId, body: {} }),
    ]
    for (const refused of await Promise.all(tries))
      expect(refused).toMatchObject({ status: 403, body: { code: 'VISITOR_BLOCKED' } })
    const typing = () =>
      people.events.filter((event) => event.type === 'typing' && event.conversationId === at.conversationId)
    expect((await post(at, 'typing')).status).toBe(200)
    const [block] = await blocked(agent)
    await unblock(agent, block?.id ?? '')
    // Typing is sent again once they are unblocked; an earlier event would have come first and held this one back.
    await vi.waitFor(
      async () => {
        await post(at, 'typing')
        expect(typing()).toHaveLength(1)
      },
      { timeout: 20_000, interval: 500 },
    )
    people.leave()
  })

  test('of an agent that a client user may not open can be neither seen nor unblocked by them', async () => {
    const wide = await makeOrg(server, owner, [mine.id, sibling.id])
    const both = await makeClient(server, owner, wide, { agentIds: [mine.id, sibling.id], canAccess: ['/convos'] })
    const one = await makeClient(server, owner, wide, { agentIds: [mine.id], canAccess: ['/convos'] })
    const at = await chat(sibling)
    expect((await post(at, 'block', {}, both.token)).status).toBe(200)
    const [block] = await blocked(mine, both.token)
    expect(block).toBeDefined()
    expect(await blocked(mine, one.token)).toEqual([])
    expect((await unblock(mine, block?.id ?? '', one.token)).status).toBe(404)
    expect((await unblock(mine, block?.id ?? '', both.token)).status).toBe(200)
  })

  test('stays blocked under the identity that their site proves', async () => {
    const at = await chat(mine)
    await post(at, 'block', {}, owner.token)
    const token = await new SignJWT({ sub: `user-${randomId(8)}`, exp: Math.floor(Date.now() / 1000) + 600 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(mine.secret))
    const named = await call<{ data: { visitorId: string } }>('POST', `${baseOf(mine)}/identify`, {
      bearer: at.visitorId,
      body: { token },
    })
    const { visitorId } = named.body.data
    expect((await server.turn(mine, { visitorId, text: 'It is me' })).refusal?.code).toBe('VISITOR_BLOCKED')
    const [block] = await blocked(mine)
    await unblock(mine, block?.id ?? '')
    expect((await server.turn(mine, { visitorId, text: 'It is me' })).status).toBe(200)
  })
})

describe('the location of a visitor', () => {
  test('is shown live: the current page, and away once no stream of theirs is open', async () => {
    const at = await chat(mine)
    const [people, visitor] = [await ofWorkspace(), await listen(`${pathOf(at)}/live`, at.visitorId)]
    await vi.waitFor(async () => expect(await inbox(at)).toMatchObject({ presence: { isHere: true, pageUrl: '' } }))
    await post(at, 'page', { url: 'https://shop.example.test/lamps?token=secret#top', title: 'Lamps' })
    expect(await inbox(at)).toMatchObject({ presence: { isHere: true, pageUrl: 'https://shop.example.test/lamps' } })
    visitor.leave()
    await vi.waitFor(async () => expect(await inbox(at)).toMatchObject({ presence: { isHere: false } }), {
      timeout: 20_000,
    })
    const told = people.events.filter((event) => event.type === 'presence')
    expect(
      told.map(({ isHere, pageUrl, conversationId }) => [conversationId === at.conversationId, isHere, pageUrl]),
    ).toEqual([
      [true, true, ''],
      [true, true, 'https://shop.example.test/lamps'],
      [true, false, 'https://shop.example.test/lamps'],
    ])
    expect(visitor.events.map(({ type }) => type)).toEqual(['ready'])
    expect((await read(at)).conversation.inbox).toBeUndefined()
  })

  test('keeps the last 20 pages, without repeats in a row and without secrets', async () => {
    const at = await chat(mine)
    for (let page = 1; page <= 22; page += 1)
      await post(at, 'page', { url: `https://shop.example.test/${page}?session=1`, title: `Page ${page}` })
    await post(at, 'page', { url: 'https://shop.example.test/22#more' })
    await post(at, 'page', { url: 'javascript:alert(1)' })
    await post(at, 'page', { url: 'https://ada:pw@shop.example.test/reset-password/8f3a92c1?to=ada@example.test' })
    const { pages } = await details(at)
    expect(pages.map(({ url }) => url)).toEqual([
      ...Array.from({ length: 19 }, (_, index) => `https://shop.example.test/${index + 4}`),
      'https://shop.example.test/reset-password/***',
    ])
    expect(pages.at(-2)).toMatchObject({ title: 'Page 22' })
    expect((await post(at, 'page', { url: 'https://shop.example.test/' }, newVisitorId())).status).toBe(404)
  })

  test('keeps no pages for an agent without history', async () => {
    const secret = await server.makeAgent(owner, { recordChatHistory: false })
    const at = await chat(secret)
    expect((await post(at, 'page', { url: 'https://shop.example.test/lamps' })).status).toBe(200)
    expect((await details(at)).pages).toEqual([])
  })
})

test('updates people live when a visitor has read, with the time', async () => {
  const at = await chat(mine)
  const people = await ofWorkspace()
  const began = Date.now()
  await post(at, 'read', { seq: 2 })
  await vi.waitFor(() =>
    expect(people.events).toContainEqual({
      type: 'read',
      agentId: mine.id,
      conversationId: at.conversationId,
      seq: 2,
    }),
  )
  const { conversation } = await read(at, owner.token)
  expect(conversation.readSeq).toBe(2)
  expect(Date.parse(conversation.inbox?.readAt ?? '')).toBeGreaterThanOrEqual(began)
})

describe('one person with two keys', () => {
  const merge = (at: Chat, otherConversationId: string, bearer = owner.token) =>
    call('POST', `${pathOf(at)}/contact`, { bearer, body: { otherConversationId } })

  test('becomes one contact when linked, grants no further access, and can be undone', async () => {
    const [phone, laptop] = [await chat(mine), await chat(mine)]
    expect((await merge(phone, laptop.conversationId, client.token)).status).toBe(200)
    expect((await details(phone)).earlier).toMatchObject([{ id: laptop.conversationId, isMerged: true }])
    expect((await details(laptop, client.token)).earlier).toMatchObject([{ id: phone.conversationId, isMerged: true }])
    const peeked = await call('GET', pathOf(laptop), { bearer: phone.visitorId })
    expect(peeked.status).toBe(404)
    const own = await server.must<{ items: Conversation[] }>(
      'GET',
      `${baseOf(mine)}/visitor/conversations`,
      phone.visitorId,
    )
    expect(own.items.map(({ id }) => id)).toEqual([phone.conversationId])

    // Later conversations under either key belong to it too.
    const later = await chat(mine, laptop.visitorId, 'Are you there?')
    expect((await details(phone)).earlier.map(({ id }) => id)).toEqual([later.conversationId, laptop.conversationId])

    const third = await chat(mine)
    await merge(third, laptop.conversationId)
    expect((await details(third)).earlier).toHaveLength(3)
    await post(phone, 'contact/separate', {}, owner.token)
    expect((await details(phone)).earlier).toEqual([])
    expect((await details(third)).earlier).toHaveLength(2)
  })

  test('is found through indexes, however many conversations the agent has', async () => {
    const { pool, db } = server.dbs.eu
    const agent = await server.makeAgent(owner)
    const make = (first: number, last: number, hash: string, identity: string) =>
      pool.query(
        `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, identity, started_at, last_message_at)
         select $2 || n, $1, $2, 'web-chat', ${hash}, 'Visitor', ${identity}, now(), now() from generate_series($3::int, $4::int) n`,
        [owner.workspace.uid, agent.id, first, last],
      )
    await make(1, 3, `'mine'`, `'ada'`)
    await make(4, 5, `'hash-' || n`, `'ada'`)
    await make(6, 7, `'joined'`, 'null')
    await make(8, 20_000, `'hash-' || n`, `case when n % 2 = 0 then 'user-' || n end`)
    await pool.query(
      `insert into contact_visitors (agent_id, visitor_hash, workspace_id, contact_id) values ($1, 'mine', $2, $1), ($1, 'joined', $2, $1)`,
      [agent.id, owner.workspace.uid],
    )
    await pool.query('analyze conversations')
    const ids = (...numbers: number[]) => numbers.map((n) => `${agent.id}${n}`)
    await db.transaction(async (tx) => {
      const earlier = await listOfContact(tx, `${agent.id}1`, 20)
      expect(earlier.map(({ id }) => id).toSorted()).toEqual(ids(2, 3, 4, 5, 6, 7))
      expect(
        earlier
          .filter((one) => one.is_merged)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids(6, 7))
      const all = await idsOfContact(tx, agent.id, `${agent.id}1`, 100)
      expect([all[0], all.toSorted()]).toEqual([`${agent.id}1`, ids(1, 2, 3, 4, 5, 6, 7)])
      const [stat] = await rows<{ read: number }>(
        tx,
        sql`select seq_tup_read::int + idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'conversations'`,
      )
      expect(stat?.read).toBeLessThan(200)
    })
  })

  test('shows the leads of both', async () => {
    const [phone, laptop] = [await chat(mine), await chat(mine)]
    const leads = `${baseOf(mine)}/leads?conversationId=`
    await handOff(phone)
    const left = await post(phone, 'leave-message', { email: 'ada@example.test', message: 'Call me' })
    expect(left.status).toBe(200)
    const names = async (at: Chat) =>
      (await server.must<{ items: { email: string }[] }>('GET', leads + at.conversationId, owner.token)).items.map(
        ({ email }) => email,
      )
    await vi.waitFor(async () => expect(await names(phone)).toEqual(['ada@example.test']), { timeout: 20_000 })
    expect(await names(laptop)).toEqual([])
    await merge(laptop, phone.conversationId)
    expect(await names(laptop)).toEqual(['ada@example.test'])
  })

  test('can be linked within one agent only, and only by people who can open it', async () => {
    const [here, there] = [await chat(mine), await chat(sibling)]
    expect((await merge(here, there.conversationId)).status).toBe(404)
    const another = await chat(mine)
    const foreign = await makeClient(server, owner, await makeOrg(server, owner, [sibling.id]), {
      agentIds: [sibling.id],
      canAccess: ['/convos'],
    })
    expect((await merge(here, another.conversationId, foreign.token)).status).toBe(404)
    expect((await details(here)).earlier).toEqual([])
  })
})

test('opens as one thread where an org wants all conversations of a visitor in one', async () => {
  const at = await chat(mine)
  expect((await details(at, client.token)).isOneThread).toBe(false)
  const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`
  await server.must('PATCH', path, owner.token, { settings: { continousSessionUI: true } })
  expect((await details(at, client.token)).isOneThread).toBe(true)
  expect((await details(at, otherClient.token)).isOneThread).toBe(false)
  expect((await details(at)).isOneThread).toBe(true)
})

test('returns display fields of a message in lists, except to visitors and agents without history', async () => {
  const people = await ofWorkspace()
  const said = (of: readonly LiveEvent[], id: string) =>
    of.flatMap((event) => (event.type === 'message' && event.conversationId === id ? [event] : []))
  const at = await chat(mine, newVisitorId(), 'Do you have lamps?')
  await vi.waitFor(() => expect(said(people.events, at.conversationId)).toHaveLength(2))
  expect(said(people.events, at.conversationId)).toMatchObject([
    { seq: 1, from: 'user', listed: { preview: 'Do you have lamps?', begins: { channel: 'web-chat', pageUrl: '' } } },
    { seq: 2, from: 'agent', listed: { preview: 'We open at nine.' } },
  ])
  const visitor = await listen(`${pathOf(at)}/live`, at.visitorId)
  await vi.waitFor(() => expect(visitor.events).not.toEqual([]))
  await say(at, 'And chairs?')
  await vi.waitFor(() => expect(said(visitor.events, at.conversationId)).toHaveLength(2))
  for (const event of said(visitor.events, at.conversationId)) expect(event).not.toHaveProperty('listed')
  const { listed } = said(people.events, at.conversationId)[2] ?? {}
  expect(listed).toMatchObject({ preview: 'And chairs?' })
  expect(listed).not.toHaveProperty('begins')

  const secret = await chat(await server.makeAgent(owner, { recordChatHistory: false }))
  await vi.waitFor(() => expect(said(people.events, secret.conversationId)).toHaveLength(2))
  for (const event of said(people.events, secret.conversationId)) expect(event).not.toHaveProperty('listed')
})
