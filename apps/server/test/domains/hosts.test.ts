// The host of a request decides who can sign in and what exists: two agencies in two regions.
import { randomId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { askHost, putHost } from '../helpers/hosts.ts'
import { makeOrg, type TestOrg } from '../helpers/orgs.ts'
import type { Person } from '../helpers/people.ts'
import { raw } from '../helpers/raw.ts'

const APP = 'app.parlance.test'
const server = await startTestServer({ settings: { publicUrl: `https://${APP}` } })
const password = 'correct horse battery'

interface Agency {
  readonly host: string
  readonly owner: Person
  readonly org: TestOrg
  readonly email: string
}

async function makeAgency(region: 'eu' | 'na', host: string): Promise<Agency> {
  const owner = await server.signUp(region)
  const org = await makeOrg(server, owner, [])
  const email = `mia${randomId(8).toLowerCase()}@example.test`
  const path = `${server.api(region)}/v2/workspaces/${owner.workspace.uid}`
  await putHost(server.dbs, { host, region, agencyId: org.agencyId, workspaceId: owner.workspace.uid })
  await server.must('PATCH', `${path}/agency`, owner.token, { name: `Agency of ${host}` })
  const body = { email, name: 'Mia Lund', dashboardPassword: password }
  await server.must('POST', `${path}/orgs/${org.orgId}/clients`, owner.token, body)
  return { host, owner, org, email }
}

let eu: Agency
let na: Agency
beforeAll(async () => {
  eu = await makeAgency('eu', 'chat.north.example')
  na = await makeAgency('na', 'help.south.example')
})

const ask = (host: string, path: string, sent?: Parameters<typeof askHost>[3]) => askHost(server.url, host, path, sent)
const signIn = (host: string, { owner, org, email }: Agency, headers = {}) =>
  ask(host, `/api/${owner.region}/client/sign-in`, { body: { agencyId: org.agencyId, email, password }, headers })
const me = (host: string, { owner }: Agency, headers: Record<string, string>) =>
  ask(host, `/api/${owner.region}/client/me`, { headers: { 'x-parlance-act-as': 'client', ...headers } })

const tokenIn = (cookies: string) => /client\.eu=([^;]+)/.exec(cookies)?.[1] ?? ''

describe('the session of a client user', () => {
  test('works on the host of its agency, in a cookie without personal data, and on no other host', async () => {
    const opened = await signIn(eu.host, eu)
    expect(opened.status).toBe(200)
    expect(opened.cookies).toMatch(/(^|; )__Host-client\.eu=/)
    expect(JSON.stringify(opened.headers) + opened.text).not.toMatch(/parlance/i)
    const cookie = { cookie: opened.cookies }
    expect((await me(eu.host, eu, cookie)).status).toBe(200)
    const token = tokenIn(opened.cookies)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await me(eu.host, eu, bearer)).status).toBe(200)
    expect((await me(APP, eu, bearer)).status).toBe(401)
    expect((await me(APP, eu, { cookie: `__Host-parlance.client.eu=${token}` })).status).toBe(401)
    expect((await me(na.host, eu, bearer)).status).toBe(404)
  })

  test('from our own host does not work on the host of the agency', async () => {
    const opened = await signIn(APP, eu)
    expect(opened.status).toBe(200)
    const token = tokenIn(opened.cookies)
    expect((await me(APP, eu, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await me(eu.host, eu, { authorization: `Bearer ${token}` })).status).toBe(401)
  })

  test('can write only from pages of its host', async () => {
    const { cookies: cookie } = await signIn(eu.host, eu)
    const rename = (origin: string) =>
      ask(eu.host, '/api/eu/client/me', { method: 'PATCH', body: { name: 'Mia' }, headers: { cookie, origin } })
    expect((await rename(`https://${eu.host}`)).status).toBe(200)
    expect((await rename(`https://${APP}`)).status).toBe(403)
    expect((await rename(`https://${na.host}`)).status).toBe(403)
  })
})

test('refuses a sign-in to an agency on the host of another one', async () => {
  const other = await makeAgency('eu', 'other.north.example')
  expect((await signIn(eu.host, other)).status).toBe(404)
  expect((await ask(eu.host, `/api/eu/public/agencies/${other.org.agencyId}`)).status).toBe(404)
})

test('refuses workspace users and their secrets on the host of an agency', async () => {
  const { token, email, workspace } = eu.owner
  const bearer = { authorization: `Bearer ${token}` }
  expect((await ask(eu.host, '/api/eu/v2/workspaces', { headers: bearer })).status).toBe(401)
  expect((await ask(eu.host, '/api/account/sign-in', { body: { email, password } })).status).toBe(404)
  expect((await ask(eu.host, '/api/account')).status).toBe(200)
  const path = `/api/eu/v2/workspaces/${na.owner.workspace.uid}/agency`
  expect((await ask(eu.host, path, { headers: bearer })).status).toBe(401)
  expect(workspace.uid).not.toBe(na.owner.workspace.uid)
})

test('answers 404 for other workspaces on the host of an agency', async () => {
  const stranger = await server.signUp('eu')
  const agent = await server.makeAgent(stranger)
  const path = `/api/eu/public/agents/${agent.id}`
  expect((await ask(APP, path)).status).toBe(200)
  expect((await ask(eu.host, path)).status).toBe(404)
})

test('[1.10] links mails to clients to the host of their agency', async () => {
  const path = `${server.api('eu')}/v2/workspaces/${eu.owner.workspace.uid}`
  const { data } = await server.must<{ data: { url: string } }>(
    'POST',
    `${path}/agency/admin-links`,
    eu.owner.token,
    {},
  )
  expect(data.url).toMatch(new RegExp(`^https://${eu.host}/`))
  const token = new URL(data.url).searchParams.get('token')
  const body = { token }
  expect((await ask(APP, '/api/eu/rpc/validateClientLoginToken', { body })).status).toBe(400)
  expect((await ask(eu.host, '/api/eu/rpc/validateClientLoginToken', { body })).status).toBe(200)
})

test.each([
  '/pricing',
  '/legal/tos',
  '/landing2',
  '/agencies',
  '/legal/contact',
  '/login',
  '/sign-up',
  '/api/docs',
  '/api/openapi.json',
  '/sitemap.xml',
])('answers 404 for %s on the host of an agency', async (path) => {
  const { status, text, headers } = await ask(eu.host, path)
  expect(status).toBe(404)
  expect(text + JSON.stringify(headers)).not.toMatch(/parlance/i)
})

test('shows people a page with a way home where an agency has none, and programs the error', async () => {
  const asked = (path: string) => ask(eu.host, path, { headers: { accept: 'text/html,*/*' } })
  for (const path of ['/pricing', '/sign-up', '/no-such-page']) {
    const { status, text, headers } = await asked(path)
    expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('text/html')])
    expect(text).toContain('<a href="/">Go to the start page</a>')
    expect(text + JSON.stringify(headers)).not.toMatch(/parlance/i)
  }
  expect((await asked('/api/docs')).headers['content-type']).toContain('json')
  expect((await ask(eu.host, '/pricing')).headers['content-type']).toContain('json')
})

test.each(['/pricing', '/', '/api/eu/public/agencies/x', '/widget.js'])(
  'answers a plain 404 for %s of an unknown host',
  async (path) => {
    const { status, text, headers } = await ask('nobody.example', path)
    expect([status, text]).toEqual([404, 'Not found'])
    expect(JSON.stringify(headers)).not.toMatch(/parlance/i)
  },
)

test('frees the host of a deleted agency', async () => {
  const gone = await makeAgency('na', 'gone.south.example')
  expect((await signIn(gone.host, gone)).status).toBe(200)
  await server.dbs.identity.pool.query(`update hosts set status = 'released' where host = $1`, [gone.host])
  server.running.container.origins.forget(gone.host)
  await vi.waitFor(async () => expect((await ask(gone.host, '/')).status).toBe(404))
})

describe('a Host header', () => {
  test.each([
    ['of 300 characters', `${'a'.repeat(300)}.example`, 404],
    ['in capitals with a port', 'CHAT.North.Example:8443', 200],
    ['with a final dot', 'chat.north.example.', 200],
    ['with a path', 'chat.north.example/../x', 400],
    ['of two names', 'chat.north.example, app.parlance.test', 400],
  ])('%s', async (_, host, status) => {
    const answer = await raw(server.url, `GET /api/account HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(answer.status === status || (status === 400 && answer.status === 404)).toBe(true)
  })

  test('is refused when it is sent twice', async () => {
    const hosts = `Host: ${eu.host}\r\nHost: ${APP}\r\n`
    expect((await raw(server.url, `GET /api/account HTTP/1.1\r\n${hosts}\r\n`)).status).toBe(400)
  })

  test('is not overridden by a forwarded one', async () => {
    const forwarded = `Host: nobody.example\r\nX-Forwarded-Host: ${eu.host}\r\nForwarded: host=${eu.host}\r\n`
    expect((await raw(server.url, `GET /api/account HTTP/1.1\r\n${forwarded}\r\n`)).status).toBe(404)
  })
})
