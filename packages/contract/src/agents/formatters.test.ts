import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAs, parseFormatter } from './formatters.ts'
import { formatValue, type ValueFormat } from './format-value.ts'
import { fillIn, type Value } from './variables.ts'

/** Unicode versions differ in the space before a sign. */
const plain = (text: string) => text.replaceAll(/[\u202F\u00A0]/g, ' ')

test.each<[formatter: string, value: Value, en: string, de: string]>([
  ['short', '2026-11-25', '11/25/26', '25.11.26'],
  ['medium', '2026-11-25', 'Nov 25, 2026', '25.11.2026'],
  ['long', '2026-11-25', 'November 25, 2026', '25. November 2026'],
  ['full', '2026-11-25', 'Wednesday, November 25, 2026', 'Mittwoch, 25. November 2026'],
  ['short', '2026-11-25T15:45', '11/25/26, 3:45 PM', '25.11.26, 15:45'],
  ['long', '15:45', '3:45 PM', '15:45'],
  ['number', 1_234_567.5, '1,234,567.5', '1.234.567,5'],
  ['number:2', '1234.5', '1,234.50', '1.234,50'],
  ['percent', 20, '20%', '20 %'],
  ['currency:EUR', 1299.5, '€1,299.50', '1.299,50 €'],
  ['currency: usd', '19', '$19.00', '19,00 $'],
  ['currency:JPY', 500, '¥500', '500 ¥'],
  ['join: and', '["red","green","blue"]', 'red, green and blue', 'red, green and blue'],
  ['join: or', '["red"]', 'red', 'red'],
  ['join: ,', '["red","green"]', 'red, green', 'red, green'],
  ['join:/', '["red","green"]', 'red / green', 'red / green'],
  [
    'join: und',
    '["2026-11-25","2026-11-26"]',
    'November 25, 2026 und November 26, 2026',
    '25. November 2026 und 26. November 2026',
  ],
  ['short', '["2026-11-25","2026-11-26"]', '11/25/26 and 11/26/26', '25.11.26 und 26.11.26'],
  ['currency:EUR', '[1,2.5]', '€1.00 and €2.50', '1,00 € und 2,50 €'],
  ['raw', '2026-11-25', '2026-11-25', '2026-11-25'],
  ['raw', true, 'true', 'true'],
])('%s of %s', (formatter, value, en, de) => {
  expect([
    plain(formatAs(value, formatter, undefined, 'en')),
    plain(formatAs(value, formatter, undefined, 'de')),
  ]).toEqual([en, de])
})

test.each<[formatter: string, value: Value]>([
  ['currency:EUR', 'on request'],
  ['number', '+49 30 123456'],
  ['long', 'next week'],
  ['long', '2026-02-30'],
  ['join: and', 'red'],
  ['percent', true],
  ['unknown', '2026-11-25'],
])('%s does not fit %s, so the type decides', (formatter, value) => {
  expect(formatAs(value, formatter, 'text', 'en')).toBe(formatValue(value, 'text', 'en'))
})

test.each([
  '',
  'lang',
  'long:2',
  'currency',
  'currency:EURO',
  'currency:XQX',
  'number:x',
  'number:11',
  'join',
  'join:',
  'raw:1',
  'Long',
])('«%s» is not a formatter', (text) => expect(parseFormatter(text)).toBeUndefined())

test('never throws for any text', () => {
  const format = fc.constantFrom<ValueFormat>('date', 'time', 'datetime', 'number', 'boolean', 'text', undefined)
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.json())
  const known = fc.constantFrom('short', 'full', 'number:3', 'percent', 'currency:CHF', 'join: &', 'raw')
  fc.assert(
    fc.property(value, fc.oneof(known, fc.string()), format, fc.string(), (one, formatter, of, language) => {
      expect(typeof formatAs(one, formatter, of, language)).toBe('string')
      expect(formatAs(one, 'raw', of, language)).toBe(String(one))
    }),
  )
})

test('keeps an amount of money in every language', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      fc.constantFrom('en', 'de', 'fr', 'es', 'pt', 'ar', 'ja'),
      (cents, language) => {
        const digits = formatAs(cents / 100, 'currency:EUR', 'number', language).replaceAll(/\D/g, '')
        expect(Number(digits)).toBe(cents)
      },
    ),
  )
})

test('a text names the formatter after the variable; only known names are filled in', () => {
  const write = (value: Value, _: string, formatter?: string) => formatAs(value, formatter ?? 'raw', undefined, 'de')
  const fill = (text: string) => fillIn(text, { day: '2026-11-25', price: 9 }, new Set(['empty']), write)
  expect(plain(fill('{day} {day|long} {day | short} {price|currency:EUR}'))).toBe(
    '2026-11-25 25. November 2026 25.11.26 9,00 €',
  )
  expect(fill('{this|that} [{empty|long}] {day|} {day|a{b}}')).toBe('{this|that} [] {day|} {day|a{b}}')
})
