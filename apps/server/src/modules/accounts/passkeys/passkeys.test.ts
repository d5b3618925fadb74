import { describe, expect, test } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createAuthenticator } from './authenticator.testing.ts'
import { createTestAccounts, MINUTE, PASSWORD, newPerson, cookieHeader } from '../testing.ts'

const dbs = await freshDatabases()
const { accounts, clock, call, callAs, bearer, confirmed, news, signUp, mailedToken } = createTestAccounts(dbs)
const SITE = { rpID: 'localhost', origin: 'http://localhost:3000' }
const INVALID = { code: 'INVALID_TOKEN' }
const challengeOf = ({ options }: { options: Record<string, unknown> }) => String(options['challenge'])

async function asked(token: string) {
  const { ctx, cookies } = await callAs(token)
  const challenge = challengeOf(await accounts.passkeyOptions(ctx, { password: PASSWORD }))
  return { challenge, cookie: cookieHeader(cookies) }
}
async function somebody() {
  const input = newPerson()
  const { account, token } = await confirmed(input)
  const device = createAuthenticator(SITE)
  const { challenge, cookie } = await asked(token)
  const { ctx } = await callAs(token, cookie)
  const { passkey } = await accounts.addPasskey(ctx, { name: 'Laptop', response: device.make(challenge) })
  return { ...input, id: account.id, token, device, passkey }
}
async function createSignIn() {
  const { ctx, cookies } = call()
  const challenge = challengeOf(await accounts.passkeySignInOptions(ctx))
  return { challenge, cookie: cookieHeader(cookies) }
}
const enter = (cookie: string, response: Record<string, unknown>) =>
  accounts.signInByPasskey(call(undefined, cookie).ctx, { response })

describe('adding one', () => {
  test('asks for the password and a confirmed address, and lists the passkey', async () => {
    const { token, passkey } = await somebody()
    const { ctx } = await callAs(token)
    expect((await accounts.security(ctx)).passkeys).toEqual([passkey])
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null, synced: false })
    await expect(accounts.passkeyOptions(ctx, { password: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    const stranger = await callAs((await signUp(newPerson())).token)
    await expect(accounts.passkeyOptions(stranger.ctx, { password: PASSWORD })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('accepts a challenge once, from its browser and account', async () => {
    const { token } = await confirmed(newPerson())
    const other = await confirmed(newPerson())
    const { challenge, cookie } = await asked(token)
    const add = async (as: string, sent: string, response: Record<string, unknown>) =>
      accounts.addPasskey((await callAs(as, sent)).ctx, { name: 'x', response })
    const device = createAuthenticator(SITE)
    await expect(add(token, '', device.make(challenge))).rejects.toMatchObject(INVALID)
    await expect(add(other.token, cookie, device.make(challenge))).rejects.toMatchObject(INVALID)
    await expect(add(token, cookie, device.make(challenge))).rejects.toMatchObject(INVALID)
    const again = await asked(token)
    await add(token, again.cookie, device.make(again.challenge))
    await expect(add(token, again.cookie, createAuthenticator(SITE).make(again.challenge))).rejects.toMatchObject(
      INVALID,
    )
  })

  test.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['whose device did not check its person', { verified: false }],
  ])('an answer %s is refused', async (_, making) => {
    const { token } = await confirmed(newPerson())
    const { challenge, cookie } = await asked(token)
    const { ctx } = await callAs(token, cookie)
    const response = createAuthenticator(SITE).make(challenge, making)
    await expect(accounts.addPasskey(ctx, { name: 'x', response })).rejects.toMatchObject(INVALID)
    expect((await accounts.security(ctx)).passkeys).toEqual([])
  })

  test('refuses a passkey of another account', async () => {
    const { device } = await somebody()
    const { token } = await confirmed(newPerson())
    const { challenge, cookie } = await asked(token)
    const { ctx } = await callAs(token, cookie)
    await expect(accounts.addPasskey(ctx, { name: 'x', response: device.make(challenge) })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})

describe('signing in with one', () => {
  test('needs neither password nor code', async () => {
    const { email, device, token } = await somebody()
    const { challenge, cookie } = await createSignIn()
    const entered = await enter(cookie, device.sign(challenge))
    expect(await bearer(entered.token)).toMatchObject({ email })
    const [passkey] = (await accounts.security((await callAs(token)).ctx)).passkeys
    expect(passkey?.lastUsedAt).not.toBeNull()
  })

  test('uses a challenge once, whether or not it succeeds', async () => {
    const { device } = await somebody()
    const right = await createSignIn()
    await enter(right.cookie, device.sign(right.challenge))
    await expect(enter(right.cookie, device.sign(right.challenge))).rejects.toMatchObject(INVALID)
    const wrong = await createSignIn()
    await expect(enter(wrong.cookie, device.sign('guessed'))).rejects.toMatchObject(INVALID)
    await expect(enter(wrong.cookie, device.sign(wrong.challenge))).rejects.toMatchObject(INVALID)
    const both = await createSignIn()
    const answers = [device.sign(both.challenge), device.sign(both.challenge)]
    const results = await Promise.allSettled(answers.map((answer) => enter(both.cookie, answer)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('binds a challenge to a browser for ten minutes', async () => {
    const { device } = await somebody()
    const [mine, other] = [await createSignIn(), await createSignIn()]
    await expect(enter('', device.sign(mine.challenge))).rejects.toMatchObject(INVALID)
    await expect(enter(other.cookie, device.sign(mine.challenge))).rejects.toMatchObject(INVALID)
    clock.ahead += 10 * MINUTE + 1000
    await expect(enter(mine.cookie, device.sign(mine.challenge))).rejects.toMatchObject(INVALID)
  })

  test.each([
    ['of another page', { origin: 'http://localhost:3001' }],
    ['for another site', { rpID: 'evil.test' }],
    ['whose device did not check its person', { verified: false }],
  ])('an answer %s is refused', async (_, signing) => {
    const { device } = await somebody()
    const { challenge, cookie } = await createSignIn()
    await expect(enter(cookie, device.sign(challenge, signing))).rejects.toMatchObject(INVALID)
  })

  test('refuses a signature whose counter did not increase', async () => {
    const { device } = await somebody()
    const count = async (counter: number) => {
      const { challenge, cookie } = await createSignIn()
      return enter(cookie, device.sign(challenge, { counter }))
    }
    await count(5)
    for (const counter of [5, 4, 0]) await expect(count(counter)).rejects.toMatchObject(INVALID)
    await count(6)
  })

  test('answers the same for unknown, removed and others’ passkeys', async () => {
    const { device, passkey, token } = await somebody()
    const eve = await somebody()
    const tryIt = async (one: ReturnType<typeof createAuthenticator>) => {
      const { challenge, cookie } = await createSignIn()
      return enter(cookie, one.sign(challenge)).catch((error: unknown) => String(error))
    }
    await accounts.removePasskey((await callAs(eve.token)).ctx, { passkeyId: passkey.id })
    expect(await tryIt(device)).toMatchObject({ account: {} })
    await accounts.removePasskey((await callAs(token)).ctx, { passkeyId: passkey.id })
    expect(await tryIt(device)).toBe(await tryIt(createAuthenticator(SITE)))
  })

  test('keeps the last sign-in method, also when two are removed at once', async () => {
    const { id, passkey, token } = await somebody()
    await dbs.identity.pool.query(`delete from credentials where user_id = $1`, [id])
    const remove = async (passkeyId: string) => accounts.removePasskey((await callAs(token)).ctx, { passkeyId })
    const left = async () => (await accounts.security((await callAs(token)).ctx)).passkeys.map((one) => one.id)
    await expect(remove(passkey.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Set a password or add a passkey first, so that you can still sign in.',
    })
    // A provider that isn't configured here doesn't count as a sign-in method.
    await dbs.identity.pool.query(
      `insert into credentials (id, user_id, provider_id, account_id) values ($1, $1, 'closed', $1)`,
      [id],
    )
    await expect(remove(passkey.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const { challenge, cookie } = await asked(token)
    const other = createAuthenticator(SITE)
    const { ctx } = await callAs(token, cookie)
    const added = await accounts.addPasskey(ctx, { name: 'Phone', response: other.make(challenge) })
    const both = await Promise.allSettled([remove(passkey.id), remove(added.passkey.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await left()).toHaveLength(1)
  })

  test('is renamed by its owner only', async () => {
    const [{ passkey, token }, eve] = [await somebody(), await somebody()]
    const rename = async (as: string, name: string) =>
      accounts.renamePasskey((await callAs(as)).ctx, { passkeyId: passkey.id, name })
    const names = async () => (await accounts.security((await callAs(token)).ctx)).passkeys.map(({ name }) => name)
    expect(await rename(eve.token, 'Mine')).toEqual({ success: true })
    expect(await names()).toEqual(['Laptop'])
    expect(await rename(token, 'Work laptop')).toEqual({ success: true })
    expect(await names()).toEqual(['Work laptop'])
    await expect(rename(token, 'a\0b')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('mails about added and removed passkeys', async () => {
    const { email, passkey, token } = await somebody()
    const eve = await somebody()
    expect(await news(email)).toEqual(['A passkey was added to your account'])
    const remove = async (as: string) => accounts.removePasskey((await callAs(as)).ctx, { passkeyId: passkey.id })
    await remove(eve.token)
    expect(await news(email)).toEqual([])
    await remove(token)
    await remove(token)
    expect(await news(email)).toEqual(['A passkey was removed from your account'])
  })

  test('survives a password reset', async () => {
    const { email, device } = await somebody()
    await accounts.requestPasswordReset(call().ctx, { email })
    const token = await mailedToken(email, 'reset-password')
    await accounts.resetPassword(call().ctx, { token, password: 'a new password' })
    const { challenge, cookie } = await createSignIn()
    await enter(cookie, device.sign(challenge))
  })
})
