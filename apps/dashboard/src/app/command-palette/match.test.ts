import { expect, test } from 'vitest'
import { bestFit, fit, slipsBetween } from './match.ts'

const NAMES = [
  'Settings UI',
  'Settings Language',
  'Credits',
  'Credentials',
  'New Agent',
  'Opening hours',
  'Voice library',
  'Invite a member',
  'Build notes',
  'Öffnungszeiten',
  '营业时间',
]
const found = (typed: string) =>
  NAMES.map((name) => ({ name, score: fit(typed, name) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ name }) => name)

test.each([
  ['opening', ['Opening hours']],
  ['OPENING  Hours', ['Opening hours']],
  ['cred', ['Credits', 'Credentials']],
  ['creden', ['Credentials']],
  ['credentails', ['Credentials']],
  ['ui', ['Settings UI', 'Build notes']],
  ['settings', ['Settings UI', 'Settings Language']],
  ['language settings', ['Settings Language']],
  ['hours', ['Opening hours']],
  ['hours open', ['Opening hours']],
  ['voicelibrary', ['Voice library']],
  ['na', ['New Agent']],
  ['iam', ['Invite a member']],
  ['oh', ['Opening hours']],
  ['brary', ['Voice library']],
  ['öff', ['Öffnungszeiten']],
  ['offnungszeiten', ['Öffnungszeiten']],
  ['时间', ['营业时间']],
  ['间', ['营业时间']],
  ['n', ['New Agent', 'Build notes']],
  // Scattered letters are no match.
  ['sgu', []],
  ['ceds', []],
  ['oengi', []],
  ['opinion', []],
  ['campaigns', []],
  ['notifications', []],
  ['qqqqzzzz', []],
  ['', []],
  [' ', []],
  ['!', []],
])('«%s» finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

test('ranks closer matches higher', () => {
  const scores = [
    fit('kb', 'KB'),
    fit('know', 'Knowledge'),
    fit('base', 'Knowledge base'),
    fit('base know', 'Knowledge base'),
    fit('kb', 'Knowledge base'),
    fit('ledge', 'Knowledge base'),
    fit('knowlegde', 'Knowledge base'),
    fit('opening', 'Knowledge base'),
  ]
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(scores.length)
  expect([scores[0], scores.at(-1)]).toEqual([1, 0])
})
test('uses the best of several names', () => {
  expect(bestFit('create', ['New Agent', 'create'])).toBe(1)
  expect(bestFit('create', [])).toBe(0)
})
test.each([
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['abc', 'abd', 1],
  ['abc', 'abcd', 1],
  ['kitten', 'sitting', 3],
])('between «%s» and «%s» lie %d slips', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips)
  expect(slipsBetween(other, one)).toBe(slips)
})
