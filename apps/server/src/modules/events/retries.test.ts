import { describe, expect, it } from 'vitest'
import { concurrencyOf, isMailDue, nextAttempt, readRetryAfter, RETRY_DELAYS } from './retries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MIDDLE = 0.5

describe('after an attempt', () => {
  it.each([200, 201, 204, 299])('%i is accepted', (status) =>
    expect(nextAttempt({ status, number: 8 }, MIDDLE)).toEqual({ kind: 'delivered' }),
  )
  it.each([
    [1, 5 * SECOND],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
  ])('failure %i is tried again after %i ms', (number, inMs) => {
    for (const status of [0, 100, 301, 400, 404, 500, 503])
      expect(nextAttempt({ status, number }, MIDDLE)).toEqual({ kind: 'again', inMs })
    expect(nextAttempt({ status: 500, number }, 0)).toEqual({ kind: 'again', inMs: inMs * 0.9 })
    expect(nextAttempt({ status: 500, number }, 1)).toEqual({ kind: 'again', inMs: Math.round(inMs * 1.1) })
  })
  it('gives up after the eighth', () => {
    expect(RETRY_DELAYS).toHaveLength(8)
    expect(nextAttempt({ status: 500, number: 8 }, MIDDLE)).toEqual({ kind: 'failed' })
    expect(nextAttempt({ status: 0, number: 99 }, MIDDLE)).toEqual({ kind: 'failed' })
    expect(nextAttempt({ status: 500, number: 1, maxAttempts: 1 }, MIDDLE)).toEqual({ kind: 'failed' })
  })
  it('ends for good when the endpoint is gone', () =>
    expect(nextAttempt({ status: 410, number: 1 }, MIDDLE)).toEqual({ kind: 'gone' }))
  it.each([
    [429, 60 * SECOND, 60 * SECOND],
    [503, 60 * SECOND, 60 * SECOND],
    // A shorter wait than planned is ignored; other responses have no say; the wait is capped.
    [429, SECOND, 5 * SECOND],
    [500, 60 * SECOND, 5 * SECOND],
    [503, 30 * 24 * HOUR, 24 * HOUR],
  ])('%i that asks for %i ms waits %i ms', (status, retryAfterMs, inMs) =>
    expect(nextAttempt({ status, number: 1, retryAfterMs }, MIDDLE)).toEqual({ kind: 'again', inMs }),
  )
})

describe('Retry-After', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is %j', (header, ms) => expect(readRetryAfter(header, now)).toBe(ms))
})

it('limits a failing endpoint to one attempt at a time', () => {
  expect([0, 4, 5, 100].map(concurrencyOf)).toEqual([4, 4, 1, 1])
})

it('mails at most once an hour', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  expect(isMailDue(null, now)).toBe(true)
  expect(isMailDue(new Date('2026-11-21T09:00:00Z'), now)).toBe(true)
  expect(isMailDue(new Date('2026-11-21T09:00:01Z'), now)).toBe(false)
})
