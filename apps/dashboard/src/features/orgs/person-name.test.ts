import { expect, test } from 'vitest'
import { personNameOf } from './person-name.ts'

test.each([
  ['mia.lund@example.com', 'Mia Lund'],
  ['mia@example.com', 'Mia'],
  ['MIA_LUND+shop@example.com', 'MIA LUND'],
  ['@example.com', '@example.com'],
])('names the owner of %s %s', (email, name) => {
  expect(personNameOf(email)).toBe(name)
})
