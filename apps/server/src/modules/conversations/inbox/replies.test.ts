import { expect, test } from 'vitest'
import { firstOf } from './translations.ts'
import { createThrottle } from './typing.ts'

test.each([
  ['all that have room', [3, 4], 7, [3, 4]],
  ['the rest is for another call', [3, 4, 1], 7, [3, 4]],
  ['one that is too long goes alone', [9, 1], 7, [9]],
  ['none', [], 7, []],
])('%s', (_, lengths, room, expected) => {
  const messages = lengths.map((length) => ({ text: 'x'.repeat(length) }))
  expect(firstOf(messages, room).map(({ text }) => text.length)).toEqual(expected)
})

test('throttles each writer separately', () => {
  const isDue = createThrottle(3000)
  expect([isDue('a', 0), isDue('a', 2999), isDue('b', 2999), isDue('a', 3000), isDue('a', 3001)]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
})
