// Accounts over HTTP: sign-in with a strict provider, the second step, sessions and what ends with them.
import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { randomId } from '@parlance/contract/lib/ids'
import { type OidcFault, type OidcPerson, startOidc } from '@parlance/simulators/oidc/server'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { operatorReset } from '../../src/cli/reset-factors.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const provider = await startOidc()
afterAll(provider.close)
const { issuer, clientId, clientSecret } = provider
const masterKey = Buffer.alloc(32, 5)
const server = await startTestServer({
  settings: { masterKey, signInProviders: [{ id: 'oidc', name: 'Acme', issuer, clientId, clientSecret }] },
})
const account = `${server.url}/api/account`
afterEach(() => {
  provider.fail(undefined)
  provider.person(undefined)
})

const sql = (text: string, values: unknown[] = []) => server.dbs.identity.pool.query(text, values)
const confirm = (email: string) => sql('update users set email_verified = true where email = $1', [email])
const newEmail = () => `o${randomId(12).toLowerCase()}@example.test`
/** A browser that keeps cookies and sends them with its origin. */
function browser() {
  const jar = new Map<string, string>()
  return {
    jar,
    async post(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const heard = await call<Record<string, never>>('POST', `${account}${path}`, {
        body,
        headers: { origin: server.url, cookie, ...headers },
      })
      for (const set of heard.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return heard
    },
  }
}
type Browser = ReturnType<typeof browser>

/** Signs in at the provider as this person and returns its result. */
async function trip(from: Browser, person: OidcPerson, begin: Record<string, unknown> = { purpose: 'sign-in' }) {
  provider.person(person)
  const { status, body } = await from.post('/providers/oidc/start', begin)
  expect(status, JSON.stringify(body)).toBe(200)
  const there = await fetch(String(body['url']), { redirect: 'manual' })
  const back = new URL(there.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${server.url}/login/callback`)
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
}
async function visit(from: Browser, person: OidcPerson, begin?: Record<string, unknown>) {
  return from.post('/providers/finish', await trip(from, person, begin))
}
const somebody = (email = newEmail(), email_verified = true): OidcPerson => ({
  sub: randomId(20),
  email,
  email_verified,
  name: 'Grace',
})
async function owner(confirmed = true): Promise<Person> {
  const person = await server.signUp('eu')
  if (confirmed) await confirm(person.email)
  return person
}
/** Turns the second factor on; returns the app's code this many steps from now. */
async function secure({ token, password }: Person) {
  const { key } = await server.must<{ key: string }>('POST', `${account}/two-factor`, token, { password })
  const otp = createOTP(new TextDecoder().decode(base32.decode(key)))
  const code = (ahead = 0) => otp.hotp(Math.floor(Date.now() / 30_000) + ahead)
  await server.must('POST', `${account}/two-factor/confirm`, token, { code: await code() })
  return code
}

describe('signing in with another provider', () => {
  test('is offered when configured, without its secrets', async () => {
    const { body } = await call('GET', `${account}/providers`)
    expect(body).toEqual({ items: [{ id: 'oidc', name: 'Acme' }] })
    expect((await browser().post('/providers/github/start', { purpose: 'sign-in' })).status).toBe(404)
  })

  test('asks a new person for a region first, then creates a confirmed account', async () => {
    const [person, here] = [somebody(), browser()]
    expect((await visit(here, person)).body).toEqual({ chooseRegion: { id: 'oidc', name: 'Acme' } })
    expect(here.jar.size).toBe(0)
    const made = await here.post('/providers/finish', await trip(here, person, { purpose: 'sign-in', region: 'na' }), {
      'accept-language': 'fr-CA, en;q=0.5',
    })
    expect(made.body).toMatchObject({
      account: { email: person.email, name: 'Grace', emailVerified: true, region: 'na', language: 'fr' },
    })
    const again = await visit(browser(), { ...person, email: newEmail(), name: 'Other' })
    expect(again.body).toMatchObject({ account: { email: person.email, name: 'Grace' } })
    // The personal workspace and credits are created as usual.
    const { items } = await server.must<{ items: unknown[] }>(
      'GET',
      `${server.api('na')}/v2/workspaces`,
      again.body['token'],
    )
    expect(items).toHaveLength(1)
  })

  test('connects an account automatically only when both sides verified the address', async () => {
    const [proved, unproved, claimed] = [await owner(), await owner(false), await owner()]
    expect((await visit(browser(), somebody(proved.email))).body).toMatchObject({ account: { email: proved.email } })
    const before = (await sql('select 1 from credentials')).rowCount
    const refusals = await Promise.all([
      visit(browser(), somebody(unproved.email)),
      visit(browser(), somebody(claimed.email, false)),
      visit(browser(), somebody(newEmail(), false), { purpose: 'sign-in', region: 'eu' }),
      visit(browser(), { sub: randomId(9) }),
    ])
    for (const { status, body } of refusals) {
      expect(status).toBe(403)
      expect({ ...body, requestId: '' }).toEqual({ ...refusals[0]?.body, requestId: '' })
    }
    expect((await sql('select 1 from credentials')).rowCount).toBe(before)
  })

  test.each<OidcFault>([
    'wrong-issuer',
    'wrong-audience',
    'wrong-nonce',
    'no-nonce',
    'expired',
    'foreign-key',
    'unsigned',
    'wrong-state',
  ])('refuses a provider that answers %s', async (fault) => {
    const { email } = await owner()
    const here = browser()
    provider.fail(fault)
    const { status, body } = await visit(here, somebody(email))
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'INVALID_TOKEN' })
    expect(here.jar.has('parlance.sid')).toBe(false)
  })

  test('reports an unreachable provider, and continues when it is back', async () => {
    const person = somebody((await owner()).email)
    const here = browser()
    const answer = await trip(here, person)
    provider.fail('down')
    expect(await here.post('/providers/finish', answer)).toMatchObject({
      status: 502,
      body: { code: 'UPSTREAM_FAILED' },
    })
    provider.fail(undefined)
    expect((await visit(here, person)).status).toBe(200)
  })

  test('accepts the provider’s rotated keys', async () => {
    const person = somebody((await owner()).email)
    expect((await visit(browser(), person)).status).toBe(200)
    provider.rotate()
    // Keys are fetched again after half a minute at the earliest.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40_000 })
    try {
      expect((await visit(browser(), person)).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is finished by the same browser, once', async () => {
    const person = somebody((await owner()).email)
    const [here, other] = [browser(), browser()]
    const answer = await trip(here, person)
    await trip(other, person)
    for (const wrong of [browser(), other])
      expect(await wrong.post('/providers/finish', answer)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_TOKEN' },
      })
    expect((await here.post('/providers/finish', { ...answer, state: randomId(32) })).status).toBe(400)
    const second = await trip(here, person)
    const cookie = here.jar.get('parlance.provider') ?? ''
    expect((await here.post('/providers/finish', second)).status).toBe(200)
    here.jar.set('parlance.provider', cookie)
    expect((await here.post('/providers/finish', second)).status).toBe(400)
  })

  test('asks for the code if the account has one, and never connects such an account automatically', async () => {
    const person = await owner()
    const code = await secure(person)
    const identity = somebody(person.email)
    expect((await visit(browser(), identity)).status).toBe(403)
    const signedIn = browser()
    await connect(signedIn, person, identity)
    const here = browser()
    expect((await visit(here, identity)).body).toEqual({ secondStep: true })
    expect(here.jar.has('parlance.sid')).toBe(false)
    expect((await here.post('/sign-in/second-step', { code: await code(1) })).status).toBe(200)
    expect(here.jar.has('parlance.sid')).toBe(true)
  })
})

/** Signs the browser in with this person's session, and connects the identity. */
async function connect(from: Browser, person: Person, identity: OidcPerson) {
  from.jar.set('parlance.sid', person.token)
  const begin = { purpose: 'connect', password: person.password }
  const { status, body } = await visit(from, identity, begin)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toEqual({ connected: { id: 'oidc', name: 'Acme' } })
}

describe('connecting a provider', () => {
  test('requires the password and a confirmed address, and works for one account', async () => {
    const [person, other, fresh] = [await owner(), await owner(), await owner(false)]
    const start = (token: string, password: string) =>
      call('POST', `${account}/providers/oidc/start`, { bearer: token, body: { purpose: 'connect', password } })
    expect((await start(person.token, 'wrong')).status).toBe(401)
    expect((await start(fresh.token, fresh.password)).status).toBe(403)
    expect((await browser().post('/providers/oidc/start', { purpose: 'connect' })).status).toBe(401)
    const identity = somebody()
    await connect(browser(), person, identity)
    const theirs = browser()
    theirs.jar.set('parlance.sid', other.token)
    const taken = await visit(theirs, identity, { purpose: 'connect', password: other.password })
    expect(taken).toMatchObject({ status: 409 })
    expect((await visit(browser(), identity)).body).toMatchObject({ account: { email: person.email } })
  })

  test('belongs to its session: another user of the browser is not connected', async () => {
    const [person, other] = [await owner(), await owner()]
    const here = browser()
    here.jar.set('parlance.sid', person.token)
    const answer = await trip(here, somebody(), { purpose: 'connect', password: person.password })
    here.jar.set('parlance.sid', other.token)
    expect((await here.post('/providers/finish', answer)).status).toBe(400)
    const security = await server.must<{ providers: unknown }>('GET', `${account}/security`, other.token)
    expect(security.providers).toEqual([{ id: 'oidc', name: 'Acme', connected: false }])
  })

  test('the last sign-in method is kept', async () => {
    const person = somebody()
    const { body } = await visit(browser(), person, { purpose: 'sign-in', region: 'eu' })
    const gone = (bearer: string) => call('DELETE', `${account}/providers/oidc`, { bearer })
    expect((await gone(String(body['token']))).status).toBe(409)
    const withPassword = await owner()
    await connect(browser(), withPassword, somebody())
    expect((await gone(withPassword.token)).status).toBe(200)
  })

  test('keeps one of two methods that are removed at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { body } = await visit(browser(), somebody(), { purpose: 'sign-in', region: 'eu' })
      const bearer = String(body['token'])
      const { account: me } = await server.must<{ account: { id: string } }>('GET', account, bearer)
      await server.dbs.identity.pool.query(
        `insert into credentials (id, user_id, provider_id, account_id) values ($1, $2, 'former', $1)`,
        [randomId(24), me.id],
      )
      const gone = (id: string) => call('DELETE', `${account}/providers/${id}`, { bearer })
      const both = await Promise.all([gone('oidc'), gone('former')])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })
})

test('[1.7] lets no other site start or finish a sign-in for the current user', async () => {
  const person = await owner()
  const here = browser()
  here.jar.set('parlance.sid', person.token)
  for (const [path, body] of [
    ['/providers/oidc/start', { purpose: 'connect', password: person.password }],
    ['/two-factor', { password: person.password }],
    ['/passkeys/options', { password: person.password }],
  ] as const)
    expect((await here.post(path, body, { origin: 'https://evil.test' })).status).toBe(403)
})

describe('sessions', () => {
  const CHROME =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const signIn = async ({ email, password }: Person, headers: Record<string, string> = {}) =>
    (await call<{ token: string }>('POST', `${account}/sign-in`, { body: { email, password }, headers })).body.token
  interface Listed {
    items: { id: string; browser: string; platform: string; current: boolean }[]
  }
  const list = async (token: string) => (await server.must<Listed>('GET', `${account}/sessions`, token)).items

  test('are listed with little data, and nothing else is stored', async () => {
    const person = await server.signUp('eu')
    const token = await signIn(person, { 'user-agent': CHROME })
    const items = await list(token)
    expect(items).toHaveLength(2)
    expect(items.filter(({ current }) => current)).toEqual([
      expect.objectContaining({ browser: 'chrome', platform: 'macos', country: '' }),
    ])
    const { rows } = await sql(
      `select ip_address, user_agent from sessions s join users u on u.id = s.user_id where u.email = $1`,
      [person.email],
    )
    for (const row of rows) {
      expect(row.ip_address).toMatch(/^(127\.0\.0\.0|0:0:0::|::|)$/)
      expect(['chrome/macos', 'other/other']).toContain(row.user_agent)
    }
  })

  test('ends one at once with its streams, and no others', async () => {
    const [person, other] = [await server.signUp('eu'), await server.signUp('eu')]
    const gone = await signIn(person)
    const live = `${server.api('eu')}/v2/workspaces/${person.workspace.uid}/live`
    const stream = await fetch(live, { headers: { authorization: `Bearer ${gone}` } })
    const ended = stream.text()
    const [id] = (await list(gone)).filter(({ current }) => current).map((one) => one.id)
    expect((await call('DELETE', `${account}/sessions/${id}`, { bearer: other.token })).body).toEqual({ success: true })
    expect(await list(gone)).toHaveLength(2)
    expect((await call('DELETE', `${account}/sessions/${id}`, { bearer: person.token })).body).toEqual({
      success: true,
    })
    await ended
    expect((await call('GET', `${account}/sessions`, { bearer: gone })).status).toBe(401)
    expect(await list(person.token)).toHaveLength(1)
  })
})

describe('an owner who has lost app, codes and passkeys', () => {
  const settings = { dataDir: '/nowhere', databases: server.dbs.urls, masterKey }

  test('is let in by the operator with the password alone, a mail and a log entry', async () => {
    const [person, other] = [await owner(), await owner()]
    const code = await secure(person)
    await secure(other)
    await sql(
      `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, synced)
       select 'lost' || id, id, 'Lost', 'lost' || id, 'x', 0, '{}', false from users where email = $1`,
      [person.email],
    )
    const signIn = () => browser().post('/sign-in', { email: person.email, password: person.password })
    expect((await signIn()).body).toEqual({ secondStep: true })
    const live = `${server.api('eu')}/v2/workspaces/${person.workspace.uid}/live`
    const stream = await fetch(live, { headers: { authorization: `Bearer ${person.token}` } })
    const ended = stream.text()
    const waiting = browser()
    await waiting.post('/sign-in', { email: person.email, password: person.password })
    expect(await operatorReset(settings, ` ${person.email.toUpperCase()}`)).toMatchObject({
      secondFactor: true,
      passkeys: 1,
      sessions: 1,
    })
    expect((await waiting.post('/sign-in/second-step', { code: await code(1) })).status).toBe(400)
    expect((await call('GET', `${account}/security`, { bearer: person.token })).status).toBe(401)
    const entered = await signIn()
    expect(entered.body).toMatchObject({ account: { email: person.email } })
    const again = String(entered.body['token'])
    expect(await server.must('GET', `${account}/security`, again)).toMatchObject({
      twoFactor: { on: false, recoveryCodesLeft: 0 },
      passkeys: [],
    })
    expect(await server.must('GET', `${account}/security`, other.token)).toMatchObject({ twoFactor: { on: true } })
    await ended
    await vi.waitFor(
      async () => {
        const subjects = (await server.mailsTo(person.email)).map(({ subject }) => subject)
        expect(subjects).toContain('Two-factor authentication and passkeys were removed')
        const log = `${server.api('eu')}/v2/workspaces/${person.workspace.uid}/audit`
        const { items } = await server.must<{ items: { action: string; actorKind: string }[] }>('GET', log, again)
        expect(items).toContainEqual(
          expect.objectContaining({ action: 'accounts.factorsReset', actorKind: 'system', actorName: 'operator' }),
        )
      },
      { timeout: 20_000, interval: 200 },
    )
    expect(await operatorReset(settings, person.email)).toMatchObject({ secondFactor: false, passkeys: 0 })
  })

  test('requires an account', async () => {
    await expect(operatorReset(settings, newEmail())).rejects.toThrow('No account has the address')
    await expect(operatorReset(settings, 'nobody')).rejects.toThrow('nobody is no e-mail address.')
  })
})
