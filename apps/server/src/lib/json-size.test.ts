import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exceedsJsonValues } from './json-size.ts'

function counted(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const items: unknown[] = Object.values(value)
  return items.reduce((sum: number, item) => sum + counted(item), 1 + Math.max(0, items.length - 1))
}

test('counts values, whatever texts contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, space) => {
      const text = JSON.stringify(value, undefined, space)
      const count = counted(JSON.parse(text))
      expect(exceedsJsonValues(text, count)).toBe(false)
      expect(count === 0 || exceedsJsonValues(text, count - 1)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test.each<[string, number]>([
  ['', 0],
  ['"', 0],
  ['"[,{', 0],
  [String.raw`"\\"[`, 1],
  [String.raw`"\\\"[`, 0],
  ['[[[,', 4],
])('%j is no reason to fail', (text, count) => {
  expect(exceedsJsonValues(text, count)).toBe(false)
  expect(count === 0 || exceedsJsonValues(text, count - 1)).toBe(true)
})

test('scans quotes and backslashes in linear time', () => {
  const begun = performance.now()
  expect(exceedsJsonValues(`"${'\\\\'.repeat(1_000_000)}"`, 1)).toBe(false)
  expect(exceedsJsonValues(`["${'\\"'.repeat(1_000_000)}"]`, 1)).toBe(false)
  expect(performance.now() - begun).toBeLessThan(500)
})
