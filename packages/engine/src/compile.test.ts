import { describe, expect, it } from 'vitest'
import { AgentConfig } from '@parlance/contract/agents/schemas'
import { templateConfig } from './templates/template-config.ts'
import { TEMPLATES } from './templates/templates.ts'
import { Item } from '@parlance/contract/items/schemas'
import { compile, needsNoRouter } from './compile.ts'
import { SYSTEM_TOOLS } from '@parlance/contract/engine/types'
import {
  fails,
  graphOf,
  type NodeSketch,
  rule,
  sketch,
  to,
  tool,
  when,
  works,
} from './simulate-conversation.testing.ts'
import { begin, step } from './step.ts'
import { systemToolSpec } from './system-tools.ts'

const config = (nodes: readonly NodeSketch[]) => ({ enableNodes: true, nodes: nodes.map(sketch), variables: [] })

describe('compiling a graph', () => {
  it('has no graph for nodes without a start', () => {
    expect(compile(config([{ id: 'a', type: 'default' }]))).toBeUndefined()
  })
  it('sorts edges by how they are decided, and drops those to notes and missing nodes', () => {
    const { edges, nodes } = graphOf([
      { id: 's', type: 'start', to: [when('a'), rule('a', ['x', 'isSet']), to('n'), to('ghost'), to('a'), to('b')] },
      { id: 'a', type: 'default' },
      { id: 'b', type: 'default' },
      { id: 'n', type: 'note' },
    ])
    expect([...nodes.keys()]).toEqual(['s', 'a', 'b'])
    expect(edges.get('s')?.rules).toHaveLength(1)
    expect(edges.get('s')?.conditions).toHaveLength(1)
    expect(edges.get('s')?.otherwise?.nodeId).toBe('a')
  })
  it('keeps success and failure edges of tools apart', () => {
    const { edges, failures } = graphOf([
      { id: 's', type: 'start' },
      { id: 't', type: 'tool', to: [fails('s'), works('s'), rule('s', ['x', 'isSet'])] },
    ])
    expect([edges.get('t')?.rules.length, edges.get('t')?.otherwise?.on, failures.get('t')?.otherwise?.on]).toEqual([
      1,
      'success',
      'failure',
    ])
    expect(failures.get('t')?.rules).toEqual([])
    expect(failures.has('s')).toBe(false)
  })
  it('collects variables, preferring a collect node over a declaration', () => {
    const { variables, asked, collected } = graphOf(
      [
        { id: 's', type: 'start', to: [rule('c', ['plan', 'equals', 'x'], ['undeclared', 'isSet'])] },
        {
          id: 'c',
          type: 'collect',
          variables: [{ name: 'day', type: 'date', min: 0 }, { name: 'free text' }, { name: '__proto__' }],
        },
        { id: 'd', type: 'collect', variables: [{ name: 'day', type: 'text', options: ['x'] }] },
      ],
      {
        variables: [
          { name: 'day', description: 'When', defaultValue: 'tomorrow' },
          { name: 'plan' },
          { name: 'idle' },
          { name: 'key', isEnv: true },
        ],
      },
    )
    expect([...variables.keys()]).toEqual(['day', 'plan', 'idle', 'key', 'free text'])
    expect(variables.get('day')).toMatchObject({
      type: 'date',
      min: 0,
      description: 'When',
      defaultValue: 'tomorrow',
      options: [],
    })
    expect([...collected]).toEqual(['day', 'free text'])
    expect([...asked]).toEqual(['day', 'free text', 'plan'])
  })
  it('lets an agent without nodes call all its tools', () => {
    const graph = compile({ ...config([]), functionsIds: ['f1'], mcpServers: [{ id: 'm1' }] as never })
    expect(graph?.nodes.get('start')).toMatchObject({ type: 'start', toolsIds: ['f1'], mcpServers: ['m1'] })
    expect(graph && needsNoRouter(graph)).toBe(true)
  })
  it.each<[string, readonly NodeSketch[], boolean]>([
    ['one node', [{ id: 's', type: 'start' }], true],
    [
      'a way to a message',
      [
        { id: 's', type: 'start', to: [to('m')] },
        { id: 'm', type: 'message' },
      ],
      true,
    ],
    [
      'a choice',
      [
        { id: 's', type: 'start', to: [when('m')] },
        { id: 'm', type: 'message' },
      ],
      false,
    ],
    [
      'a place to go back to',
      [
        { id: 's', type: 'start' },
        { id: 'd', type: 'default' },
      ],
      false,
    ],
    [
      'a global node',
      [
        { id: 's', type: 'start' },
        { id: 'h', type: 'handoff', isGlobal: true },
      ],
      false,
    ],
    ['a value to find', [{ id: 's', type: 'start', to: [rule('s', ['x', 'isSet'])] }], true],
  ])('needs the router for %s: not = %s', (_name, nodes, expected) =>
    expect(needsNoRouter(graphOf(nodes))).toBe(expected),
  )
  it.each(TEMPLATES.map(({ id }) => id))('takes the template %s', (id) => {
    const graph = compile(AgentConfig.parse({ title: 'x', ...templateConfig(id) }))
    if (!graph) throw new Error('no graph')
    const { commands } = step(graph, begin(graph, undefined), {
      type: 'visitor',
      text: 'hi',
      channel: 'test',
      today: '2026-11-21',
    })
    expect(commands).toHaveLength(1)
  })
})

describe('a stored state', () => {
  const graph = graphOf(
    [
      { id: 's', type: 'start' },
      { id: 'd', type: 'default' },
      { id: 'c', type: 'condition' },
    ],
    {
      variables: [
        { name: 'n', type: 'number', defaultValue: '7' },
        { name: 'd', type: 'date', defaultValue: 'soon' },
      ],
    },
  )
  const fresh = { nodeId: 's', variables: { n: 7, d: 'soon' }, trail: [], attempts: {}, status: 'talking' }
  it.each([
    [undefined, fresh],
    [null, fresh],
    ['x', fresh],
    [{}, { ...fresh, variables: {} }],
    [
      {
        nodeId: 'd',
        trail: ['s', 'gone', 5, 'd'],
        variables: { a: 1, b: null, c: Number.NaN, e: 'x' },
        attempts: { a: 1, b: 0.5 },
        reopened: true,
        status: 'odd',
      },
      {
        nodeId: 'd',
        trail: ['s', 'd'],
        variables: { a: 1, e: 'x' },
        attempts: { a: 1 },
        reopened: true,
        status: 'talking',
      },
    ],
    [
      { nodeId: 'c', trail: ['s', 'd', 'c'] },
      { ...fresh, variables: {}, nodeId: 'd', trail: ['s', 'd', 'c'] },
    ],
    [
      { nodeId: 'd', trail: ['d'], status: 'ended' },
      { ...fresh, variables: {}, trail: ['d'], status: 'ended' },
    ],
  ])('%j is put right', (state, expected) => expect(begin(graph, state as never).state).toEqual(expected))
})

describe('system tools', () => {
  const graph = graphOf([{ id: 's', type: 'start' }], {
    variables: [
      { name: 'city', description: 'Where' },
      { name: 'key', isEnv: true },
    ],
  })
  const walk = (schema: unknown, visit: (object: Record<string, unknown>) => void): void => {
    if (Array.isArray(schema)) for (const each of schema) walk(each, visit)
    else if (typeof schema === 'object' && schema !== null) {
      visit({ ...schema })
      for (const each of Object.values(schema)) walk(each, visit)
    }
  }
  it.each(SYSTEM_TOOLS)('%s keeps to the strict subset of JSON Schema', (name) => {
    const spec = systemToolSpec(name, graph)
    expect(spec.name).toBe(name)
    walk(spec.parameters, (schema) => {
      if (schema['type'] !== 'object') return
      expect(schema['additionalProperties']).toBe(false)
      expect(schema['required']).toEqual(Object.keys({ ...(schema['properties'] as object) }))
    })
  })
  it('names the variables that may be set', () => {
    const spec = systemToolSpec('set_variable', graph)
    expect(spec.description).toContain('city (text): Where')
    expect(spec.parameters).toMatchObject({ properties: { name: { enum: ['city'] } } })
  })
  it('describes every item type', () => {
    const kinds = new Set<unknown>()
    walk(
      systemToolSpec('send_ui', graph).parameters,
      ({ enum: names }) => Array.isArray(names) && names.length === 1 && kinds.add(names[0]),
    )
    for (const { shape } of Item.options) expect(kinds).toContain(shape.type.value)
  })
  it('are not replaced by tools of the same name', () => {
    const now = begin(graph, undefined, { tools: [tool('end_chat', { isGlobal: true })] })
    const { next } = step(graph, now, { type: 'visitor', text: 'x', channel: 'test', today: '2026-11-21' })
    const { commands } = step(graph, next, {
      type: 'spoke',
      text: '',
      calls: [{ id: '1', name: 'end_chat', arguments: {} }],
    })
    expect(commands.map(({ type }) => type)).toEqual(['answerCall', 'endChat'])
  })
})
