import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorkerNotifier } from './notify-workers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many jobs share a notification, and each is followed by one after its transaction could commit', () => {
  const woken: number[] = []
  const began = Date.now()
  const { afterTransaction } = createWorkerNotifier(() => woken.push(Date.now() - began))
  afterTransaction('a')
  afterTransaction('a')
  vi.advanceTimersByTime(29)
  afterTransaction('a')
  expect(woken).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(woken).toEqual([30, 60, 300, 600])
})

test('workers are woken apart from each other, at once without a transaction', () => {
  const woken: string[] = []
  const { now, afterTransaction } = createWorkerNotifier((worker) => woken.push(worker))
  afterTransaction('a')
  now('b')
  vi.advanceTimersByTime(0)
  expect(woken).toEqual(['b'])
  vi.advanceTimersByTime(30)
  expect(woken).toEqual(['b', 'a'])
})
