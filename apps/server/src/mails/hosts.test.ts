import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostsIn, withoutLinks } from './hosts.ts'

const KNOWN = new Set(['shop.example', 'help.shop.example'])

test.each([
  ['Nothing to see here. Really, 3.50 of them, e.g. now…', undefined],
  ['Read https://shop.example/help?a=1#b or www.shop.example.', undefined],
  ['Win at https://evil.example/now', 'Win at https[:]//evil[.]example/now'],
  ['Win at evil.example.', 'Win at evil[.]example.'],
  ['..evil.example..', '..evil[.]example..'],
  ['mail a.b@evil.example', 'mail a.b@evil[.]example'],
  ['https://shop.example@evil.example/', 'https[:]//shop.example@evil[.]example/'],
  ['https://shop.example.evil.example', 'https[:]//shop[.]example[.]evil[.]example'],
  ['http://127.0.0.1:80/x and ftp://[::1]/', 'http[:]//127.0.0.1:80/x and ftp[:]//[::1]/'],
  ['ＥＶＩＬ.example and bücher.example', 'ＥＶＩＬ[.]example and bücher[.]example'],
  [`${'a'.repeat(200)}.example`, `${'a'.repeat(200)}[.]example`],
])('%s', (text, safe) => expect(withoutLinks(text, KNOWN)).toBe(safe ?? text))

test('names the hosts of a text', () => {
  expect(hostsIn('See https://WWW.Shop.example/a.html, or .help.shop.example. 3.5')).toEqual(
    new Set(['shop.example', 'a.html', 'help.shop.example']),
  )
})

test('leaves no link to an unknown host, however it is hidden', () => {
  const piece = fc.oneof(
    fc.constantFrom('https://', 'evil.example', 'shop.example', '.', '@', '/', '-', '_', ' ', 'www.', ':', 'é'),
    fc.string({ maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const safe = withoutLinks(pieces.join(''), KNOWN)
      for (const host of hostsIn(safe)) expect(KNOWN).toContain(host)
      expect(withoutLinks(safe, KNOWN)).toBe(safe)
    }),
  )
})

test('stays fast for adversarial text', () => {
  for (const text of ['a.'.repeat(100_000), `${'a'.repeat(200_000)}!`, '://'.repeat(60_000), '.'.repeat(200_000)]) {
    const began = performance.now()
    withoutLinks(text, KNOWN)
    expect(performance.now() - began).toBeLessThan(1000)
  }
})
