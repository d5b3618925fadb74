import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createTestAccounts, DAY, HOUR, PASSWORD, newPerson } from '../testing.ts'

const dbs = await freshDatabases()
const { accounts, clock, call, callAs, bearer, confirmed, inbox, news, signUp, signIn } = createTestAccounts(dbs)
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

async function age(token: string, made: number, expires: number): Promise<void> {
  const { rowCount } = await dbs.identity.pool.query(
    'update sessions set created_at = $2, expires_at = $3 where token = $1',
    [hashOf(token), new Date(Date.now() - made), new Date(Date.now() + expires)],
  )
  expect(rowCount).toBe(1)
}
async function expiryOf(token: string): Promise<number> {
  const { rows } = await dbs.identity.pool.query('select expires_at from sessions where token = $1', [hashOf(token)])
  return rows[0].expires_at.getTime() - Date.now()
}

test('sets a host-only cookie that scripts can’t read', async () => {
  const plain = call()
  const { token } = await accounts.signUp(plain.ctx, newPerson())
  expect(plain.cookies).toEqual([`parlance.sid=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`])
  const secure = createTestAccounts(dbs, { appOrigin: 'https://chat.example.test' })
  const { ctx, cookies } = secure.call()
  const signedUp = await secure.accounts.signUp(ctx, newPerson('na'))
  expect(cookies).toEqual([
    `__Host-parlance.sid=${signedUp.token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
  ])
  const asks = (cookie: string) => secure.accounts.authenticate(new Headers({ cookie }))
  expect(await asks(`a=b; __Host-parlance.sid=${signedUp.token}; c=d`)).toMatchObject({ region: 'na' })
  expect(await asks(`parlance.sid=${signedUp.token}`)).toBeUndefined()
})

test('sign-out ends the session for cookie and bearer, and no other one', async () => {
  const input = newPerson()
  const first = await signUp(input)
  const second = await signIn(input.email)
  const byCookie = (token: string) => accounts.authenticate(new Headers({ cookie: `parlance.sid=${token}` }))
  expect(await byCookie(first.token)).toMatchObject({ email: input.email, sessionToken: first.token })
  const { ctx, cookies } = await callAs(first.token)
  expect(await accounts.signOut(ctx)).toEqual({ success: true })
  expect(cookies).toEqual(['parlance.sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'])
  expect(await byCookie(first.token)).toBeUndefined()
  expect(await bearer(first.token)).toBeUndefined()
  expect(await bearer(second.token)).toMatchObject({ email: input.email })
  await expect(accounts.signOut(call().ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('does not accept a stored hash as a token', async () => {
  const { token } = await signUp(newPerson())
  const { rows } = await dbs.identity.pool.query('select * from sessions where token = $1', [hashOf(token)])
  expect(rows).toHaveLength(1)
  for (const stolen of [rows[0].token, rows[0].token.slice(0, 32), rows[0].id, rows[0].user_id]) {
    expect(await bearer(stolen)).toBeUndefined()
    expect(await accounts.authenticate(new Headers({ cookie: `parlance.sid=${stolen}` }))).toBeUndefined()
  }
})

test('treats made-up, malformed and foreign credentials as signed out', async () => {
  const { token } = await signUp(newPerson())
  for (const wrong of [
    '',
    ' ',
    'null',
    '[]',
    `${token}x`,
    token.toLowerCase(),
    `${token}.${token}`,
    '%00',
    'x'.repeat(9000),
  ])
    expect(await bearer(wrong)).toBeUndefined()
  expect(await accounts.authenticate(new Headers())).toBeUndefined()
  expect(await accounts.authenticate(new Headers({ authorization: `Basic ${token}` }))).toBeUndefined()
  // The bearer token decides; a valid cookie next to it does not help a wrong one.
  const both = new Headers({ authorization: 'Bearer vg_12345678901234567890', cookie: `parlance.sid=${token}` })
  expect(await accounts.authenticate(both)).toBeUndefined()
})

test('prolongs a session with use, and ends it after seven days without', async () => {
  const { token } = await signUp(newPerson())
  expect(await expiryOf(token)).toBeGreaterThan(7 * DAY - HOUR)
  await age(token, 3 * DAY, 4 * DAY)
  expect(await bearer(token)).toBeDefined()
  expect(await expiryOf(token)).toBeGreaterThan(7 * DAY - HOUR)
  await age(token, 8 * DAY, -1000)
  expect(await bearer(token)).toBeUndefined()
})

test('ends a used session after thirty days', async () => {
  const { token } = await signUp(newPerson('na'))
  await age(token, 30 * DAY - HOUR, 6.5 * DAY)
  expect(await bearer(token)).toBeDefined()
  clock.ahead = 2 * HOUR
  expect(await bearer(token)).toBeUndefined()
  clock.ahead = 0
  expect(await bearer(token)).toBeUndefined()
})

test('deletes a person’s expired sessions at their next sign-in', async () => {
  const input = newPerson()
  const { token } = await signUp(input)
  await age(token, 9 * DAY, -DAY)
  await signIn(input.email)
  const { rows } = await dbs.identity.pool.query('select 1 from sessions where token = $1', [hashOf(token)])
  expect(rows).toHaveLength(0)
})

test('deletes a session with its account', async () => {
  const { account, token } = await signUp(newPerson())
  await dbs.identity.pool.query('delete from users where id = $1', [account.id])
  expect(await bearer(token)).toBeUndefined()
})

test('does not mistake a database outage for a wrong password or session', async () => {
  const input = newPerson()
  const { token } = await signUp(input)
  await dbs.identity.pool.query('alter table sessions rename to sessions_away')
  try {
    await expect(bearer(token)).rejects.toThrow(/sessions/)
    await expect(signIn(input.email)).rejects.toThrow(/sessions/)
  } finally {
    await dbs.identity.pool.query('alter table sessions_away rename to sessions')
  }
  expect(await bearer(token)).toBeDefined()
})

describe('a sign-in from a new device', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const CHROME =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const enter = (email: string, ip: string, agent: string) =>
    accounts.signIn(call(undefined, '', ip, agent).ctx, { email, password: PASSWORD })

  test('is mailed once per browser and network, except for the first', async () => {
    const { email, ...rest } = newPerson()
    await confirmed({ email, ...rest })
    const told = async (ip: string, agent: string) => {
      await enter(email, ip, agent)
      return (await news(email)).length
    }
    expect(await told('203.0.113.5', FIREFOX)).toBe(0)
    expect(await told('203.0.113.77', FIREFOX)).toBe(0)
    expect(await told('203.0.113.5', CHROME)).toBe(1)
    expect(await told('203.0.113.5', CHROME)).toBe(0)
    expect(await told('198.51.100.1', FIREFOX)).toBe(1)
    expect(await told('2001:db8:1:2::3', FIREFOX)).toBe(1)
    expect(await told('2001:db8:1:ffff::3', FIREFOX)).toBe(0)
    const { subject, text } = inbox.at(-1) ?? { subject: '', text: '' }
    expect(subject).toBe('New sign-in to your account')
    expect(text).toContain('Device: Firefox on Linux')
    expect(text).toContain('Network: 2001:db8:1::')
    expect(text).toContain('Signed in with: Password')
    expect(text).toContain('/app/eu/account?tab=sessions')
    expect(text).not.toContain(':2::3')
  })

  test('counts again after half a year, not after signing out and in', async () => {
    const { email, ...rest } = newPerson()
    const first = await confirmed({ email, ...rest })
    await enter(email, '203.0.113.5', FIREFOX)
    await enter(email, '203.0.113.5', CHROME)
    await accounts.endOtherSessions((await callAs(first.token)).ctx)
    await news(email)
    await enter(email, '203.0.113.5', CHROME)
    expect(await news(email)).toEqual([])
    clock.ahead += 100 * DAY
    await enter(email, '203.0.113.5', FIREFOX)
    clock.ahead += 100 * DAY
    await enter(email, '203.0.113.5', CHROME)
    expect(await news(email)).toEqual(['New sign-in to your account'])
    clock.ahead = 0
  })

  test('is not mailed to an unconfirmed address, or for a wrong password', async () => {
    const { email } = (await signUp(newPerson())).account
    await enter(email, '203.0.113.5', FIREFOX)
    await enter(email, '203.0.113.5', CHROME)
    expect(await news(email)).toEqual([])
    await dbs.identity.pool.query('update users set email_verified = true where email = $1', [email])
    const ctx = call(undefined, '', '192.0.2.1', FIREFOX).ctx
    await expect(accounts.signIn(ctx, { email, password: 'wrong' })).rejects.toThrow()
    expect(await news(email)).toEqual([])
  })
})
