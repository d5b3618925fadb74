import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../lib/roles.ts'
import { mayChangeRole, mayDelete, mayInvite, mayLeave, mayRemove, type Refusal } from './members.ts'

const person = (role: Role, email = `${role}@example.test`) => ({ role, email })
const may = undefined

test.each<[Role, Refusal]>([
  ['viewer', 'role'],
  ['editor', 'role'],
  ['admin', may],
  ['owner', may],
])('%s invites: %s', (role, refusal) => expect(mayInvite(person(role))).toBe(refusal))

/** Actor, target, and the results of a role change and a removal. */
const OTHERS: [by: Role, whom: Role, change: Refusal, remove: Refusal][] = [
  ['viewer', 'viewer', 'role', 'role'],
  ['viewer', 'editor', 'role', 'role'],
  ['viewer', 'admin', 'role', 'role'],
  ['viewer', 'owner', 'role', 'role'],
  ['editor', 'viewer', 'role', 'role'],
  ['editor', 'editor', 'role', 'role'],
  ['editor', 'admin', 'role', 'role'],
  ['editor', 'owner', 'role', 'role'],
  ['admin', 'viewer', may, may],
  ['admin', 'editor', may, may],
  ['admin', 'admin', may, may],
  ['admin', 'owner', 'owner', 'owner'],
  ['owner', 'viewer', may, may],
  ['owner', 'editor', may, may],
  ['owner', 'admin', may, may],
]
test.each(OTHERS)('%s and %s: another role %s, removing %s', (by, whom, change, remove) => {
  expect(mayChangeRole(person(by), person(whom, 'other@example.test'))).toBe(change)
  expect(mayRemove(person(by), person(whom, 'other@example.test'))).toBe(remove)
})

describe.each(ROLES)('%s', (role) => {
  const who = person(role)
  test("can't remove themselves or change their own role", () => {
    expect(mayRemove(who, who)).toBe('self')
    expect(mayChangeRole(who, who)).toBe(role === 'admin' || role === 'owner' ? 'self' : 'role')
  })
  test('may leave unless they own it, and delete only what they own and is not personal', () => {
    expect(mayLeave(who)).toBe(role === 'owner' ? 'owner' : may)
    expect(mayDelete(who, { personal: false })).toBe(role === 'owner' ? may : 'role')
    expect(mayDelete(who, { personal: true })).toBe(role === 'owner' ? 'personal' : 'role')
  })
})

test('always keeps one owner, and nobody below admin changes anything', () => {
  const role = fc.constantFrom(...ROLES)
  fc.assert(
    fc.property(role, role, (by, whom) => {
      const [doer, other] = [person(by, 'a@example.test'), person(whom, 'b@example.test')]
      for (const rule of [mayChangeRole, mayRemove]) {
        if (rule(doer, other) !== undefined) continue
        expect(['admin', 'owner']).toContain(by)
        expect(whom).not.toBe('owner')
      }
    }),
  )
})
