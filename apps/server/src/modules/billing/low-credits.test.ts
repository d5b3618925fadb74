import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LOW_CREDITS, lowestMarkPassed } from './low-credits.ts'

it.each([
  [1_000_000, 500_000, undefined],
  [500_000, 499_999, 500],
  [500_001, 500_000, undefined],
  [499_999, 400_000, undefined],
  [100_000, 99_000, 100],
  // One charge passes several marks: the lowest matters.
  [600_000, 50_000, 100],
  [600_000, 0, 0],
  [1, 0, 0],
  [0, 0, undefined],
  [0, 600_000, undefined],
])('from %i to %i milli-credits passes %s', (before, after, mark) => expect(lowestMarkPassed(before, after)).toBe(mark))

it('reports each mark at most once on the way down', () => {
  const charges = fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000 }), charges, (start, all) => {
      let balance = start
      const told: number[] = []
      for (const charge of all) {
        const after = Math.max(0, balance - charge)
        const mark = lowestMarkPassed(balance, after)
        if (mark !== undefined) told.push(mark)
        balance = after
      }
      expect(told).toEqual([...new Set(told)].toSorted((a, b) => b - a))
      for (const mark of LOW_CREDITS) if (told.includes(mark)) expect(balance).toBeLessThanOrEqual(mark * 1000)
    }),
  )
})
