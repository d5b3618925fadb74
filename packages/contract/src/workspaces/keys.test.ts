import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeyScopes, opens, rotated, type KeyState } from './keys.ts'

const DAY = 86_400_000
const now = new Date('2026-11-21T10:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * DAY)
const key = (over: Partial<KeyState> = {}): KeyState => ({
  keyHash: 'new',
  previousHash: 'old',
  previousUntil: after(2),
  expiresAt: null,
  revokedAt: null,
  ...over,
})

describe('opens', () => {
  test.each<[name: string, state: Partial<KeyState>, hash: string, at: Date, yes: boolean]>([
    ['with itself', {}, 'new', now, true],
    ['with the one before within its grace', {}, 'old', after(1), true],
    ['not with the one before at the end of its grace', {}, 'old', after(2), false],
    ['not with the one before without a grace', { previousUntil: null }, 'old', now, false],
    ['with itself after the grace', {}, 'new', after(3), true],
    ['not with another', {}, 'other', now, false],
    ['not with nothing where nothing was before', { previousHash: '' }, '', now, false],
    ['until it expires', { expiresAt: after(1) }, 'new', now, true],
    ['not once it expired', { expiresAt: now }, 'new', now, false],
    ['not once it expired, with the one before either', { expiresAt: now }, 'old', now, false],
    ['not once it is revoked', { revokedAt: now }, 'new', now, false],
    ['not once it is revoked, with the one before either', { revokedAt: now }, 'old', now, false],
  ])('%s: %#', (_, state, hash, at, yes) => expect(opens(key(state), hash, at)).toBe(yes))
})

test('keeps only the previous key during its grace period', () => {
  expect(rotated(key(), 0, now)).toEqual({ previousHash: '', previousUntil: null })
  expect(rotated(key(), 7, now)).toEqual({ previousHash: 'new', previousUntil: after(7) })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 12 }), (graces) => {
      let state = key({ keyHash: 'k0', previousHash: '', previousUntil: null })
      const all = ['k0']
      for (const [n, grace] of graces.entries()) {
        state = { ...state, ...rotated(state, grace, now), keyHash: `k${n + 1}` }
        all.push(`k${n + 1}`)
        const open = all.filter((hash) => opens(state, hash, now))
        expect(open).toEqual(grace > 0 ? [`k${n}`, `k${n + 1}`] : [`k${n + 1}`])
      }
    }),
  )
})

test('accepts known scopes once, in order', () => {
  expect(KeyScopes.parse(['files:read', 'agents:write', 'files:read'])).toEqual(['agents:write', 'files:read'])
  for (const scopes of [[], ['agents'], ['agents:delete'], ['*'], 'agents:read', [null]])
    expect(KeyScopes.safeParse(scopes).success).toBe(false)
})
