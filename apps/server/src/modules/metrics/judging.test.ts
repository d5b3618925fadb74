import { expect, test } from 'vitest'
import { isSampled } from './judging.ts'

const part = (percent: number) =>
  Array.from({ length: 2000 }, (_, n) => isSampled('m', `c${n}`, percent)).filter(Boolean).length / 20

test('a sample has about as many conversations as it says, always the same ones', () => {
  expect(part(100)).toBe(100)
  expect(part(0)).toBe(0)
  for (const percent of [1, 10, 50, 90]) expect(Math.abs(part(percent) - percent)).toBeLessThan(4)
  expect(isSampled('m', 'c1', 50)).toBe(isSampled('m', 'c1', 50))
  const both = Array.from({ length: 500 }, (_, n) => isSampled('a', `c${n}`, 50) === isSampled('b', `c${n}`, 50))
  expect(new Set(both).size).toBe(2)
})

test('a larger sample holds the smaller one', () => {
  for (let n = 0; n < 500; n++) if (isSampled('m', `c${n}`, 20)) expect(isSampled('m', `c${n}`, 60)).toBe(true)
})
