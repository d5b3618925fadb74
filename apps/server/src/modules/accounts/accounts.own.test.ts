import { describe, expect, test } from 'vitest'
import { freshDatabases } from '../../testing/databases.ts'
import { bench, PASSWORD, person } from './accounts.testing.ts'

const dbs = await freshDatabases()
const { accounts, call, callAs, bearer, signUp, signIn, mailedToken } = bench(dbs)
const NEW = 'staple battery horse'
const change = async (token: string, currentPassword: string, newPassword: string) =>
  accounts.changePassword((await callAs(token)).ctx, { currentPassword, newPassword })

describe('changing the password', () => {
  test('signs in with the new one alone, keeps this session and ends the others, of this account only', async () => {
    const [input, other] = [person(), person()]
    const here = await signUp(input)
    const elsewhere = await signIn(input.email)
    const neighbour = await signUp(other)
    expect(await change(here.token, PASSWORD, NEW)).toEqual({ success: true })
    expect(await bearer(here.token)).toMatchObject({ email: input.email })
    expect(await bearer(elsewhere.token)).toBeUndefined()
    expect(await bearer(neighbour.token)).toMatchObject({ email: other.email })
    await expect(signIn(input.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await signIn(input.email, NEW)
    await signIn(other.email)
  })

  test('needs the current one, and changes nothing without', async () => {
    const input = person()
    const { token } = await signUp(input)
    const elsewhere = await signIn(input.email)
    for (const wrong of ['wrong password', `${PASSWORD} `, 'x'.repeat(1000)]) {
      await expect(change(token, wrong, NEW)).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
        message: 'The current password is not right.',
      })
    }
    await expect(change(token, PASSWORD, 'é'.repeat(200))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await bearer(elsewhere.token)).toMatchObject({ email: input.email })
    await signIn(input.email)
  })

  test('of two changes at once one wins, and the other learns that its current password is none', async () => {
    const { token } = await signUp(person())
    const results = await Promise.allSettled([change(token, PASSWORD, NEW), change(token, PASSWORD, `${NEW} 2`)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('ends a link for a reset that was asked for before', async () => {
    const input = person()
    const { token } = await signUp(input)
    await accounts.requestPasswordReset(call().ctx, { email: input.email })
    const link = await mailedToken(input.email, 'reset-password')
    await change(token, PASSWORD, NEW)
    const late = accounts.resetPassword(call().ctx, { token: link, password: 'stolen password' })
    await expect(late).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await signIn(input.email, NEW)
  })
})

test('signing out everywhere else ends every session of the account but this one', async () => {
  const [input, other] = [person('na'), person()]
  const here = await signUp(input)
  const elsewhere = [await signIn(input.email), await signIn(input.email)]
  const neighbour = await signUp(other)
  const { ctx } = await callAs(here.token)
  expect(await accounts.endOtherSessions(ctx)).toEqual({ success: true, ended: 2 })
  expect(await accounts.endOtherSessions(ctx)).toEqual({ success: true, ended: 0 })
  for (const { token } of elsewhere) expect(await bearer(token)).toBeUndefined()
  expect(await bearer(here.token)).toMatchObject({ email: input.email })
  expect(await bearer(neighbour.token)).toMatchObject({ email: other.email })
})

test('the name of the account is what the next look at it shows; no other account is renamed', async () => {
  const [input, other] = [person(), person()]
  const { token } = await signUp(input)
  const neighbour = await signUp(other)
  const { ctx } = await callAs(token)
  expect(await accounts.update(ctx, { name: 'Grace' })).toMatchObject({
    account: { name: 'Grace', email: input.email },
  })
  expect((await accounts.me((await callAs(token)).ctx)).account).toMatchObject({ name: 'Grace' })
  expect((await accounts.me((await callAs(neighbour.token)).ctx)).account).toMatchObject({ name: 'Ada' })
  await expect(accounts.update(ctx, { name: 'a\0b' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('nobody in particular has nothing to change', async () => {
  for (const attempt of [
    () => accounts.update(call().ctx, { name: 'x' }),
    () => accounts.changePassword(call().ctx, { currentPassword: PASSWORD, newPassword: NEW }),
    () => accounts.endOtherSessions(call().ctx),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
