import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeRefill, giveBack, hold, increase, lacksFree, nextFree, settlement, transfer } from './ledger.ts'
import type { Entry } from './ledger.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000 })
const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.amount, 0)

describe('entries', () => {
  test('sum to zero in whole numbers', () => {
    fc.assert(
      fc.property(amount, amount, amount, (a, b, c) => {
        const sides = transfer(a)
        const all = [increase('grant', a), increase('topup', a), hold(a), giveBack(a), settlement(a, b, c).entries]
        for (const entries of [...all, sides.from, sides.to]) {
          expect(sum(entries)).toBe(0)
          for (const entry of entries) expect(Number.isSafeInteger(entry.amount) && entry.amount !== 0).toBe(true)
        }
      }),
    )
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 60])('%d is not an amount', (wrong) => {
    expect(() => hold(wrong)).toThrow(RangeError)
    expect(() => increase('grant', wrong)).toThrow(RangeError)
    expect(() => transfer(wrong)).toThrow(RangeError)
    expect(() => settlement(wrong, 0, 0)).toThrow(RangeError)
    expect(() => settlement(0, wrong, 0)).toThrow(RangeError)
  })
})

describe('settlement', () => {
  test.each([
    // held, cost, available, charged, change of available
    [100, 30, 0, 30, 70],
    [100, 100, 0, 100, 0],
    [100, 0, 50, 0, 100],
    [100, 130, 50, 130, -30],
    [100, 500, 50, 150, -50],
    [100, 500, 0, 100, 0],
    [0, 10, 0, 0, 0],
  ])('of %i for %i with %i left charges %i', (held, cost, available, charged, change) => {
    const result = settlement(held, cost, available)
    expect(result.charged).toBe(charged)
    expect(result.kind).toBe(charged === 0 ? 'release' : 'settle')
    expect(result.entries.find((entry) => entry.account === 'available')?.amount ?? 0).toBe(change)
  })

  test('never takes more than the balance or the cost', () => {
    fc.assert(
      fc.property(amount, amount, amount, (held, cost, available) => {
        const { charged, entries } = settlement(held, cost, available)
        const change = entries.find((entry) => entry.account === 'available')?.amount ?? 0
        expect(charged).toBeLessThanOrEqual(cost)
        expect(available + change).toBeGreaterThanOrEqual(0)
        if (held + available >= cost) expect(charged).toBe(cost)
      }),
    )
  })
})

describe('freeRefill', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const at = (iso: string) => Date.parse(iso) / 1000
  test.each([
    ['first grant', 0, 0, true, 1_000_000],
    ['not verified', 0, 0, false, undefined],
    ['rest of last month is filled up', 300_000, at('2026-10-31T23:59:59Z'), true, 700_000],
    ['more than the free credits is kept', 5_000_000, at('2026-10-02T00:00:00Z'), true, 0],
    ['again in the same month', 0, at('2026-11-01T00:00:00Z'), true, undefined],
    ['a clock that went back', 0, at('2026-12-01T00:00:00Z'), true, undefined],
    ['after a year', 1, at('2025-11-21T10:00:00Z'), true, 999_999],
  ])('%s', (_name, balance, freeLTsTS, verified, expected) => {
    expect(freeRefill({ balance, now, freeLTsTS, verified })).toBe(expected)
  })

  test('never lowers a balance or exceeds the free credits', () => {
    fc.assert(
      fc.property(amount, (balance) => {
        const grant = freeRefill({ balance, now, freeLTsTS: 0, verified: true }) ?? 0
        expect(grant).toBeGreaterThanOrEqual(0)
        expect(balance + grant).toBe(Math.max(balance, 1_000_000))
      }),
    )
  })
})

test.each([
  ['2026-12-31T23:59:59Z', 0, true, '2027-01-01T00:00:00.000Z'],
  ['2026-11-21T10:00:00Z', Date.parse('2026-10-31T23:59:59Z') / 1000, true, '2026-12-01T00:00:00.000Z'],
  ['2026-11-21T10:00:00Z', Date.parse('2026-11-01T00:00:00Z') / 1000, false, '2026-12-01T00:00:00.000Z'],
])('at %s with the last free credits at %s', (now, freeLTsTS, lacks, next) => {
  expect(lacksFree(freeLTsTS, new Date(now))).toBe(lacks)
  expect(nextFree(new Date(now)).toISOString()).toBe(next)
})
