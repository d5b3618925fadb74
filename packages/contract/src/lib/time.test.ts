import { expect, test } from 'vitest'
import { isLogTime } from './time.ts'

test.each([
  ['2026-11-22', true],
  ['2026-11-22T10:00:00Z', true],
  ['9998-12-31', true],
  ['0000-01-01', false],
  ['1969-12-31', false],
  ['9999-12-31', false],
])('%s: %s', (time, isOne) => {
  expect(isLogTime(time)).toBe(isOne)
})
