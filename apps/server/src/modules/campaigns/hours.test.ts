import { expect, test } from 'vitest'
import { endOfHours, hasHours, isBroken, isWithinHours, retryAt, variableOf, wordsFor } from './hours.ts'

const HOURS = { timeZone: 'Europe/Berlin', from: '09:00', until: '18:00', days: [1, 2, 3, 4, 5] }

test.each([
  ['in the morning in Berlin', '', '2026-11-27T08:00:00Z', true],
  ['a minute before they begin', '', '2026-11-27T07:59:00Z', false],
  ['in their last minute', '', '2026-11-27T16:59:00Z', true],
  ['when they end', '', '2026-11-27T17:00:00Z', false],
  ['on a Saturday', '', '2026-11-28T10:00:00Z', false],
  ['at night where the lead lives', 'America/New_York', '2026-11-27T10:00:00Z', false],
  ['in the morning where the lead lives', 'America/New_York', '2026-11-27T15:00:00Z', true],
  ['with a zone that does not exist', 'Mars/Olympus', '2026-11-27T10:00:00Z', true],
])('writes %s or not', (_, zone, at, isWithin) => expect(isWithinHours(HOURS, zone, new Date(at))).toBe(isWithin))

test.each([
  ['in Berlin', '', '2026-11-27T17:00:00Z'],
  ['where the lead lives', 'America/New_York', '2026-11-27T23:00:00Z'],
])('knows when the hours end %s', (_, zone, end) =>
  expect(endOfHours(HOURS, zone, new Date('2026-11-27T15:20:42.500Z'))).toEqual(new Date(end)),
)

test('refuses hours that end before they start', () => {
  expect(hasHours({ from: '18:00', until: '09:00' })).toBe(false)
  expect(hasHours({ from: '09:00', until: '09:01' })).toBe(true)
})

test('pauses when more than half of at least ten failed', () => {
  const fresh = { failedBefore: 0, endedBefore: 0 }
  const broken = (failed: number, answered: number, before = fresh) => isBroken(before, { failed, answered })
  expect([broken(9, 0), broken(5, 5), broken(6, 4)]).toEqual([false, false, true])
  const resumed = { failedBefore: 6, endedBefore: 10 }
  expect([broken(6, 4, resumed), broken(15, 4, resumed), broken(16, 4, resumed)]).toEqual([false, false, true])
})

test('waits longer after each failure', () => {
  const at = new Date('2026-11-27T10:00:00Z')
  expect([1, 2].map((attempts) => retryAt(attempts, at).toISOString())).toEqual([
    '2026-11-27T12:00:00.000Z',
    '2026-11-27T14:00:00.000Z',
  ])
})

const named = (name: string, variables = {}) => ({ name, variables })

test('inserts the name, and leaves no gap without one', () => {
  expect(wordsFor('Hello {name}!', named('Mia'))).toBe('Hello Mia!')
  expect(wordsFor('{name} hello', named(''))).toBe('hello')
  expect(wordsFor('Hello {name}, hello {name}!', named(''))).toBe('Hello, hello!')
})

test('inserts the lead’s variables, and leaves out those it lacks', () => {
  const mia = named('Mia', { city: 'Rome', visits: 3, nested: {} })
  expect(wordsFor('{name} in {city}, {visits} {country}{nested}{toString}{no word}', mia)).toBe('Mia in Rome, 3')
})

test.each([
  ['{First Name}', 'first name'],
  ['{city}', 'City'],
  ['{ CITY }', 'city'],
  ['{Straße-Nr.}', 'straße-nr.'],
  ['{عنوان}', 'عنوان'],
  ['{Caf\u00e9}', 'Cafe\u0301'],
])('fills %s from the column “%s”', (text, column) => {
  expect(wordsFor(`To ${text}.`, named('', { [column]: 'Rome' }))).toBe('To Rome.')
})

test('finds the time zone and the language whatever the case of their columns', () => {
  const variables = { Timezone: ' Europe/Rome ', LANGUAGE: 'it', list: ['x'] }
  expect(['timezone', 'language', 'list', 'constructor'].map((name) => variableOf(variables, name))).toEqual([
    'Europe/Rome',
    'it',
    '',
    '',
  ])
  expect(variableOf({ City: 'Bonn', city: 'Rome' }, 'city')).toBe('Rome')
})

test('keeps names as they are, and truncates long ones', () => {
  expect(wordsFor('Hello {name}!', named("$& $' $$"))).toBe("Hello $& $' $$!")
  expect(wordsFor('{name}!', named('x'.repeat(200)))).toBe(`${'x'.repeat(60)}!`)
  expect(wordsFor('{name}'.repeat(100), named('x'.repeat(60)))).toHaveLength(1500)
})
