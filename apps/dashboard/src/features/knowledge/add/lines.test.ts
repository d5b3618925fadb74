import { expect, test } from 'vitest'
import { addressesOf, isAddress, pairsOf } from './lines.ts'

test.each<[string, string, string[]]>([
  ['one a line', 'https://a.example\nhttps://b.example/x', ['https://a.example', 'https://b.example/x']],
  ['what carries no scheme', ' a.example/help \r\n\r\n', ['https://a.example/help']],
  ['doubles count once', 'a.example\nhttps://a.example', ['https://a.example']],
  ['several on one line', 'https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  ['nothing', ' \n ', []],
])('addresses: %s', (_, text, expected) => {
  expect(addressesOf(text)).toEqual(expected)
})

test.each<[string, boolean]>([
  ['https://a.example', true],
  ['ftp://a.example', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://a b', false],
])('%s is an address: %s', (line, expected) => {
  expect(isAddress(line)).toBe(expected)
})

test.each<[string, string, { question: string; answer: string }[] | undefined]>([
  [
    'two columns',
    'Open?\tFrom nine.\nClosed?\tAt six.',
    [
      { question: 'Open?', answer: 'From nine.' },
      { question: 'Closed?', answer: 'At six.' },
    ],
  ],
  [
    'cells with line breaks and marks',
    'Open?\t"Mon: 9\nTue: ""10"""\r\nWhere?\tHere',
    [
      { question: 'Open?', answer: 'Mon: 9\nTue: "10"' },
      { question: 'Where?', answer: 'Here' },
    ],
  ],
  ['a third column is left out', 'Open?\tNine\tx', [{ question: 'Open?', answer: 'Nine' }]],
  ['no table', 'Open? From nine.', undefined],
  ['a row with one cell', 'Open?\tNine\nClosed?', undefined],
])('pairs: %s', (_, text, expected) => {
  expect(pairsOf(text)).toEqual(expected)
})
