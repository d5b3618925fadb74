import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogMetadata, MAIL_QUOTAS, MAIL_WINDOW_MS, mailWait } from './logs.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const minutesAgo = (...minutes: number[]) => minutes.map((one) => NOW - one * 60_000)

test.each<[string, number[], number]>([
  ['none yet', [], 0],
  ['two within the hour', minutesAgo(1, 2), 0],
  ['three within the hour', minutesAgo(1, 20, 50), 600],
  ['three, of which one is an hour old', minutesAgo(1, 20, 60), 0],
  ['ten within the day', minutesAgo(65, 70, 75, 80, 85, 90, 95, 100, 105, 110), (24 * 60 - 110) * 60],
  ['nine within the day', minutesAgo(65, 70, 75, 80, 85, 90, 95, 100, 105), 0],
])('%s', (_, sent, wait) => expect(mailWait(sent, NOW)).toBe(wait))

test('never exceeds the quotas when waiting as long as asked', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90 * 60_000 }), { maxLength: 60 }), (pauses) => {
      const sent: number[] = []
      let now = NOW
      for (const pause of pauses) {
        now += pause
        if (
          mailWait(
            sent.filter((at) => at > now - MAIL_WINDOW_MS),
            now,
          ) === 0
        )
          sent.push(now)
        for (const { ms, max } of MAIL_QUOTAS)
          expect(sent.filter((at) => at > now - ms).length).toBeLessThanOrEqual(max)
      }
    }),
  )
})

test('accepts any JSON object of limited size as metadata', () => {
  expect(LogMetadata.safeParse({ a: [1, { b: null }] }).success).toBe(true)
  expect(LogMetadata.safeParse({ a: 'x'.repeat(10_001) }).success).toBe(false)
  for (const wrong of [null, [], 'text', 1]) expect(LogMetadata.safeParse(wrong).success).toBe(false)
})
