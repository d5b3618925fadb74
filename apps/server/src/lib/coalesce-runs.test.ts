import { expect, test } from 'vitest'
import { createCoalescedRuns } from './coalesce-runs.ts'

test('callers during a run share the next one, which sees what happened before they called', async () => {
  const share = createCoalescedRuns()
  const ends: (() => void)[] = []
  let state = 0
  const seen: number[] = []
  const work = () => {
    seen.push(state)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const first = share('a', work)
  await expect.poll(() => seen).toEqual([0])
  state = 1
  const later = Promise.all([share('a', work), share('a', work), share('a', work)])
  const other = share('b', work)
  await expect.poll(() => seen).toEqual([0, 1])
  ends[0]?.()
  await first
  await expect.poll(() => seen).toEqual([0, 1, 1])
  for (const end of ends) end()
  await Promise.all([later, other])
})

test('a failed run fails for all who share it, and the next one starts over', async () => {
  const share = createCoalescedRuns()
  let runs = 0
  const fail = () => Promise.reject(new Error(`failure ${(runs += 1)}`))
  const results = await Promise.allSettled([share('a', fail), share('a', fail)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs).toBe(1)
  await share('a', () => Promise.resolve())
})
