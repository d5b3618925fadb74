import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow } from './live-stream.ts'

class Stream extends EventTarget {
  static opened: Stream[] = []
  closed = false
  constructor() {
    super()
    Stream.opened.push(this)
  }
  close() {
    this.closed = true
  }
  fail() {
    this.dispatchEvent(new Event('error'))
  }
}
const last = () => Stream.opened.at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  Stream.opened = []
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reconnects a failed stream with growing delays while allowed', async () => {
  const asked = vi.fn(async () => true)
  const end = follow('/live', () => undefined, asked)
  last()?.fail()
  await vi.advanceTimersByTimeAsync(1000)
  expect(Stream.opened).toHaveLength(2)
  last()?.fail()
  await vi.advanceTimersByTimeAsync(1000)
  expect(Stream.opened).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(Stream.opened).toHaveLength(3)
  expect(asked).toHaveBeenCalledTimes(2)
  end()
  expect(last()?.closed).toBe(true)
})

test('never reconnects once not allowed', async () => {
  follow(
    '/live',
    () => undefined,
    async () => false,
  )
  last()?.fail()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Stream.opened).toHaveLength(1)
  expect(last()?.closed).toBe(true)
})

test('waits with a reconnect until it is known whether it is allowed', async () => {
  let answer: (may: boolean) => void = () => undefined
  const end = follow(
    '/live',
    () => undefined,
    () => new Promise((resolve) => (answer = resolve)),
  )
  last()?.fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Stream.opened).toHaveLength(1)
  answer(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(Stream.opened).toHaveLength(2)
  last()?.fail()
  end()
  answer(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Stream.opened).toHaveLength(2)
})
