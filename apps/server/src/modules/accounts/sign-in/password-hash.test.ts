import { expect, test } from 'vitest'
import { hashPassword, isHashable, verifyPassword } from './password-hash.ts'

test('uses salted Argon2id of the stated cost in PHC format', async () => {
  const [one, two] = await Promise.all([hashPassword('secret password'), hashPassword('secret password')])
  for (const hash of [one, two]) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword(hash, 'secret password')).toBe(true)
    expect(await verifyPassword(hash, 'Secret password')).toBe(false)
  }
  expect(one).not.toBe(two)
})

test('verifies another implementation’s hash with its own parameters', async () => {
  // From the test suite of the reference implementation: t=2, m=256, p=1, salt "somesalt".
  const reference = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword(reference, 'password')).toBe(true)
  expect(await verifyPassword(reference, 'passwort')).toBe(false)
})

test('matches nothing for an invalid hash', async () => {
  for (const hash of ['', 'secret password', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA', '$2b$10$abc'])
    expect(await verifyPassword(hash, 'secret password')).toBe(false)
})

test('refuses more than 256 bytes instead of truncating', async () => {
  const longest = 'x'.repeat(256)
  expect(isHashable(longest)).toBe(true)
  expect(isHashable(`${longest}x`)).toBe(false)
  expect(isHashable('é'.repeat(129))).toBe(false)
  await expect(hashPassword(`${longest}x`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await verifyPassword(await hashPassword(longest), `${longest}x`)).toBe(false)
})

test('processes a crowd in order, despite failures', async () => {
  const crowd = Array.from({ length: 12 }, (_, index) => hashPassword(index % 3 === 0 ? 'y'.repeat(300) : `p${index}`))
  const results = await Promise.allSettled(crowd)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(8)
  expect(await verifyPassword(await hashPassword('after'), 'after')).toBe(true)
})
