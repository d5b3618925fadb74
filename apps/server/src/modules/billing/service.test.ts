import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVault } from '../../lib/crypto.ts'
import type { Db } from '../../lib/db/pool.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { verifyLedger } from './invariants.ts'
import { createBilling } from './service.ts'
import { fundedWorkspace, testCtx } from './testing.ts'

const dbs = await freshDatabases()
const vault = createVault(Buffer.alloc(32, 7))
const billing = createBilling({ vault })
const ctx = testCtx(dbs.eu.db)
const item = (workspaceId: string, holdKey: string) => ({ workspaceId, holdKey, agentId: 'agent1', cause: 'Helper' })
const funded = (amount: number) => fundedWorkspace(ctx, billing, amount)
const holds = (workspaceId: string, key: string, amount: number) =>
  billing.holdMany(dbs.eu.db, [{ ...item(workspaceId, key), amount }])
const settles = async (workspaceId: string, key: string, cost: number) =>
  (await ctx.tx((tx) => billing.settleMany(tx.db, [{ ...item(workspaceId, key), cost }])))[0]
const code = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error.code : error
}
const sound = async () => expect(await verifyLedger(dbs.eu.pool)).toEqual([])

describe('holds', () => {
  test('move a charge’s cost to spent and release the rest', async () => {
    const id = await funded(10_000)
    await holds(id, 't1', 4000)
    expect(await billing.balance(ctx, id)).toEqual({ available: 6000, held: 4000 })
    expect(await settles(id, 't1', 1500)).toEqual({ holdKey: 't1', workspaceId: id, settled: true, charged: 1500 })
    expect(await billing.balance(ctx, id)).toEqual({ available: 8500, held: 0 })
    await sound()
  })

  test('are either released or charged', async () => {
    const id = await funded(10_000)
    await holds(id, 't1', 4000)
    expect((await settles(id, 't1', 0))?.settled).toBe(true)
    expect(await settles(id, 't1', 4000)).toMatchObject({ settled: false, charged: 0 })
    await holds(id, 't2', 4000)
    await settles(id, 't2', 1000)
    expect((await settles(id, 't2', 0))?.settled).toBe(false)
    expect((await settles(id, 'never-held', 1000))?.settled).toBe(false)
    expect(await billing.balance(ctx, id)).toEqual({ available: 9000, held: 0 })
    await sound()
  })

  test('take a higher cost from the balance, down to zero', async () => {
    const id = await funded(10_000)
    await holds(id, 't1', 4000)
    expect((await settles(id, 't1', 5000))?.charged).toBe(5000)
    await holds(id, 't2', 4000)
    expect((await settles(id, 't2', 99_000))?.charged).toBe(5000)
    expect(await billing.balance(ctx, id)).toEqual({ available: 0, held: 0 })
    await sound()
  })

  test('share the balance among overruns of a batch, and count a repeated item once', async () => {
    const [a, b] = [await funded(10_000), await funded(10_000)]
    await billing.holdMany(
      dbs.eu.db,
      [item(a, 'x'), item(b, 'x'), item(a, 'y'), item(a, 'y')].map((one) => ({ ...one, amount: 2000 })),
    )
    expect(await billing.balance(ctx, a)).toEqual({ available: 6000, held: 4000 })
    const costs = [item(a, 'x'), item(a, 'y'), item(a, 'y'), item(b, 'x')].map((one) => ({ ...one, cost: 7000 }))
    const done = await ctx.tx((tx) => billing.settleMany(tx.db, costs))
    expect(done.map((one) => one.charged)).toEqual([7000, 3000, 0, 7000])
    expect(await billing.balance(ctx, a)).toEqual({ available: 0, held: 0 })
    expect(await billing.balance(ctx, b)).toEqual({ available: 3000, held: 0 })
    await sound()
  })

  test('are refused as a whole above the balance', async () => {
    const id = await funded(1000)
    expect(await code(holds(id, 't1', 1001))).toBe('CREDITS_EXHAUSTED')
    expect(await billing.balance(ctx, id)).toEqual({ available: 1000, held: 0 })
    await sound()
  })

  test('serve exactly 10 of 500 concurrent turns on 10 credits', async () => {
    const id = await funded(10_000)
    const turn = (n: number) =>
      ctx.tx(async (tx) => {
        const balance = (await billing.lockBalances(tx.db, [id])).get(id) ?? 0
        if (balance < 1000) return false
        await billing.holdMany(tx.db, [{ ...item(id, `turn${n}`), amount: 1000 }])
        return true
      })
    const served = await Promise.all(Array.from({ length: 500 }, (_, n) => turn(n)))
    expect(served.filter(Boolean)).toHaveLength(10)
    await Promise.all(served.flatMap((was, n) => (was ? [settles(id, `turn${n}`, 1000)] : [])))
    expect(await billing.balance(ctx, id)).toEqual({ available: 0, held: 0 })
    await sound()
  })

  test('are released by kind of work', async () => {
    const id = await funded(10_000)
    await holds(id, 'knowledge:a', 3000)
    await holds(id, 'turn:b', 2000)
    expect(await billing.sweepHolds(ctx, 0, ['knowledge:', 'page:'])).toBe(1)
    expect(await billing.balance(ctx, id)).toEqual({ available: 8000, held: 2000 })
    await settles(id, 'turn:b', 500)
    await sound()
  })

  test('are swept when stale only', async () => {
    const id = await funded(10_000)
    await holds(id, 'old', 3000)
    await holds(id, 'new', 2000)
    await dbs.eu.pool.query(
      `update ledger_holds set at = now() - interval '16 minutes' where workspace_id = $1 and key = 'hold:old'`,
      [id],
    )
    expect((await verifyLedger(dbs.eu.pool)).map((one) => one.check)).toEqual([
      'no hold is open for more than 15 minutes',
    ])
    expect(await billing.sweepHolds(ctx, 10)).toBe(1)
    expect(await billing.balance(ctx, id)).toEqual({ available: 8000, held: 2000 })
    expect((await settles(id, 'old', 500))?.settled).toBe(false)
    expect(await billing.sweepHolds(ctx, 10)).toBe(0)
    expect(await billing.sweepHolds(ctx, 0, ['ne_', 'old', 'x'])).toBe(0)
    await settles(id, 'new', 500)
    await sound()
  })

  test('of a sale stay until the sale ends them', async () => {
    const id = await funded(10_000)
    await holds(id, 'sale:a', 3000)
    await dbs.eu.pool.query(`update ledger_holds set at = now() - interval '2 days' where workspace_id = $1`, [id])
    expect(await billing.sweepHolds(ctx, 10)).toBe(0)
    expect(await billing.balance(ctx, id)).toEqual({ available: 7000, held: 3000 })
    await sound()
    expect((await settles(id, 'sale:a', 0))?.settled).toBe(true)
    await sound()
  })

  test('need few statements per batch', async () => {
    const [a, b] = [await funded(10_000), await funded(10_000)]
    const count = async (work: (db: Db) => Promise<unknown>) => {
      const statements: string[] = []
      await ctx.tx(async (tx) => {
        const session = tx.db._.session
        const prepare = session.prepareQuery.bind(session)
        session.prepareQuery = (...args) => {
          statements.push(args[0].sql)
          return prepare(...args)
        }
        await work(tx.db)
      })
      // The commit is not part of the batch.
      return statements.filter((text) => text !== 'commit').length
    }
    const two = [item(a, 's'), item(b, 's')]
    expect(await count((db) => billing.lockBalances(db, [a, b]))).toBe(1)
    expect(
      await count((db) =>
        billing.holdMany(
          db,
          two.map((one) => ({ ...one, amount: 10 })),
        ),
      ),
    ).toBe(1)
    expect(
      await count((db) =>
        billing.settleMany(
          db,
          two.map((one) => ({ ...one, cost: 5 })),
        ),
      ),
    ).toBe(2)
    expect(await count((db) => billing.settleMany(db, []))).toBe(0)
  })
})

describe('idempotency', () => {
  test('has one effect for 50 parallel requests with one key', async () => {
    const id = await funded(0)
    const grant = () => billing.grant(ctx, { workspaceId: id, amount: 700, key: 'gift', cause: 'Gift' })
    const granted = await Promise.all(Array.from({ length: 50 }, grant))
    expect(granted.filter(Boolean)).toHaveLength(1)
    await Promise.all(Array.from({ length: 50 }, () => holds(id, 'same', 300)))
    expect(await billing.balance(ctx, id)).toEqual({ available: 400, held: 300 })
    const settled = await Promise.all(Array.from({ length: 50 }, () => settles(id, 'same', 100)))
    expect(settled.filter((one) => one?.settled)).toHaveLength(1)
    expect(await billing.balance(ctx, id)).toEqual({ available: 600, held: 0 })
    await sound()
  })

  test('binds a key to one workspace and amount', async () => {
    const [a, b] = [await funded(0), await funded(0)]
    const grant = (workspaceId: string, amount: number) =>
      billing.grant(ctx, { workspaceId, amount, key: 'gift', cause: 'Gift' })
    expect(await grant(a, 700)).toBe(true)
    expect(await grant(b, 900)).toBe(true)
    expect(await grant(a, 700)).toBe(false)
    expect(await code(grant(a, 900))).toBe('CONFLICT')
    expect(await code(grant('nobodys-workspa', 900))).toBe('NOT_FOUND')
    expect((await billing.balance(ctx, a)).available).toBe(700)
  })
})

describe('transfers', () => {
  test('lose nothing and do not deadlock when crossing', async () => {
    const [a, b] = [await funded(30_000), await funded(30_000)]
    const move = (from: string, to: string, key: string) =>
      code(billing.transfer(ctx, { from, to, amount: 1000, key, cause: 'Transfer' }))
    await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? move(a, b, `k${n}`) : move(b, a, `k${n}`))))
    expect((await billing.balance(ctx, a)).available + (await billing.balance(ctx, b)).available).toBe(60_000)
    await sound()
  })

  test('move no more than the balance when 50 run at once, and a repeated one once', async () => {
    const [a, b] = [await funded(10_000), await funded(0)]
    const move = (key: string) => code(billing.transfer(ctx, { from: a, to: b, amount: 3000, key, cause: 'Transfer' }))
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => move(`k${n}`)))
    expect(results.filter((one) => one === undefined)).toHaveLength(3)
    expect(results.filter((one) => one === 'CREDITS_EXHAUSTED')).toHaveLength(47)
    const done = `k${results.indexOf(undefined)}`
    expect(await move(done)).toBeUndefined()
    expect((await billing.balance(ctx, b)).available).toBe(9000)
    expect(await code(billing.transfer(ctx, { from: a, to: a, amount: 1, key: 'x', cause: '' }))).toBe('INVALID_INPUT')
    expect(await code(billing.transfer(ctx, { from: a, to: 'nobody', amount: 1, key: 'x', cause: '' }))).toBe(
      'NOT_FOUND',
    )
    await sound()
  })
})

test('move nothing when the receiver used the key for another transfer', async () => {
  const [a, b, c] = [await funded(5000), await funded(5000), await funded(5000)]
  const move = (from: string) => code(billing.transfer(ctx, { from, to: b, amount: 1000, key: 'k', cause: 'Transfer' }))
  expect([await move(a), await move(c)]).toEqual([undefined, 'CONFLICT'])
  expect((await billing.balance(ctx, c)).available).toBe(5000)
  await sound()
})

describe('free credits', () => {
  const at = (iso: string) => testCtx(dbs.eu.db, { now: () => new Date(iso) })
  // Without a name, each workspace has its own owner.
  const free = (iso: string, workspaceId: string, verified = true, email = `${workspaceId}@example.test`) =>
    billing.grantFree(at(iso), { workspaceId, email, verified })

  test('come once a month, up to a thousand, for verified owners', async () => {
    const id = await funded(0)
    expect(await free('2026-11-21T10:00:00Z', id, false)).toBeUndefined()
    const first = await Promise.all(Array.from({ length: 20 }, () => free('2026-11-21T10:00:00Z', id)))
    expect(new Set(first)).toEqual(new Set([Date.parse('2026-11-21T10:00:00Z') / 1000]))
    expect((await billing.balance(ctx, id)).available).toBe(1_000_000)
    await holds(id, 't', 700_000)
    await settles(id, 't', 700_000)
    await free('2026-11-30T23:59:59Z', id)
    expect((await billing.balance(ctx, id)).available).toBe(300_000)
    await free('2026-12-01T00:00:00Z', id)
    expect((await billing.balance(ctx, id)).available).toBe(1_000_000)
  })

  test('keep a balance above a thousand', async () => {
    const id = await funded(2_500_000)
    await free('2026-11-21T10:00:00Z', id)
    expect((await billing.balance(ctx, id)).available).toBe(2_500_000)
    // The month counts as used: later spending does not bring it back.
    await holds(id, 't', 2_000_000)
    await settles(id, 't', 2_000_000)
    await free('2026-11-22T10:00:00Z', id)
    expect((await billing.balance(ctx, id)).available).toBe(500_000)
  })

  test('count credits of a running turn', async () => {
    const id = await funded(0)
    await free('2026-10-10T10:00:00Z', id)
    await holds(id, 't', 400_000)
    await free('2026-11-10T10:00:00Z', id)
    await settles(id, 't', 0)
    expect((await billing.balance(ctx, id)).available).toBe(1_000_000)
    await sound()
  })
})

describe('free credits of a mailbox', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const places = {
    eu: testCtx(dbs.eu.db, { now: () => now }),
    na: testCtx(dbs.na.db, { region: 'na', now: () => now }),
  }
  /** The credits of a new account with this address after its first visit. */
  const signUp = async (email: string, on = places.eu) => {
    const id = await fundedWorkspace(on, billing, 0)
    await billing.grantFree(on, { workspaceId: id, email, verified: true })
    return (await billing.balance(on, id)).available
  }
  const rows = async (region: 'eu' | 'na') =>
    (await dbs[region].pool.query<{ mailbox: string; month: string }>('select * from free_grants')).rows

  test('come once a month per mailbox, in any spelling', async () => {
    const spellings = ['An.Na@gmail.com', 'anna+1@googlemail.com', 'a.n.n.a+two@gmail.com', ' ANNA@gmail.com ']
    const given = await Promise.all([...spellings, ...spellings].map((email) => signUp(email)))
    expect(given.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 1_000_000])
    expect(await signUp('anna@other.test')).toBe(1_000_000)
    expect(await signUp('anna@gmail.com', places.na)).toBe(1_000_000)
    expect(await signUp('anna@gmail.com', places.na)).toBe(0)
    expect(await signUp('anna@gmail.com', testCtx(dbs.eu.db, { now: () => new Date('2026-12-01') }))).toBe(1_000_000)
  })

  test('are not claimed by a lost transaction', async () => {
    const lost = testCtx(dbs.eu.db, { now: () => now })
    const id = await fundedWorkspace(lost, billing, 0)
    const whom = { workspaceId: id, email: 'lost@example.test', verified: true }
    const refused = lost.tx(async (tx) => {
      await billing.grantFree(tx, whom)
      throw new Error('the process ends here')
    })
    await expect(refused).rejects.toThrow('ends here')
    expect(await signUp('lost@example.test')).toBe(1_000_000)
  })

  test('give one grant per mailbox, month and region in any order and concurrently', async () => {
    const asked = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      tag: fc.constantFrom('', '+a', '+b+c'),
      month: fc.constantFrom('2026-11', '2026-12'),
      region: fc.constantFrom('eu', 'na'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 12 }), async (list) => {
        const run = randomId(10)
        const given = new Map<string, number>()
        for (const month of ['2026-11', '2026-12'])
          await Promise.all(
            list
              .filter((one) => one.month === month)
              .map(async ({ who, tag, region }) => {
                const on = testCtx(dbs[region].db, { region, now: () => new Date(`${month}-15T00:00:00Z`) })
                const key = `${who} ${month} ${region}`
                const credits = await signUp(`p${who}${run}${tag}@example.test`, on)
                given.set(key, (given.get(key) ?? 0) + credits)
              }),
          )
        for (const [key, credits] of given) expect([key, credits]).toEqual([key, 1_000_000])
      }),
      { numRuns: 20 },
    )
    await sound()
  })

  test('stay claimed after a master key rotation', async () => {
    const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
    expect(await signUp('rotated@example.test')).toBe(1_000_000)
    const renewed = createBilling({ vault: createVault(after, [before]) })
    const id = await fundedWorkspace(places.eu, renewed, 0)
    const whom = { workspaceId: id, email: 'rotated+again@example.test', verified: true }
    expect(await renewed.grantFree(places.eu, whom)).toBeUndefined()
  })

  test('are stored without the address, per region, until a day after the month', async () => {
    await dbs.eu.pool.query('delete from free_grants')
    await dbs.na.pool.query('delete from free_grants')
    await signUp('carol@example.test')
    await signUp('carol@example.test', places.na)
    const [[eu], [na]] = [await rows('eu'), await rows('na')]
    expect(eu).toEqual({ mailbox: expect.stringMatching(/^[\w-]{43}$/), month: '2026-11' })
    expect(na?.mailbox).not.toBe(eu?.mailbox)
    const tidy = (iso: string) => billing.deleteOldFreeGrants(testCtx(dbs.eu.db, { now: () => new Date(iso) }))
    await tidy('2026-12-01T23:59:59Z')
    expect(await rows('eu')).toHaveLength(1)
    await tidy('2026-12-02T00:00:00Z')
    expect(await rows('eu')).toEqual([])
  })
})

describe('credit log', () => {
  test('shows grants and one decrease per turn, paged, per workspace', async () => {
    const [id, other] = [await funded(100_000), await funded(5000)]
    for (let n = 0; n < 5; n++) {
      await holds(id, `t${n}`, 5000)
      await settles(id, `t${n}`, n === 4 ? 0 : 1500 + n)
    }
    const seen = []
    let cursor: string | undefined
    for (;;) {
      const page = await billing.creditLog(ctx, { workspaceId: id, limit: 2, cursor })
      seen.push(...page.items)
      expect(page.items.length).toBeLessThanOrEqual(2)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen.map((one) => [one.amount, one.direction, one.causedBy, one.agentId])).toEqual([
      [1.503, 'decrease', 'Helper', 'agent1'],
      [1.502, 'decrease', 'Helper', 'agent1'],
      [1.501, 'decrease', 'Helper', 'agent1'],
      [1.5, 'decrease', 'Helper', 'agent1'],
      [100, 'increase', 'Start', null],
    ])
    expect((await billing.creditLog(ctx, { workspaceId: other })).items).toHaveLength(1)
    expect(await billing.creditLog(ctx, { workspaceId: id, cursor: '1' })).toEqual({ items: [], nextCursor: null })
    for (const wrong of ['x', '-1', '1.5', '1e400', "1'--"])
      expect(await code(billing.creditLog(ctx, { workspaceId: id, cursor: wrong }))).toBe('INVALID_INPUT')
  })
})
