import { AgentConfig, type OpenConfig } from '@parlance/contract/agents/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeAgents, same } from './merge.ts'

const node = (id: string, more: object = {}) => ({ id, name: id.toUpperCase(), type: 'default', ...more })
const start = (...to: string[]) => node('s', { type: 'start', childrenNodes: to.map((nodeId) => ({ nodeId })) })
const tool = (id: string, more: object = {}) => ({ id, name: id, serverUrl: 'https://a.example/x', ...more })
const agent = (more: object = {}) => AgentConfig.parse({ title: 'A', ...more })
const paths = (conflicts: readonly { path: readonly string[] }[]) => conflicts.map(({ path }) => path.join('.'))

describe('a one-sided change', () => {
  test.each<[string, object, object, object, object, string[]]>([
    ['a field of the master', { lang: 'en' }, { lang: 'en' }, { lang: 'de' }, { lang: 'de' }, []],
    ['a field of the copy', { lang: 'en' }, { lang: 'fr' }, { lang: 'en' }, { lang: 'fr' }, []],
    ['both the same', { lang: 'en' }, { lang: 'de' }, { lang: 'de' }, { lang: 'de' }, []],
    ['both differently', { lang: 'en' }, { lang: 'fr' }, { lang: 'de' }, { lang: 'fr' }, ['lang']],
    [
      'settings inside a field',
      { vgOptions: { a: 1, b: 1 } },
      { vgOptions: { a: 2, b: 1 } },
      { vgOptions: { a: 1, b: 2, c: 3 } },
      { vgOptions: { a: 2, b: 2, c: 3 } },
      [],
    ],
    [
      'two steps',
      { nodes: [start('a'), node('a'), node('b')] },
      { nodes: [start('a'), node('a', { instructions: 'copy' }), node('b')] },
      { nodes: [start('a'), node('a'), node('b', { instructions: 'master' })] },
      { nodes: [start('a'), node('a', { instructions: 'copy' }), node('b', { instructions: 'master' })] },
      [],
    ],
    [
      'two settings of one step',
      { nodes: [start(), node('a')] },
      { nodes: [start(), node('a', { instructions: 'copy' })] },
      { nodes: [start(), node('a', { isGlobal: true })] },
      { nodes: [start(), node('a', { instructions: 'copy', isGlobal: true })] },
      [],
    ],
    [
      'one setting of one step by both',
      { nodes: [start(), node('a', { instructions: 'x' })] },
      { nodes: [start(), node('a', { instructions: 'copy' })] },
      { nodes: [start(), node('a', { instructions: 'master', isGlobal: true })] },
      { nodes: [start(), node('a', { instructions: 'copy', isGlobal: true })] },
      ['nodes.a.instructions'],
    ],
    [
      'steps added by both, in their places',
      { nodes: [start(), node('a'), node('b')] },
      { nodes: [start(), node('a'), node('c'), node('b')] },
      { nodes: [start(), node('m'), node('a'), node('b')] },
      { nodes: [start(), node('m'), node('a'), node('c'), node('b')] },
      [],
    ],
    [
      'a step the master removed',
      { nodes: [start(), node('a')] },
      { nodes: [start(), node('a')], lang: 'fr' },
      { nodes: [start()] },
      { nodes: [start()], lang: 'fr' },
      [],
    ],
    [
      'a step the master removed and the copy changed',
      { nodes: [start(), node('a')] },
      { nodes: [start(), node('a', { instructions: 'copy' })] },
      { nodes: [start()] },
      { nodes: [start(), node('a', { instructions: 'copy' })] },
      ['nodes.a'],
    ],
    [
      'a step the copy removed and the master changed',
      { nodes: [start(), node('a')] },
      { nodes: [start()] },
      { nodes: [start(), node('a', { instructions: 'master' })] },
      { nodes: [start()] },
      ['nodes.a'],
    ],
    [
      'a step the master removed and an own step of the copy leads to',
      { nodes: [start('a'), node('a')] },
      { nodes: [start('a'), node('a'), node('c', { childrenNodes: [{ nodeId: 'a' }] })] },
      { nodes: [start()] },
      { nodes: [start(), node('c', { childrenNodes: [{ nodeId: 'a' }] }), node('a')] },
      ['nodes.a'],
    ],
    [
      'an edge of the master to a step the copy removed',
      { nodes: [start(), node('a')] },
      { nodes: [start()] },
      { nodes: [start('a'), node('a')] },
      { nodes: [start()] },
      ['nodes.s.childrenNodes'],
    ],
    [
      'a tool the master removed and a step of the copy uses',
      { nodes: [start()], tools: [tool('t')] },
      { nodes: [start(), node('c', { toolsIds: ['t'] })], tools: [tool('t')] },
      { nodes: [start()] },
      { nodes: [start(), node('c', { toolsIds: ['t'] })], tools: [tool('t')] },
      ['tools.t'],
    ],
    [
      'fields of one tool',
      { tools: [tool('t', { fields: [{ key: 'a' }] })] },
      { tools: [tool('t', { fields: [{ key: 'a', value: 'copy' }] })] },
      { tools: [tool('t', { fields: [{ key: 'a' }, { key: 'b' }], timeoutMs: 5000 })] },
      { tools: [tool('t', { fields: [{ key: 'a', value: 'copy' }, { key: 'b' }], timeoutMs: 5000 })] },
      [],
    ],
    [
      'two tools of one name',
      {},
      { tools: [tool('t', { name: 'book' })] },
      { tools: [tool('u', { name: 'book' })] },
      { tools: [tool('t', { name: 'book' })] },
      ['tools'],
    ],
    [
      'two first steps',
      { nodes: [] },
      { nodes: [start()] },
      { nodes: [node('z', { type: 'start' })] },
      { nodes: [start()] },
      ['nodes'],
    ],
    [
      'names, accounts and secrets of the copy',
      { title: 'M', whatsappToken: '' },
      { title: 'C', whatsappToken: 'copy' },
      { title: 'M2', whatsappToken: 'master', waTestNumber: '1' },
      { title: 'C', whatsappToken: 'copy' },
      [],
    ],
  ])('merges %s', (_name, base, theirs, ours, expected, conflicts) => {
    const merged = mergeAgents(agent(base), agent(theirs), agent(ours))
    expect(merged.config).toEqual(agent(expected))
    expect(paths(merged.conflicts)).toEqual(conflicts)
  })
})

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const anyNode = fc.record({
  id,
  name: fc.constantFrom('', 'N1', 'N2'),
  instructions: fc.constantFrom('', 'x', 'y', 'z'),
  isGlobal: fc.boolean(),
  toolsIds: fc.uniqueArray(fc.constantFrom('t', 'u'), { maxLength: 2 }),
  childrenNodes: fc.array(fc.record({ nodeId: id }), { maxLength: 2 }),
})
const anyAgent: fc.Arbitrary<AgentConfig> = fc
  .record({
    title: fc.constant('A'),
    lang: fc.constantFrom('en', 'de', 'fr'),
    description: fc.constantFrom('', 'x', 'y'),
    vg_kbTags: fc.constantFrom([], ['a'], ['a', 'b']),
    vgOptions: fc.dictionary(fc.constantFrom('p', 'q'), fc.integer({ min: 0, max: 2 })),
    nodes: fc
      .uniqueArray(anyNode, { selector: (one) => one.id, maxLength: 5 })
      .map((nodes) => [start('a'), ...nodes.map((one) => ({ ...one, type: 'default' }))]),
    tools: fc.uniqueArray(fc.constantFrom(tool('t'), tool('u'), tool('t', { timeoutMs: 2000 })), {
      selector: (one) => one.id,
    }),
    variables: fc.uniqueArray(fc.record({ name: fc.constantFrom('v', 'w'), description: fc.constantFrom('', 'x') }), {
      selector: (one) => one.name,
    }),
  })
  .map((given) => AgentConfig.parse(given))

/** Settings that the copy changed since its base, with their values; undefined for removed ones. */
function changesOf(base: unknown, theirs: unknown, path: string[] = []): [string[], unknown][] {
  if (same(base, theirs)) return []
  if (isPlain(base) && isPlain(theirs))
    return [...new Set([...Object.keys(base), ...Object.keys(theirs)])].flatMap((key) =>
      changesOf(base[key], theirs[key], [...path, key]),
    )
  return [[path, theirs]]
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listed = (config: AgentConfig | OpenConfig) => ({
  ...config,
  nodes: Object.fromEntries(config.nodes.map((one) => [one.id, one])),
  tools: Object.fromEntries(config.tools.map((one) => [one.id, one])),
  variables: Object.fromEntries(config.variables.map((one) => [one.name, one])),
})
const at = (from: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isPlain(value) ? value[key] : undefined), from)

describe('any agents', () => {
  test('turns an unchanged copy into the master', () => {
    fc.assert(
      fc.property(anyAgent, anyAgent, (base, x) => {
        expect(mergeAgents(base, base, x)).toEqual({ config: x, conflicts: [] })
      }),
    )
  })
  test('changes nothing for an unchanged master', () => {
    fc.assert(
      fc.property(anyAgent, anyAgent, (base, x) => {
        expect(mergeAgents(base, x, base)).toEqual({ config: x, conflicts: [] })
      }),
    )
  })
  test('never loses a change of the copy', () => {
    fc.assert(
      fc.property(anyAgent, anyAgent, anyAgent, (base, theirs, ours) => {
        const merged = listed(mergeAgents(base, theirs, ours).config)
        for (const [path, value] of changesOf(listed(base), listed(theirs)))
          expect(same(at(merged, path), value), path.join('.')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
  test('is idempotent', () => {
    fc.assert(
      fc.property(anyAgent, anyAgent, anyAgent, (base, theirs, ours) => {
        const { config } = mergeAgents(base, theirs, ours)
        expect(mergeAgents(ours, config, ours).config).toEqual(config)
      }),
    )
  })
})
