import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListCheck, LONGEST_MS, QUIET_MS, QUIET_SPREAD_MS, REST_MS } from './list-check.ts'

const MOST_QUIET_MS = QUIET_MS + QUIET_SPREAD_MS
const check = vi.fn<() => void>()
let lists: ReturnType<typeof createListCheck>

beforeEach(() => {
  vi.useFakeTimers()
  check.mockClear()
  lists = createListCheck(check)
})
afterEach(() => {
  vi.useRealTimers()
})

/** One event a second. */
function stayBusy(ms: number): void {
  for (let passed = 0; passed < ms; passed += 1000) {
    lists.schedule()
    vi.advanceTimersByTime(1000)
  }
}

test('checks once after events have stopped', () => {
  stayBusy(5000)
  expect(check).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MOST_QUIET_MS)
  expect(check).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(600_000)
  expect(check).toHaveBeenCalledTimes(1)
})

test('checks while events keep coming, at most once in a while', () => {
  stayBusy(LONGEST_MS - 1000)
  expect(check).not.toHaveBeenCalled()
  stayBusy(LONGEST_MS + 2000)
  expect(check).toHaveBeenCalledTimes(1)
  stayBusy(600_000)
  expect(check.mock.calls.length).toBeGreaterThan(600_000 / (2 * LONGEST_MS + MOST_QUIET_MS))
  expect(check.mock.calls.length).toBeLessThan(600_000 / LONGEST_MS + 2)
})

test('rests between two checks', () => {
  lists.schedule()
  vi.advanceTimersByTime(MOST_QUIET_MS)
  expect(check).toHaveBeenCalledTimes(1)
  lists.schedule()
  vi.advanceTimersByTime(REST_MS - MOST_QUIET_MS)
  expect(check).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(MOST_QUIET_MS)
  expect(check).toHaveBeenCalledTimes(2)
})

test('checks nothing once cancelled', () => {
  lists.schedule()
  lists.cancel()
  vi.advanceTimersByTime(600_000)
  expect(check).not.toHaveBeenCalled()
})
