import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVault, hmac, sameSecret, sha256 } from './crypto.ts'

const vault = createVault(Buffer.alloc(32, 1))

describe('the vault', () => {
  test('opens what it sealed, and never seals the same way twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (plain, tenant, where) => {
        const sealed = vault.seal(tenant, where, plain)
        expect(vault.open(tenant, where, sealed)).toBe(plain)
        expect(vault.seal(tenant, where, plain)).not.toBe(sealed)
        expect(sealed).toMatch(/^v2(\.[\w-]*){7}$/)
      }),
      { seed: 61 },
    )
  })
  test('opens nothing for another tenant, place or key', () => {
    const sealed = vault.seal('t', 'agent|1|secrets', 'hunter2')
    expect(() => vault.open('u', 'agent|1|secrets', sealed)).toThrow()
    expect(() => vault.open('t', 'agent|2|secrets', sealed)).toThrow()
    expect(() => createVault(randomBytes(32)).open('t', 'agent|1|secrets', sealed)).toThrow('unknown key')
    // Tenant and place can't be confused, wherever the separator is.
    expect(() => vault.open('t|agent', '1|secrets', vault.seal('t', 'agent|1|secrets', 'x'))).toThrow()
  })
  test('opens nothing that was altered', () => {
    const sealed = vault.seal('t', 'w', 'hunter2')
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'Q' : 'A'
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1)
      // Base64 has spare bits at the end; only changes that alter the bytes count.
      const bytes = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
      if (bytes(altered).join() === bytes(sealed).join() && altered.startsWith('v2.')) continue
      expect(() => vault.open('t', 'w', altered), `at ${at}`).toThrow()
    }
    for (const junk of ['', 'v1', 'v1....', 'v2.a.b.c.d', sealed.split('.').slice(0, 4).join('.')])
      expect(() => vault.open('t', 'w', junk)).toThrow()
  })
  test('uses its own data key for every value', () => {
    const [one, two] = [vault.seal('t', 'w', 'one'), vault.seal('t', 'w', 'two')].map((sealed) => sealed.split('.'))
    const mixed = [...(one ?? []).slice(0, 5), ...(two ?? []).slice(5)].join('.')
    expect(() => vault.open('t', 'w', mixed)).toThrow()
  })
  test('opens the previous format, for the same tenant and place only', () => {
    const sealed = 'v1.cs1uhCLE.lhRuyONOTdqEeFwJ.gUicC8zEiD1uO_6r-rW7rA.Oo1V9Zwftg'
    expect(vault.open('t', 'w', sealed)).toBe('hunter2')
    expect(() => vault.open('u', 'w', sealed)).toThrow()
    expect(() => vault.open('t', 'x', sealed)).toThrow()
    expect(() => createVault(randomBytes(32)).open('t', 'w', sealed)).toThrow('unknown key')
  })
  test('names the missing key', () => {
    const other = createVault(Buffer.alloc(32, 9))
    expect(() => vault.open('t', 'w', other.seal('t', 'w', 'x'))).toThrow(`sealed under an unknown key: ${other.kid}`)
    expect(vault.kid).toMatch(/^[\w-]{8}$/)
  })
  test('signs for a purpose', () => {
    expect(vault.sign('a', 'x')).toBe(createVault(Buffer.alloc(32, 1)).sign('a', 'x'))
    expect(vault.sign('a', 'x')).not.toBe(vault.sign('b', 'x'))
    expect(vault.sign('a', 'x')).not.toBe(vault.sign('a', 'y'))
  })
})

describe('another master key', () => {
  const [a, b, c] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer]
  const both = createVault(b, [a])
  const then = createVault(b)
  const old = 'v1.cs1uhCLE.lhRuyONOTdqEeFwJ.gUicC8zEiD1uO_6r-rW7rA.Oo1V9Zwftg'

  test('opens values under the previous one, and seals under itself', () => {
    expect(both.open('t', 'w', vault.seal('t', 'w', 'hunter2'))).toBe('hunter2')
    expect(both.open('t', 'w', old)).toBe('hunter2')
    expect(then.open('t', 'w', both.seal('t', 'w', 'hunter2'))).toBe('hunter2')
    expect(() => vault.open('t', 'w', both.seal('t', 'w', 'hunter2'))).toThrow(then.kid)
  })
  test('re-encrypts values, after which the previous one is not needed', () => {
    for (const sealed of [vault.seal('t', 'w', 'hunter2'), old]) {
      const rewrapped = both.rewrap('t', 'w', sealed) ?? ''
      expect(rewrapped.startsWith(`v2.${then.kid}.`)).toBe(true)
      expect(then.open('t', 'w', rewrapped)).toBe('hunter2')
      expect(() => then.open('t', 'elsewhere', rewrapped)).toThrow()
      expect(both.rewrap('t', 'w', rewrapped)).toBeUndefined()
    }
    expect(then.rewrap('t', 'w', then.seal('t', 'w', 'x'))).toBeUndefined()
  })
  test('re-encrypts nothing that does not open', () => {
    const sealed = vault.seal('t', 'w', 'hunter2')
    const third = createVault(c).seal('t', 'w', 'x')
    expect(() => both.rewrap('t', 'w', third)).toThrow(createVault(c).kid)
    expect(() => both.rewrap('u', 'w', sealed)).toThrow()
    expect(() => both.rewrap('t', 'elsewhere', sealed)).toThrow()
    expect(() => both.rewrap('t', 'w', sealed.slice(0, -4))).toThrow()
  })
  test('upgrades the format of values under the same key', () => {
    expect(vault.open('t', 'w', vault.rewrap('t', 'w', old) ?? '')).toBe('hunter2')
  })
  test('signs again, and knows the previous keys', () => {
    expect(both.sign('a', 'x')).toBe(then.sign('a', 'x'))
    for (const sealer of [vault, then]) expect(both.verify('a', 'x', sealer.sign('a', 'x'))).toBe(true)
    expect(then.verify('a', 'x', vault.sign('a', 'x'))).toBe(false)
    for (const wrong of [vault.sign('b', 'x'), vault.sign('a', 'y'), createVault(c).sign('a', 'x'), ''])
      expect(both.verify('a', 'x', wrong)).toBe(false)
    expect(both.signingKeys('a').map((key) => hmac(key, 'x'))).toEqual([then.sign('a', 'x'), vault.sign('a', 'x')])
  })
  test('counts once when named twice', () => {
    const twice = createVault(a, [a, b])
    expect(twice.rewrap('t', 'w', twice.seal('t', 'w', 'x'))).toBeUndefined()
  })
})

test('compares secrets in full, whatever their length', () => {
  expect(sameSecret('abc', 'abc')).toBe(true)
  for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) expect(sameSecret('abc', other)).toBe(false)
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
