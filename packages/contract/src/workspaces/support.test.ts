import { expect, test } from 'vitest'
import { roleAtLeast } from '../lib/roles.ts'
import { isOpen, SUPPORT_HOURS, SUPPORT_ROLES, SupportHours, supportRole, supportUntil } from './support.ts'

const now = new Date('2026-11-22T10:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)
const person = { isListed: true, emailVerified: true, secondFactor: true }
const grant = { role: 'editor', until: at(3_600_000), endedAt: null } as const

test.each([
  ['while it lasts', person, grant, now, 'editor'],
  ['in its last millisecond', person, grant, at(3_599_999), 'editor'],
  ['in the moment of its end', person, grant, at(3_600_000), undefined],
  ['long after it', person, grant, at(1e12), undefined],
  ['once somebody ended it', person, { ...grant, endedAt: at(-1) }, now, undefined],
  ['to look alone', person, { ...grant, role: 'viewer' }, now, 'viewer'],
  ['without a grant', person, undefined, now, undefined],
  ['for an address that is not listed', { ...person, isListed: false }, grant, now, undefined],
  ['for an address that nobody confirmed', { ...person, emailVerified: false }, grant, now, undefined],
  ['without a second factor', { ...person, secondFactor: false }, grant, now, undefined],
] as const)('%s', (_, who, of, time, role) => {
  expect(supportRole(who, of, time)).toBe(role)
})

test('can be given only for the listed hours and never to manage', () => {
  for (const hours of SUPPORT_HOURS) {
    expect(SupportHours.parse(hours)).toBe(hours)
    const until = supportUntil(now, hours)
    expect(until.getTime() - now.getTime()).toBe(hours * 3_600_000)
    expect(isOpen({ until, endedAt: null }, now)).toBe(true)
  }
  for (const hours of [0, 2, 73, 1000, -1, 1.5]) expect(SupportHours.safeParse(hours).success).toBe(false)
  expect(SUPPORT_ROLES.some((role) => roleAtLeast(role, 'admin'))).toBe(false)
})
