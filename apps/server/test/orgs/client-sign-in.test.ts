// How client users sign in on the page of their agency, and how their sessions end.
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Client } from '@parlance/contract/orgs/schemas'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeClient, makeOrg, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

// Keeps the regular check from ending streams.
const server = await startTestServer({ settings: { streamCheckMs: 600_000 } })
const api = server.api('eu')
const password = 'correct horse battery'

interface SignedIn {
  readonly token: string
  readonly data: ClientSession
}
type Failure = { code: string; message: string }

let owner: Person
let other: Person
let agentId: string
let org: TestOrg
let otherOrg: TestOrg
const orgPath = (by = owner, { orgId } = org) => `${api}/v2/workspaces/${by.workspace.uid}/orgs/${orgId}`
beforeAll(async () => {
  ;[owner, other] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  ;({ id: agentId } = await server.makeAgent(owner))
  org = await makeOrg(server, owner, [agentId])
  otherOrg = await makeOrg(server, other, [])
})

const addClient = async (input: object = {}) => {
  const email = `mia${Math.random().toString(36).slice(2)}@example.test`
  const body = { email, name: 'Mia Lund', dashboardPassword: password, ...input }
  const { data } = await server.must<{ data: Client }>('POST', `${orgPath()}/clients`, owner.token, body)
  return { ...data, email }
}
const signIn = <T = SignedIn>(email: string, secret: string, agencyId = org.agencyId) =>
  call<T>('POST', `${api}/client/sign-in`, { body: { agencyId, email, password: secret } })
const me = (token: string) => call<{ data: ClientSession }>('GET', `${api}/client/me`, { bearer: token })
const setAgency = (settings: object) =>
  server.must('PATCH', `${api}/v2/workspaces/${owner.workspace.uid}/agency`, owner.token, { settings })
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')

test.each([{}, { email: '' }, { email: 'mia@example.test' }, { email: 'mia@example.test', password: '' }])(
  'requires both when %j is sent',
  async (given) => {
    const { status, body } = await call<{ message: string }>('POST', `${api}/client/sign-in`, {
      body: { agencyId: org.agencyId, ...given },
    })
    expect([status, body.message]).toEqual([400, 'Please enter your email and password.'])
  },
)

test('public calls are open to a client user too', async () => {
  const { token } = await makeClient(server, owner, org, { agentIds: [agentId] })
  expect((await call('GET', `${api}/public/users/${owner.workspace.uid}`, { bearer: token })).status).toBe(200)
})

test('the session says whether the organization has agents that they may not open', async () => {
  const sessionOf = async (of: TestOrg, agentIds: string[], by = owner) =>
    (await me((await makeClient(server, by, of, { agentIds })).token)).body.data
  expect(await sessionOf(org, [agentId])).toMatchObject({ agents: [{ ID: agentId }], orgHasAgents: true })
  expect(await sessionOf(org, [])).toMatchObject({ agents: [], orgHasAgents: true })
  expect(await sessionOf(otherOrg, [], other)).toMatchObject({ agents: [], orgHasAgents: false })
})

test('the session names the tabs that don’t fit the platform of each agent', async () => {
  const agency = await server.signUp('eu')
  const [vg, vf] = [
    await server.makeAgent(agency),
    await server.makeAgent(agency, { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.any' }),
  ]
  const both = await makeOrg(server, agency, [vg.id, vf.id])
  const { token } = await makeClient(server, agency, both, { agentIds: [vg.id, vf.id] })
  const { agents } = (await me(token)).body.data
  expect(Object.fromEntries(agents.map(({ ID, unfitTabs }) => [ID, unfitTabs]))).toEqual({
    [vg.id]: ['/integrations'],
    [vf.id]: ['/voice', '/nodes', '/prompt', '/kb', '/tools'],
  })
})

describe('by password', () => {
  test('opens only their agents, with a separate cookie for 30 days', async () => {
    const { email } = await addClient()
    const { status, headers, body } = await signIn(email, password)
    expect(status).toBe(200)
    expect(headers.getSetCookie()[0]).toMatch(
      /^parlance\.client\.eu=cli_\w+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(body.data).toMatchObject({
      client: { email, dashboardPassword: '', canAccess: ['/home', '/convos', '/analytics', '/leads', '/campaigns'] },
      agency: { name: 'Your Awesome Agency' },
      agents: [{ ID: agentId }],
    })
    const cookie = cookiesOf(headers)
    const withCookie = (path: string) => fetch(`${api}${path}`, { headers: { cookie } })
    expect((await withCookie('/client/me')).status).toBe(200)
    expect((await withCookie(`/v2/agents/${agentId}/conversations`)).status).toBe(200)
    expect((await withCookie(`/v2/agents/${agentId}/kb`)).status).toBe(403)
    expect((await withCookie('/v2/workspaces')).status).toBe(401)
  })

  test.each([
    [
      'an unknown address',
      'nobody@example.test',
      { status: 404, code: 'NOT_FOUND', message: "This email doesn't exist." },
    ],
    [
      'a wrong password',
      undefined,
      { status: 401, code: 'INVALID_CREDENTIALS', message: 'Password is incorrect please try again.' },
    ],
  ])('says what is wrong about %s', async (_, unknown, { status, ...expected }) => {
    const email = unknown ?? (await addClient()).email
    expect(await signIn(email, 'wrong password')).toMatchObject({ status, body: expected })
  })

  test('gives the same answer for wrong addresses and passwords where the agency hides known addresses', async () => {
    await setAgency({ hideAccountExistence: true })
    const { email } = await addClient()
    const heard = await Promise.all(
      [email, 'nobody@example.test'].map(async (one) => (await signIn<Failure>(one, 'wrong password')).body.message),
    )
    await setAgency({ hideAccountExistence: false })
    expect(new Set(heard)).toEqual(new Set(['The email or password is incorrect.']))
  })

  test('is blocked after ten wrong ones, even for the right one, for that person only', async () => {
    const [{ email }, bystander] = [await addClient(), await addClient()]
    const { pool } = server.dbs.eu
    await pool.query('update clients set failures = 9, guessed_at = now() where email = $1', [email])
    expect((await signIn(email, 'wrong password')).status).toBe(401)
    const refused = await signIn<Failure>(email, password)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20)
    expect((await signIn(bystander.email, password)).status).toBe(200)
  })

  test('is refused by the server where the agency disabled it, also through the mailed link', async () => {
    const { email } = await addClient()
    await setAgency({ disablePasswordLogin: true })
    const refused = await signIn<Failure>(email, password)
    const agency = await call('GET', `${api}/public/agencies/${org.agencyId}`)
    await setAgency({ disablePasswordLogin: false })
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(agency.body).toMatchObject({ data: { settings: { disablePasswordLogin: true } } })
    expect(JSON.stringify(agency.body)).not.toContain('secret')
  })

  test('does not work at another agency', async () => {
    const { email } = await addClient()
    expect((await signIn(email, password, otherOrg.agencyId)).status).toBe(404)
    expect((await signIn(email, password, 'nothing')).status).toBe(404)
  })
})

describe('by a mailed code', () => {
  const ask = (email: string, code?: string, cookie?: string) =>
    call<{ data: { clientData: { email: string; dashboardPassword: string } | null } } & Failure>(
      'POST',
      `${api}/rpc/ssoClient`,
      {
        body: { email, agencyId: org.agencyId, ...(code === undefined ? {} : { code }) },
        ...(cookie === undefined ? {} : { headers: { cookie } }),
      },
    )
  const codeTo = (email: string) =>
    vi.waitFor(async () => {
      const code = (await server.mailsTo(email)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean)
      if (!code) throw new Error('no code yet')
      return code
    })
  const asked = async () => {
    const { email } = await addClient()
    const { headers, body } = await ask(email)
    expect(body.data.clientData).toBeNull()
    return { email, cookie: cookiesOf(headers), code: await codeTo(email) }
  }

  test('works once, in the browser that requested it', async () => {
    const { email, cookie, code } = await asked()
    expect((await ask(email, code)).status).toBe(401)
    const right = await ask(email, code, cookie)
    const credential = right.body.data.clientData?.dashboardPassword ?? ''
    expect(credential).not.toBe('')
    expect((await signIn(email, credential)).status).toBe(200)
    expect((await signIn(email, credential)).status).toBe(401)
    expect((await ask(email, code, cookie)).status).toBe(401)
  })

  test('expires after five tries', async () => {
    const { email, cookie, code } = await asked()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await ask(email, wrong, cookie)).status).toBe(401)
    expect((await ask(email, code, cookie)).status).toBe(401)
  })

  test('expires after ten minutes, and is not resent at once', async () => {
    const { email, cookie, code } = await asked()
    expect(await ask(email)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    await server.dbs.eu.pool.query(
      'update client_sign_in_codes set expires_at = now() where client_id = (select id from clients where email = $1)',
      [email],
    )
    expect((await ask(email, code, cookie)).status).toBe(401)
  })

  test('is not sent to an unknown address', async () => {
    expect(await ask('nobody@example.test')).toMatchObject({
      status: 404,
      body: { message: "This email doesn't exist." },
    })
  })
})

describe('by a link', () => {
  const linkTo = (email: string) =>
    vi.waitFor(async () => {
      const token = (await server.mailsTo(email)).map(({ text }) => /token=(cln_\w+)/.exec(text)?.[1]).find(Boolean)
      if (!token) throw new Error('no link yet')
      return token
    })
  const setPassword = (token: string, chosen: string) =>
    call<SignedIn>('POST', `${api}/client/password/set`, { body: { token, password: chosen } })
  const byToken = (token: string) =>
    call<{ token: string; clientData: ClientSession }>('POST', `${api}/rpc/validateClientLoginToken`, {
      body: { token },
    })

  test('sets a password once', async () => {
    const { email } = await addClient({ dashboardPassword: undefined })
    const token = await linkTo(email)
    expect((await setPassword(token, 'short')).status).toBe(400)
    expect((await setPassword(token, 'a new password')).status).toBe(200)
    expect((await setPassword(token, 'another password')).status).toBe(400)
    expect((await signIn(email, 'a new password')).status).toBe(200)
    expect((await byToken(token)).status).toBe(400)
  })

  test('sets a new password for a signed-in person who has forgotten theirs, while passwords are allowed', async () => {
    const { email } = await addClient()
    const { token: bearer } = (await signIn(email, password)).body
    const mailLink = () => call<Failure>('POST', `${api}/client/password/link`, { bearer, body: {} })
    expect((await mailLink()).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await setPassword(await linkTo(email), 'a new password')).status).toBe(200)
    expect((await signIn(email, 'a new password')).status).toBe(200)
    expect((await me(bearer)).status).toBe(401)
  })

  test('is mailed on request only where passwords are allowed, and within the limit for invitations', async () => {
    const { email } = await addClient()
    const { token: bearer } = (await signIn(email, password)).body
    const mailLink = () => call<Failure>('POST', `${api}/client/password/link`, { bearer, body: {} })
    await setAgency({ disablePasswordLogin: true })
    const refused = await mailLink()
    await setAgency({ disablePasswordLogin: false })
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const statuses: number[] = []
    for (let n = 0; n < 4; n += 1) statuses.push((await mailLink()).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('lets one of two simultaneous uses in', async () => {
    const { email } = await addClient({ dashboardPassword: undefined })
    const token = await linkTo(email)
    const heard = await Promise.all([1, 2, 3].map(() => setPassword(token, 'a new password')))
    expect(heard.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  test('signs in as a client user once, by the newest link that an admin created', async () => {
    const { ID, email } = await addClient()
    const path = (clientId = ID, of = orgPath()) => `${of}/clients/${clientId}/sign-in-link`
    const create = async () => {
      const { data } = await server.must<{ data: { url: string; expiresAt: string } }>('POST', path(), owner.token)
      const left = Date.parse(data.expiresAt) - Date.now()
      expect(left).toBeGreaterThan(14 * 60_000)
      expect(left).toBeLessThan(16 * 60_000)
      return new URL(data.url).searchParams.get('token') ?? ''
    }
    const [replaced, token] = [await create(), await create()]
    expect((await byToken(replaced)).status).toBe(400)
    const { status, body } = await byToken(token)
    expect([status, body.clientData.client]).toMatchObject([200, { ID, email, isAdmin: false }])
    expect((await me(body.token)).status).toBe(200)
    expect((await byToken(token)).status).toBe(400)

    const late = await create()
    await server.dbs.eu.pool.query('update client_links set expires_at = now() where client_id = $1', [ID])
    expect((await byToken(late)).status).toBe(400)
  })

  test('shows an admin all organisations, while its creator is an admin', async () => {
    const admin = await server.join(owner, 'admin')
    const path = `${api}/v2/workspaces/${owner.workspace.uid}/agency/admin-links`
    const { data } = await server.must<{ data: { url: string } }>('POST', path, admin.token)
    const token = new URL(data.url).searchParams.get('token') ?? ''
    const { body } = await byToken(token)
    expect(body.clientData).toMatchObject({
      client: { isAdmin: true, canAccess: ['/home', '/leads', '/convos', '/settings', '/analytics'] },
      orgs: [{ ID: org.orgId }],
      agents: [{ ID: agentId }],
    })
    expect((await call('GET', `${orgPath()}/clients`, { bearer: body.token })).status).toBe(200)
    expect((await call('GET', `${orgPath(other, otherOrg)}/clients`, { bearer: body.token })).status).toBe(404)
    expect((await byToken(token)).status).toBe(400)
    const member = `${api}/v2/workspaces/${owner.workspace.uid}/members/${encodeURIComponent(admin.email)}`
    await server.must('DELETE', member, owner.token)
    expect((await me(body.token)).status).toBe(401)
  })

  test('works with the secret of the agency until it is rotated', async () => {
    const agency = `${api}/v2/workspaces/${owner.workspace.uid}/agency`
    const { data } = await server.must<{ data: { secret: string } }>('GET', agency, owner.token)
    expect(data.secret).toMatch(/^[A-Za-z0-9]{25}$/)
    const enter = (secret: string, agencyId = org.agencyId) =>
      call<SignedIn>('POST', `${api}/client/sign-in/secret`, { body: { agencyId, secret } })
    expect((await enter(data.secret, otherOrg.agencyId)).status).toBe(401)
    const { body } = await enter(data.secret)
    expect(body.data.client).toMatchObject({ isAdmin: true, usedSecret: true })
    await server.must('POST', `${agency}/secret`, owner.token)
    expect((await me(body.token)).status).toBe(401)
    expect((await enter(data.secret)).status).toBe(401)
  })

  test('can be created for own client users only, by admins', async () => {
    const { ID } = await addClient()
    const create = (bearer: string, clientId = ID, of = orgPath()) =>
      call('POST', `${of}/clients/${clientId}/sign-in-link`, { bearer })
    const theirs = await makeClient(server, other, otherOrg)
    const second = await makeOrg(server, owner, [])
    for (const answer of [
      await create(owner.token, theirs.clientId),
      await create(owner.token, 'unknown'),
      await create(owner.token, ID, orgPath(owner, second)),
      await create(other.token),
      await create(other.token, ID, orgPath(other, otherOrg)),
    ])
      expect(answer.status).toBe(404)
    const editor = await server.join(owner, 'editor')
    expect((await create(editor.token)).status).toBe(403)
    const orgAdmin = await makeClient(server, owner, org, { isOrgAdmin: true })
    expect([401, 403]).toContain((await create(orgAdmin.token)).status)
  })
})

describe('sessions end', () => {
  const session = async () => {
    const client = await addClient()
    const [first, second] = [await signIn(client.email, password), await signIn(client.email, password)]
    return { ...client, first: first.body.token, second: second.body.token }
  }
  const statuses = async (...tokens: readonly string[]) =>
    Promise.all(tokens.map(async (token) => (await me(token)).status))

  test('on sign-out, here or everywhere', async () => {
    const { first, second, email } = await session()
    await server.must('POST', `${api}/client/sign-out`, first, {})
    expect(await statuses(first, second)).toEqual([401, 200])
    const { body } = await signIn(email, password)
    await server.must('POST', `${api}/client/sign-out`, second, { everywhere: true })
    expect(await statuses(body.token, second)).toEqual([401, 401])
  })

  test('on a new password, except the session that set it', async () => {
    const { first, second } = await session()
    const change = (given: string) =>
      call('PUT', `${api}/client/password`, { bearer: first, body: { password: given, newPassword: 'a new password' } })
    expect((await change('wrong password')).status).toBe(401)
    expect((await change(password)).status).toBe(200)
    expect(await statuses(first, second)).toEqual([200, 401])
  })

  test('on a new password, also one that is being opened with the old password', async () => {
    const { email, first } = await session()
    const { pool } = server.dbs.eu
    const stored = async () => (await pool.query('select password_hash from clients where email = $1', [email])).rows
    const before = await stored()
    const holder = await pool.connect()
    const waiting = async () => {
      const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await holder.query(blocked)).rowCount ?? 0
    }
    try {
      // The sign-in can't be recorded in the audit log, so it goes on only after the change.
      const lock = 'select pg_advisory_lock(hashtextextended($1, 0))'
      await holder.query(lock, [`audit|${owner.workspace.uid}`])
      const late = signIn(email, password)
      await expect.poll(waiting).toBeGreaterThan(0)
      const changed = call('PUT', `${api}/client/password`, {
        bearer: first,
        body: { password, newPassword: 'a new password' },
      })
      const isChanged = async () => JSON.stringify(await stored()) !== JSON.stringify(before)
      await expect.poll(async () => (await isChanged()) || (await waiting()) > 1).toBe(true)
      await holder.query('select pg_advisory_unlock_all()')
      expect((await changed).status).toBe(200)
      expect(await statuses((await late).body.token)).toEqual([401])
    } finally {
      holder.release(true)
    }
  })

  test.each([
    ['a password that the agency set', { dashboardPassword: 'another password' }],
    ['another address', { email: 'moved@example.test' }],
  ])('by %s', async (_, change) => {
    const { ID, first, second } = await session()
    await server.must('PATCH', `${orgPath()}/clients/${ID}`, owner.token, change)
    expect(await statuses(first, second)).toEqual([401, 401])
  })

  test('on removal, with their live streams', async () => {
    const { ID, first } = await session()
    const { conversationId = '' } = (await server.turn({ region: 'eu', id: agentId })).answer.metadata ?? {}
    const live = await fetch(`${api}/v2/agents/${agentId}/conversations/${conversationId}/live`, {
      headers: { authorization: `Bearer ${first}` },
    })
    expect(live.status).toBe(200)
    await server.must('DELETE', `${orgPath()}/clients/${ID}`, owner.token)
    expect(await statuses(first)).toEqual([401])
    // The stream ends by itself.
    await live.text()
  })

  test('with their live streams at once when the workspace is deleted', async () => {
    const { data: workspace } = await server.must<{ data: Person['workspace'] }>(
      'POST',
      `${api}/v2/workspaces`,
      owner.token,
      {},
    )
    const leaving = { ...owner, workspace }
    const agent = await server.makeAgent(leaving)
    const { token } = await makeClient(server, leaving, await makeOrg(server, leaving, [agent.id]), {
      agentIds: [agent.id],
    })
    const live = await fetch(`${api}/client/live`, { headers: { authorization: `Bearer ${token}` } })
    expect(live.status).toBe(200)
    await server.must('DELETE', `${api}/v2/workspaces/${workspace.uid}`, owner.token)
    // The stream ends by itself; the next check is ten minutes away.
    await live.text()
  })

  test('with a reason when the person or the org was deleted, and without one when they just expired', async () => {
    const gone = { status: 401, body: { message: 'Account data not present.', reason: 'client_deleted' } }
    const ended = { status: 401, body: { message: 'Sign in, or send a valid bearer token.' } }
    const { ID, first, second } = await session()
    await server.must('PATCH', `${orgPath()}/clients/${ID}`, owner.token, { dashboardPassword: 'another password' })
    expect(await me(first)).toMatchObject(ended)
    const [removed, changed] = [await session(), second]
    await server.must('DELETE', `${orgPath()}/clients/${removed.ID}`, owner.token)
    expect([await me(removed.first), await me(removed.second)]).toMatchObject([gone, gone])
    expect(await me(changed)).toMatchObject(ended)
    const cookie = { cookie: `parlance.client.eu=${removed.first}` }
    const byCookie = await fetch(`${api}/client/me`, { headers: cookie })
    expect([byCookie.status, await byCookie.json()]).toMatchObject([401, gone.body])

    const elsewhere = await makeOrg(server, owner, [agentId])
    const { token } = await makeClient(server, owner, elsewhere, { agentIds: [agentId] })
    expect((await me(token)).status).toBe(200)
    await server.must('DELETE', orgPath(owner, elsewhere), owner.token)
    expect(await me(token)).toMatchObject(gone)
    // A deleted person has no access anywhere, and is not an admin of the agency.
    expect((await call('GET', `${api}/client/live`, { bearer: token })).status).toBe(401)
    expect((await call('GET', orgPath(), { bearer: token })).status).toBe(401)
    // The sign-in page is public.
    const page = await fetch(`${api}/public/agencies/${org.agencyId}`, { headers: cookie })
    expect(page.status).toBe(200)
  })

  test('their streams when the person loses an agent', async () => {
    const { ID, first } = await session()
    const listen = () => fetch(`${api}/client/live`, { headers: { authorization: `Bearer ${first}` } })
    const live = await listen()
    expect(live.status).toBe(200)
    await server.must('PATCH', `${orgPath()}/clients/${ID}`, owner.token, { widgetIDs: [] })
    // The session stays; the stream with the agent ends by itself, and restarts without it.
    await live.text()
    const again = await listen()
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })

  test('[1.8] their streams while the access of the org is disabled, and a stream reports the change', async () => {
    const closing = await makeOrg(server, owner, [agentId])
    const { token } = await makeClient(server, owner, closing, { agentIds: [agentId] })
    const bystander = await session()
    const open = (path: string, bearer = token) =>
      fetch(`${api}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
    const disable = (disableClientAccess: boolean) =>
      server.must('PATCH', orgPath(owner, closing), owner.token, { settings: { disableClientAccess } })
    const [live, access] = [await open('/client/live'), await open('/client/access')]
    const others = await open('/client/live', bystander.first)
    expect([live.status, access.status, others.status]).toEqual([200, 200, 200])
    await disable(true)
    // Both end by themselves, long before the next check.
    await Promise.all([live.text(), access.text()])
    expect((await open('/client/live')).status).toBe(403)
    const waiting = await open('/client/access')
    expect(waiting.status).toBe(200)
    await disable(false)
    expect(await waiting.text()).toContain('"ready"')
    const again = await open('/client/live')
    expect(again.status).toBe(200)
    await again.body?.cancel()
    // Streams of another org continue.
    const reader = others.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
  })

  test('requests from another site change nothing', async () => {
    const { first } = await session()
    const heard = await fetch(`${api}/client/me`, {
      method: 'PATCH',
      headers: {
        cookie: `parlance.client.eu=${first}`,
        origin: 'https://evil.test',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Mallory' }),
    })
    expect(heard.status).toBe(403)
  })
})

test('client users of another agency see nothing of this one', async () => {
  const stranger = await makeClient(server, other, otherOrg, { isOrgAdmin: true })
  expect((await call('GET', orgPath(), { bearer: stranger.token })).status).toBe(404)
  expect((await call('GET', `${api}/v2/agents/${agentId}/conversations`, { bearer: stranger.token })).status).toBe(404)
})
