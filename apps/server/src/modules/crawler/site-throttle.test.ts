import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestStarted, requestEnded, HOST_DELAY_MS, type HostState, MAX_DELAY_MS, pickNext } from './site-throttle.ts'
import { isRunning, reduceRun, type RunEvent, type RunState } from '@parlance/contract/crawler/run'

const limits = { parallel: 3, parallelHost: 2 }

test('the first page whose host may be asked', () => {
  const pace = new Map<string, HostState>([
    ['a', { nextAt: 1500, running: 1 }],
    ['b', { nextAt: 1200, running: 0 }],
    ['c', { nextAt: 0, running: 2 }],
  ])
  const pick = (hosts: string[], running = 0, now = 1000) => pickNext(hosts, pace, running, now, limits)
  expect(pick(['a', 'a', 'd'])).toEqual({ next: 2 })
  expect(pick(['a', 'b'])).toEqual({ waitMs: 200 })
  expect(pick(['a', 'b'], 0, 1200)).toEqual({ next: 1 })
  expect(pick(['c'])).toEqual({ waitMs: null })
  expect(pick(['d'], 3)).toEqual({ waitMs: null })
  expect(pick([])).toEqual({ waitMs: null })
})

test('respects pauses, up to a limit', () => {
  const host = requestStarted(undefined, 1000, 500)
  expect(host).toEqual({ nextAt: 1500, running: 1 })
  expect(requestStarted(host, 1000, 500)).toEqual({ nextAt: 2000, running: 2 })
  expect(requestStarted(undefined, 0, 10 * MAX_DELAY_MS).nextAt).toBe(MAX_DELAY_MS)
  expect(requestEnded(host, 1100, 0)).toEqual({ nextAt: 1500, running: 0 })
  expect(requestEnded(host, 1100, 5000)).toEqual({ nextAt: 6100, running: 0 })
  expect(requestEnded(undefined, 0, 1e9)).toEqual({ nextAt: 300_000, running: 0 })
})

test('asks no host more than twice a second, and serves every page', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }),
      fc.integer({ min: 1, max: 900 }),
      (pages, took) => {
        const queue = [...pages]
        const pace = new Map<string, HostState>()
        const running: { host: string; until: number }[] = []
        const asked = new Map<string, number[]>()
        let now = 0
        for (let steps = 0; queue.length > 0 && steps < 10_000; steps += 1) {
          for (const one of running.filter(({ until }) => until <= now)) {
            running.splice(running.indexOf(one), 1)
            pace.set(one.host, requestEnded(pace.get(one.host), now, 0))
          }
          const pick = pickNext(queue, pace, running.length, now, { parallel: 8, parallelHost: 2 })
          if ('next' in pick) {
            const [host = ''] = queue.splice(pick.next, 1)
            pace.set(host, requestStarted(pace.get(host), now, HOST_DELAY_MS))
            running.push({ host, until: now + took })
            asked.set(host, [...(asked.get(host) ?? []), now])
          } else now = pick.waitMs === null ? Math.min(...running.map(({ until }) => until)) : now + pick.waitMs
        }
        expect(queue).toEqual([])
        for (const times of asked.values())
          for (const [at, time] of times.entries())
            expect(time - (times[at - 1] ?? -HOST_DELAY_MS)).toBeGreaterThanOrEqual(500)
      },
    ),
  )
})

const start: RunState = {
  status: 'completed',
  reason: '',
  pagesFound: 9,
  pagesRead: 9,
  pagesFailed: 0,
  pagesSkipped: 0,
}
const run = (events: RunEvent[], from = start) => events.reduce(reduceRun, from)

test('a run from start to end', () => {
  const begun = run([{ type: 'asked' }, { type: 'begun' }, { type: 'found', pages: 3 }])
  expect(begun).toEqual({
    status: 'processing',
    reason: '',
    pagesFound: 3,
    pagesRead: 0,
    pagesFailed: 0,
    pagesSkipped: 0,
  })
  const read = run(
    [
      { type: 'page', status: 'unchanged' },
      { type: 'page', status: 'duplicate' },
    ],
    begun,
  )
  expect(run([{ type: 'done', failure: '' }], read)).toMatchObject({
    status: 'completed',
    pagesRead: 1,
    pagesSkipped: 1,
  })
  const lost = run(
    [
      { type: 'page', status: 'failed' },
      { type: 'done', failure: 'We couldn’t read any pages.' },
    ],
    begun,
  )
  expect(lost).toMatchObject({ status: 'failed', reason: 'We couldn’t read any pages.' })
})

test('ends once, counts no more than was found, and restarts only on request', () => {
  const event = fc.oneof<fc.Arbitrary<RunEvent>[]>(
    fc.constant({ type: 'begun' }),
    fc.record({
      type: fc.constant('page' as const),
      status: fc.constantFrom('read', 'unchanged', 'duplicate', 'skipped', 'failed'),
    }),
    fc.constant({ type: 'done', failure: 'x' }),
    fc.constant({ type: 'cancelled', reason: '' }),
    fc.constant({ type: 'failed', reason: 'x' }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let state = reduceRun(start, { type: 'asked' })
      for (const one of events) {
        const before = state
        state = reduceRun(one.type === 'page' ? reduceRun(state, { type: 'found', pages: 1 }) : state, one)
        if (!isRunning(before)) expect(state).toEqual(before)
        expect(state.pagesRead + state.pagesFailed + state.pagesSkipped).toBeLessThanOrEqual(state.pagesFound)
      }
      expect(isRunning(reduceRun(state, { type: 'asked' }))).toBe(true)
    }),
  )
})
