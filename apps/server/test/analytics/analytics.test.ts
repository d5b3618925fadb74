// Widget counts: which reports of pages are trusted, chats and messages, and who can read them.
import { randomId } from '@parlance/contract/lib/ids'
import type { AgentAnalytics } from '@parlance/contract/analytics/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { csvOf } from '../../src/modules/analytics/report.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer({ settings: { trustedProxies: 1 } })
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
type Headers = Record<string, string>
const BODY = {
  region: 'eu',
  record: 'loads',
  ts: 1_790_000_000,
  browser: 'Netscape',
  origin: 'web-chat',
  platform: 'Amiga',
  countryCode: 'XX',
  ipAddress: '1.2.3.4',
}
const record = (agent: { region: string; id: string }, body: object = {}, headers: Headers = {}, url = server.url) =>
  call<{ monthlyMessages: number; code?: string }>('POST', `${url}/api/${agent.region}/agents/${agent.id}/analytics`, {
    body: { ...BODY, region: agent.region, ...body },
    headers: { 'user-agent': CHROME, ...headers },
  })
const settle = () => server.running.container.services.analytics.settle()
const read = async (agent: TestAgent, query = '') => {
  await settle()
  const path = `${server.api(agent.region)}/v2/agents/${agent.id}/analytics${query}`
  return (await server.must<{ data: AgentAnalytics }>('GET', path, agent.owner.token)).data
}
const totals = ({ totals: all }: AgentAnalytics) =>
  Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value])) as Record<keyof typeof all, number>
const counted = (rows: AgentAnalytics['countries'], of: 'loads' | 'opens' | 'chats' | 'messages' = 'loads') =>
  Object.fromEntries(rows.map((row) => [row.value, row[of]]))
const made = async (region: 'eu' | 'na' = 'eu', fields: object = {}) => {
  const owner = await server.signUp(region)
  return server.makeAgent(owner, fields)
}

beforeEach(() => server.model.control.reset())
afterEach(() => void vi.useRealTimers())

test('counts a load with server-side data, and returns the month’s messages', async () => {
  const agent = await made()
  const heard = await record(agent, {}, { origin: 'https://shop.test' })
  expect(heard.body).toEqual({ monthlyMessages: 0 })
  await record(agent, { record: 'opens' }, { origin: 'https://shop.test' })
  await server.turn(agent)
  await vi.waitFor(async () => expect((await record(agent)).body).toEqual({ monthlyMessages: 1 }))
  await expect
    .poll(async () => totals(await read(agent)))
    .toMatchObject({ opens: 1, chats: 1, messages: 1, handoffs: 0 })
  const data = await read(agent)
  expect(data.totals.loads.value).toBeGreaterThanOrEqual(2)
  expect(counted(data.browsers, 'opens')).toEqual({ chrome: 1 })
  expect(counted(data.platforms, 'opens')).toEqual({ windows: 1 })
  expect(data.sites).toMatchObject([{ origin: 'https://shop.test', loads: 1 }])
  expect(data.hasAny).toBe(true)
  // The tables contain no address and nothing of the body.
  const { rows } = await server.dbs.eu.pool.query<{ all: string }>(
    `select (select json_agg(c) from agent_counts c)::text || (select json_agg(s) from agent_sites s)::text as all`,
  )
  expect(rows[0]?.all?.replaceAll(agent.id, '')).not.toMatch(/Netscape|Amiga|1\.2\.3\.4|127\.0\.0\.1|Mozilla|XX/)
})

test('uses the address’s country only if enabled, behind a trusted proxy', async () => {
  const [open, closed] = [await made('eu', { enableGeoAnalytics: true }), await made()]
  for (const agent of [open, closed]) {
    await record(agent, { countryCode: 'FR', ipAddress: '193.0.6.139' }, { 'x-forwarded-for': '193.0.6.139, 8.8.8.8' })
    // Entries further left were written by the visitor.
    await record(agent, {}, { 'x-forwarded-for': '8.8.8.8, 127.0.0.1' })
  }
  expect(counted((await read(open)).countries)).toEqual({ US: 1, ZZ: 1 })
  expect((await read(closed)).countries).toEqual([])
  expect((await read(closed)).countsCountries).toBe(false)
  expect(totals(await read(closed)).loads).toBe(2)
  // Without a trusted proxy no country is known.
  const plain = await server.anotherNode({ trustedProxies: 0 })
  await record(open, {}, { 'x-forwarded-for': '8.8.8.8' }, plain.url)
  await plain.running.container.services.analytics.settle()
  expect(counted((await read(open)).countries)).toEqual({ US: 1, ZZ: 2 })
  const ip = (headers: Headers, url = server.url) => call('GET', `${url}/api/eu/utils/ip`, { headers })
  expect((await ip({ 'x-forwarded-for': '8.8.8.8' })).body).toEqual({ ip: '8.8.8.8', country: 'US' })
  expect((await ip({ 'x-forwarded-for': '8.8.8.8' }, plain.url)).body).toEqual({ ip: '127.0.0.1', country: 'ZZ' })
  expect((await ip({})).body).toMatchObject({ country: 'ZZ' })
  expect((await ip({})).headers.get('cache-control')).toBe('no-store')
  await plain.close()
})

test('refuses hostile bodies without counting', async () => {
  const agent = await made()
  const refused = async (body: object) => {
    const { status, body: answer } = await record(agent, body)
    return `${status} ${answer.code ?? ''}`
  }
  expect(await refused({ region: 'na' })).toBe('400 INVALID_INPUT')
  expect(await refused({ region: 'mars' })).toBe('400 INVALID_INPUT')
  expect(await refused({ record: 'messages' })).toBe('400 INVALID_INPUT')
  expect(await refused({ record: 'chats' })).toBe('400 INVALID_INPUT')
  expect(await refused({ record: undefined })).toBe('400 INVALID_INPUT')
  expect(await refused({ browser: 'x'.repeat(1_000_000) })).toBe('413 PAYLOAD_TOO_LARGE')
  expect(await refused({ browser: 'x'.repeat(2000) })).toBe('400 INVALID_INPUT')
  expect(await refused({ platform: { $ne: 1 } })).toBe('400 INVALID_INPUT')
  expect(await refused({ countryCode: 'D\0E' })).toBe('400 INVALID_INPUT')
  expect((await call('POST', `${server.api('eu')}/agents/${randomId(16)}/analytics`, { body: BODY })).status).toBe(404)
  expect((await record({ region: 'na', id: agent.id })).status).toBe(404)
  expect((await read(agent)).hasAny).toBe(false)
  // Visitors' clocks are wrong, so ours is used.
  expect((await record(agent, { ts: 1e15 })).status).toBe(200)
  expect((await record(agent, { ts: '1970-01-01' })).status).toBe(200)
  const data = await read(agent)
  expect(totals(data).loads).toBe(2)
  expect(data.days.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), loads: 2 })
})

test('limits calls by address, whatever the agent', async () => {
  const strict = await server.anotherNode({ rateLimitScale: 1 })
  const [one, two] = [await made(), await made()]
  const from = { 'x-forwarded-for': '9.9.9.9' }
  const statuses = await Promise.all(
    Array.from({ length: 70 }, (_, i) => record(i % 2 ? one : two, {}, from, strict.url)),
  )
  expect(statuses.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await record(one, {}, { 'x-forwarded-for': '9.9.9.8' }, strict.url)).status).toBe(200)
  const ips = await Promise.all(
    Array.from({ length: 61 }, () =>
      call('GET', `${strict.url}/api/eu/utils/ip`, { headers: { 'x-forwarded-for': '9.9.9.7' } }),
    ),
  )
  expect(ips.filter(({ status }) => status === 429)).toHaveLength(1)
  // Closing flushes buffered counts.
  await strict.close()
  expect(totals(await read(one)).loads + totals(await read(two)).loads).toBe(61)
})

test('counts exactly on two nodes, per tenant and region', async () => {
  const other = await server.anotherNode()
  const [one, two, far] = [await made(), await made(), await made('na')]
  await Promise.all(
    Array.from({ length: 150 }, async (_, i) => {
      const agent = [one, two, far][i % 3] ?? one
      const heard = await record(
        agent,
        { record: i % 2 ? 'loads' : 'opens' },
        { origin: `https://s${i % 5}.test` },
        i % 7 ? server.url : other.url,
      )
      expect(heard.status).toBe(200)
    }),
  )
  await other.close()
  for (const agent of [one, two, far]) {
    const data = await read(agent)
    expect(totals(data)).toMatchObject({ loads: 25, opens: 25 })
    expect(counted(data.channels)).toEqual({ 'web-chat': 25 })
    expect(data.sites.reduce((sum, { loads }) => sum + loads, 0)).toBe(25)
  }
  const foreign = `${server.api('eu')}/v2/agents/${one.id}/analytics`
  expect((await call('GET', foreign, { bearer: two.owner.token })).status).toBe(404)
  expect((await call('GET', foreign)).status).toBe(401)
  expect((await call('GET', foreign, { bearer: two.secret })).status).toBe(404)
  expect((await call('GET', foreign, { bearer: one.secret })).status).toBe(200)
  expect((await call('GET', `${foreign}.csv`, { bearer: two.owner.token })).status).toBe(404)
})

test('counts a message once, never owners’ tests, and the API separately', async () => {
  const agent = await made()
  const [id, visitorId] = [randomId(16), `vis_${randomId(28)}`]
  const all = await Promise.all(Array.from({ length: 10 }, () => server.turn(agent, { id, visitorId })))
  const conversationId = all[0]?.answer.metadata?.conversationId ?? ''
  await server.turn(agent, { visitorId, conversationId })
  await server.turn(agent, { bearer: agent.owner.token })
  await server.turn(agent, { bearer: agent.secret })
  server.model.control.set({ fault: { kind: 'status', status: 401, times: 1 } })
  expect((await server.turn(agent)).answer.status).toBe('failed')
  const data = await read(agent)
  expect(totals(data)).toMatchObject({ chats: 3, messages: 4 })
  expect(counted(data.channels, 'messages')).toEqual({ 'web-chat': 3, api: 1 })
  expect(counted(data.channels, 'chats')).toEqual({ 'web-chat': 2, api: 1 })
})

test('counts a lead once, by channel and day', async () => {
  const agent = await made('eu')
  const visitorId = `vis_${randomId(28)}`
  const { answer } = await server.turn(agent, { visitorId, text: 'Write to lena@example.org' })
  const conversationId = answer.metadata?.conversationId ?? ''
  await server.turn(agent, { visitorId, conversationId, text: 'or to lena@example.org, please' })
  await vi.waitFor(async () => expect(totals(await read(agent))).toMatchObject({ leads: 1 }), { timeout: 20_000 })
  const data = await read(agent)
  expect(data.days.at(-1)).toMatchObject({ leads: 1 })
  expect(data.channels).toMatchObject([{ value: 'web-chat', leads: 1 }])
})

test('counts a hand-off request once, and people’s answers like the agent’s', async () => {
  const agent = await made('eu', { alwaysShowHandoff: true })
  const visitorId = `vis_${randomId(28)}`
  const { answer } = await server.turn(agent, { visitorId })
  const conversationId = answer.metadata?.conversationId ?? ''
  const ask = (bearer: string, body: object) =>
    server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}/handoff`, bearer, body)
  await ask(visitorId, { conversationId })
  await ask(visitorId, { conversationId })
  const id = randomId(16)
  for (let times = 0; times < 2; times++) await server.turn(agent, { visitorId, conversationId, id, text: 'Anybody?' })
  // A chat may start with it.
  const other = `vis_${randomId(28)}`
  await ask(other, {})
  const wanted = { chats: 2, messages: 2, handoffs: 2 }
  await vi.waitFor(async () => expect(totals(await read(agent))).toMatchObject(wanted), { timeout: 20_000 })
  // A job may run twice.
  const { services, contexts } = server.running.container
  const { rows } = await server.dbs.eu.pool.query<{ conversation_id: string; at: Date }>(
    `select split_part(occasion, '|', 1) as conversation_id, at from analytics_events where agent_id = $1 and name = 'handoff_requested'`,
    [agent.id],
  )
  expect(rows).toHaveLength(2)
  for (const row of rows)
    await services.analytics.handOff(contexts.system('eu', agent.owner.workspace.uid), {
      agentId: agent.id,
      conversationId: row.conversation_id,
      at: row.at,
      begins: true,
    })
  const data = await read(agent)
  expect(totals(data)).toMatchObject(wanted)
  expect(data.channels).toMatchObject([{ value: 'web-chat', ...wanted }])
})

test('counts many concurrent visitors exactly', async () => {
  const agent = await made()
  await server.setCredits(agent.owner, 10_000_000)
  await Promise.all(Array.from({ length: 60 }, () => server.turn(agent)))
  expect(totals(await read(agent))).toMatchObject({ chats: 60, messages: 60 })
})

test('excludes our prototype and demo pages from sums', async () => {
  const agent = await made()
  const { origin } = new URL(server.url)
  await record(agent, {}, { origin, referer: `${origin}/app/eu/demo/${agent.id}/page1` })
  await record(agent, {}, { origin, referer: `${origin}/app/eu/agents/${agent.id}/share` })
  await record(agent, { origin: 'preview' }, { origin: 'https://shop.test' })
  const say = (url: string) =>
    call('POST', `${server.api('eu')}/v2/agents/${agent.id}/interact`, {
      body: { message: { id: randomId(16), text: 'Hello' }, context: { url } },
    })
  await say(`${origin}/app/eu/prototype?vg_id=${agent.id}`)
  await say('https://shop.test/products?token=1')
  const data = await vi.waitFor(async () => {
    const now = await read(agent)
    expect(counted(now.channels, 'messages')).toEqual({ 'web-chat': 1, preview: 1 })
    return now
  })
  expect(totals(data)).toMatchObject({ loads: 1, chats: 1, messages: 1 })
  expect(counted(data.channels)).toEqual({ 'web-chat': 1, preview: 2 })
  expect(data.sites.map((site) => site.origin)).toEqual([origin])
})

test('does not count a site that may not embed the widget', async () => {
  const agent = await made('eu', { allowedDomains: ['*.shop.test'] })
  const from = async (origin: string) => (await record(agent, {}, { origin })).status
  expect(await from('https://www.shop.test')).toBe(200)
  expect(await from('https://evil.test')).toBe(404)
  expect(await from('null')).toBe(404)
  expect(await from(new URL(server.url).origin)).toBe(200)
  const data = await read(agent)
  expect(totals(data).loads).toBe(1)
  expect(data.sites.map(({ origin }) => origin)).toEqual(['https://www.shop.test'])
})

test('keeps an agent’s busiest sites', async () => {
  const agent = await made()
  for (let i = 0; i < 3; i++) await record(agent, {}, { origin: 'https://busy.test' })
  await read(agent)
  await Promise.all(Array.from({ length: 250 }, (_, i) => record(agent, {}, { origin: `https://junk${i}.test` })))
  await settle()
  const { rows } = await server.dbs.eu.pool.query<{ n: number; busy: number }>(
    `select count(*)::int as n, max(loads) filter (where origin = 'https://busy.test')::int as busy from agent_sites where agent_id = $1`,
    [agent.id],
  )
  expect(rows[0]).toEqual({ n: 200, busy: 3 })
  expect((await read(agent)).sites).toHaveLength(100)
})

test('uses UTC months and days, fills gaps, and compares periods', async () => {
  const agent = await made()
  const put = (day: string, loads: number) =>
    server.dbs.eu.pool.query(
      `insert into agent_counts (agent_id, day, record, kind, value, count) values ($1, $2, 'loads', '', '', $3)`,
      [agent.id, day, loads],
    )
  await put('2026-01-31', 4)
  await put('2026-02-01', 3)
  await put('2026-02-28', 2)
  await put('2026-03-01', 7)
  const february = await read(agent, '?from=2026-02-01&to=2026-02-28')
  expect(february.totals.loads).toEqual({ value: 5, previous: 4, change: 0.25 })
  expect(february.totals.opens).toEqual({ value: 0, previous: 0, change: null })
  expect(february.days).toHaveLength(28)
  expect(february.days.filter(({ loads }) => loads > 0).map(({ day, loads }) => [day, loads])).toEqual([
    ['2026-02-01', 3],
    ['2026-02-28', 2],
  ])
  expect((await read(agent, '?from=2026-03-01&to=2026-03-01')).totals.loads).toEqual({
    value: 7,
    previous: 2,
    change: 2.5,
  })
  const refused = async (query: string) =>
    (await call('GET', `${server.api('eu')}/v2/agents/${agent.id}/analytics${query}`, { bearer: agent.owner.token }))
      .status
  expect(await refused('?from=2026-02-02&to=2026-02-01')).toBe(400)
  expect(await refused('?from=2020-01-01&to=2026-01-01')).toBe(400)
  expect(await refused('?from=2026-02-30')).toBe(400)
  expect(await refused("?from=2026-02-01'--")).toBe(400)
})

test('counts a message on the day and month it was written', async () => {
  const agent = await made()
  const { answer } = await server.turn(agent)
  // Like a turn that started before midnight and whose process died: the next sweep ends it.
  await read(agent)
  const { pool } = server.dbs.eu
  await pool.query('delete from agent_counts where agent_id = $1', [agent.id])
  await pool.query(`delete from messages where turn_id = $1 and author = 'agent'`, [answer.metadata?.turnId])
  await pool.query(`update conversations set message_count = 1, running_turn = $2 where id = $1`, [
    answer.metadata?.conversationId,
    answer.metadata?.turnId,
  ])
  await pool.query(
    `update turns set status = 'running', node = 'gone', lease_until = now() - interval '1 minute', started_at = '2026-01-31T23:59:59.9Z' where id = $1`,
    [answer.metadata?.turnId],
  )
  await server.running.container.services.conversations.recover(server.running.container.contexts.system('eu'), false)
  const { rows } = await pool.query<{ day: string; record: string; count: number }>(
    `select day::text, record, count::int from agent_counts where agent_id = $1 and kind = '' order by record`,
    [agent.id],
  )
  expect(rows).toEqual([
    { day: '2026-01-31', record: 'chats', count: 1 },
    { day: '2026-01-31', record: 'messages', count: 1 },
  ])
})

test('[1.27] exports the same as CSV without formulas', async () => {
  const agent = await made()
  await record(agent, {}, { origin: 'https://shop.test' })
  await server.dbs.eu.pool.query(
    `insert into agent_sites (agent_id, origin, loads, first_at, last_at) values ($1, '=cmd|''/C calc''!A1', 1, now(), now())`,
    [agent.id],
  )
  await settle()
  const csv = async (query: string) => {
    const response = await fetch(`${server.api('eu')}/v2/agents/${agent.id}/analytics.csv${query}`, {
      headers: { authorization: `Bearer ${agent.owner.token}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return { text: await response.text(), name: response.headers.get('content-disposition') }
  }
  const today = new Date().toISOString().slice(0, 10)
  const days = await csv(`?from=${today}&to=${today}`)
  expect(days.text).toBe(`day,loads,opens,chats,messages,handoffs,leads\r\n${today},1,0,0,0,0,0\r\n`)
  expect(days.name).toBe(`attachment; filename="analytics-days-${today}-${today}.csv"`)
  const sites = (await csv('?table=sites')).text.split('\r\n')
  expect(sites.some((line) => line.startsWith("'=cmd|'/C calc'!A1,1,"))).toBe(true)
  expect((await csv('?table=browsers')).text).toBe('browser,loads,opens\r\nchrome,1,0\r\n')
  expect((await csv('?table=platforms')).text).toMatch(/^platform,loads,opens\r\n\w+,1,0\r\n$/)
  const country = (value: string, loads: number) => ({
    value,
    loads,
    opens: 0,
    chats: 0,
    messages: 0,
    handoffs: 0,
    leads: 0,
  })
  const countries = [country('DE', 2), country('ZZ', 1)]
  const rows = csvOf({ ...(await read(agent)), countries }, 'countries').split('\r\n')
  expect(rows.slice(1)).toEqual(['DE,Germany,2,0', 'ZZ,Unknown,1,0', ''])
  expect((await csv('?table=channels')).text).toBe(
    'channel,loads,opens,chats,messages,handoffs,leads\r\nweb-chat,1,0,0,0,0,0\r\n',
  )
})

test('averages visitors’ ratings over the period', async () => {
  const agent = await made()
  const { answer } = await server.turn(agent)
  await server.turn(agent)
  await server.dbs.eu.pool.query('update conversations set rating = 4, rated_at = now() where id = $1', [
    answer.metadata?.conversationId,
  ])
  expect((await read(agent)).ratings).toEqual({ average: 4, count: 1, previousAverage: null, previousCount: 0 })
})

test('deletes counts with the agent, including buffered ones', async () => {
  const [agent, other] = [await made(), await made()]
  await record(agent, {}, { origin: 'https://shop.test' })
  await record(other, {}, { origin: 'https://shop.test' })
  await settle()
  await record(agent, {}, { origin: 'https://late.test' })
  await server.must('DELETE', `${server.api('eu')}/v2/agents/${agent.id}`, agent.owner.token)
  await settle()
  const left = async (id: string) =>
    (
      await server.dbs.eu.pool.query<{ n: number }>(
        'select ((select count(*) from agent_counts where agent_id = $1) + (select count(*) from agent_sites where agent_id = $1))::int as n',
        [id],
      )
    ).rows[0]?.n
  await vi.waitFor(async () => expect(await left(agent.id)).toBe(0), { timeout: 20_000 })
  expect(await left(other.id)).toBeGreaterThan(0)
  // Counts of a turn that ended after its agent was deleted.
  await server.dbs.eu.pool.query(`insert into agent_counts values ($1, now(), 'messages', '', '', 1)`, [agent.id])
  await server.running.container.services.analytics.sweep(server.running.container.contexts.system('eu'))
  expect([await left(agent.id), (await left(other.id)) !== 0]).toEqual([0, true])
})
