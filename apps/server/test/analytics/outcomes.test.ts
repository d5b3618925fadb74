// Outcomes of conversations over the API: with people and without, by org and agent, in a time zone, as CSV.
import type { Outcomes } from '@parlance/contract/analytics/outcomes'
import type { ClientTab } from '@parlance/contract/lib/client-tabs'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { baseOf, chat, handOff, post, say } = chatsOf(server)
const { pool } = server.dbs.eu

let owner: Person
let shop: TestAgent
let hotel: TestAgent
let shopOrg: TestOrg
let hotelOrg: TestOrg
let shopClient: TestClient
let stranger: Person
let theirs: TestAgent

beforeAll(async () => {
  ;[owner, stranger] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  shop = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
  hotel = await server.makeAgent(owner)
  theirs = await server.makeAgent(stranger)
  shopOrg = await makeOrg(server, owner, [shop.id])
  hotelOrg = await makeOrg(server, owner, [hotel.id])
  shopClient = await makeClient(server, owner, shopOrg, { agentIds: [shop.id], canAccess: ['/analytics'] })
  await tell(shop, '2026-03-02T08:00:00Z', [['user', 0]], { title: 'Opening hours?' })
  await tell(shop, '2026-03-02T08:05:00Z', [['user', 0]], { title: 'opening hours', rating: 5 })
  await tell(
    shop,
    '2026-03-03T23:30:00Z',
    [
      ['user', 0],
      ['handoff-asked', 60],
      ['human-joined', 90],
      ['human', 120],
      ['human-left', 660],
    ],
    { title: 'A refund, please', rating: 2, asked: 60 },
  )
  await tell(shop, '2026-03-04T10:00:00Z', [['user', 0]], { asked: 30, step: 'Sales', endedAfter: 90 })
  await tell(shop, '2026-03-04T10:00:00Z', [['user', 0]], { channel: 'test' })
  await tell(shop, '2026-03-04T10:00:00Z', [['user', 0]], { page: 'https://us.test/app/eu/prototype/a' })
  await tell(
    hotel,
    '2026-03-04T12:00:00Z',
    [
      ['user', 0],
      ['human', 30],
    ],
    {},
  )
  await tell(hotel, '2026-02-27T12:00:00Z', [['user', 0]], {})
  await tell(theirs, '2026-03-04T12:00:00Z', [['user', 0]], { rating: 1, title: '=cmd()' })
})
beforeEach(() => server.model.control.reset())

interface Telling {
  readonly title?: string
  readonly rating?: number
  readonly channel?: string
  readonly page?: string
  /** Seconds from the start to a hand-off request. */
  readonly asked?: number
  /** The agent's node when it handed off. */
  readonly step?: string
  readonly endedAfter?: number
}

/** A stored conversation; each message some seconds after its start. */
async function tell(agent: TestAgent, began: string, said: readonly [string, number][], telling: Telling) {
  const id = randomId(24)
  const { uid } = agent.owner.workspace
  const at = (seconds: number) => new Date(Date.parse(began) + seconds * 1000)
  const last = at(said.at(-1)?.[1] ?? 0)
  await pool.query(
    `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, title, page_url, message_count, started_at, last_message_at, ended_at, rating, rated_at)
     values ($1, $2, $3, $4, $1, 'Visitor', $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      uid,
      agent.id,
      telling.channel ?? 'web-chat',
      telling.title ?? '',
      telling.page ?? 'https://shop.test/',
      said.length,
      at(0),
      last,
      telling.endedAfter === undefined ? null : at(telling.endedAfter),
      telling.rating ?? null,
      telling.rating === undefined ? null : last,
    ],
  )
  for (const [index, [who, seconds]] of said.entries()) {
    const author = who === 'user' || who === 'human' ? who : 'system'
    await pool.query(
      `insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, at)
       values ($1, $2, $3, $4, $4, $5, '[{"type":"text","text":"Hello"}]', 'complete', $6)`,
      [id, uid, index + 1, author === 'system' ? `${who}:${randomId(20)}` : randomId(20), author, at(seconds)],
    )
  }
  if (telling.asked === undefined) return
  const when = at(telling.asked)
  await pool.query(
    `insert into analytics_events (id, name, workspace_id, agent_id, occasion, at) values ($1, 'handoff_requested', $2, $3, $4, $5)`,
    [randomId(20), uid, agent.id, `${id}|${when.toISOString()}`, when],
  )
  if (telling.step !== undefined)
    await pool.query(
      `insert into turns (id, workspace_id, agent_id, conversation_id, visitor_hash, client_message_id, reply_id, status, hold, trace, node, lease_until, started_at, ended_at)
       values ($1, $2, $3, $4, $4, $1, $1, 'done', 0, $5, 'n', $6, $6, $6)`,
      [randomId(20), uid, agent.id, id, JSON.stringify([{ type: 'node', nodeId: 'n', name: telling.step }]), when],
    )
}

const path = (uid = owner.workspace.uid, file = 'outcomes') => `${server.api('eu')}/v2/workspaces/${uid}/${file}`
const MARCH = 'from=2026-03-01&to=2026-03-05'
const read = async (query = '', bearer = owner.token, uid = owner.workspace.uid) =>
  (await server.must<{ data: Outcomes }>('GET', `${path(uid)}?${MARCH}&${query}`, bearer)).data
const status = async (query: string, bearer: string, uid = owner.workspace.uid) =>
  (await call('GET', `${path(uid)}?${query}`, { bearer })).status

describe('the figures of a period', () => {
  test('show what people did and what the agent did alone', async () => {
    const data = await read(`agentId=${shop.id}`)
    expect(data).toMatchObject({
      conversations: 4,
      withoutPeople: 2,
      previous: { conversations: 0, withoutPeople: 0, answered: 0 },
    })
    expect(data.handoffs).toEqual({
      count: 2,
      answered: 1,
      reasons: [
        { reason: 'visitor', step: '', count: 1 },
        { reason: 'agent', step: 'Sales', count: 1 },
      ],
    })
    expect(data.firstResponse).toEqual({ count: 1, median: 60, p90: 60 })
    expect(data.resolution).toEqual({ count: 1, median: 600, p90: 600 })
    expect(data.satisfaction).toEqual({ count: 2, average: 3.5, scores: [0, 1, 0, 0, 1], previousAverage: null })
    expect(data.asked[0]).toEqual({ question: 'Opening hours?', count: 2 })
    expect(data.days.map(({ day, conversations }) => [day, conversations])).toEqual([
      ['2026-03-01', 0],
      ['2026-03-02', 2],
      ['2026-03-03', 1],
      ['2026-03-04', 1],
      ['2026-03-05', 0],
    ])
    expect([data.hours[0]?.[8], data.hours[1]?.[23], data.hours[2]?.[10]]).toEqual([2, 1, 1])
  })

  test('use the requested time zone', async () => {
    const { days, hours } = await read(`agentId=${shop.id}&timeZone=Asia/Tokyo`)
    expect(days.find(({ day }) => day === '2026-03-04')?.conversations).toBe(2)
    expect([hours[0]?.[17], hours[2]?.[8], hours[2]?.[19]]).toEqual([2, 1, 1])
    expect(await status(`${MARCH}&timeZone=Mars/Olympus`, owner.token)).toBe(400)
    expect(await status('from=2026-03-05&to=2026-03-01', owner.token)).toBe(400)
  })

  test('cover the workspace, an org, or one channel', async () => {
    expect(await read()).toMatchObject({ conversations: 5, withoutPeople: 2, previous: { conversations: 1 } })
    expect(await read(`orgId=${hotelOrg.orgId}`)).toMatchObject({ conversations: 1, withoutPeople: 0 })
    expect((await read(`orgId=${hotelOrg.orgId}`)).handoffs.reasons).toEqual([{ reason: 'person', step: '', count: 1 }])
    expect(await read('channel=api')).toMatchObject({ conversations: 0, satisfaction: { average: null } })
  })

  test('cover conversations that started in it', async () => {
    const late = await server.makeAgent(stranger)
    const said: [string, number][] = [
      ['user', 0],
      ['handoff-asked', 10],
      ['human', 40],
      ['human-left', 60],
    ]
    await tell(late, '2026-02-28T23:59:40Z', said, { asked: 10 })
    const of = async (period: string) => {
      const url = `${path(stranger.workspace.uid)}?${period}&agentId=${late.id}`
      return (await server.must<{ data: Outcomes }>('GET', url, stranger.token)).data
    }
    expect(await of(MARCH)).toMatchObject({ conversations: 0, handoffs: { count: 0 }, firstResponse: { count: 0 } })
    const before = await of('from=2026-02-24&to=2026-02-28')
    expect(before).toMatchObject({
      conversations: 1,
      withoutPeople: 0,
      handoffs: { count: 1 },
      firstResponse: { median: 30 },
    })
  })

  test('follow people for a week after the period', async () => {
    const slow = await server.makeAgent(stranger)
    const day = 86_400
    for (const after of [6 * day, 9 * day]) {
      await tell(
        slow,
        '2026-05-05T12:00:00Z',
        [
          ['user', 0],
          ['human', after],
        ],
        {},
      )
      await tell(slow, '2026-05-05T12:00:00Z', [['user', 0]], { asked: after })
    }
    const url = `${path(stranger.workspace.uid)}?from=2026-05-01&to=2026-05-05&agentId=${slow.id}`
    const { data } = await server.must<{ data: Outcomes }>('GET', url, stranger.token)
    expect(data).toMatchObject({ conversations: 4, withoutPeople: 2 })
  })

  test('include unanswered questions', async () => {
    const gap = randomId(16)
    await pool.query(
      `insert into gaps (id, agent_id, workspace_id, question, count, status, first_at, last_at) values ($1, $2, $3, 'Do you ship?', 3, 'open', now(), now())`,
      [gap, shop.id, owner.workspace.uid],
    )
    for (const day of ['2026-03-02', '2026-03-03', '2026-01-01'])
      await pool.query(
        `insert into gap_questions (gap_id, agent_id, workspace_id, conversation_id, turn_id, question, asked_at) values ($1, $2, $3, 'c', $4, 'Ship?', $5)`,
        [gap, shop.id, owner.workspace.uid, randomId(20), `${day}T10:00:00Z`],
      )
    expect(await read(`agentId=${shop.id}`)).toMatchObject({
      unanswered: [{ question: 'Do you ship?', count: 2, agentId: shop.id }],
      unansweredCount: 2,
    })
    expect(await read(`agentId=${hotel.id}`)).toMatchObject({ unanswered: [], unansweredCount: 0 })
  })

  test('come from real actions of visitors and people', async () => {
    server.model.control.script([{ text: 'At nine.' }, { text: 'At nine.' }])
    const live = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
    await chat(live, newVisitorId())
    const at = await chat(live, newVisitorId())
    await handOff(at)
    await post(at, 'take-over', {}, owner.token)
    const reply = { bearer: owner.token, body: { id: randomId(16), text: 'Hello' } }
    await call('POST', `${baseOf(live)}/conversations/${at.conversationId}/replies`, reply)
    await post(at, 'hand-back', {}, owner.token)
    await say(at, 'Thank you')
    await vi.waitFor(
      async () => {
        const { data } = await server.must<{ data: Outcomes }>('GET', `${path()}?agentId=${live.id}`, owner.token)
        expect(data).toMatchObject({
          conversations: 2,
          withoutPeople: 1,
          handoffs: { count: 1, answered: 1, reasons: [{ reason: 'visitor' }] },
          firstResponse: { count: 1 },
          resolution: { count: 1 },
          asked: [{ question: 'When do you open?', count: 2 }],
        })
      },
      { timeout: 20_000 },
    )
  })
})

describe('the caller', () => {
  test('as a client user sees agents of their org only', async () => {
    expect(await read('', shopClient.token)).toMatchObject({ conversations: 4, withoutPeople: 2 })
    expect(await read(`orgId=${shopOrg.orgId}`, shopClient.token)).toMatchObject({ conversations: 4 })
    expect(await status(`agentId=${hotel.id}`, shopClient.token)).toBe(404)
    expect(await status(`orgId=${hotelOrg.orgId}`, shopClient.token)).toBe(404)
    expect(await status('', shopClient.token, stranger.workspace.uid)).toBe(404)
    const without = await makeClient(server, owner, shopOrg, { agentIds: [shop.id], canAccess: ['/convos'] })
    expect(await status('', without.token)).toBe(403)
    const none = await makeClient(server, owner, shopOrg, { agentIds: [], canAccess: ['/analytics'] })
    expect(await read('', none.token)).toMatchObject({ conversations: 0, unanswered: [] })
  })

  test('reads visitors’ text only with access to conversations', async () => {
    const reads = (canAccess: readonly ClientTab[]) =>
      makeClient(server, owner, shopOrg, { agentIds: [shop.id], canAccess })
    const [figuresOnly, both] = [await reads(['/analytics']), await reads(['/analytics', '/convos'])]
    const open = await read('', both.token)
    expect(open.mayReadQuestions).toBe(true)
    expect(open.asked.length).toBeGreaterThan(0)
    expect(open.unanswered.length).toBeGreaterThan(0)
    const closed = await read('', figuresOnly.token)
    expect(closed).toEqual({ ...open, mayReadQuestions: false, asked: [], unanswered: [] })
    for (const table of ['asked', 'unanswered', 'summary']) {
      const csv = (bearer: string) =>
        fetch(`${path(owner.workspace.uid, 'outcomes.csv')}?${MARCH}&table=${table}`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
      expect((await csv(both.token)).status).toBe(200)
      expect((await csv(figuresOnly.token)).status).toBe(table === 'summary' ? 200 : 403)
    }
  })

  test('sees nothing of another tenant', async () => {
    expect(await status('', stranger.token)).toBe(404)
    expect(await status(`agentId=${theirs.id}`, owner.token)).toBe(404)
    expect(await status(`orgId=${shopOrg.orgId}`, stranger.token, stranger.workspace.uid)).toBe(404)
    expect(await read('', stranger.token, stranger.workspace.uid)).toMatchObject({ conversations: 1 })
  })
})

test('gets every table as CSV without formulas', async () => {
  const csv = async (table: string, bearer: string, uid: string) => {
    const answer = await fetch(`${path(uid, 'outcomes.csv')}?${MARCH}&table=${table}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toContain(`outcomes-${table}-2026-03-01-2026-03-05.csv`)
    return (await answer.text()).trim().split('\r\n')
  }
  const { uid } = owner.workspace
  expect(await csv('summary', owner.token, uid)).toContain('share answered without a human,0.4')
  expect(await csv('days', owner.token, uid)).toContain('2026-03-02,2,2,1')
  expect(await csv('reasons', owner.token, uid)).toContain('agent,Sales,1')
  expect(await csv('hours', owner.token, uid)).toHaveLength(8)
  expect(await csv('unanswered', owner.token, uid)).toHaveLength(2)
  expect(await csv('asked', stranger.token, stranger.workspace.uid)).toContain("'=cmd(),1")
  const foreign = await call('GET', path(uid, 'outcomes.csv'), { bearer: stranger.token })
  expect(foreign.status).toBe(404)
})
