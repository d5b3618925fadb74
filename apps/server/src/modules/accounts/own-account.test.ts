import { describe, expect, test } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createTestAccounts, DAY, mailersFrom, PASSWORD, newPerson } from './testing.ts'

const dbs = await freshDatabases()
const { accounts, inbox, clock, call, callAs, bearer, confirmed, news, signUp, signIn, mailedToken } =
  createTestAccounts(dbs)
const NEW = 'staple battery horse'
const change = async (token: string, currentPassword: string, newPassword: string) =>
  accounts.changePassword((await callAs(token)).ctx, { currentPassword, newPassword })

describe('changing the password', () => {
  test('signs in with the new password only, keeps this session and ends the account’s others', async () => {
    const [input, other] = [newPerson(), newPerson()]
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

  test('needs the current password, and changes nothing without it', async () => {
    const input = newPerson()
    const { token } = await signUp(input)
    const elsewhere = await signIn(input.email)
    for (const wrong of ['wrong password', `${PASSWORD} `, 'x'.repeat(1000)]) {
      await expect(change(token, wrong, NEW)).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
        message: 'Your current password is wrong.',
      })
    }
    await expect(change(token, PASSWORD, 'é'.repeat(200))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await bearer(elsewhere.token)).toMatchObject({ email: input.email })
    await signIn(input.email)
  })

  test('lets one of two concurrent changes win, and tells the other that its password is wrong', async () => {
    const { token } = await signUp(newPerson())
    const results = await Promise.allSettled([change(token, PASSWORD, NEW), change(token, PASSWORD, `${NEW} 2`)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('invalidates an earlier reset link', async () => {
    const input = newPerson()
    const { token } = await signUp(input)
    await accounts.requestPasswordReset(call().ctx, { email: input.email })
    const link = await mailedToken(input.email, 'reset-password')
    await change(token, PASSWORD, NEW)
    const late = accounts.resetPassword(call().ctx, { token: link, password: 'stolen password' })
    await expect(late).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await signIn(input.email, NEW)
  })
})

test('ends every session of the account but this one', async () => {
  const [input, other] = [newPerson('na'), newPerson()]
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

test('mails about a new password and ended sessions, with the time, to confirmed addresses only', async () => {
  const [input, unproved] = [newPerson(), newPerson()]
  const { token } = await confirmed(input)
  const fresh = await signUp(unproved)
  await signIn(input.email)
  const { ctx } = await callAs(token)
  await accounts.endOtherSessions(ctx)
  await accounts.endOtherSessions(ctx)
  expect(await news(input.email)).toEqual(['All other devices were signed out'])
  await expect(change(token, 'wrong password', NEW)).rejects.toThrow()
  await change(token, PASSWORD, NEW)
  expect(await news(input.email)).toEqual(['Your password was changed'])
  await accounts.requestPasswordReset(call().ctx, { email: input.email })
  const link = await mailedToken(input.email, 'reset-password')
  await accounts.resetPassword(call().ctx, { token: link, password: PASSWORD })
  expect(await news(input.email)).toEqual(['A new password was set'])
  await change(fresh.token, PASSWORD, NEW)
  expect(await news(unproved.email)).toEqual([])
})

test('uses the account’s language in mails, also to a former address', async () => {
  const [input, wanted] = [newPerson(), newPerson()]
  const { token } = await confirmed(input, 'en')
  const { ctx } = await callAs(token)
  const { account } = await accounts.setLanguage(ctx, { language: 'de' })
  expect(account.language).toBe('de')
  await change(token, PASSWORD, NEW)
  expect(await news(input.email)).toEqual(['Ihr Passwort wurde geändert'])
  const before = inbox.length
  await accounts.changeEmail(ctx, { newEmail: wanted.email, password: NEW })
  expect(inbox.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
    [wanted.email, 'Bestätigen Sie Ihre neue E-Mail-Adresse'],
    [input.email, 'Ihre E-Mail-Adresse soll geändert werden'],
  ])
  await accounts.verifyEmail(ctx, { token: await mailedToken(wanted.email, 'verify-email') })
  expect(await news(input.email)).toEqual(['Ihr Konto hat eine andere E-Mail-Adresse'])
  // Reads the queue itself: a mail's content is fixed when the change happens.
  const again = await callAs(token)
  await accounts.endOtherSessions(again.ctx)
  await signIn(wanted.email, NEW)
  await news(wanted.email)
  await accounts.endOtherSessions(again.ctx)
  await accounts.setLanguage(again.ctx, { language: 'ar' })
  expect(await news(wanted.email)).toEqual(['Alle anderen Geräte wurden abgemeldet'])
  await accounts.deleteAccount(again.ctx, { typed: wanted.email, password: NEW, withShared: false })
  expect(inbox.at(-1)).toMatchObject({ to: wanted.email, subject: 'حُذف حسابك' })
})

describe('another address', () => {
  const ask = async (token: string, newEmail: string) => {
    await accounts.changeEmail((await callAs(token)).ctx, { newEmail, password: PASSWORD })
    return mailedToken(newEmail, 'verify-email')
  }
  const follow = async (link: string, as?: string) =>
    accounts.verifyEmail(as === undefined ? call().ctx : (await callAs(as)).ctx, { token: link })

  test('works once, in a session of its account, and notifies both mailboxes', async () => {
    const [input, wanted] = [newPerson(), newPerson()]
    const { token } = await confirmed(input)
    const eve = await confirmed(newPerson())
    const link = await ask(token, wanted.email)
    await expect(follow(link)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(follow(link, eve.token)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // Any session of the account works, e.g. in the browser that reads the new mailbox.
    const elsewhere = await signIn(input.email)
    await news(input.email)
    expect(await follow(link, elsewhere.token)).toEqual({ success: true })
    expect(await bearer(token)).toMatchObject({ email: wanted.email, emailVerified: true })
    const { rows } = await dbs.identity.pool.query(`select 1 from outbox where job = 'accounts.security-mail'`)
    expect(rows).toHaveLength(2)
    expect(await news(input.email)).toEqual(['The email address of your account was changed'])
    await expect(follow(link, token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
  })

  test('allows three requests per mailbox and day, by anyone and in any spelling', async () => {
    const [one, two] = [(await confirmed(newPerson())).token, (await confirmed(newPerson())).token]
    const name = `wanted${Date.now()}`
    const first = await ask(one, `${name}+a@example.test`)
    await ask(two, `${name}@example.test`)
    const latest = await ask(one, `${name}+b@example.test`)
    const mails = inbox.length
    await expect(ask(two, `${name}+c@example.test`)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    await expect(ask(one, `${name}@example.test`)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    expect(inbox).toHaveLength(mails)
    await expect(follow(first, one)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    // Each mailbox has its own count, and refused requests invalidate no open link.
    await ask(two, newPerson().email)
    expect(await follow(latest, one)).toEqual({ success: true })
    clock.ahead += DAY
    await ask(two, `${name}+d@example.test`)
    clock.ahead -= DAY
  })

  test('does not count mails that could not be sent', async () => {
    const failing = createTestAccounts(dbs, {
      mailers: mailersFrom({ send: () => Promise.reject(new Error('no mail server')) }),
    })
    const [{ token }, { email: newEmail }] = [await confirmed(newPerson()), newPerson()]
    for (let tries = 0; tries < 4; tries += 1)
      await expect(
        failing.accounts.changeEmail((await callAs(token)).ctx, { newEmail, password: PASSWORD }),
      ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await ask(token, newEmail)
  })

  test('becomes invalid with a second request, a new password, and after a day', async () => {
    const input = newPerson()
    const { token } = await confirmed(input)
    const stale = await ask(token, newPerson().email)
    const latest = await ask(token, newPerson().email)
    await expect(follow(stale, token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await accounts.requestPasswordReset(call().ctx, { email: input.email })
    const reset = await mailedToken(input.email, 'reset-password')
    await accounts.resetPassword(call().ctx, { token: reset, password: PASSWORD })
    const again = await signIn(input.email)
    await expect(follow(latest, again.token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    const last = await ask(again.token, newPerson().email)
    clock.ahead += DAY
    await expect(follow(last, again.token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    expect(await bearer(again.token)).toMatchObject({ email: input.email })
  })
})

test('renames only its own account, at once', async () => {
  const [input, other] = [newPerson(), newPerson()]
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

test('refuses callers without a session', async () => {
  for (const attempt of [
    () => accounts.update(call().ctx, { name: 'x' }),
    () => accounts.changePassword(call().ctx, { currentPassword: PASSWORD, newPassword: NEW }),
    () => accounts.endOtherSessions(call().ctx),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
