// Attacks on the sign-in of client users: guessing, flooding, and probing for known addresses.
import { createHash } from 'node:crypto'
import type { Client } from '@parlance/contract/orgs/schemas'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeOrg, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()
const api = server.api('eu')
const password = 'correct horse battery'
type Failure = { code: string; message: string }

let owner: Person
let org: TestOrg
const orgPath = () => `${api}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`
beforeAll(async () => {
  owner = await server.signUp('eu')
  org = await makeOrg(server, owner, [])
})

const addClient = async (input: object = {}) => {
  const email = `mia${Math.random().toString(36).slice(2)}@example.test`
  const body = { email, name: 'Mia Lund', dashboardPassword: password, ...input }
  const { data } = await server.must<{ data: Client }>('POST', `${orgPath()}/clients`, owner.token, body)
  return { ...data, email }
}
const signIn = (email: string, secret: string, cookie?: string) =>
  call<Failure>('POST', `${api}/client/sign-in`, {
    body: { agencyId: org.agencyId, email, password: secret },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  })
const setAgency = (settings: object) =>
  server.must('PATCH', `${api}/v2/workspaces/${owner.workspace.uid}/agency`, owner.token, { settings })
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')

test('reports an unchecked password as wrong where the agency hides known addresses', async () => {
  const { email } = await addClient()
  await server.dbs.eu.pool.query('update clients set failures = 10, guessed_at = now() where email = $1', [email])
  await server.dbs.eu.pool.query(`update clients set blocked_until = now() + interval '1 hour' where email = $1`, [
    email,
  ])
  const guess = async (one: string) => {
    const { status, body, headers } = await signIn(one, password)
    return { status, code: body.code, message: body.message, waits: headers.get('retry-after') }
  }
  expect((await guess(email)).status).toBe(429)
  await setAgency({ hideAccountExistence: true })
  const [known, unknown] = [await guess(email), await guess('nobody@example.test')]
  await setAgency({ hideAccountExistence: false })
  expect(known).toEqual(unknown)
  expect(known.status).toBe(401)
})

test('ends the wait for wrong passwords when the agency sets a new one, and forgets known browsers', async () => {
  const { email, ID } = await addClient()
  const cookie = cookiesOf((await signIn(email, password)).headers)
  const block = (table: string, where: string) =>
    server.dbs.eu.pool.query(
      `update ${table} set failures = 20, guessed_at = now(), blocked_until = now() + interval '15 minutes' where ${where} = $1`,
      [ID],
    )
  await block('clients', 'id')
  await block('client_browsers', 'client_id')
  expect((await signIn(email, password)).status).toBe(429)
  expect((await signIn(email, password, cookie)).status).toBe(429)
  const dashboardPassword = 'staple battery horse'
  await server.must('PATCH', `${orgPath()}/clients/${ID}`, owner.token, { dashboardPassword })
  expect((await signIn(email, dashboardPassword)).status).toBe(200)
  expect((await signIn(email, dashboardPassword, cookie)).status).toBe(200)
})

describe('a stranger who knows the address', async () => {
  const node = await server.anotherNode({ trustedProxies: 1 })
  const proxied = node.api('eu')
  const from = (address: string, cookie = '') => ({
    'x-forwarded-for': address,
    ...(cookie === '' ? {} : { cookie }),
  })
  const guess = (email: string, given: string, address: string, cookie = '') =>
    call<Failure>('POST', `${proxied}/client/sign-in`, {
      body: { agencyId: org.agencyId, email, password: given },
      headers: from(address, cookie),
    })
  const askCode = (email: string, address: string, given: { code?: string; cookie?: string } = {}) =>
    call('POST', `${proxied}/rpc/ssoClient`, {
      body: { email, agencyId: org.agencyId, ...(given.code === undefined ? {} : { code: given.code }) },
      headers: from(address, given.cookie),
    })

  test('cannot lock a person out of a browser with an earlier sign-in, by password or code', async () => {
    const { email } = await addClient()
    const cookie = cookiesOf((await guess(email, password, '203.0.113.1')).headers)
    await server.dbs.eu.pool.query(
      `update clients set failures = 20, guessed_at = now(), blocked_until = now() + interval '15 minutes' where email = $1`,
      [email],
    )
    await server.dbs.eu.pool.query(
      `insert into client_sign_in_codes (id, client_id, code_hash, browser_hash, address_hash, tries, sent_at, expires_at)
       select id || n, id, 'x', 'x', 'address ' || n, 5, now(), now() + interval '10 minutes' from clients, generate_series(1, 9) n where email = $1`,
      [email],
    )
    expect((await guess(email, password, '203.0.113.2')).status).toBe(429)
    expect((await guess(email, password, '203.0.113.1', cookie)).status).toBe(200)
    expect((await askCode(email, '203.0.113.2')).status).toBe(429)
    expect((await askCode(email, '203.0.113.1', { cookie })).status).toBe(200)
    const code = await vi.waitFor(async () => {
      const found = (await node.mailsTo(email)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0]
      if (!found) throw new Error('no code yet')
      return found
    }, 20_000)
    expect((await askCode(email, '203.0.113.1', { code, cookie })).status).toBe(200)
  })

  test('gets one code attempt after ten in all, however many addresses they use', async () => {
    const { email } = await addClient()
    for (let n = 0; n < 4; n += 1) {
      const address = `203.0.113.${String(10 + n)}`
      const cookie = cookiesOf((await askCode(email, address)).headers)
      for (let tries = 0; tries < 5; tries += 1) await askCode(email, address, { code: 'abcdef', cookie })
    }
    const { rows } = await server.dbs.eu.pool.query<{ tries: number }>(
      'select sum(tries)::int as tries from client_sign_in_codes c join clients p on p.id = c.client_id where p.email = $1',
      [email],
    )
    expect(rows[0]?.tries).toBe(5 + 5 + 1 + 1)
  })
})

describe('a mailed code', () => {
  const ask = (email: string, code?: string, cookie?: string) =>
    call('POST', `${api}/rpc/ssoClient`, {
      body: { email, agencyId: org.agencyId, ...(code === undefined ? {} : { code }) },
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    })
  const codesTo = async (email: string) =>
    (await server.mailsTo(email)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  const codeTo = (email: string) =>
    vi.waitFor(async () => {
      const [code] = await codesTo(email)
      if (!code) throw new Error('no code yet')
      return code
    })
  const asked = async () => {
    const { email } = await addClient()
    const { headers } = await ask(email)
    return { email, cookie: cookiesOf(headers), code: await codeTo(email) }
  }

  test('is limited to one in 30 seconds and three in 15 minutes per sender, even after use', async () => {
    const { email, cookie, code } = await asked()
    expect((await ask(email, code, cookie)).status).toBe(200)
    const agoBy = (seconds: number) =>
      server.dbs.eu.pool.query(
        `update client_sign_in_codes set sent_at = sent_at - make_interval(secs => $2) where client_id = (select id from clients where email = $1)`,
        [email, seconds],
      )
    const statuses: number[] = []
    for (let asks = 0; asks < 3; asks += 1) {
      await agoBy(31)
      statuses.push((await ask(email)).status)
    }
    expect(statuses).toEqual([200, 200, 429])
    await agoBy(15 * 60)
    expect((await ask(email)).status).toBe(200)
  })

  test('still lets the person in when a stranger asks too', async () => {
    const { email } = await addClient()
    const first = await ask(email)
    const code = await codeTo(email)
    // As if another person had asked first and last, each with their own tries.
    const { rows } = await server.dbs.eu.pool.query<{ id: string }>('select id from clients where email = $1', [email])
    for (let n = 0; n < 3; n += 1)
      await server.dbs.eu.pool.query(
        `insert into client_sign_in_codes (id, client_id, code_hash, browser_hash, address_hash, tries, sent_at, expires_at)
         values ($1 || $2, $1, 'theirs', 'their browser', 'their address', 5, now(), now() + interval '10 minutes')`,
        [rows[0]?.id, String(n)],
      )
    expect((await ask(email, code, cookiesOf(first.headers))).status).toBe(200)
    const later = await addClient()
    await server.dbs.eu.pool.query(
      `update client_sign_in_codes set client_id = (select id from clients where email = $2)
       where client_id = (select id from clients where email = $1) and address_hash = 'their address'`,
      [email, later.email],
    )
    expect((await ask(later.email)).status).toBe(200)
    await server.dbs.eu.pool.query(
      `insert into client_sign_in_codes (id, client_id, code_hash, browser_hash, address_hash, sent_at, expires_at)
       select id || n, id, 'x', 'x', 'address ' || n, now(), now() from clients, generate_series(1, 9) n where email = $1`,
      [later.email],
    )
    await server.dbs.eu.pool.query(
      `update client_sign_in_codes set sent_at = sent_at - interval '1 minute' where client_id = (select id from clients where email = $1)`,
      [later.email],
    )
    expect((await ask(later.email)).status).toBe(429)
  })

  test('stays valid when its browser asks again too soon', async () => {
    const { email, cookie, code } = await asked()
    const again = await ask(email, undefined, cookie)
    expect([again.status, cookiesOf(again.headers)]).toEqual([429, ''])
    expect((await ask(email, code, cookie)).status).toBe(200)
  })

  test('does not reveal known addresses where the agency hides them, however often it is requested', async () => {
    await setAgency({ hideAccountExistence: true })
    const { email } = await addClient()
    const shape = async (one: string, cookie?: string) => {
      const { status, headers, body } = await ask(one, undefined, cookie)
      const given = cookiesOf(headers)
      return { cookie: given, seen: [status, body, given.replace(/=.*/, ''), cookie !== undefined && given === cookie] }
    }
    const askedThrice = async (one: string) => {
      const first = await shape(one)
      const same = await shape(one, first.cookie)
      return [first, same, await shape(one)].map(({ seen }) => seen)
    }
    const [known, unknown] = [await askedThrice(email), await askedThrice('nobody@example.test')]
    const code = await codeTo(email)
    await setAgency({ hideAccountExistence: false })
    expect(known).toEqual(unknown)
    expect(known.map(([status]) => status)).toEqual([200, 200, 200])
    expect(await codesTo(email)).toEqual([code])
  })
})

describe('a mailed link', () => {
  const linkTo = (email: string) =>
    vi.waitFor(async () => {
      const token = (await server.mailsTo(email)).map(({ text }) => /token=(cln_\w+)/.exec(text)?.[1]).find(Boolean)
      if (!token) throw new Error('no link yet')
      return token
    })

  test('is refused before the password is checked when it is wrong', async () => {
    const { email } = await addClient({ dashboardPassword: undefined })
    // A password of this length is never hashed.
    const setPassword = (token: string) =>
      call<Failure>('POST', `${api}/client/password/set`, { body: { token, password: '👩‍👩‍👧'.repeat(15) } })
    expect((await setPassword(await linkTo(email))).body.code).toBe('INVALID_INPUT')
    expect((await setPassword(`cln_${'x'.repeat(32)}`)).body.code).toBe('INVALID_TOKEN')
  })

  test('is limited to three in 15 minutes and ten a day per mailbox, however it is spelled and whichever user is invited', async () => {
    const { email: first, ID } = await addClient({ dashboardPassword: undefined })
    const [name = '', domain = ''] = first.split('@')
    const invite = (id: string) => call('POST', `${orgPath()}/clients/${id}/invite`, { bearer: owner.token, body: {} })
    const agoBy = (minutes: number) =>
      server.dbs.eu.pool.query(
        `update client_invitation_mails set at = at - make_interval(mins => $2) where mailbox = $1`,
        [createHash('sha256').update(`mailbox:${first}`).digest('hex'), minutes],
      )
    expect((await invite(ID)).status).toBe(200)
    await addClient({ email: `${name}+2@${domain}`, dashboardPassword: undefined })
    const moved = await addClient()
    await server.must('PATCH', `${orgPath()}/clients/${moved.ID}`, owner.token, { email: `${name}+3@${domain}` })
    const refused = await invite(moved.ID)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    const body = { email: `${name}+4@${domain}`, name: 'Mia Lund' }
    expect((await call('POST', `${orgPath()}/clients`, { bearer: owner.token, body })).status).toBe(429)
    const statuses: number[] = []
    for (let times = 0; times < 8; times += 1) {
      await agoBy(16)
      statuses.push((await invite(ID)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429])
    expect((await invite((await addClient()).ID)).status).toBe(200)
  })
})
