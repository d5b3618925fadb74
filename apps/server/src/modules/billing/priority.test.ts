import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseAffordable,
  HOLD_PRIORITIES,
  canStartBackgroundWork,
  priorityRank,
  shrinkHolds,
  reclaimable,
} from './priority.ts'

const holds = [
  { key: 'turn', rank: 0, amount: 50 },
  { key: 'note', rank: 1, amount: 20 },
  { key: 'first document', rank: 2, amount: 30 },
  { key: 'second document', rank: 2, amount: 40 },
]

describe('shrinkHolds', () => {
  test.each([
    ['visitor', 10, [['second document', 10]]],
    [
      'visitor',
      60,
      [
        ['second document', 40],
        ['first document', 20],
      ],
    ],
    [
      'visitor',
      1000,
      [
        ['second document', 40],
        ['first document', 30],
        ['note', 20],
      ],
    ],
    [
      'waiting',
      1000,
      [
        ['second document', 40],
        ['first document', 30],
      ],
    ],
    ['background', 1000, []],
    ['visitor', 0, []],
  ] as const)('for a %s that lacks %i', (priority, amount, expected) => {
    expect(shrinkHolds(holds, priority, amount).map(({ key, by }) => [key, by])).toEqual(expected)
  })

  const open = fc.uniqueArray(
    fc.record({
      key: fc.string(),
      rank: fc.integer({ min: 0, max: 2 }),
      amount: fc.integer({ min: 0, max: 1_000_000_000 }),
    }),
    { selector: ({ key }) => key },
  )
  test('frees exactly the missing amount from lower holds only', () => {
    fc.assert(
      fc.property(
        open,
        fc.constantFrom(...HOLD_PRIORITIES),
        fc.integer({ min: 0, max: 3_000_000_000 }),
        (all, priority, amount) => {
          const given = shrinkHolds(all, priority, amount)
          const byKey = new Map(all.map((one) => [one.key, one]))
          for (const { key, by } of given) {
            const hold = byKey.get(key)
            expect(Number.isSafeInteger(by) && by > 0 && by <= (hold?.amount ?? 0)).toBe(true)
            expect(hold?.rank).toBeGreaterThan(priorityRank(priority))
          }
          expect(given.reduce((sum, { by }) => sum + by, 0)).toBe(Math.min(amount, reclaimable(all, priority)))
        },
      ),
    )
  })
})

test.each([
  [44, 44, 0, true],
  [44, 43, 0, false],
  [44, 87, 44, false],
  [44, 88, 44, true],
  [0, 0, 100, true],
])('work of %i with %i available and %i owed to older work may begin: %s', (cost, available, owedBefore, expected) => {
  expect(canStartBackgroundWork({ cost, available, owedBefore })).toBe(expected)
})

describe('chooseAffordable', () => {
  test('skips unaffordable work', () => {
    const paused = [{ cost: 600 }, { cost: 20 }, { cost: 500 }, { cost: 6 }]
    expect(chooseAffordable(paused, 526)).toEqual([{ cost: 20 }, { cost: 500 }, { cost: 6 }])
  })
  test('never overspends, keeps the order, and skips nothing that fits', () => {
    const costs = fc.array(fc.record({ cost: fc.integer({ min: 1, max: 1000 }) }))
    fc.assert(
      fc.property(costs, fc.integer({ min: 0, max: 5000 }), (paused, available) => {
        const chosen = chooseAffordable(paused, available)
        const left = available - chosen.reduce((sum, { cost }) => sum + cost, 0)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(paused.filter((one) => chosen.includes(one))).toEqual(chosen)
        for (const one of paused) if (!chosen.includes(one)) expect(one.cost).toBeGreaterThan(left)
      }),
    )
  })
})
