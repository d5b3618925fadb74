import { describe, expect, test } from 'vitest'
import { copyOf, pseudonymOf, readmeOf, refusalOfDeletion } from './account-data.ts'

describe('deleting an account', () => {
  test.each([
    ['ada@example.test', [], false, undefined],
    [' ADA@Example.test ', [{ members: 0 }], false, undefined],
    ['eve@example.test', [], true, 'address'],
    ['', [], true, 'address'],
    ['ada@example.test', [{ members: 0 }, { members: 1 }], false, 'members'],
    ['ada@example.test', [{ members: 3 }], true, undefined],
  ] as const)('of %s confirmed with %j, shared ones %s: %s', (typed, workspaces, withShared, refusal) => {
    expect(refusalOfDeletion(typed, 'ada@example.test', workspaces, withShared)).toBe(refusal)
  })
})

test('copies no secrets, hashes or vectors', () => {
  const row = {
    id: 'a',
    name: 'n',
    sealed_key: 'x',
    sealed: 'x',
    secret_hash: 'x',
    key_hash: 'x',
    previous_hash: 'x',
    visitor_hash: 'x',
    sealed_events_secret: 'x',
    key: 'x',
    file_key: 'x',
    embedding: [1],
    tsv: 'x',
    content: 'c',
    hint: 'last',
  }
  expect(copyOf(row)).toEqual({ id: 'a', name: 'n', content: 'c', hint: 'last' })
})

test('the pseudonym of a deleted account is not an e-mail address', () =>
  expect(pseudonymOf('k3j4')).not.toContain('@'))

test('the readme lists the other files', () => {
  const text = readmeOf('ada@example.test', 'eu', '2026-11-22T00:00:00Z', ['agents.json'])
  expect(text).toContain('ada@example.test')
  expect(text).toContain('- agents.json')
})
