import { accountsApi } from '@parlance/contract/accounts/api'
import { describe, expect, test } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createAccountsRouter } from './router.ts'
import { createTestAccounts, mailersFrom, DAY, MINUTE, PASSWORD, newPerson } from './testing.ts'

const dbs = await freshDatabases()
const { accounts, inbox, events, clock, call, callAs, bearer, signUp, signIn, mailedToken } = createTestAccounts(dbs)
const sql = (text: string, values: unknown[] = []) => dbs.identity.pool.query(text, values)
const reset = (email: string) => accounts.requestPasswordReset(call().ctx, { email })
const setPassword = (token: string, password: string) => accounts.resetPassword(call().ctx, { token, password })
const verify = (token: string) => accounts.verifyEmail(call().ctx, { token })

describe('signing up', () => {
  test('signs in at once in the chosen region, and emits the event', async () => {
    for (const region of ['eu', 'na'] as const) {
      const input = newPerson(region)
      const { account, token } = await signUp(input)
      expect(account).toMatchObject({ email: input.email, name: 'Ada', region, emailVerified: false })
      expect(await bearer(token)).toEqual({
        kind: 'session',
        userId: account.id,
        email: input.email,
        name: 'Ada',
        emailVerified: false,
        region,
        sessionToken: token,
      })
      expect(events).toContainEqual({
        type: 'account.created',
        userId: account.id,
        email: input.email,
        name: 'Ada',
        region,
      })
    }
  })

  test('refuses a taken address in any case, and keeps the first password', async () => {
    const input = newPerson()
    await signUp(input)
    const again = { ...input, email: input.email.toUpperCase(), password: 'another password' }
    await expect(signUp(again)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    await expect(signIn(input.email, 'another password')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await signIn(input.email)
  })

  test('creates one account for many concurrent attempts', async () => {
    const input = newPerson()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => signUp(input)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EMAIL_TAKEN' })
    const { rows } = await sql('select id from users where email = $1', [input.email])
    expect(rows).toHaveLength(1)
  })

  test('refuses text that cannot be stored, and leaves nothing behind', async () => {
    for (const bad of [{ name: 'a\0b' }, { password: 'é'.repeat(200) }, { email: 'a b@example' }]) {
      const input = { ...newPerson(), ...bad }
      await expect(signUp(input)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      const { rows } = await sql('select id from users where email = $1', [input.email])
      expect(rows).toHaveLength(0)
    }
  })

  test('succeeds when no mail can be sent', async () => {
    const broken = createTestAccounts(dbs, {
      mailers: mailersFrom({ send: () => Promise.reject(new Error('no mail server')) }),
    })
    const { token } = await broken.signUp(newPerson())
    await broken.accounts.settled()
    const { ctx } = await broken.callAs(token)
    await expect(broken.accounts.resendVerification(ctx)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test.each([
    ['fr-CA,en;q=0.8', 'fr', 'Confirmez votre adresse e-mail', 'Définir un nouveau mot de passe'],
    ['pl, de-AT;q=0.5', 'de', 'Bestätigen Sie Ihre E-Mail-Adresse', 'Neues Passwort festlegen'],
    ['', 'en', 'Confirm your email address', 'Set a new password'],
  ])('takes the language of the browser (%j), and its mails are in it', async (languages, language, first, second) => {
    const input = newPerson()
    const { account, token } = await signUp(input, languages)
    expect(account.language).toBe(language)
    await mailedToken(input.email, 'verify-email')
    await accounts.resendVerification((await callAs(token)).ctx)
    await reset(input.email)
    await mailedToken(input.email, 'reset-password')
    const mails = inbox.filter(({ to }) => to === input.email)
    expect(mails.map(({ subject }) => subject)).toEqual([first, first, second])
    for (const { html } of mails) expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`))
  })

  test('emits the event at the next sign-in when it failed at first', async () => {
    const failing = createTestAccounts(dbs, { emit: () => Promise.reject(new Error('queue is away')) })
    const input = newPerson('na')
    await expect(failing.signUp(input)).rejects.toThrow('queue is away')
    const { account } = await signIn(input.email)
    const received = () => events.filter((event) => event.type === 'account.created' && event.userId === account.id)
    expect(received()).toHaveLength(1)
    await signIn(input.email)
    expect(received()).toHaveLength(1)
  })

  test('counts as verified when mail stays on this machine', async () => {
    const sandbox = createTestAccounts(dbs, { sandboxMail: true })
    const { account } = await sandbox.signUp(newPerson())
    expect(sandbox.events.map((event) => event.type)).toEqual(['account.created', 'account.verified'])
    expect(account.emailVerified).toBe(false)
  })
})

describe('signing in', () => {
  test('gives the same answer for a wrong password and an unknown address', async () => {
    const input = newPerson()
    await signUp(input)
    const wrong = await signIn(input.email, 'wrong password').catch((error: unknown) => error)
    const unknown = await signIn('nobody@example.test').catch((error: unknown) => error)
    const tooLong = await signIn(input.email, 'é'.repeat(200)).catch((error: unknown) => error)
    for (const error of [wrong, unknown, tooLong]) expect(error).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(String(unknown)).toBe(String(wrong))
  })

  test('accepts the same password in other code points', async () => {
    const input = { ...newPerson(), password: 'caf\u00e9 au lait' }
    await signUp(input)
    await signIn(input.email, 'cafe\u0301 au lait')
  })

  test('shows each person their own account', async () => {
    const [one, two] = [await signUp(newPerson('eu')), await signUp(newPerson('na'))]
    for (const { account, token } of [one, two]) {
      const { ctx } = await callAs(token)
      expect((await accounts.me(ctx)).account).toEqual(account)
      expect(await accounts.findById(account.id)).toEqual(account)
    }
    expect(await accounts.findById('nobody')).toBeUndefined()
    expect(await accounts.me(call().ctx)).toEqual({ account: null })
  })
})

describe('confirming the address', () => {
  test('works once, by the newest link, which uses the public URL', async () => {
    const input = newPerson('na')
    const { account, token: session } = await signUp(input)
    const old = await mailedToken(input.email, 'verify-email')
    const { ctx } = await callAs(session)
    await accounts.resendVerification(ctx)
    const token = await mailedToken(input.email, 'verify-email')
    expect(inbox.at(-1)?.text).toContain(`http://localhost:3000/verify-email?token=${token}`)
    expect(inbox.at(-1)?.html).not.toContain('evil.test')
    await expect(verify(old)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    const results = await Promise.allSettled([verify(token), verify(token), verify(token)])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    await expect(verify(token)).rejects.toMatchObject({ reason: { code: 'address_confirmed_already' } })
    await expect(verify(old)).rejects.toMatchObject({ reason: undefined })
    expect(await bearer(session)).toMatchObject({ emailVerified: true })
    const received = events.filter((event) => event.type === 'account.verified' && event.userId === account.id)
    expect(received).toEqual([
      { type: 'account.verified', userId: account.id, email: input.email, name: 'Ada', region: 'na' },
    ])
    const mails = inbox.length
    await accounts.resendVerification((await callAs(session)).ctx)
    expect(inbox).toHaveLength(mails)
  })

  test('ends after a day', async () => {
    const input = newPerson()
    await signUp(input)
    const token = await mailedToken(input.email, 'verify-email')
    clock.ahead = DAY
    await expect(verify(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN', reason: { code: 'link_expired' } })
    clock.ahead = DAY - MINUTE
    await verify(token)
    clock.ahead = 0
  })

  test('can be repeated when the event could not be emitted', async () => {
    const input = newPerson()
    await signUp(input)
    const token = await mailedToken(input.email, 'verify-email')
    const failing = createTestAccounts(dbs, { emit: () => Promise.reject(new Error('queue is away')) })
    await expect(failing.accounts.verifyEmail(failing.call().ctx, { token })).rejects.toThrow('queue is away')
    await verify(token)
  })
})

describe('setting a new password', () => {
  test('works once, ends all sessions, and only the new password signs in', async () => {
    const input = newPerson()
    const first = await signUp(input)
    const second = await signIn(input.email)
    const other = await signUp(newPerson('na'))
    await reset(input.email)
    const token = await mailedToken(input.email, 'reset-password')
    const { ctx, cookies } = call()
    await accounts.resetPassword(ctx, { token, password: 'a new password' })
    expect(cookies[0]).toContain('Max-Age=0')
    expect(await bearer(first.token)).toBeUndefined()
    expect(await bearer(second.token)).toBeUndefined()
    expect(await bearer(other.token)).toBeDefined()
    await expect(signIn(input.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await signIn(input.email, 'a new password')
    await expect(setPassword(token, 'yet another one')).rejects.toMatchObject({ reason: { code: 'link_used' } })
    await signIn(input.email, 'a new password')
  })

  test('accepts only the newest reset link, for 15 minutes', async () => {
    const input = newPerson()
    await signUp(input)
    const forMail = await mailedToken(input.email, 'verify-email')
    await reset(input.email)
    const old = await mailedToken(input.email, 'reset-password')
    await reset(input.email)
    const token = await mailedToken(input.email, 'reset-password')
    const { rows } = await sql('select identifier from verifications where id = $1', [
      `reset-password:${(await signIn(input.email)).account.id}`,
    ])
    expect(rows).toHaveLength(1)
    for (const bad of [old, forMail, rows[0].identifier, '', 'null', token.slice(1), `${token}\0`])
      await expect(setPassword(bad, 'a new password')).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await expect(verify(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    clock.ahead = 15 * MINUTE
    await expect(setPassword(token, 'a new password')).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    clock.ahead = 14 * MINUTE
    await setPassword(token, 'a new password')
    clock.ahead = 0
    await signIn(input.email, 'a new password')
  })

  test('succeeds once when the link is used concurrently', async () => {
    const input = newPerson()
    await signUp(input)
    await reset(input.email)
    const token = await mailedToken(input.email, 'reset-password')
    const results = await Promise.allSettled(['one password', 'two passwords'].map((one) => setPassword(token, one)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('leaves no session of an old password that was checked just before', async () => {
    const input = newPerson()
    const { account } = await signUp(input)
    await reset(input.email)
    const token = await mailedToken(input.email, 'reset-password')
    // Sign-in has checked the password and waits for the lock to store its session; the reset waits for sign-in.
    await sql(`create function wait() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(1); return new; end $$`)
    await sql('create trigger wait before insert on sessions for each row execute function wait()')
    const holder = await dbs.identity.pool.connect()
    try {
      await holder.query('select pg_advisory_lock(1)')
      const late = signIn(input.email)
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await sql(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
      const changed = setPassword(token, 'a new password')
      const behind = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await sql(behind)).rowCount, { timeout: 20_000 }).toBe(2)
      await holder.query('select pg_advisory_unlock(1)')
      await changed
      expect(await bearer((await late).token)).toBeUndefined()
    } finally {
      holder.release(true)
      await sql('drop function wait() cascade')
    }
    expect((await sql('select 1 from sessions where user_id = $1', [account.id])).rowCount).toBe(0)
    await signIn(input.email, 'a new password')
  })

  test('answers the same for an unknown address, before the look-up, and mails no one', async () => {
    const input = newPerson()
    await signUp(input)
    await accounts.settled()
    const mails = inbox.length
    expect(await reset('nobody@example.test')).toEqual(await reset(input.email))
    await accounts.settled()
    expect(inbox.slice(mails).map((mail) => mail.to)).toEqual([input.email])
    const failing = createTestAccounts(dbs, {
      mailers: mailersFrom({ send: () => Promise.reject(new Error('no mail server')) }),
    })
    expect(await failing.accounts.requestPasswordReset(failing.call().ctx, { email: input.email })).toEqual({
      success: true,
    })
    await failing.accounts.settled()
  })

  test('refuses a password that cannot be typed, and keeps the link', async () => {
    const input = newPerson()
    await signUp(input)
    await reset(input.email)
    const token = await mailedToken(input.email, 'reset-password')
    await expect(setPassword(token, 'é'.repeat(200))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await setPassword(token, 'a new password')
  })
})

test('[1.9] rejects tokens that are not text by the contract', () => {
  for (const operation of [accountsApi.verifyEmail, accountsApi.resetPassword]) {
    const schema = operation['~orpc'].inputSchema
    for (const token of [null, undefined, '', [], ['x'], {}, { $ne: 1 }, 0, true])
      expect(schema?.safeParse({ token, password: PASSWORD }).success).toBe(false)
  }
})

test('implements every call of the contract', () => {
  expect(Object.keys(createAccountsRouter(accounts)).toSorted()).toEqual(Object.keys(accountsApi).toSorted())
})

test('stores no credential in plain text', async () => {
  const input = newPerson()
  const { token: session } = await signUp(input)
  const verification = await mailedToken(input.email, 'verify-email')
  await reset(input.email)
  const secrets = [session, verification, await mailedToken(input.email, 'reset-password'), PASSWORD]
  const dump = await Promise.all(
    ['users', 'sessions', 'credentials', 'verifications'].map(
      async (table) => (await sql(`select * from ${table}`)).rows,
    ),
  )
  const stored = JSON.stringify(dump)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20)
    expect(stored).not.toContain(secret)
  }
})
