// The request log of a workspace, rate limit headers, and API versions.
import type { RequestLogEntry } from '@parlance/contract/request-log/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRequestLog } from '../../src/modules/request-log/service.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { createLog } from '../../src/lib/log.ts'

// Local requests have fifty times the limit: 300 calls a minute of the standard kind, 10 turns.
const server = await startTestServer({ rateLimitScale: 0.01 })
const { must, dbs } = server
let ada: Person
let eve: Person
let agent: TestAgent
let key: { data: { id: string }; key: string }
beforeAll(async () => {
  ada = await server.signUp('eu')
  eve = await server.signUp('eu')
  agent = await server.makeAgent(ada)
  key = await must('POST', at(ada, '/keys'), ada.token, { name: 'Nightly', scopes: ['agents:read'] })
})

const at = (person: Person, path: string) => `${server.api(person.region)}/v2/workspaces/${person.workspace.uid}${path}`
const requests = () => server.running.container.services.requests
type Page = { items: RequestLogEntry[]; nextCursor: string | null }
const logOf = async (person: Person, query = ''): Promise<Page> => {
  await requests().flush()
  return must<Page>('GET', at(person, `/requests?limit=100${query}`), person.token)
}

describe('the request log', () => {
  test('holds every request made with a key or a secret, including refused ones, and none of people', async () => {
    const secret = `q${randomId(10)}`
    const listed = await call('GET', at(ada, `/agents?search=${secret}`), { bearer: key.key })
    const refused = await call('POST', at(ada, '/themes'), { bearer: key.key, body: { name: secret } })
    const missing = await call('GET', `${server.api('eu')}/v2/agents/${randomId(16)}`, { bearer: key.key })
    await call('GET', at(ada, ''), { bearer: ada.workspace.secret })
    await call('GET', at(ada, '/agents'), { bearer: ada.token })
    await call('GET', `${server.api('eu')}/openai/v1/models`, { bearer: agent.secret })
    expect([listed.status, refused.status, missing.status]).toEqual([200, 403, 404])
    const { items, nextCursor } = await logOf(ada)
    expect(nextCursor).toBeNull()
    expect(items.map(({ actorKind, operation, status }) => `${actorKind} ${operation} ${status}`)).toEqual([
      'agent conversations.openaiModels 200',
      'workspace workspaces.get 200',
      'key agents.get 404',
      'key themes.create 403',
      'key agents.list 200',
    ])
    expect(items.at(-1)).toMatchObject({
      requestId: listed.headers.get('x-request-id'),
      actorId: key.data.id,
      actorName: 'Nightly',
      method: 'GET',
      path: `/v2/workspaces/${ada.workspace.uid}/agents`,
      code: '',
    })
    expect(items[2]?.code).toBe('NOT_FOUND')
    for (const { durationMs, at: time } of items) {
      expect(durationMs).toBeGreaterThanOrEqual(0)
      expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000)
    }
    const { rows } = await dbs.eu.pool.query('select * from request_log')
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(key.key.slice(3))
  })

  test('can be searched and paged', async () => {
    const { items: all } = await logOf(ada)
    const operations = async (query: string) => (await logOf(ada, query)).items.map(({ operation }) => operation)
    expect(await operations(`&key=${key.data.id}`)).toEqual(['agents.get', 'themes.create', 'agents.list'])
    expect(await operations('&kind=agent')).toEqual(['conversations.openaiModels'])
    expect(await operations('&method=POST')).toEqual(['themes.create'])
    expect(await operations('&operation=agents')).toEqual(['agents.get', 'agents.list'])
    expect(await operations('&operation=agents.list')).toEqual(['agents.list'])
    expect(await operations('&search=FORBIDDEN')).toEqual(['themes.create'])
    expect(await operations('&search=/themes')).toEqual(['themes.create'])
    expect(await operations('&status=4xx')).toEqual(['agents.get', 'themes.create'])
    expect(await operations('&status=404')).toEqual(['agents.get'])
    expect(await operations(`&requestId=${all[0]?.requestId}`)).toEqual([all[0]?.operation])
    const today = new Date().toISOString().slice(0, 10)
    expect(await operations('&to=2020-01-01')).toEqual([])
    expect((await operations(`&from=2020-01-01&to=${today}`)).length).toBe(all.length)
    expect(await operations(`&from=${all[0]?.at}`)).toEqual([all[0]?.operation])
    const pages: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await must<Page>(
        'GET',
        at(ada, `/requests?limit=2${cursor ? `&cursor=${cursor}` : ''}`),
        ada.token,
      )
      pages.push(...page.items.map(({ seq }) => seq))
      cursor = page.nextCursor
    }
    expect(pages).toEqual(all.map(({ seq }) => seq))
    expect((await call('GET', at(ada, '/requests?cursor=x'), { bearer: ada.token })).status).toBe(400)
  })

  test('is open only to admins of that workspace', async () => {
    expect((await logOf(eve)).items).toEqual([])
    expect((await call('GET', at(ada, '/requests'), { bearer: eve.token })).status).toBe(404)
    expect((await call('GET', at(ada, '/requests'), { bearer: key.key })).status).toBe(403)
  })

  test('deletes entries after thirty days, and with the workspace', async () => {
    await dbs.eu.pool.query(`update request_log set at = now() - interval '31 days' where operation = 'agents.list'`)
    await requests().sweep(server.running.container.contexts.system('eu'))
    const operations = (await logOf(ada)).items.map(({ operation }) => operation)
    expect(operations).not.toContain('agents.list')
    expect(operations).toContain('agents.get')
  })

  test('drops lines instead of growing, and drops lines of deleted workspaces', async () => {
    const written: unknown[] = []
    const { contexts } = server.running.container
    const small = createRequestLog({
      contextFor: (region) => contexts.system(region),
      identity: contexts.system('eu').db,
      log: Object.assign(createLog({ level: 'silent' }), { warn: (fields: unknown) => void written.push(fields) }),
      maxQueued: 3,
    })
    const line = (workspaceId: string, operation: string) => ({
      workspaceId,
      at: new Date(),
      requestId: 'r',
      actorKind: 'key' as const,
      actorId: 'k',
      actorName: 'K',
      method: 'GET',
      operation,
      path: '/',
      status: 200,
      code: '',
      durationMs: 1,
    })
    small.record('eu', line('gone', 'queue.gone'))
    for (let n = 0; n < 5; n += 1) small.record('eu', line(ada.workspace.uid, 'queue.test'))
    await small.flush()
    expect((await logOf(ada, '&operation=queue')).items).toHaveLength(2)
    expect(written).toEqual([{ buffer: 'request log', region: 'eu', dropped: 3 }])
  })
})

describe('rate limits', () => {
  test('are in the headers of every answer, including streams and refusals', async () => {
    const first = await call('GET', at(eve, '/agents'), { bearer: eve.token })
    expect(first.headers.get('ratelimit-policy')).toBe('"standard-actor";q=300;w=60')
    const [, left, reset] = /^"standard-actor";r=(\d+);t=(\d+)$/.exec(first.headers.get('ratelimit') ?? '') ?? []
    expect(Number(reset)).toBeLessThanOrEqual(60)
    const second = await call('GET', at(eve, `/agents/${'x'}`), { bearer: eve.token })
    expect(second.status).toBe(404)
    const third = await call('GET', at(ada, '/agents'), { bearer: eve.token })
    expect(third.status).toBe(404)
    expect(third.headers.get('ratelimit')).toMatch(new RegExp(`^"standard-actor";r=${Number(left) - 1};`))

    const visitorId = `vis_${randomId(28)}`
    const turn = () =>
      fetch(`${server.api('eu')}/v2/agents/${agent.id}/interact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ visitorId, message: { id: randomId(16), text: 'Hello' } }),
      })
    const answers = []
    for (let n = 0; n < 11; n += 1) {
      const response = await turn()
      await response.text()
      answers.push(response)
    }
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"chat-ip";q=30;w=60, "chat-visitor";q=10;w=60')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"chat-ip";r=29;t=\d+, "chat-visitor";r=9;t=\d+$/)
    const last = answers.at(-1)
    expect(last?.status).toBe(429)
    expect(last?.headers.get('ratelimit')).toContain('"chat-visitor";r=0;')
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last?.headers.get('access-control-expose-headers')).toContain('ratelimit')
  })
})

describe('the API version', () => {
  const ask = (version?: string) =>
    call('GET', `${server.url}/api/status`, version === undefined ? {} : { headers: { 'parlance-version': version } })
  test('is in the headers of every answer and can be requested', async () => {
    for (const answer of [await ask(), await ask('2026-11-22')]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('parlance-version')).toBe('2026-11-22')
    }
    expect((await call('GET', `${server.url}/api/nothing`)).headers.get('parlance-version')).toBe('2026-11-22')
    expect((await call('GET', `${server.url}/api/openapi.json`)).headers.get('parlance-version')).toBe('2026-11-22')
  })
  test.each(['2020-01-01', '2026-13-45', 'latest', ''])('%j is refused', async (version) => {
    const answer = await ask(version)
    expect(answer).toMatchObject({ status: 400, body: { code: 'UNKNOWN_VERSION', data: { versions: ['2026-11-22'] } } })
    expect(answer.headers.get('parlance-version')).toBe('2026-11-22')
  })
})
