import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanReferral, referralCookie, referralOf } from './referral.ts'

test.each([
  ['abc', 'abc'],
  ['Partner_7-x', 'Partner_7-x'],
  ['a b;c=d', 'abcd'],
  ['<script>', 'script'],
  ['ä'.repeat(3), ''],
  ['x'.repeat(100), 'x'.repeat(64)],
  [undefined, ''],
  [null, ''],
])('%s is kept as %s', (given, kept) => expect(cleanReferral(given)).toBe(kept))

test('round-trips any code among other cookies', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      const code = cleanReferral(given)
      expect(code).toMatch(/^[A-Za-z0-9_-]{0,64}$/)
      const [pair = ''] = referralCookie(code, true).split(';')
      expect(referralOf(`a=1; ${pair}; parlance.refx=no`)).toBe(code)
    }),
  )
  expect(referralOf(undefined)).toBe('')
  expect(referralOf('xparlance.ref=no')).toBe('')
})
