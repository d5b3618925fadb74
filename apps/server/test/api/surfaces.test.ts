import { contract } from '@parlance/contract'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { EVENT_HANDLERS } from '../../src/event-handlers.ts'
import { startTestServer } from '../helpers/app.ts'
import { addressOf, ghosts, type Operation, operations, samples, send } from '../helpers/operations.ts'
import { call } from '../helpers/people.ts'

const METRICS_TOKEN = 'numbers-for-operators'
const server = await startTestServer({
  rateLimitScale: 1,
  settings: { metricsToken: METRICS_TOKEN, trustedProxies: 1 },
})

test('is alive and ready', async () => {
  expect(await call('GET', `${server.url}/healthz`)).toMatchObject({ status: 200, body: { ok: true } })
  expect(await call('GET', `${server.url}/readyz`)).toMatchObject({ status: 200, body: { ready: true } })
})

test('shows metrics only to operators', async () => {
  const read = (bearer?: string) => call<string>('GET', `${server.url}/metrics`, bearer ? { bearer } : {})
  expect((await read()).status).toBe(404)
  expect((await read('wrong')).status).toBe(404)
  await call('GET', `${server.url}/api/status`)
  const { status, body } = await read(METRICS_TOKEN)
  expect(status).toBe(200)
  expect(body).toMatch(/parlance_request_seconds_count\{op="platform.status",status="200"\} \d/)
})

test('documents every operation with its callers and its region', async () => {
  const { body } = await call<{
    openapi: string
    paths: Record<string, Record<string, { security?: Record<string, unknown>[]; parameters?: { name: string }[] }>>
  }>('GET', `${server.url}/api/openapi.json`)
  expect(body.openapi).toMatch(/^3\.1/)
  for (const op of operations) {
    const path = `${op.meta.scope === 'region' ? '/api/{region}' : '/api'}${op.path}`
    const told = body.paths[path]?.[op.method.toLowerCase()]
    expect(told, `${op.method} ${path}`).toBeDefined()
    const callers = told?.security?.map((entry) => Object.keys(entry)[0] ?? 'public') ?? []
    expect(callers.includes('public')).toBe(op.meta.access.by.includes('public'))
    expect(callers.includes('session')).toBe(op.meta.access.by.includes('session'))
    if (op.meta.scope === 'region') expect(told?.parameters?.[0]?.name).toBe('region')
  }
  const page = await call<string>('GET', `${server.url}/api/docs`)
  for (const op of operations) expect(page.body).toContain(op.path)
  expect(Object.keys(contract).length).toBeGreaterThan(4)
})

test('has a job in both regions for every event handler', async () => {
  for (const { pool } of [server.dbs.eu, server.dbs.na]) {
    const { rows } = await pool.query<{ name: string }>('select name from pgboss.queue')
    const queues = rows.map(({ name }) => name)
    for (const handler of Object.values(EVENT_HANDLERS).flat()) expect(queues).toContain(handler)
  }
})

/** Visitors chat from any site. Accounts are global calls, for our own pages only. */
const opens = ({ meta: { access, scope } }: Operation) =>
  scope === 'region' && !access.ownPages && (access.by.includes('public') || access.by.includes('visitor'))

test('opens the calls of visitors to other sites without cookies, and no other calls', async () => {
  for (const op of operations) {
    const open = opens(op)
    const { headers } = await send(op, server.url, 'eu', samples[op.name]?.(ghosts()) ?? {}, {
      headers: { origin: 'https://evil.test' },
    })
    expect(headers.get('access-control-allow-origin'), op.name).toBe(open ? '*' : null)
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    // The only response that is the same for everyone.
    const kept = op.name === 'platform.translationLanguages' ? 'public, max-age=86400' : 'no-store'
    expect(headers.get('cache-control'), op.name).toBe(kept)
    const { url } = addressOf(op, server.url, 'eu', samples[op.name]?.(ghosts()) ?? {})
    const asked = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://evil.test' } })
    const sharing = operations.some((one) => one.path === op.path && opens(one))
    expect(asked.headers.get('access-control-allow-origin'), op.name).toBe(sharing ? '*' : null)
  }
})

test('answers the preflight of a browser on another site with the allowed calls', async () => {
  for (const op of operations.filter(opens)) {
    const { url } = addressOf(op, server.url, 'eu', samples[op.name]?.(ghosts()) ?? {})
    const asking = {
      origin: 'https://shop.test',
      'access-control-request-method': op.method,
      'access-control-request-headers': 'authorization, content-type, last-event-id',
    }
    const { status, headers } = await fetch(url, { method: 'OPTIONS', headers: asking })
    expect(status, op.name).toBe(204)
    const listed = (name: string) => headers.get(name)?.split(', ') ?? []
    expect(listed('access-control-allow-methods'), op.name).toContain(op.method)
    for (const name of asking['access-control-request-headers'].split(', '))
      expect(listed('access-control-allow-headers'), op.name).toContain(name)
    // A preflight does not offer calls of the same address that are for our own pages only.
    const others = operations.filter((one) => one.path === op.path && !opens(one)).map(({ method }) => method)
    for (const method of others) expect(listed('access-control-allow-methods'), op.name).not.toContain(method)
  }
})

test('answers 404 in JSON when a path is neither a file nor a page', async () => {
  for (const path of ['/nothing.js', '/widget/nothing.js', '/.env', '/assets/../../package.json', '/server.json'])
    expect((await call('GET', `${server.url}${path}`)).status).toBe(404)
})

test('counts people behind the proxy one by one, and says when to retry', async () => {
  const op = operations.find(({ name }) => name === 'accounts.signUp')
  if (!op) throw new Error('There is no sign-up.')
  const { url } = addressOf(op, server.url, 'eu', {})
  const from = (ip: string) => call('POST', url, { body: {}, headers: { 'x-forwarded-for': `6.6.6.6, ${ip}` } })
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await from('9.9.9.1')).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  const refused = await from('9.9.9.1')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body).toMatchObject({ success: false, code: 'RATE_LIMITED' })
  expect((await from('9.9.9.2')).status).toBe(400)
})

test('counts calls with large bodies before reading them', async () => {
  const op = operations.find(({ name }) => name === 'conversations.uploadFile')
  if (!op) throw new Error('There is no upload.')
  const { url } = addressOf(op, server.url, 'eu', { agentId: 'nobody', conversationId: 'nothing' })
  const post = (ip: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${newVisitorId()}`,
        'content-type': 'application/json',
        'x-forwarded-for': ip,
      },
      body: '{"half":',
    }).then(({ status }) => status)
  for (let sent = 0; sent < 20; sent++) expect(await post('9.9.8.1')).toBe(400)
  expect(await post('9.9.8.1')).toBe(429)
  expect(await post('9.9.8.2')).toBe(400)
})
