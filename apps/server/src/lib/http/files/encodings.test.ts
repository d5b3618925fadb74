import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseEncoding, type Encoding } from './encodings.ts'

test.each<[accepted: string, encoding: Encoding | undefined]>([
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate, zstd', undefined],
  ['x-br', undefined],
  ['br-2', undefined],
  ['x-br, gzip', 'gzip'],
  ['not-gzip', undefined],
  ['br;q=0', undefined],
  ['br;q=0.000', undefined],
  ['br ; Q=0 , gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['gzip;q=1.0, br', 'br'],
  ['br;level=4;q=0', undefined],
  ['identity, br;q=0.5', undefined],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0, br;q=0.1', 'br'],
  ['identity', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip, *;q=0.1', 'gzip'],
  ['br;q=', undefined],
  ['br;q=no, gzip', 'gzip'],
  ['br;q=-1', undefined],
  ['br;q=2', undefined],
  [',;,=;q', undefined],
])('who accepts «%s» gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('never chooses a refused or unnamed encoding', () => {
  const name = fc.constantFrom('br', 'gzip', 'identity', 'zstd', 'x-br', 'brotli')
  const entry = fc.tuple(name, fc.constantFrom('', ';q=0', ';q=0.0', ';q=0.3', ';q=1', '; q=1.000'))
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ([one]) => one }), (entries) => {
      const chosen = chooseEncoding(entries.map((one) => one.join('')).join(', '))
      const wanted = entries.filter(([, weight]) => !/=0(\.0)?$/.test(weight)).map(([one]) => one)
      expect([undefined, ...wanted]).toContain(chosen)
      if (wanted.length === 1 && (wanted[0] === 'br' || wanted[0] === 'gzip')) expect(chosen).toBe(wanted[0])
    }),
  )
  const text = fc.string({
    unit: fc.constantFrom('b', 'r', 'br', 'gzip', '*', ',', ';', 'q=', '0', '1', '.', '-', ' '),
  })
  fc.assert(
    fc.property(text, (accepted) => {
      const chosen = chooseEncoding(accepted)
      const names = accepted.split(',').map((one) => one.replace(/;.*/, '').trim())
      expect([undefined, ...names, ...(names.includes('*') ? ['br', 'gzip'] : [])]).toContain(chosen)
    }),
  )
})
