import { expect, test } from 'vitest'
import { chosenOf, isDay, localDay, utcDay } from './range.ts'

const today = '2026-03-01'
test.each([
  [{}, '30', '2026-01-31', '2026-03-01', undefined],
  [{ range: '7' }, '7', '2026-02-23', '2026-03-01', undefined],
  [{ range: '90' }, '90', '2025-12-02', '2026-03-01', undefined],
  [{ range: '12', from: '2020-01-01' }, '30', '2026-01-31', '2026-03-01', undefined],
  [{ range: 'custom' }, 'custom', '2026-01-31', '2026-03-01', undefined],
  [{ range: 'custom', from: '2026-02-01', to: '2026-02-28' }, 'custom', '2026-02-01', '2026-02-28', undefined],
  [{ range: 'custom', from: '2026-02-01', to: '2026-01-28' }, 'custom', '2026-01-28', '2026-01-28', 'order'],
  [{ range: 'custom', from: '2020-02-01', to: '2026-01-28' }, 'custom', '2025-01-28', '2026-01-28', 'long'],
  [{ range: 'custom', from: 'nonsense', to: '2026-02-30' }, 'custom', '2026-01-31', '2026-03-01', undefined],
])('%j', (search, range, from, to, problem) => {
  const chosen = chosenOf({ range: '', from: '', to: '', ...search }, today)
  expect(chosen).toEqual({ range, period: { from, to }, ...(problem ? { problem } : {}) })
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-2-1', false],
  ['', false],
])('%s is a day: %s', (text, day) => expect(isDay(text)).toBe(day))

test.each([
  ['America/Los_Angeles', '2026-03-01T02:00:00Z', '2026-02-28', '2026-03-01'],
  ['Pacific/Auckland', '2026-02-28T18:00:00Z', '2026-03-01', '2026-02-28'],
  ['UTC', '2026-02-28T18:00:00Z', '2026-02-28', '2026-02-28'],
])('in %s at %s the day is %s, and %s in UTC', (timeZone, time, local, utc) => {
  expect([localDay(Date.parse(time), timeZone), utcDay(new Date(time))]).toEqual([local, utc])
})
