// Compares the ledger with a small model: they agree to the milli-credit after any sequence of operations.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '@parlance/contract/lib/errors'
import { newWorkspaceUid } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../lib/ctx.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { verifyLedger } from './invariants.ts'
import { createLedger } from './service.ts'
import { testCtx } from './testing.ts'

const dbs = await freshDatabases()
const billing = createLedger()
const regions = [testCtx(dbs.eu.db), testCtx(dbs.na.db, { region: 'na' })] as const

type Op = { readonly place: 0 | 1; readonly who: 0 | 1; readonly key: number; readonly amount: number } & {
  readonly kind: 'grant' | 'hold' | 'settle' | 'transfer'
}
const ops = (length: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.record<Op>({
      kind: fc.constantFrom('grant', 'hold', 'hold', 'settle', 'settle', 'transfer'),
      place: fc.constantFrom(0, 1),
      who: fc.constantFrom(0, 1),
      // Few keys and amounts, so that repeats, overdrafts and late settlements are common.
      key: fc.integer({ min: 0, max: 6 }),
      amount: fc.constantFrom(0, 1, 400, 1000, 2500),
    }),
    length,
  )

/** The real system's result of an operation: a charge, whether it had an effect, or its error code. */
async function act(ctx: Ctx, wallets: readonly [string, string], op: Op): Promise<string> {
  const workspaceId = wallets[op.who]
  const item = { holdKey: `k${op.key}`, workspaceId, agentId: null, cause: 'Model' }
  try {
    if (op.kind === 'grant')
      return String(await billing.grant(ctx, { workspaceId, amount: op.amount, key: `k${op.key}`, cause: 'Model' }))
    if (op.kind === 'transfer') {
      const move = { from: workspaceId, to: wallets[1 - op.who] ?? '', amount: op.amount, key: `k${op.key}`, cause: '' }
      return String(await billing.transfer(ctx, move))
    }
    return await ctx.tx(async (tx) => {
      if (op.kind === 'settle') {
        const [done] = await billing.settleMany(tx.db, [{ ...item, cost: op.amount }])
        return `${done?.settled} ${done?.charged}`
      }
      const balance = (await billing.lockBalances(tx.db, [workspaceId])).get(workspaceId) ?? 0
      if (balance < op.amount) return 'CREDITS_EXHAUSTED'
      await billing.holdMany(tx.db, [{ ...item, amount: op.amount }])
      return 'held'
    })
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

class Model {
  readonly available = [0, 0]
  readonly #open = new Map<string, number>()
  readonly #seen = new Map<string, number>()

  held(who: number): number {
    return [...this.#open].reduce((sum, [id, amount]) => sum + (id.startsWith(`${who}:`) ? amount : 0), 0)
  }

  act(op: Op): string {
    const { who, amount } = op
    const balance = this.available[who] ?? 0
    const id = `${who}:${op.kind}:${op.key}`
    if (op.kind === 'settle') return this.#settle(who, `${who}:hold:${op.key}`, amount, balance)
    if (op.kind === 'hold' && balance < amount) return 'CREDITS_EXHAUSTED'
    const before = this.#seen.get(id)
    if (before !== undefined) return op.kind === 'hold' ? 'held' : before === amount ? 'false' : 'CONFLICT'
    if (op.kind === 'transfer' && balance < amount) return 'CREDITS_EXHAUSTED'
    this.#seen.set(id, amount)
    this.available[who] = balance + (op.kind === 'grant' ? amount : -amount)
    if (op.kind === 'hold') this.#open.set(id, amount)
    if (op.kind === 'transfer') {
      this.available[1 - who] = (this.available[1 - who] ?? 0) + amount
      // Both sides are booked under the key, so the other side cannot use it for its own transfer.
      this.#seen.set(`${1 - who}:transfer:${op.key}`, -amount)
    }
    return op.kind === 'hold' ? 'held' : 'true'
  }

  #settle(who: number, id: string, cost: number, balance: number): string {
    const held = this.#open.get(id)
    if (held === undefined) return 'false 0'
    this.#open.delete(id)
    const charged = Math.min(cost, held + balance)
    this.available[who] = balance + held - charged
    return `true ${charged}`
  }
}

const wallets = async (ctx: Ctx) => {
  const pair = [newWorkspaceUid(), newWorkspaceUid()] as const
  for (const one of pair) await billing.open(ctx, one)
  return pair
}
const sound = async () => {
  expect(await verifyLedger(dbs.eu.pool)).toEqual([])
  expect(await verifyLedger(dbs.na.pool)).toEqual([])
}

test('matches the model sequentially', async () => {
  await fc.assert(
    fc.asyncProperty(ops({ minLength: 10, maxLength: 40 }), async (list) => {
      const places = [await wallets(regions[0]), await wallets(regions[1])] as const
      const models = [new Model(), new Model()] as const
      for (const op of list) {
        expect([op, await act(regions[op.place], places[op.place], op)]).toEqual([op, models[op.place].act(op)])
      }
      for (const place of [0, 1] as const) {
        for (const who of [0, 1] as const) {
          expect(await billing.balance(regions[place], places[place][who])).toEqual({
            available: models[place].available[who],
            held: models[place].held(who),
          })
        }
      }
    }),
    { numRuns: 40 },
  )
  await sound()
})

test('loses, creates and double-spends nothing concurrently', async () => {
  await fc.assert(
    fc.asyncProperty(ops({ minLength: 30, maxLength: 60 }), async (list) => {
      const places = [await wallets(regions[0]), await wallets(regions[1])] as const
      const answers = await Promise.all(list.map((op) => act(regions[op.place], places[op.place], op)))
      for (const place of [0, 1] as const) {
        let expected = 0
        for (const [n, op] of list.entries()) {
          if (op.place !== place) continue
          if (op.kind === 'grant' && answers[n] === 'true') expected += op.amount
          if (op.kind === 'settle') expected -= Number(answers[n]?.split(' ')[1])
        }
        let total = 0
        for (const who of [0, 1] as const) {
          const { available, held } = await billing.balance(regions[place], places[place][who])
          expect(Math.min(available, held)).toBeGreaterThanOrEqual(0)
          total += available + held
        }
        expect(total).toBe(expected)
      }
    }),
    { numRuns: 25 },
  )
  await sound()
})
