import { afterEach, expect, test, vi } from 'vitest'
import { createClock, MOST_SKEW_MS } from './clock.ts'

const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.clearAllMocks()
})

const BASE = Date.UTC(2026, 0, 1)
/** A machine whose clock is `ahead` milliseconds ahead of a database that `read` may break. */
async function start(ahead: number, read: () => void = () => undefined) {
  const state = { ahead }
  const query = async () => {
    read()
    return { rows: [{ ms: BASE }] }
  }
  const clock = await createClock({ databases: { eu: { query } as never }, system: () => BASE + state.ahead, log })
  stops.push(clock.stop)
  return { clock, state }
}

test.each([0, 30_000, -60_000])('returns the time of the database on a machine %d ms ahead', async (ahead) => {
  const { clock } = await start(ahead)
  expect(Math.abs(clock.now('eu').getTime() - BASE)).toBeLessThan(100)
  expect(Math.abs(clock.skewMs() - ahead)).toBeLessThan(100)
})

test('warns while the clocks differ by more than five seconds', async () => {
  const { clock, state } = await start(0)
  expect(log.warn).not.toHaveBeenCalled()
  state.ahead = MOST_SKEW_MS + 1000
  await clock.measure()
  expect(log.warn).toHaveBeenCalledOnce()
  state.ahead = 0
  await clock.measure()
  expect(log.info).toHaveBeenCalledOnce()
  expect(Math.abs(clock.skewMs())).toBeLessThan(100)
})

test('keeps its measurement when the database does not answer', async () => {
  let isAway = false
  const { clock } = await start(30_000, () => {
    if (isAway) throw new Error('away')
  })
  isAway = true
  await clock.measure()
  expect(Math.abs(clock.now('eu').getTime() - BASE)).toBeLessThan(100)
})
