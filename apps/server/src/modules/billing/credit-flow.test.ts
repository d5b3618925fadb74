import type { CreditSource } from '@parlance/contract/billing/credit-flow'
import { msg } from '@parlance/i18n/messages'
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newWorkspaceUid } from '@parlance/contract/lib/ids'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { storedMessage } from '../../lib/stored-message.ts'
import { creditSource, creditUse, type Flow } from './credit-flow.ts'
import { verifyLedger } from './invariants.ts'
import { createLedgerReceipts } from './receipts.ts'
import { createLedger } from './service.ts'
import { testCtx } from './testing.ts'

const recharge = storedMessage(msg('credit_recharge'))

test.each([
  ['grant', 'free:2026-11', '', 'free'],
  ['grant', 'paid:invoice', '', 'plan'],
  ['grant', 'grant:operator', '', 'grant'],
  ['grant', 'grant:free', '', 'grant'],
  ['topup', 'paid:invoice', storedMessage(msg('credit_topup')), 'topup'],
  ['topup', 'paid:invoice', recharge, 'recharge'],
  ['transfer', 'transfer:org', '', 'transfer'],
  // Given back by a client whose purchase was refunded.
  ['transfer', 'transfer:sale', '', 'transfer'],
] as const)('%s %s %s of the workspace came as %s', (kind, origin, cause, source) =>
  expect(creditSource({ kind, origin, cause, isClient: false })).toBe(source),
)

test('an organization gets credits by buying them or from its agency', () => {
  const of = (origin: string) => creditSource({ kind: 'transfer', origin, cause: '', isClient: true })
  expect([of('transfer:sale'), of('transfer:org')]).toEqual(['sale', 'transfer'])
})

test.each([
  ['turn', '', 'answer'],
  ['turn', 'voice', 'voice'],
  ['turn', 'test', 'test'],
  ['transcript', '', 'answer'],
  ['call', '', 'voice'],
  ['voice-preview', '', 'voice'],
  ['knowledge', '', 'knowledge'],
  ['knowledge-page', '', 'knowledge'],
  ['crawl', '', 'knowledge'],
  ['campaign', '', 'campaign'],
  ['judge', 'test', 'test'],
  ['metric', '', 'test'],
  ['conflict', '', 'test'],
  ['brief', '', 'inbox'],
  ['suggest', '', 'inbox'],
  ['translation', '', 'inbox'],
  ['assistant', '', 'assistant'],
  ['something-new', '', 'other'],
] as const)('work %s of channel «%s» is %s', (work, channel, use) => expect(creditUse({ work, channel })).toBe(use))

const dbs = await freshDatabases()
const ctx = testCtx(dbs.eu.db)
const billing = createLedger()
const receipts = createLedgerReceipts()
/** A time after all that was posted and not after what follows. */
async function border(): Promise<Date> {
  const at = Date.now() + 1
  while (Date.now() < at) await setImmediate()
  return new Date(at)
}
const EVER = { from: new Date(0), before: new Date('9999-01-01') }

const ADDED = ['grant', 'plan', 'topup', 'recharge'] as const
const AGENTS = ['a1', 'a2', null] as const
const WORK = { turn: 'answer', knowledge: 'knowledge', crawl: 'knowledge' } as const
type Step =
  | { readonly kind: 'add'; readonly source: (typeof ADDED)[number]; readonly amount: number }
  | {
      readonly kind: 'charge'
      readonly agentId: string | null
      readonly work: keyof typeof WORK
      readonly amount: number
    }
  | { readonly kind: 'send'; readonly amount: number }
  | { readonly kind: 'mark' }
const amount = fc.integer({ min: 1, max: 3000 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('add' as const), source: fc.constantFrom(...ADDED), amount }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('charge' as const),
        agentId: fc.constantFrom(...AGENTS),
        work: fc.constantFrom(...(Object.keys(WORK) as (keyof typeof WORK)[])),
        amount,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('send' as const), amount }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'mark' as const }) },
  ),
  { minLength: 5, maxLength: 30 },
)

/** A queue of credits: the oldest are taken first. */
class Queue {
  readonly #lots: { source: CreditSource; left: number }[] = []
  add(source: CreditSource, left: number): void {
    this.#lots.push({ source, left })
  }
  take(wanted: number): { source: CreditSource; credits: number }[] {
    let missing = wanted
    return this.#lots.flatMap((lot) => {
      const credits = Math.min(lot.left, missing)
      lot.left -= credits
      missing -= credits
      return credits > 0 ? [{ source: lot.source, credits }] : []
    })
  }
  get left(): number {
    return this.#lots.reduce((sum, { left }) => sum + left, 0)
  }
}

async function add(workspaceId: string, nth: number, { source, amount: added }: Step & { kind: 'add' }): Promise<void> {
  if (source === 'grant') {
    await billing.grant(ctx, { workspaceId, amount: added, key: `operator:${nth}`, cause: '' })
    return
  }
  const kind = source === 'plan' ? 'grant' : 'topup'
  const cause = source === 'recharge' ? recharge : ''
  await billing.addPaid(ctx, { workspaceId, key: `invoice:in_${nth}:0`, kind, amount: added, cause, ref: `in_${nth}` })
}

async function charge(item: { workspaceId: string; holdKey: string; agentId: string | null }, cost: number) {
  await billing.holdMany(dbs.eu.db, [{ ...item, cause: 'Helper', amount: cost }])
  await ctx.tx((tx) => billing.settleMany(tx.db, [{ ...item, cause: 'Helper', cost }]))
}

/** Sums by source, key and use. */
const sums = (flows: readonly Flow[]): Record<string, number> => {
  const all: Record<string, number> = {}
  for (const { source, key, use, credits } of flows) {
    const id = [source, key, use].join(' ')
    all[id] = (all[id] ?? 0) + credits
  }
  return all
}

test('the flow of any period is that of a queue from which the oldest credits are spent', async () => {
  const elsewhere = newWorkspaceUid()
  await billing.open(ctx, elsewhere)
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const workspaceId = newWorkspaceUid()
      await billing.open(ctx, workspaceId)
      const queue = new Queue()
      const marks = [{ at: EVER.from, from: 0 }]
      const expected: Flow[] = []
      for (const [nth, step] of list.entries()) {
        if (step.kind === 'mark') marks.push({ at: await border(), from: expected.length })
        else if (step.kind === 'add') {
          await add(workspaceId, nth, step)
          queue.add(step.source, step.amount)
        } else {
          const cost = Math.min(step.amount, queue.left)
          if (cost === 0) continue
          const taken = queue.take(cost)
          if (step.kind === 'send') {
            await billing.transfer(ctx, {
              from: workspaceId,
              to: elsewhere,
              amount: cost,
              key: `${workspaceId}:${nth}`,
              cause: '',
            })
            continue
          }
          const { agentId, work } = step
          await charge({ workspaceId, holdKey: `${work}:${nth}`, agentId }, cost)
          expected.push(...taken.map((one) => ({ ...one, key: agentId ?? '', use: WORK[work] })))
        }
      }
      marks.push({ at: EVER.before, from: expected.length })
      const read = async (from: Date, before: Date) => {
        const query = { payers: [workspaceId, elsewhere], workspaceId, by: 'agent' as const, from, before, most: 50 }
        return sums((await receipts.flow(ctx, query)).flows)
      }
      for (const [nth, { at, from }] of marks.slice(0, -1).entries()) {
        const next = marks[nth + 1]
        if (next) expect(await read(at, next.at)).toEqual(sums(expected.slice(from, next.from)))
      }
      expect(await read(EVER.from, EVER.before)).toEqual(sums(expected))
    }),
    { numRuns: 25 },
  )
  expect(await verifyLedger(dbs.eu.pool)).toEqual([])
})

test('a refund takes its credits out of the flow and leaves no charge unexplained', async () => {
  const workspaceId = newWorkspaceUid()
  await billing.open(ctx, workspaceId)
  const paid = { workspaceId, key: 'invoice:in_1:0', kind: 'topup', amount: 5000, cause: '', ref: 'in_1' } as const
  await billing.grant(ctx, { workspaceId, amount: 1000, key: 'operator:1', cause: '' })
  await billing.addPaid(ctx, paid)
  await charge({ workspaceId, holdKey: 'turn:1', agentId: 'a1' }, 1500)
  expect(await billing.takeBack(ctx, { ...paid, key: 'invoice:in_1:1' })).toBe(4500)
  await billing.grant(ctx, { workspaceId, amount: 1000, key: 'operator:2', cause: '' })
  await charge({ workspaceId, holdKey: 'turn:2', agentId: 'a1' }, 700)
  const query = { payers: [workspaceId], workspaceId, by: 'agent' as const, ...EVER, most: 50 }
  expect(sums((await receipts.flow(ctx, query)).flows)).toEqual({ 'grant a1 answer': 1700, 'topup a1 answer': 500 })
})

test('the smaller agents are added up and counted; clients are kept apart from the workspace', async () => {
  const [workspaceId, orgId] = [newWorkspaceUid(), newWorkspaceUid()]
  for (const one of [workspaceId, orgId]) await billing.open(ctx, one)
  await billing.grant(ctx, { workspaceId, amount: 10_000, key: 'operator:1', cause: '' })
  await billing.transfer(ctx, { from: workspaceId, to: orgId, amount: 2000, key: 'sale:s1', cause: '' })
  for (const [nth, cost] of [400, 300, 200, 100].entries())
    await charge({ workspaceId, holdKey: `turn:${nth}`, agentId: `a${nth}` }, cost)
  await charge({ workspaceId: orgId, holdKey: 'turn:o', agentId: 'a0' }, 50)
  const flow = (by: 'agent' | 'client', payers: readonly string[], most = 2) =>
    receipts.flow(ctx, { payers, workspaceId, by, ...EVER, most })
  const byAgent = await flow('agent', [workspaceId, orgId])
  expect({ ...byAgent, flows: sums(byAgent.flows) }).toEqual({
    flows: { 'grant a0 answer': 400, 'sale a0 answer': 50, 'grant a1 answer': 300, 'grant  answer': 300 },
    others: 2,
    hasClients: true,
  })
  const byClient = await flow('client', [workspaceId, orgId])
  expect({ ...byClient, flows: sums(byClient.flows) }).toEqual({
    flows: { [`grant ${workspaceId} answer`]: 1000, [`sale ${orgId} answer`]: 50 },
    others: 0,
    hasClients: true,
  })
  expect(await flow('agent', [workspaceId], 50)).toMatchObject({ others: 0, hasClients: false })
  expect(await flow('agent', [newWorkspaceUid()])).toEqual({ flows: [], others: 0, hasClients: false })
})
