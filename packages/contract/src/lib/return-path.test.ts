import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test.each([
  ['/', '/'],
  ['/app/eu/agents?search=x', '/app/eu/agents?search=x'],
  ['/app/eu/account?tab=security#passkeys', '/app/eu/account?tab=security#passkeys'],
  ['/app/eu/../na/agents', '/app/na/agents'],
  // Encoded slashes are part of a name on this site.
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['/app?next=https://evil.example', '/app?next=https://evil.example'],
  ['/@evil.example', '/@evil.example'],
  ['https://evil.example/', undefined],
  ['http://same.invalid/app', undefined],
  ['//evil.example', undefined],
  ['///evil.example', undefined],
  ['/\\evil.example', undefined],
  ['\\\\evil.example', undefined],
  ['/app\\..\\evil', undefined],
  // Browsers remove tabs and line breaks before they parse a URL.
  ['/\t/evil.example', undefined],
  ['/\n/evil.example', undefined],
  ['\t//evil.example', undefined],
  // Dots are resolved afterwards.
  ['/.//evil.example', undefined],
  ['/..//evil.example', undefined],
  ['/app/..//evil.example', undefined],
  ['/%2e//evil.example', undefined],
  ['/app/%2E%2E//evil.example/x', undefined],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['%2F%2Fevil.example', undefined],
  ['%6Aavascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['evil.example', undefined],
  ['app/eu', undefined],
  [' /app', undefined],
  ['//[', undefined],
  [`/${'x'.repeat(2000)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('[1.24] return path %j becomes %j', (path, safe) => {
  expect(safeReturnPath(path)).toBe(safe)
})

test('returns only paths of this site, and the same path when applied twice', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '\t',
    '\n',
    'evil.example',
    ':',
    '@',
    '?',
    '#',
    'a',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (given) => {
      const safe = safeReturnPath(given.join(''))
      if (safe === undefined) return
      expect(new URL(safe, 'https://app.example.test').origin).toBe('https://app.example.test')
      expect(safeReturnPath(safe)).toBe(safe)
    }),
    { numRuns: 500 },
  )
})
