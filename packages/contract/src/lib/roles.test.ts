import { expect, test } from 'vitest'
import { leastRole, roleAtLeast, ROLES } from './roles.ts'

test('each role may all that the ones before it may, and nothing of those after', () => {
  const table = ROLES.map((role) => ROLES.map((least) => roleAtLeast(role, least)))
  expect(table).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ])
})

test('a call without a role of its own is for viewers where it reads and for editors where it changes', () => {
  expect(leastRole({}, 'GET')).toBe('viewer')
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(leastRole({}, method)).toBe('editor')
  expect(leastRole({ role: 'owner' }, 'GET')).toBe('owner')
})
