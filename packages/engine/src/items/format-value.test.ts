import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillItems } from './fill-items.ts'
import { formatAs } from '@parlance/contract/agents/formatters'
import { fillInstructions } from '../speaking-prompt.ts'
import { formatValue, joinList, type ValueFormat } from '@parlance/contract/agents/format-value'
import { fillIn, type Value } from '@parlance/contract/agents/variables'

/** The space before «AM» differs between versions of Unicode data. */
const plain = (text: string) => text.replaceAll(/[\u202F\u00A0]/g, ' ')

test.each<[format: ValueFormat, value: Value, en: string, de: string, ar: string]>([
  ['date', '2026-11-25', 'November 25, 2026', '25. November 2026', '25 نوفمبر 2026'],
  ['date', '2026-03-01', 'March 1, 2026', '1. März 2026', '1 مارس 2026'],
  ['time', '09:00', '9:00 AM', '09:00', '9:00 ص'],
  ['time', '15:45', '3:45 PM', '15:45', '3:45 م'],
  [
    'datetime',
    '2026-11-25T09:30',
    'November 25, 2026 at 9:30 AM',
    '25. November 2026 um 09:30',
    '25 نوفمبر 2026 في 9:30 ص',
  ],
  ['boolean', true, 'yes', 'ja', 'نعم'],
  ['boolean', false, 'no', 'nein', 'لا'],
  ['number', 4, '4', '4', '4'],
  ['number', 1234.5, '1234.5', '1234,5', '1234.5'],
  ['number', 2026, '2026', '2026', '2026'],
  ['text', '["09:00","11:30"]', '09:00 and 11:30', '09:00 und 11:30', '09:00 و11:30'],
  ['time', '["09:00","11:30"]', '9:00 AM and 11:30 AM', '09:00 und 11:30', '9:00 ص و11:30 ص'],
  ['text', '["red","green","blue"]', 'red, green, and blue', 'red, green und blue', 'red وgreen وblue'],
  [
    'date',
    '["2026-11-25","2026-11-26"]',
    'November 25, 2026 and November 26, 2026',
    '25. November 2026 und 26. November 2026',
    '25 نوفمبر 2026 و26 نوفمبر 2026',
  ],
  [undefined, '2026-11-25', 'November 25, 2026', '25. November 2026', '25 نوفمبر 2026'],
  [undefined, '[1, 2.5, true]', '1, 2.5, and yes', '1, 2,5 und ja', '1 و2.5 ونعم'],
])('a %s %s', (format, value, en, de, ar) => {
  expect([
    plain(formatValue(value, format, 'en')),
    plain(formatValue(value, format, 'de')),
    plain(formatValue(value, format, 'ar')),
  ]).toEqual([en, de, ar])
})

describe('leaves the value as it is', () => {
  test.each<[what: string, format: ValueFormat, value: string]>([
    ['an order number that looks like a date', 'text', '2026-11-25'],
    ['a phone number', 'phone', '+4930123456'],
    ['a phone number that nothing is known of', undefined, '+4930123456'],
    ['an order number that nothing is known of', undefined, '2026-1125'],
    ['a day that no calendar has', undefined, '2026-13-45'],
    ['a score', undefined, '10:30'],
    ['a moment with a time zone', undefined, '2026-11-25T09:00:00Z'],
    ['an invalid date', 'date', '2026-02-30'],
    ['words where a date should be', 'date', 'next week'],
    ['an invalid time', 'time', '25:00'],
    ['a number in a text', 'text', '1234567'],
    ['an e-mail address', 'email', 'ada@example.test'],
    ['an object', undefined, '{"a":1}'],
    ['a list of objects', undefined, '[{"a":1}]'],
    ['what only begins like a list', 'text', '[1] see below'],
    ['a list that was cut', undefined, '["09:00","11'],
  ])('%s', (_, format, value) => {
    for (const language of ['en', 'de', 'ar']) expect(formatValue(value, format, language)).toBe(value)
  })
})

test('accepts a regional language, no language and an invalid one', () => {
  expect(formatValue('2026-11-25', 'date', 'en-GB')).toBe('25 November 2026')
  expect(formatValue('06:18', 'time', 'en-GB')).toBe('06:18')
  expect(formatValue('2026-11-25', 'date', 'de-AT')).toBe('25. November 2026')
  for (const language of ['', 'auto', 'xx', 'not a tag', 'de_DE\0'])
    expect(formatValue('2026-11-25', 'date', language)).toBe('November 25, 2026')
  // Stored dates use the Gregorian calendar, whatever the country's own is.
  for (const language of ['fa', 'ar-SA', 'th']) expect(formatValue('2026-11-25', 'date', language)).toContain('2026')
})

test('never throws', () => {
  const format = fc.constantFrom<ValueFormat>('date', 'time', 'datetime', 'number', 'boolean', 'text', undefined)
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.json())
  fc.assert(
    fc.property(value, format, fc.string(), (one, of, language) => {
      expect(typeof formatValue(one, of, language)).toBe('string')
    }),
  )
})

test('joins lists in prompts and keeps tool values as they are', () => {
  expect(joinList('["2026-11-25","2026-11-26"]', 'de')).toBe('2026-11-25 und 2026-11-26')
  expect(joinList('2026-11-25', 'de')).toBe('2026-11-25')
})

test('formats texts for people, but not addresses, payloads and options', () => {
  const values = { day: '2026-11-25' }
  const write = (value: Value) => formatValue(value, 'date', 'de')
  expect(fillIn('on {day}', values)).toBe('on 2026-11-25')
  expect(fillIn('am {day}', values, new Set(), write)).toBe('am 25. November 2026')
  const items = fillItems(
    [
      {
        type: 'choice',
        message: 'Am {day}?',
        buttons: [
          { name: '{day}', request: { type: 'text', payload: 'book {day}' } },
          { name: 'Mehr', request: { type: 'open_url', payload: 'https://shop.test/{day}' } },
        ],
      },
      {
        type: 'input',
        field: { name: 'when', label: 'Statt {day}', type: 'select', required: true, options: ['{day}'] },
      },
    ],
    values,
    new Set(),
    write,
  )
  expect(items).toEqual([
    {
      type: 'choice',
      message: 'Am 25. November 2026?',
      buttons: [
        { name: '25. November 2026', request: { type: 'text', payload: 'book 2026-11-25' } },
        { name: 'Mehr', request: { type: 'open_url', payload: 'https://shop.test/2026-11-25' } },
      ],
    },
    {
      type: 'input',
      field: {
        name: 'when',
        label: 'Statt 25. November 2026',
        type: 'select',
        required: true,
        options: ['2026-11-25'],
      },
    },
  ])
})

test('applies a formatter in texts, addresses, what buttons send, and instructions', () => {
  const values = { day: '2026-11-25' }
  const write = (value: Value, _: string, formatter?: string) => formatAs(value, formatter ?? 'raw', 'date', 'de')
  const item = {
    type: 'choice' as const,
    message: 'Am {day|short}?',
    buttons: [
      { name: 'Ja', request: { type: 'text' as const, payload: 'am {day|medium}' } },
      { name: 'Mehr', request: { type: 'open_url' as const, payload: 'https://shop.test/{day|medium}' } },
    ],
  }
  expect(fillItems([item], values, new Set(), write, write)).toEqual([
    {
      type: 'choice',
      message: 'Am 25.11.26?',
      buttons: [
        { name: 'Ja', request: { type: 'text', payload: 'am 25.11.2026' } },
        { name: 'Mehr', request: { type: 'open_url', payload: 'https://shop.test/25.11.2026' } },
      ],
    },
  ])
  const run = {
    state: { variables: values },
    graph: { names: new Set(['day']), formats: new Map([['day', 'date']]) },
  } as unknown as Parameters<typeof fillInstructions>[0]
  expect(fillInstructions(run, '{day}, {day|full}', 'en')).toBe('2026-11-25, Wednesday, November 25, 2026')
})
