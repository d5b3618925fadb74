import { expect, test } from 'vitest'
import { nextFreeDay } from './next-free-day.ts'

test.each([
  ['today when no day is taken', [], '2026-12-24'],
  ['the day after the last of a row', ['2026-12-25', '2026-12-24'], '2026-12-26'],
  ['a gap before later days', ['2026-12-24', '2026-12-26'], '2026-12-25'],
  ['the next year after New Year’s Eve', ['2026-12-24', ...days(25, 31)], '2027-01-01'],
])('is %s', (_, taken, expected) => {
  expect(nextFreeDay(taken, '2026-12-24')).toBe(expected)
})

function days(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `2026-12-${from + at}`)
}
