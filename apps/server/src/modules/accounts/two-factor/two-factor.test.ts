import { createOTP } from '@better-auth/utils/otp'
import { describe, expect, test } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createTestAccounts, MINUTE, PASSWORD, newPerson, cookieHeader } from '../testing.ts'

const dbs = await freshDatabases()
const { accounts, clock, call, callAs, bearer, confirmed, news, signUp, signIn, mailedToken } = createTestAccounts(dbs)
const STEP = 30_000
const INVALID = { code: 'INVALID_TOKEN' }

function appOf(key: string) {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const otp = createOTP(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2))))
  return (ahead = 0) => otp.hotp(Math.floor((Date.now() + clock.ahead) / STEP) + ahead)
}
const later = (ms: number) => (clock.ahead += ms)

async function secured() {
  const input = newPerson()
  const { account, token } = await confirmed(input)
  const { ctx } = await callAs(token)
  const { key, uri, qr } = await accounts.startTwoFactor(ctx, { password: PASSWORD })
  const app = appOf(key)
  const { recoveryCodes } = await accounts.confirmTwoFactor(ctx, { code: await app() })
  later(STEP)
  return { ...input, id: account.id, token, ctx, key, uri, qr, app, recoveryCodes }
}
/** After the right password: the cookie of the browser that waits for the code. */
async function waiting(email: string, password = PASSWORD) {
  const { ctx, cookies } = call()
  expect(await accounts.signIn(ctx, { email, password })).toEqual({ secondStep: true })
  return cookieHeader(cookies)
}
const finish = (cookie: string, code: string) => accounts.secondStep(call(undefined, cookie).ctx, { code })

describe('setting it up', () => {
  test('asks for the password, returns key and QR code, and is off before a code', async () => {
    const input = newPerson()
    const { token } = await confirmed(input)
    const { ctx } = await callAs(token)
    await expect(accounts.startTwoFactor(ctx, { password: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await expect(accounts.startTwoFactor(ctx, {})).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const { key, uri, qr } = await accounts.startTwoFactor(ctx, { password: PASSWORD })
    expect(new URL(uri).searchParams.get('secret')).toBe(key)
    expect(decodeURIComponent(uri)).toContain(`Parlance:${input.email}`)
    expect(new Set(qr.map((row) => row.length))).toEqual(new Set([qr.length]))
    await expect(accounts.confirmTwoFactor(ctx, { code: '000000' })).rejects.toMatchObject(INVALID)
    expect((await accounts.security(ctx)).twoFactor.on).toBe(false)
    const byPassword = await signIn(input.email)
    const { recoveryCodes } = await accounts.confirmTwoFactor(ctx, { code: await appOf(key)() })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await accounts.security(ctx)).twoFactor).toMatchObject({ on: true, recoveryCodesLeft: 10 })
    // Sessions opened with the password alone have ended.
    expect(await accounts.sessionNow(byPassword.token)).toBeUndefined()
    expect(await accounts.sessionNow(token)).toMatchObject({ email: input.email, emailVerified: true })
    await expect(accounts.startTwoFactor(ctx, { password: PASSWORD })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('requires a confirmed address, so that no one leaves a back door', async () => {
    const { ctx } = await callAs((await signUp(newPerson())).token)
    await expect(accounts.startTwoFactor(ctx, { password: PASSWORD })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('stores neither key nor recovery codes in plain text', async () => {
    const { id, key, recoveryCodes } = await secured()
    const { rows } = await dbs.identity.pool.query(
      `select row_to_json(t)::text as text from two_factors t where user_id = $1
       union all select row_to_json(r)::text from recovery_codes r where user_id = $1`,
      [id],
    )
    expect(rows).toHaveLength(11)
    const stored = JSON.stringify(rows)
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secret)
  })
})

test('mails about all changes, and not about refusals', async () => {
  const { email, ctx, app, recoveryCodes } = await secured()
  expect(await news(email)).toEqual(['Two-factor authentication was turned on'])
  await expect(finish(await waiting(email), recoveryCodes[0]?.replace(/./g, '2') ?? '')).rejects.toMatchObject(INVALID)
  expect(await news(email)).toEqual([])
  await finish(await waiting(email), recoveryCodes[0] ?? '')
  expect(await news(email)).toEqual(['A recovery code was used to sign in'])
  await accounts.renewRecoveryCodes(ctx, { password: PASSWORD, code: await app() })
  expect(await news(email)).toEqual(['New recovery codes were created'])
  await expect(accounts.stopTwoFactor(ctx, { password: PASSWORD, code: '000000' })).rejects.toMatchObject(INVALID)
  later(STEP)
  await accounts.stopTwoFactor(ctx, { password: PASSWORD, code: await app() })
  await accounts.stopTwoFactor(ctx, { password: PASSWORD, code: '000000' })
  expect(await news(email)).toEqual(['Two-factor authentication was turned off'])
})

describe('signing in', () => {
  test('opens a session only after the code', async () => {
    const { email, id, app } = await secured()
    const sessions = async () =>
      (await dbs.identity.pool.query('select 1 from sessions where user_id = $1', [id])).rowCount
    const before = await sessions()
    const { ctx, cookies } = call()
    expect(await accounts.signIn(ctx, { email, password: PASSWORD })).toEqual({ secondStep: true })
    expect(cookies).toEqual([
      expect.stringMatching(/^parlance\.second-step=\w{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/),
    ])
    expect(await sessions()).toBe(before)
    expect(await accounts.authenticate(new Headers({ cookie: cookieHeader(cookies) }))).toBeUndefined()
    const waiter = cookies[0]?.match(/=(\w{32})/)?.[1] ?? ''
    expect(await bearer(waiter)).toBeUndefined()
    const { token } = await finish(cookieHeader(cookies), await app())
    expect(await bearer(token)).toMatchObject({ email })
  })

  test('accepts each code once, also concurrently', async () => {
    const { email, app } = await secured()
    const code = await app()
    const cookies = await Promise.all([1, 2, 3].map(() => waiting(email)))
    const results = await Promise.allSettled(cookies.map((cookie) => finish(cookie, code)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // Older codes are refused too, even unused ones.
    await expect(finish(await waiting(email), await app(-1))).rejects.toMatchObject(INVALID)
  })

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('a clock that is %i steps off: %s', async (ahead, taken) => {
    const { email, app } = await secured()
    later(10 * STEP)
    const done = await Promise.allSettled([finish(await waiting(email), await app(ahead))])
    expect(done[0].status).toBe(taken ? 'fulfilled' : 'rejected')
  })

  test('is finished by the same browser, once, within ten minutes', async () => {
    const { email, app } = await secured()
    const other = await secured()
    const cookie = await waiting(email)
    await expect(finish('', await app())).rejects.toMatchObject(INVALID)
    await expect(finish('parlance.second-step=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', await app())).rejects.toMatchObject(
      INVALID,
    )
    await expect(finish(await waiting(other.email), await app())).rejects.toMatchObject(INVALID)
    await finish(cookie, await app())
    later(2 * STEP)
    await expect(finish(cookie, await app())).rejects.toMatchObject(INVALID)
    const late = await waiting(email)
    later(10 * MINUTE + 1000)
    await expect(finish(late, await app())).rejects.toMatchObject(INVALID)
  })

  test('[1.20] blocks for a quarter of an hour after five wrong codes in a row, from anywhere', async () => {
    const { email, app, recoveryCodes } = await secured()
    const cookies = await Promise.all([waiting(email), waiting(email)])
    for (let i = 0; i < 5; i += 1)
      await expect(finish(cookies[i % 2] ?? '', i % 2 ? 'bcdfg-hjkmn' : '000000')).rejects.toMatchObject(INVALID)
    for (const code of [await app(), recoveryCodes[0] ?? '', '000000'])
      await expect(finish(cookies[0] ?? '', code)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 900 })
    later(15 * MINUTE)
    await finish(await waiting(email), await app())
  })

  test('[1.20] counts concurrent wrong codes', async () => {
    const { email, app } = await secured()
    const cookie = await waiting(email)
    const guesses = Array.from({ length: 12 }, (_, i) => finish(cookie, String(100_000 + i)))
    const codes = (await Promise.allSettled(guesses)).map((one) => one.status === 'rejected' && one.reason.code)
    expect(codes.filter((code) => code === 'INVALID_TOKEN')).toHaveLength(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7)
    await expect(finish(cookie, await app())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('accepts a recovery code once, however typed, and never of another account', async () => {
    const one = await secured()
    const two = await secured()
    const [code = '', foreign = ''] = [one.recoveryCodes[0], two.recoveryCodes[0]]
    await expect(finish(await waiting(one.email), foreign)).rejects.toMatchObject(INVALID)
    const typed = ` ${code.replace('-', '').toUpperCase()} `
    const { token } = await finish(await waiting(one.email), typed)
    expect((await accounts.security((await callAs(token)).ctx)).twoFactor.recoveryCodesLeft).toBe(9)
    await expect(finish(await waiting(one.email), code)).rejects.toMatchObject(INVALID)
  })
})

describe('bypass attempts', () => {
  test('asks for the code after a password reset, and ends earlier sign-ins', async () => {
    const { email, app } = await secured()
    const begun = await waiting(email)
    await accounts.requestPasswordReset(call().ctx, { email })
    const { ctx, cookies } = call()
    await accounts.resetPassword(ctx, { token: await mailedToken(email, 'reset-password'), password: 'a new password' })
    expect(cookies).toEqual([expect.stringMatching(/^parlance\.sid=; .*Max-Age=0/)])
    await expect(finish(begun, await app())).rejects.toMatchObject(INVALID)
    later(2 * STEP)
    await finish(await waiting(email, 'a new password'), await app())
  })

  test('ends earlier sign-ins after a password change', async () => {
    const { email, app, ctx } = await secured()
    const begun = await waiting(email)
    await accounts.changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'a new password' })
    await expect(finish(begun, await app())).rejects.toMatchObject(INVALID)
  })

  test('is turned off with the password and a code', async () => {
    const { email, app, ctx } = await secured()
    await expect(accounts.stopTwoFactor(ctx, { password: 'wrong', code: await app() })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await expect(accounts.stopTwoFactor(ctx, { password: PASSWORD, code: '000000' })).rejects.toMatchObject(INVALID)
    await waiting(email)
    await accounts.stopTwoFactor(ctx, { password: PASSWORD, code: await app() })
    await signIn(email)
    expect((await accounts.security(ctx)).twoFactor).toEqual({ on: false, since: null, recoveryCodesLeft: 0 })
  })

  test('invalidates old recovery codes with new ones', async () => {
    const { email, app, ctx, recoveryCodes } = await secured()
    const made = await accounts.renewRecoveryCodes(ctx, { password: PASSWORD, code: await app() })
    expect(made.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([])
    await expect(finish(await waiting(email), recoveryCodes[0] ?? '')).rejects.toMatchObject(INVALID)
    await finish(await waiting(email), made.recoveryCodes[0] ?? '')
  })
})
