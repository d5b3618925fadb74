import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError, ERRORS } from './errors.ts'
import { newAgencySecret, newAgentId, newSecretKey, newVisitorId, randomId, SECRET_KEY, VISITOR_KEY } from './ids.ts'
import { fromCredits, toCredits, usdToMilli } from './money.ts'
import { apiBase, isRegion } from './regions.ts'
import { createSseParser, type SseEvent } from './sse.ts'
import { monthKey, unixSeconds } from './time.ts'

describe('ids', () => {
  test('have the right length and alphabet and do not repeat', () => {
    const ids = Array.from({ length: 2000 }, () => randomId(16))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[A-Za-z0-9]{16}$/.test(id))).toBe(true)
    expect(randomId(0)).toBe('')
    expect([newAgentId().length, newAgencySecret().length]).toEqual([16, 25])
    expect(newSecretKey()).toMatch(SECRET_KEY)
    expect(newVisitorId()).toMatch(VISITOR_KEY)
  })

  test('use every character about equally often', () => {
    const counts = new Map<string, number>()
    for (const character of Array.from({ length: 62 }, () => randomId(1000)).join(''))
      counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // 1,000 expected of each; a deviation of nine sigma never happens by chance.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(290)
  })
})

describe('money', () => {
  test('shows a balance rounded down by less than a hundredth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (milli) => {
        expect(toCredits(milli) * 1000).toBeLessThanOrEqual(milli + 1e-3)
        expect(milli - toCredits(milli) * 1000).toBeLessThan(10.001)
      }),
      { seed: 31 },
    )
  })
  test('round-trips credits with two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (cents) => {
        expect(toCredits(fromCredits(cents / 100))).toBe(cents / 100)
      }),
      { seed: 32 },
    )
  })
  test('rounds dollars up but ignores floating-point noise', () => {
    expect(usdToMilli(0.001)).toBe(1000)
    expect(usdToMilli(0.0010001)).toBe(1001)
    expect(usdToMilli(0.1 + 0.2)).toBe(300_000)
    expect(usdToMilli(1, 0.01)).toBe(100_000)
    expect(usdToMilli(0)).toBe(0)
  })
})

describe('server-sent events', () => {
  const parseIn = (chunks: readonly string[]) => {
    const events: SseEvent[] = []
    const parse = createSseParser((event) => events.push(event))
    for (const chunk of chunks) parse(chunk)
    return events
  }
  const line = fc.string({ unit: fc.constantFrom('a', 'ü', '👋', ':', ' ', '\t', '{', '"'), maxLength: 8 })
  const event = fc.record({
    id: fc.integer({ min: 1, max: 999 }).map(String),
    data: fc.array(line, { minLength: 1, maxLength: 3 }),
  })

  test('parse the same for any chunking and line ending', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (events, end, sizes) => {
          const wire = events
            .map(
              ({ id, data }) =>
                `: keep-alive${end}id: ${id}${end}${data.map((text) => `data: ${text}${end}`).join('')}retry: 5${end}${end}`,
            )
            .join('')
          const chunks: string[] = []
          for (let at = 0, turn = 0; at < wire.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1
            chunks.push(wire.slice(at, at + size))
            at += size
          }
          // A final CR may be half of a CRLF, so the parser waits for what follows.
          chunks.push(': end\n')
          expect(parseIn(chunks)).toEqual(events.map(({ id, data }) => ({ id, data: data.join('\n') })))
        },
      ),
      { seed: 33 },
    )
  })
  test('drop an unfinished event and keep the id until the next one', () => {
    expect(parseIn(['id: 7\ndata: a\n\ndata: b\n\ndata: c\n'])).toEqual([
      { id: '7', data: 'a' },
      { id: '7', data: 'b' },
    ])
    expect(parseIn(['data\n\n', 'data:x\n\n', 'event: y\n\n'])).toEqual([
      { id: '', data: '' },
      { id: '', data: 'x' },
    ])
  })
})

test('every error code has a status and a sentence', () => {
  for (const [code, { status, message }] of Object.entries(ERRORS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    // The specification's own sentences keep their punctuation.
    const end = code === 'SEATS_FULL' ? /^[A-Z].*[a-z]$/ : code === 'ACCESS_DISABLED' ? /^[A-Z].*!$/ : /^[A-Z].*[.]$/
    expect(message).toMatch(end)
    expect(new AppError(code as keyof typeof ERRORS)).toMatchObject({ code, status, message, retryAfter: undefined })
  }
})

test('regions and months', () => {
  expect(['eu', 'na', 'us', '', null, 'EU'].map(isRegion)).toEqual([true, true, false, false, false, false])
  expect(apiBase('na')).toBe('/api/na')
  expect(monthKey(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11')
  expect(monthKey(new Date('2026-11-30T23:30:00-02:00'))).toBe('2026-12')
  expect(unixSeconds(new Date(1999))).toBe(1)
})
