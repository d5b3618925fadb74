import { expect, test } from 'vitest'
import { hostOf, livenessOf } from './liveness.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const seen = (lastAt: string) => ({ origin: 'https://shop.example', lastAt })

test.each([
  [null, [], 'none'],
  [seen('2026-11-23T11:55:00Z'), [], 'live'],
  [seen('2026-11-16T12:00:00Z'), [], 'live'],
  [seen('2026-11-16T11:59:59Z'), [], 'quiet'],
  [null, ['telegram'], 'live'],
  [seen('2026-11-16T11:59:59Z'), ['telegram'], 'live'],
] as const)('%o with channels %o is %s', (site, channels, liveness) =>
  expect(livenessOf({ site, channels: [...channels] }, NOW)).toBe(liveness),
)

test('names a site by its host and port', () => {
  expect([hostOf('https://shop.example'), hostOf('http://localhost:5173')]).toEqual(['shop.example', 'localhost:5173'])
})
