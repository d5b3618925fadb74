import { expect, test } from 'vitest'
import { completionsOf, mentionsIn } from './mentions.ts'

const words = { variables: ['day', 'email'], tools: ['find_order'], nodes: ['Book a visit', 'Booked'] }

test.each([
  ['Ask for {day}.', ['variable:day:true@8-13']],
  ['{nobody}', ['variable:nobody:false@0-8']],
  ['Call @find_order, then go to @[Booked]', ['tool:find_order:true@5-16', 'node:Booked:true@29-38']],
  ['@[Gone]', ['node:Gone:false@0-7']],
  ['mail a@find_order.test or follow @lamps', []],
  ['{ "json": 1 } {} @', []],
])('%s names %j', (text, expected) => {
  expect(
    mentionsIn(text, words).map(({ kind, name, known, from, to }) => `${kind}:${name}:${known}@${from}-${to}`),
  ).toEqual(expected)
})

const FORMATS = ['long', 'short', 'number:2', 'currency:EUR', 'percent', 'join:and', 'default:…', 'raw']

test.each([
  ['Hello {', '', ['{day}', '{email}'], 6],
  ['Hello {em', '}', ['{email'], 6],
  ['{nothing', '', undefined, 0],
  ['It costs {day|cur', '}', ['{day|currency:EUR'], 9],
  ['{day|', '', FORMATS.map((format) => `{day|${format}}`), 0],
  ['{day', '', ['{day}', ...FORMATS.map((format) => `{day|${format}}`)], 0],
  ['{nobody|', '', undefined, 0],
  ['Use @', '', ['@find_order', '@[Book a visit]', '@[Booked]'], 4],
  ['Use @[boo', ']', ['@[Book a visit', '@[Booked'], 4],
  ['Use @ord', '', ['@find_order'], 4],
  ['me@', '', undefined, 0],
  ['plain', '', undefined, 0],
])('after "%s" it offers %j', (before, after, expected, from) => {
  const offered = completionsOf(before, after, words)
  expect(offered?.options.map(({ apply }) => apply)).toEqual(expected)
  if (offered) expect(offered.from).toBe(from)
})
