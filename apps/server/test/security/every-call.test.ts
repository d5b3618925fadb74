// Classes of attack that apply to every call of the contract. The numbers are those of docs/security.md.
import { newSecretKey, newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { snapshotDatabases, holding, quiet, textWithin, walk } from '../helpers/database-snapshot.ts'
import { violations } from '../helpers/invariants.ts'
import { addressOf, type Operation, operations, samples, send } from '../helpers/operations.ts'
import { call } from '../helpers/people.ts'
import { bearerFor, makeTenant, type Tenant } from '../helpers/tenants.ts'

const server = await startTestServer({ settings: { baseWorkspaceSeats: 20 } })
/** Secrets that only their owner may read; each is found by its own name. */
const CANARIES = Object.fromEntries(
  ['prompt', 'voiceflow', 'google', 'whatsapp', 'credential', 'tool', 'document'].map((name) => [
    name,
    `CANARY-${name}-${randomId(12)}`,
  ]),
) as Record<'prompt' | 'voiceflow' | 'google' | 'whatsapp' | 'credential' | 'tool' | 'document', string>
let a: Tenant
let b: Tenant

beforeAll(async () => {
  const config = {
    vg_systemPrompt: CANARIES.prompt,
    VF_DIALOGUE_API_KEY: CANARIES.voiceflow,
    gcloudPrivateKey: CANARIES.google,
    whatsappToken: CANARIES.whatsapp,
  }
  a = await makeTenant(server, 'eu', { config, text: CANARIES.document })
  b = await makeTenant(server, 'eu')
  const workspace = `${server.api('eu')}/v2/workspaces/${a.uid}`
  const { token } = a.owner
  await server.must('PUT', `${workspace}/credentials/anthropic`, token, { apiKey: CANARIES.credential })
  await server.must('PUT', `${workspace}/secrets/CANARY`, token, { value: CANARIES.tool })
  await quiet(server.dbs)
})
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const inputOf = (op: Operation, names: Tenant = a) => samples[op.name]?.(names) ?? {}
const hit = (op: Operation, names: Tenant = a) =>
  send(op, server.url, names.region, inputOf(op, names), { bearer: bearerFor(op, names) })
const reads = operations.filter(({ method }) => method === 'GET')
const writes = operations.filter(({ method, meta }) => method !== 'GET' && !meta.file)
const opens = ({ meta }: Operation, caller: 'public' | 'visitor') => meta.access.by.includes(caller)
/** Any page of any site may call these, without cookies. */
const isOpen = (op: Operation) =>
  op.meta.scope === 'region' && !op.meta.access.ownPages && (opens(op, 'public') || opens(op, 'visitor'))
const mark = `canary${randomId(12)}`

test('[1.25] changes nothing on a GET, with or without a session, once or twice', { timeout: 90_000 }, async () => {
  const token = randomId(40)
  const pages = ['verify-email', 'reset-password', 'sign-up', 'login', 'login/callback'].flatMap((page) => [
    `/${page}?token=${token}&code=x&state=y&email=${encodeURIComponent(a.owner.email)}`,
    `/${page}#token=${token}`,
  ])
  await walk(reads, (op) => hit(op))
  // An open stream only stores that its visitor is present.
  const stored = async () => (await snapshotDatabases(server.dbs)).replace(/^\S*visitor_presence .*$/m, '')
  const before = await stored()
  for (let times = 0; times < 2; times += 1) {
    await walk(reads, async (op) => {
      await hit(op)
      await send(op, server.url, 'eu', inputOf(op), {})
    })
    await walk(pages, async (page) => (await fetch(server.url + page)).text())
    await walk(writes, async (op) => {
      // A write does not work with another method either.
      const { url } = addressOf(op, server.url, 'eu', inputOf(op))
      const bearer = bearerFor(op, a)
      const headers = bearer ? { authorization: `Bearer ${bearer}` } : {}
      for (const method of ['GET', 'HEAD']) await (await fetch(url, { method, headers })).text()
    })
  }
  expect(await stored()).toBe(before)
})

test('[1.25] uses up the link of a mail only by POST, however often it was viewed', async () => {
  const someone = await server.signUp('eu')
  const mail = async () => (await server.mailsTo(someone.email)).find(({ text }) => text.includes('/verify-email'))
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined()
  const link = /https?:\/\/\S*\/verify-email\?token=[\w.~-]+/.exec((await mail())?.text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(server.url + pathname + search, { method })
  const token = new URLSearchParams(search).get('token')
  const confirmed = async () =>
    (
      await server.dbs.identity.pool.query<{ email_verified: boolean }>(
        'select email_verified from users where email = $1',
        [someone.email],
      )
    ).rows[0]?.email_verified
  expect(await confirmed()).toBe(false)
  await server.must('POST', `${server.url}/api/account/verify-email`, undefined, { token })
  expect(await confirmed()).toBe(true)
})

/** A newly signed-in user: the token, and the cookie that browsers keep. */
async function signedIn() {
  const person = await server.signUp('eu')
  const { email, password } = person
  const { body, headers } = await call<{ token: string }>('POST', `${server.url}/api/account/sign-in`, {
    body: { email, password },
  })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { email, uid: person.workspace.uid, token: body.token, cookie }
}
const agentsOf = async (uid: string, headers: Record<string, string>, query = '') =>
  (await call('GET', `${server.api('eu')}/v2/workspaces/${uid}/agents${query}`, { headers })).status
const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

test('[1.7] grants no more with two proofs than with one, and reads each only in its own header', async () => {
  const [ada, eve] = [await signedIn(), await signedIn()]
  for (const [mine, other] of [
    [ada, eve],
    [eve, ada],
  ] as const) {
    const both = { ...bearing(mine.token), cookie: other.cookie }
    expect(await agentsOf(mine.uid, both)).toBe(200)
    expect(await agentsOf(other.uid, both)).toBe(404)
  }
  expect(await agentsOf(ada.uid, { cookie: ada.cookie })).toBe(200)
  expect(await agentsOf(ada.uid, { ...bearing(randomId(32)), cookie: ada.cookie })).toBe(401)
  for (const name of ['token', 'access_token', 'bearer', 'secret', 'apiKey'])
    expect(await agentsOf(ada.uid, {}, `?${name}=${ada.token}`), name).toBe(401)
})

test('[1.8] opens nothing with a signed-out or expired session, as cookie or as bearer', async () => {
  const [ada, eve] = [await signedIn(), await signedIn()]
  await server.must('POST', `${server.url}/api/account/sign-out`, ada.token, {})
  await server.dbs.identity.pool.query(
    `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
    [eve.email],
  )
  for (const { uid, token, cookie } of [ada, eve])
    expect([await agentsOf(uid, bearing(token)), await agentsOf(uid, { cookie })]).toEqual([401, 401])
})

test('[1.12] has no secret in any public response, page or script', { timeout: 90_000 }, async () => {
  const secrets = {
    ...CANARIES,
    agent: a.bearers.agent,
    workspace: a.bearers.workspace,
    session: a.bearers.session,
    email: a.owner.email,
    foreign: b.bearers.agent,
  }
  const heard: [string, string][] = []
  const heardByAll = operations.filter((op) => opens(op, 'public') || opens(op, 'visitor'))
  expect(heardByAll.length).toBeGreaterThan(30)
  await walk(heardByAll, async (op) => {
    for (const bearer of [undefined, opens(op, 'visitor') ? a.bearers.visitor : newSecretKey()]) {
      const { url, rest } = addressOf(op, server.url, 'eu', inputOf(op))
      const response = await fetch(url, {
        method: op.method,
        headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
        ...(op.method === 'GET' ? {} : { body: JSON.stringify(rest) }),
        signal: AbortSignal.timeout(3000),
      })
      // Open streams send what they have at once.
      heard.push([op.name, await textWithin(response, 500)])
    }
  })
  const pages = [
    '/',
    '/pricing',
    '/login',
    '/bot',
    `/eu/prototype/${a.agentId}`,
    `/eu/demo/${a.agentId}`,
    `/widget/frame/eu/${a.agentId}`,
    '/widget.js',
    '/api/docs',
    '/api/openapi.json',
    '/sitemap.xml',
  ]
  const files = new Set(pages)
  for (const page of files) {
    const response = await fetch(server.url + page)
    const text = await response.text()
    heard.push([page, text])
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)) files.add(file)
  }
  expect(heard.filter(([, text]) => text.includes(a.agentId)).length).toBeGreaterThan(1)
  for (const [where, text] of heard)
    for (const [name, secret] of Object.entries(secrets))
      // The inviter's log repeats the address they typed.
      expect(text.includes(secret), `${where} tells ${name}: ${text.slice(0, 300)}`).toBe(false)
  // The secrets are stored, because their owner finds them.
  const { data } = await server.must<{ data: unknown }>(
    'GET',
    `${server.api('eu')}/v2/agents/${a.agentId}`,
    a.owner.token,
  )
  expect(JSON.stringify(data)).toContain(CANARIES.prompt)
})

test(
  '[1.19] lets no page of another site read with a user’s session: calls, streams, errors',
  { timeout: 90_000 },
  async () => {
    await walk(operations, async (op) => {
      for (const origin of ['https://evil.test', 'null']) {
        const { url } = addressOf(op, server.url, 'eu', inputOf(op))
        const asking = { origin, 'access-control-request-method': op.method }
        const preflight = await fetch(url, { method: 'OPTIONS', headers: asking })
        const cookie = `parlance.session_token=${a.bearers.session}`
        // A preflight is for an address, which several calls may share.
        const sharing = operations.some((one) => one.path === op.path && isOpen(one))
        expect(preflight.headers.get('access-control-allow-origin'), op.name).toBe(sharing ? '*' : null)
        expect(preflight.headers.get('access-control-allow-credentials'), op.name).toBeNull()
        const answers = [
          (await send(op, server.url, 'eu', inputOf(op), { headers: { origin, cookie } })).headers,
          (
            await send(
              op,
              server.url,
              'eu',
              { ...inputOf(op), zzz: 1 },
              { headers: { origin }, bearer: newSecretKey() },
            )
          ).headers,
          ...(op.method === 'GET'
            ? [
                (await send(op, server.url, 'eu', inputOf(op), { headers: { origin }, bearer: bearerFor(op, a) }))
                  .headers,
              ]
            : []),
        ]
        for (const headers of answers) {
          expect(headers.get('access-control-allow-credentials'), op.name).toBeNull()
          expect(headers.get('access-control-allow-origin'), op.name).toBe(isOpen(op) ? '*' : null)
        }
      }
    })
    for (const path of ['/', '/app/eu', '/api/nothing', '/api/eu/mcp', `/widget/frame/eu/${a.agentId}`]) {
      const { headers } = await fetch(server.url + path, { headers: { origin: 'https://evil.test' } })
      expect(headers.get('access-control-allow-credentials'), path).toBeNull()
      expect(headers.get('access-control-allow-origin'), path).toBeNull()
    }
  },
)

test('[1.29] makes ids random and unique, with at least 96 bits where an id alone gives access', async () => {
  const kinds: readonly (readonly [name: string, make: () => string, least: number])[] = [
    ['name', () => randomId(16), 95],
    ['secret', newSecretKey, 96],
    ['visitor', newVisitorId, 96],
    ['file', () => randomId(20), 96],
  ]
  for (const [name, make, least] of kinds) {
    const seen = Array.from({ length: 1000 }, make)
    expect(new Set(seen).size, name).toBe(1000)
    expect(seen, name).not.toEqual(seen.toSorted())
    const varying = Array.from({ length: seen[0]?.length ?? 0 }, (_, at) => new Set(seen.map((id) => id[at])).size)
    // A thousand draws show nearly every letter of the alphabet at each place; a fixed prefix shows one.
    const places = varying.filter((letters) => letters > 1)
    expect(Math.min(...places), name).toBeGreaterThan(50)
    expect(places.length * Math.log2(62), name).toBeGreaterThanOrEqual(least)
  }
  for (const [table, column, least] of [
    ['agents', 'id', 16],
    ['workspaces', 'uid', 15],
    ['conversations', 'id', 20],
    ['turns', 'id', 20],
    ['documents', 'id', 10],
    ['api_keys', 'id', 16],
    ['event_deliveries', 'id', 28],
  ] as const) {
    const { rows } = await server.dbs.eu.pool.query<{ id: string }>(`select "${column}" as id from "${table}"`)
    expect(rows.length, table).toBeGreaterThan(0)
    for (const { id } of rows) expect(id, table).toMatch(new RegExp(`^(?=.*[A-Za-z])[\\w-]{${least},}$`))
  }
})

const EXTRAS = () => ({
  ownerID: b.uid,
  ownerId: b.owner.workspace.uid,
  userId: mark,
  workspaceId: b.uid,
  loadTokens: 987_654_321,
  internal: { isAdmin: true, customPlan: { limits: { workspaceSeats: 987_654_321 } }, mark },
  isAdmin: true,
  isOrgAdmin: true,
  role: 'owner',
  workspaceEmails: [b.owner.email],
  stripeSubscriptionId: mark,
  stripeCustomerId: mark,
  passwordHash: mark,
  SECRET_API_KEY: `vg_${mark}`,
  workspaceSecret: mark,
  emailVerified: true,
})
/** The state of a tenant, apart from its own texts. */
async function tenantState(tenant: Tenant) {
  const { pool } = server.dbs.eu
  const [workspaces, members, agents] = await Promise.all([
    pool.query(`select uid, owner_id, personal, internal from workspaces where uid = $1`, [tenant.uid]),
    pool.query(`select email, role from workspace_members where workspace_id = $1 order by 1`, [tenant.uid]),
    pool.query(`select id from agents where workspace_id = $1 order by 1`, [tenant.uid]),
  ])
  return { workspaces: workspaces.rows, members: members.rows, agents: agents.rows }
}
/** These end what the others need, so they come last. */
const ending = (op: Operation) =>
  op.method === 'DELETE' || /signOut|renew|changePassword|endOther|leave|delete|remove|changeEmail/i.test(op.name)

test('[1.11] refuses or ignores fields that the caller may not set in every write', { timeout: 60_000 }, async () => {
  const victims = await tenantState(b)
  const counted: Record<number, number> = {}
  for (const op of writes.toSorted((x, y) => Number(ending(x)) - Number(ending(y)))) {
    const sample = inputOf(op)
    const extras = Object.fromEntries(Object.entries(EXTRAS()).filter(([key]) => !(key in sample)))
    const sending = { bearer: bearerFor(op, a) }
    const proto = `{"__proto__":{"isAdmin":true},${JSON.stringify({ ...sample, zzz: 1 }).slice(1)}`
    expect((await send(op, server.url, 'eu', sample, { ...sending, raw: proto })).status, op.name).toBe(400)
    // All extra fields together, and alone each one that the call could know: they must be ignored.
    const known = Object.entries(extras).filter(
      ([key, value]) => op.input?.safeParse({ ...sample, [key]: value }).success,
    )
    for (const more of [extras, ...known.map(([key, value]) => ({ [key]: value }))]) {
      const { status } = await send(op, server.url, 'eu', { ...sample, ...more }, sending)
      expect(status, op.name).toBeLessThan(500)
      counted[status] = (counted[status] ?? 0) + 1
    }
  }
  expect(counted[200]).toBeGreaterThan(3)
  expect(counted[400]).toBeGreaterThan(80)
  expect(await holding(server.dbs, mark)).toEqual([])
  expect(await holding(server.dbs, '987654321')).toEqual([])
  expect(await tenantState(b)).toEqual(victims)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  const me = await call<Record<string, unknown>>('GET', `${server.url}/api/account`, { bearer: b.owner.token })
  expect(JSON.stringify(me.body)).not.toMatch(/isAdmin|passwordHash/)
})
