import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListRefresh, LONGEST_MS, QUIET_MS, QUIET_SPREAD_MS, REST_MS } from './list-refresh.ts'

const MOST_QUIET_MS = QUIET_MS + QUIET_SPREAD_MS
const refresh = vi.fn<() => void>()
let lists: ReturnType<typeof createListRefresh>

beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockClear()
  lists = createListRefresh(refresh)
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

test('refreshes once after events have stopped', () => {
  stayBusy(5000)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MOST_QUIET_MS)
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(600_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('refreshes while events keep coming, at most once in a while', () => {
  stayBusy(LONGEST_MS - 1000)
  expect(refresh).not.toHaveBeenCalled()
  stayBusy(LONGEST_MS + 2000)
  expect(refresh).toHaveBeenCalledTimes(1)
  stayBusy(600_000)
  expect(refresh.mock.calls.length).toBeGreaterThan(600_000 / (2 * LONGEST_MS + MOST_QUIET_MS))
  expect(refresh.mock.calls.length).toBeLessThan(600_000 / LONGEST_MS + 2)
})

test('rests between two refreshes', () => {
  lists.schedule()
  vi.advanceTimersByTime(MOST_QUIET_MS)
  expect(refresh).toHaveBeenCalledTimes(1)
  lists.schedule()
  vi.advanceTimersByTime(REST_MS - MOST_QUIET_MS)
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(MOST_QUIET_MS)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('refreshes nothing once cancelled', () => {
  lists.schedule()
  lists.cancel()
  vi.advanceTimersByTime(600_000)
  expect(refresh).not.toHaveBeenCalled()
})
