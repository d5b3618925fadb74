// Password guessing from many addresses: slowed for everyone except known devices, reported once, the same for unknown
// addresses.
import { FREE_GUESSES } from './guess-limits.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { describe, expect, it } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createTestAccounts, DAY, MINUTE, PASSWORD, newPerson } from '../testing.ts'

const dbs = await freshDatabases()
// A shared clock that only moves when a test sets it: on a busy machine the tries of a test outlast the first wait.
const started = Date.now()
const now = () => new Date(started + node.clock.ahead)
const node: ReturnType<typeof createTestAccounts> = createTestAccounts(dbs, { now })
const otherNode = createTestAccounts(dbs, { now })
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const addressNo = (n: number) => `203.0.${n}.7`

interface Outcome {
  readonly code: string
  readonly message: string
  readonly retryAfter: number | undefined
}
const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    () => ({ code: 'ok', message: '', retryAfter: undefined }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const { code, message, retryAfter } = error
      return { code, message, retryAfter }
    },
  )
const tryFrom = (email: string, password: string, ip: string, { accounts, call } = node) =>
  outcomeOf(accounts.signIn(call(undefined, '', ip, FIREFOX).ctx, { email, password }))
async function guess120(email: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let n = 0; n < 120; n += 1)
    outcomes.push(await tryFrom(email, `wrong ${n}`, addressNo(n), n % 2 === 0 ? node : otherNode))
  return outcomes
}
const countOf = (outcomes: readonly Outcome[], code: string) => outcomes.filter((one) => one.code === code).length

describe('120 wrong passwords from 120 addresses', () => {
  it('are slowed, reported to the owner once, and lock out no known device', async () => {
    const who = newPerson()
    await node.confirmed(who)
    const { call, accounts } = node
    await accounts.signIn(call(undefined, '', '198.51.100.9', FIREFOX).ctx, who)
    await node.news(who.email)

    const outcomes = await guess120(who.email)
    expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(FREE_GUESSES)
    expect(countOf(outcomes, 'RATE_LIMITED')).toBe(120 - FREE_GUESSES)
    expect(outcomes.at(-1)?.retryAfter).toBeGreaterThan(0)
    // Not even the right password is checked from elsewhere.
    expect((await tryFrom(who.email, PASSWORD, '192.0.2.1')).code).toBe('RATE_LIMITED')
    expect(await node.news(who.email)).toEqual(['Someone tried to sign in with wrong passwords'])

    // There is no wait on a device where the owner signed in before.
    expect((await tryFrom(who.email, PASSWORD, '198.51.100.9')).code).toBe('ok')
    expect((await tryFrom(who.email, PASSWORD, '192.0.2.1')).code).toBe('RATE_LIMITED')
    node.clock.ahead += 2 * MINUTE
    expect((await tryFrom(who.email, PASSWORD, '192.0.2.1')).code).toBe('ok')
    await node.news(who.email)
  })

  it('get the same answers for an address without an account', async () => {
    const who = newPerson()
    await node.confirmed(who)
    const [known, unknown] = [await guess120(who.email), await guess120(`nobody-${who.email}`)]
    const words = (outcomes: readonly Outcome[]) => outcomes.map(({ code, message }) => `${code}: ${message}`)
    expect(words(unknown)).toEqual(words(known))
    for (const [n, { retryAfter }] of known.entries())
      expect(Math.abs((unknown[n]?.retryAfter ?? 0) - (retryAfter ?? 0))).toBeLessThanOrEqual(15)
    expect(await node.news(`nobody-${who.email}`)).toEqual([])
  })

  it('are counted when concurrent', async () => {
    const who = newPerson()
    await node.confirmed(who)
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) => tryFrom(who.email, `wrong ${n}`, addressNo(n), n % 2 ? node : otherNode)),
    )
    expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(FREE_GUESSES)
    expect(await node.news(who.email)).toHaveLength(1)
  })
})

it('makes waits grow, reports once a day, and ends them', async () => {
  const who = newPerson()
  await node.confirmed(who)
  const waits: (number | undefined)[] = []
  for (let n = 0; n < FREE_GUESSES; n += 1) await tryFrom(who.email, 'wrong', addressNo(n))
  for (let round = 0; round < 7; round += 1) {
    const { retryAfter = 0 } = await tryFrom(who.email, 'wrong', addressNo(200))
    waits.push(Math.ceil(retryAfter / 30) * 30)
    node.clock.ahead += 15 * MINUTE
    expect((await tryFrom(who.email, 'wrong', addressNo(201))).code).toBe('INVALID_CREDENTIALS')
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
  expect(await node.news(who.email)).toHaveLength(1)
  node.clock.ahead += DAY
  expect((await tryFrom(who.email, 'wrong', addressNo(1))).code).toBe('INVALID_CREDENTIALS')
  expect((await tryFrom(who.email, PASSWORD, addressNo(1))).code).toBe('ok')
  const { rows } = await dbs.identity.pool.query('select failures from password_guesses')
  expect(rows.length).toBeLessThan(20)
})

it('lets the owner in by a mailed link while others guess', async () => {
  const who = newPerson()
  await node.confirmed(who)
  await guess120(who.email)
  const { accounts, call } = node
  const there = call(undefined, '', '192.0.2.77', FIREFOX).ctx
  await accounts.requestPasswordReset(there, { email: who.email })
  const token = await node.mailedToken(who.email, 'reset-password')
  await accounts.resetPassword(there, { token, password: 'another battery staple' })
  expect((await tryFrom(who.email, 'another battery staple', '192.0.2.77')).code).toBe('ok')
  expect((await tryFrom(who.email, 'wrong', addressNo(3))).code).toBe('RATE_LIMITED')
})

it('slows guessing in a stolen session from many addresses', async () => {
  const who = newPerson()
  const { token } = await node.confirmed(who)
  const actor = await node.bearer(token)
  const outcomes: Outcome[] = []
  for (let n = 0; n < 30; n += 1) {
    const { ctx } = node.call(actor, '', addressNo(n), FIREFOX)
    const change = { currentPassword: `wrong ${n}`, newPassword: 'another battery staple' }
    outcomes.push(
      await outcomeOf(
        n % 2 ? node.accounts.changePassword(ctx, change) : node.accounts.startTwoFactor(ctx, { password: 'wrong' }),
      ),
    )
  }
  expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(FREE_GUESSES)
  expect(countOf(outcomes, 'RATE_LIMITED')).toBe(30 - FREE_GUESSES)
  expect((await tryFrom(who.email, PASSWORD, '192.0.2.5')).code).toBe('ok')
  expect(await node.news(who.email)).toContain('Someone tried to sign in with wrong passwords')
})
