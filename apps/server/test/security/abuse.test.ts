// Abuse from outside: other tenants' data, invalid tokens, forged headers, floods, open redirects. The numbers are
// those of docs/security.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startToolServer } from '../../src/modules/tools/testing.ts'
import { startTestServer } from '../helpers/app.ts'
import { settled } from '../helpers/database-snapshot.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, deskOf, type Person, type TestAgent } from '../helpers/people.ts'
import { raw } from '../helpers/raw.ts'

/** A site that may be called. */
const site = await startToolServer()
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-security-'))
const server = await startTestServer({ settings: { outboundAllow: [site.host], dataDir, baseWorkspaceSeats: 20 } })
/** As deployed on the internet: behind one proxy, at its own address, with the real limits. */
const PUBLIC_URL = 'https://parlance.example.test'
const limited = await server.anotherNode({
  publicUrl: PUBLIC_URL,
  trustedProxies: 1,
  rateLimitScale: 1,
  dataDir: join(dataDir, 'other'),
})
const bare = await server.anotherNode({ rateLimitScale: 1, dataDir: join(dataDir, 'bare'), firstByteMs: 500 })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let a: Person
let b: Person
let mine: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  ;[a, b] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  ;[mine, theirs] = await Promise.all([server.makeAgent(a), server.makeAgent(b)])
})

const { root, agentAt, as } = deskOf(server)

describe('what belongs to another tenant', () => {
  test('[1.5] is not attached, even together with one’s own', async () => {
    const { rows: before } = await server.dbs.eu.pool.query('select * from agents where workspace_id = $1', [
      b.workspace.uid,
    ])
    const tries = [
      as(a, 'POST', `${root(a)}/crawls`, { name: 'Z', startUrls: [site.url], agentIds: [theirs.id] }),
      as(a, 'POST', `${root(a)}/crawls`, { name: 'Z', startUrls: [site.url], agentIds: [mine.id, theirs.id] }),
      as(a, 'POST', `${server.api('eu')}/rpc/saveAgentBackup`, { agentId: theirs.id, workspaceId: a.workspace.uid }),
      as(a, 'POST', `${server.api('eu')}/rpc/saveAgentBackup`, { agentId: mine.id, workspaceId: b.workspace.uid }),
      as(a, 'POST', `${server.api('eu')}/rpc/uploadFile`, { agentId: theirs.id, base64Payload: PIXEL }),
      call('POST', `${server.api('eu')}/v1/chat/completions`, {
        bearer: mine.secret,
        body: { model: theirs.id, messages: [{ role: 'user', content: 'Hello' }] },
      }),
    ]
    for (const { status, body } of await Promise.all(tries)) {
      expect([status, body]).toMatchObject([404, { success: false }])
      expect(JSON.stringify(body)).not.toContain(theirs.id)
    }
    const found = await as(a, 'GET', `${root(a)}/conversations?agentId=${theirs.id}`)
    if (found.status === 200) expect(found.body['items']).toEqual([])
    const after = await server.dbs.eu.pool.query('select * from agents where workspace_id = $1', [b.workspace.uid])
    expect(after.rows).toEqual(before)
  })

  test('[1.6] is not used as a key: no custom server is called for another tenant', async () => {
    const body = { apiKey: 'sk-canary-of-b', baseUrl: site.url }
    expect((await as(b, 'PUT', `${root(b)}/credentials/openai-compatible`, body)).status).toBe(200)
    const poor = await server.signUp('eu')
    const agent = await server.makeAgent(poor)
    await as(poor, 'POST', agentAt(agent), { vg_defaultModel: 'openai-compatible/llama' })
    const { answer } = await server.turn(agent, {})
    expect(JSON.stringify(answer)).not.toContain('sk-canary-of-b')
    expect(site.hits).toEqual([])
    const seen = await as(poor, 'GET', `${root(poor)}/models`)
    expect(JSON.stringify(seen.body)).not.toContain('openai-compatible/')
    expect(site.hits).toEqual([])
  })

  test('[1.28] is not found by any search, whatever it names', async () => {
    const canary = `Zanzibar${randomId(10)}`
    const content = `The canary is ${canary}, it lives in the harbour.`
    expect((await as(b, 'POST', `${agentAt(theirs)}/kb`, { name: 'Canary', content })).status).toBe(200)
    await settled(server.dbs)
    const query = `canary ${canary} harbour`
    const found = await as(b, 'POST', `${agentAt(theirs)}/kb/search`, { query })
    expect(JSON.stringify(found.body)).toContain(canary)
    for (const more of [
      {},
      { agentId: theirs.id },
      { collection: theirs.id },
      { collectionName: theirs.id },
      { filter: { agentId: theirs.id } },
      { tags: [theirs.id] },
      { workspaceId: b.workspace.uid },
    ]) {
      const { body } = await as(a, 'POST', `${agentAt(mine)}/kb/search`, { query, ...more })
      expect(JSON.stringify(body).replaceAll(query, '')).not.toContain(canary)
    }
    await as(a, 'POST', agentAt(mine), { vg_kbEnabled: true })
    server.model.control.reset()
    await server.turn(mine, { text: `What do you know of the canary in ${theirs.id} in the harbour?` })
    expect(JSON.stringify(server.model.control.requests)).not.toContain(canary)
  })
})

describe('tokens', () => {
  const NOTHING = ['', null, [], {}, { $ne: 1 }, { $gt: '' }, 0, true, ['x'], undefined, ' ', 'null', 'undefined']
  test('[1.9] open nothing when they are invalid', async () => {
    const password = 'another long password'
    for (const token of NOTHING) {
      for (const [path, body] of [
        ['new-password', { token, password }],
        ['verify-email', { token }],
        ['sign-in/second-step', { code: token }],
        ['providers/finish', { code: token, state: token }],
        ['sign-in/passkey', { response: token }],
      ] as const) {
        const { status, body: heard } = await call<Record<string, unknown>>(
          'POST',
          `${server.url}/api/account/${path}`,
          {
            body,
          },
        )
        expect([400, 401], `${path} ${JSON.stringify(token)}`).toContain(status)
        expect(heard).toMatchObject({ success: false })
      }
    }
    const signIn = (typed: string) =>
      call('POST', `${server.url}/api/account/sign-in`, { body: { email: a.email, password: typed } })
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(a.password)).status).toBe(200)
    expect((await call('GET', root(a), { bearer: 'null' })).status).toBe(401)
  })
})

test.each([
  ['a host', { host: 'evil.test' }, undefined],
  ['a forwarded host', { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }, undefined],
  ['a standard forwarded host', { forwarded: 'host=evil.test;proto=http' }, undefined],
  [
    'an original host',
    { 'x-original-host': 'evil.test', 'x-host': 'evil.test', 'x-forwarded-server': 'evil.test' },
    undefined,
  ],
  ['a whole address', {}, 'http://evil.test/api/account/password-reset'],
])('[1.10] %s in the request changes no link in a mail', async (_, headers, path) => {
  const someone = await server.signUp('eu')
  const { port } = new URL(limited.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: path ?? '/api/account/password-reset',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.1.${Math.floor(Math.random() * 250)}`,
        ...headers,
      },
    })
      .on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      .on('error', reject)
      .end(JSON.stringify({ email: someone.email }))
  })
  if (status !== 200) return expect([400, 404, 421]).toContain(status)
  const mails = await vi.waitFor(
    async () => {
      const { rows } = await server.dbs.identity.pool.query<{ n: number }>('select 1 as n')
      const found = (await limited.mailsTo(someone.email)).filter(({ text }) => text.includes('/reset-password'))
      expect([found.length, rows.length]).toEqual([1, 1])
      return found
    },
    { timeout: 20_000 },
  )
  for (const mail of mails) {
    expect(mail.text).toContain(`${PUBLIC_URL}/reset-password`)
    expect(JSON.stringify(mail)).not.toContain('evil.test')
  }
})

describe('limits', () => {
  /** The status of each try, one after another. */
  const tries = async (count: number, one: (at: number) => Promise<{ status: number; headers: Headers }>) => {
    const heard: { status: number; headers: Headers }[] = []
    for (let at = 0; at < count; at += 1) heard.push(await one(at))
    return heard
  }
  const guess = (url: string, forwarded: string, email = `n${randomId(9).toLowerCase()}@example.test`) =>
    call('POST', `${url}/api/account/new-password`, {
      body: { token: `x${email}`, password: 'a long enough one' },
      headers: { 'x-forwarded-for': forwarded },
    })
  const refusedAfter = (heard: readonly { status: number; headers: Headers }[], most: number) => {
    const first = heard.findIndex(({ status }) => status === 429)
    expect(first).toBeGreaterThan(-1)
    expect(first).toBeLessThanOrEqual(most)
    expect(Number(heard[first]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(new Set(heard.slice(first).map(({ status }) => status))).toEqual(new Set([429]))
  }

  test('[1.20] count the address that the proxy saw, whatever header precedes it', async () =>
    refusedAfter(await tries(40, (at) => guess(limited.url, `7.7.${at}.1, 203.0.113.9`)), 30))

  test('[1.20] count the connection when no proxy is trusted', async () =>
    refusedAfter(await tries(40, (at) => guess(bare.url, `7.8.${at}.1`)), 30))

  test('[1.20] count an IPv6 network as one', async () =>
    refusedAfter(await tries(40, (at) => guess(limited.url, `2001:db8:1:2:${at.toString(16)}::${at}`)), 30))

  test('[1.20] count a mail address once, whatever its case', async () => {
    const ask = (at: number) => {
      const email = [...a.email].map((letter, place) => ((at >> place) & 1 ? letter.toUpperCase() : letter)).join('')
      return call('POST', `${limited.url}/api/account/password-reset`, {
        body: { email: at % 2 ? email : ` ${email}` },
        headers: { 'x-forwarded-for': `198.51.100.${at}` },
      })
    }
    refusedAfter(await tries(8, ask), 3)
  })

  test('[1.20] count requests for a new address by the account that sends the mails', async () => {
    const someone = await server.signUp('eu')
    await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [someone.email])
    const wish = (at: number) =>
      call('POST', `${limited.url}/api/account/email`, {
        bearer: someone.token,
        body: { newEmail: `n${randomId(9).toLowerCase()}@example.test`, password: someone.password },
        headers: { 'x-forwarded-for': `198.51.101.${at}` },
      })
    const heard = await tries(5, wish)
    expect(heard.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    refusedAfter(heard, 3)
  })

  test('[1.20] count the network address, however many visitors it claims to be', async () => {
    const chat = (at: number) =>
      call('POST', `${limited.api('eu')}/v2/agents/${mine.id}/interact`, {
        body: { message: { id: randomId(16), text: '' }, visitorId: newVisitorId() },
        headers: { 'x-forwarded-for': `9.${at}.9.9, 203.0.113.77` },
      })
    refusedAfter(await tries(70, chat), 60)
  })
})

describe('before authentication', () => {
  test('[1.22] large, deep and endless requests are refused at once, and others are served', async () => {
    const head = (more: string, path = `/api/eu/v2/workspaces/${a.workspace.uid}/crawls`) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`
    const before = process.memoryUsage().rss
    const started = performance.now()
    const [boundary, gigabyte, known, deep, many] = await Promise.all([
      raw(server.url, head(`Content-Type: multipart/form-data; boundary=${'b'.repeat(10_000_000)}`)).catch(
        () => undefined,
      ),
      raw(server.url, head('Content-Type: application/json\r\nContent-Length: 1000000000')),
      raw(
        server.url,
        head(`Content-Type: application/json\r\nContent-Length: 1000000000\r\nAuthorization: Bearer ${a.token}`),
      ),
      call('POST', `${server.url}/api/account/sign-in`, { body: JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) }),
      raw(
        server.url,
        head(`Content-Length: 2\r\n${Array.from({ length: 1500 }, (_, at) => `X-H${at}: y`).join('\r\n')}`),
      ),
    ])
    // A request whose headers never end may find the connection closed.
    expect([0, 400, 413, 431, undefined]).toContain(boundary?.status)
    expect(gigabyte.status).toBe(401)
    expect(known.status).toBe(413)
    expect(deep.status).toBe(400)
    expect([401, 415, 431]).toContain(many.status)
    const depth = 100_000
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const post = await fetch(`${server.url}/api/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: nested,
    })
    expect([400, 413]).toContain(post.status)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  }, 60_000)

  test('[1.22] a thousand silent connections keep nobody out, and are closed', async () => {
    const { hostname, port } = new URL(bare.url)
    let closed = 0
    const sockets = Array.from({ length: 1000 }, () =>
      connect(Number(port), hostname)
        .on('close', () => (closed += 1))
        .on('error', () => undefined),
    )
    const started = performance.now()
    expect((await fetch(`${bare.url}/healthz`)).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(5000)
    await vi.waitFor(() => expect(closed).toBe(1000), { timeout: 20_000, interval: 100 })
    for (const socket of sockets) socket.destroy()
  }, 60_000)
})

test('[1.24] nobody is redirected to another site', async () => {
  const elsewhere = [
    '//evil.test',
    '/\\evil.test',
    'https:evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '/%5cevil.test',
    '///evil.test',
    '/\t/evil.test',
  ]
  const paths = ['/', '/login', '/login/callback', '/sign-up', '/pricing', '/pricing/', '/app', '/verify-email']
  for (const wanted of elsewhere) {
    const query = ['redirect', 'next', 'return_url', 'returnTo', 'successUrl', 'cancelUrl', 'urlPathname', 'continue']
      .map((key) => `${key}=${encodeURIComponent(wanted)}`)
      .join('&')
    for (const path of [
      ...paths.map((one) => `${one}?${query}`),
      `/${encodeURI(wanted).replace(/[\s]/g, '%09')}/pricing/`,
      `//evil.test/pricing/`,
    ]) {
      for (const cookie of ['', `Cookie: parlance.session_token=${a.token}\r\n`]) {
        const { status, location } = await raw(server.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${cookie}\r\n`)
        expect(status, path).toBeGreaterThan(0)
        if (location !== undefined) expect(new URL(location, 'http://localhost').origin, path).toBe('http://localhost')
      }
    }
  }
})
