import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@parlance/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { expect, test } from 'vitest'
import { EXAMPLES, exampleOf, SDK_EXAMPLE } from './key-example.ts'

const given = { origin: 'https://app.test', region: 'eu', uid: 'w1', key: 'pk_x' } as const

test('gives an example call that each scope allows', () => {
  const ops = Object.values(contract).flatMap((calls) => Object.values(calls).map((one) => one['~orpc']))
  for (const [scope, path] of EXAMPLES) {
    const op = ops.find(({ route }) => route.method === 'GET' && route.path === `/v2/workspaces/{uid}${path}`)
    expect((op?.meta as OpMeta | undefined)?.access.scope, path).toBe(scope)
  }
})

test('requires for the SDK example the scopes of its calls', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../../../../packages/sdk/README.md'), 'utf8')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  const ops: Readonly<Record<string, Readonly<Record<string, { '~orpc': { meta: unknown } }>>>> = contract
  const scopes = [...code.matchAll(/parlance\.(\w+)\.(\w+)\(/g)].map(([, noun = '', name = '']) => {
    const meta = ops[noun]?.[name]?.['~orpc'].meta as OpMeta | undefined
    return meta?.access.scope
  })
  expect(scopes.length).toBeGreaterThan(3)
  expect(new Set(SDK_EXAMPLE)).toEqual(new Set(scopes))
})

test('names the key in an example, and gives none for a key that reads nothing of a workspace', () => {
  expect(exampleOf({ ...given, scopes: ['conversations:read', 'tools:read'] })).toBe(
    'curl -H "Authorization: Bearer pk_x" \\\n"https://app.test/api/eu/v2/workspaces/w1/conversations"',
  )
  expect(exampleOf({ ...given, scopes: ['files:write'] })).toBeUndefined()
})
