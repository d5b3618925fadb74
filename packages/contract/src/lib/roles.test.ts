import { expect, test } from 'vitest'
import { leastRole, roleAtLeast, ROLES } from './roles.ts'

test('each role has the rights of the roles before it and none of those after it', () => {
  const table = ROLES.map((role) => ROLES.map((least) => roleAtLeast(role, least)))
  expect(table).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ])
})

test('a call without a role is for viewers when it reads and for editors when it writes', () => {
  expect(leastRole({}, 'GET')).toBe('viewer')
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(leastRole({}, method)).toBe('editor')
  expect(leastRole({ role: 'owner' }, 'GET')).toBe('owner')
})
