import { afterEach, expect, test, vi } from 'vitest'
import { createLimits, type Subjects } from './limits.ts'

afterEach(() => vi.useRealTimers())

test.each<[string, number, (at: number) => Subjects]>([
  ['a visitor', 500, (at) => ({ ip: `198.51.100.${at}`, visitor: 'vis_one', agent: 'a' })],
  ['an address, whatever visitors it claims to be', 2000, (at) => ({ ip: '203.0.113.9', visitor: `vis_${at}` })],
])('limits the messages of %s in a day, however slowly they come', async (_, most, subjects) => {
  vi.useFakeTimers()
  const limits = createLimits(1)
  let sent = 0
  const send = () => limits.take('chat', subjects(sent)).then(() => (sent += 1))
  for (;;) {
    const refusal = await send().catch((error: unknown) => error)
    if (typeof refusal !== 'number') {
      expect(refusal).toMatchObject({ code: 'RATE_LIMITED', reason: { code: 'daily_limit_reached' } })
      break
    }
    vi.advanceTimersByTime(4000)
  }
  expect(sent).toBe(most)
  vi.advanceTimersByTime(86_400_000)
  await send()
  expect(sent).toBe(most + 1)
})
