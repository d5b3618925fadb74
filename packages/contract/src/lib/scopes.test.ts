import { expect, test } from 'vitest'
import { contract } from '../index.ts'
import type { OpMeta } from './operation.ts'
import { AREA_OF_TAG, AREAS, orderedScopes, SCOPE_PRESETS, scopeOf, SCOPES, type Declared } from './scopes.ts'

const by = ['session', 'workspace']
test.each<[name: string, declared: Declared, scope: string | undefined]>([
  ['reading', { tag: 'Agents', method: 'GET', access: { by } }, 'agents:read'],
  ['writing', { tag: 'Agents', method: 'DELETE', access: { by } }, 'agents:write'],
  [
    'a question sent as a body',
    { tag: 'Knowledge', method: 'POST', access: { by, scope: 'knowledge:read' } },
    'knowledge:read',
  ],
  ['a tag without an area', { tag: 'Account', method: 'GET', access: { by } }, undefined],
  ['an unknown tag', { tag: 'constructor', method: 'GET', access: { by } }, undefined],
  ['closed by its declaration', { tag: 'Tools', method: 'PUT', access: { by, scope: 'none' } }, undefined],
  ['what the secret does not open', { tag: 'Agents', method: 'GET', access: { by: ['session', 'agent'] } }, undefined],
  ['what takes an admin', { tag: 'Workspaces', method: 'PATCH', access: { by, role: 'admin' } }, undefined],
  [
    'what takes the owner, whatever is declared',
    { tag: 'Workspaces', method: 'DELETE', access: { by, role: 'owner', scope: 'workspace:write' } },
    undefined,
  ],
])('%s', (_, declared, scope) => expect(scopeOf(declared)).toBe(scope))

const ops = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, { '~orpc': op }]) => ({ name: `${noun}.${name}`, meta: op.meta as OpMeta })),
)

test('derives the scope that opens a call, or none', () => {
  for (const { name, meta } of ops) {
    if (meta.access.scope === undefined) continue
    expect(SCOPES, name).toContain(meta.access.scope)
    expect(meta.access.by, name).toContain('workspace')
  }
})

test('closes keys, secrets and admin calls to API keys', () => {
  const closed = ops.filter(({ name }) => /key|secret|credential$/i.test(name) && !/\.(secrets)$/.test(name))
  expect(closed.length).toBeGreaterThan(8)
  for (const { name, meta } of closed) expect(meta.access.scope, name).toBeUndefined()
})

test('names only tags that calls have', () => {
  const tags = new Set(
    Object.values(contract).flatMap((calls) => Object.values(calls).flatMap(({ '~orpc': op }) => op.route.tags ?? [])),
  )
  for (const tag of Object.keys(AREA_OF_TAG)) expect([...tags]).toContain(tag)
})

test('presets list scopes in order', () => {
  expect(SCOPES).toHaveLength(AREAS.length * 2)
  for (const preset of Object.values(SCOPE_PRESETS)) expect(orderedScopes(preset)).toEqual(preset)
})
