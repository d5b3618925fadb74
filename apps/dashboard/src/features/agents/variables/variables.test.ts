import { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { expect, test } from 'vitest'
import { fitsType, freshName, matches, nameProblem, newVariable } from './rules.ts'
import { collectedVariables, variableUses } from './uses.ts'

const used = (config: object) => Object.fromEntries(variableUses(AgentConfig.parse({ title: 'Ada', ...config })))
const step = (node: Partial<AgentNode> & object) => ({ id: 's', type: 'start', ...node })
const inSteps = (steps: number) => ({ steps, places: [] })

test.each([
  ['instructions', step({ instructions: 'Greet {name}, then {name} again.' }), { name: inSteps(1) }],
  ['the words for calls', step({ voiceInstructions: 'Say {name}.' }), { name: inSteps(1) }],
  ['a condition', step({ childrenNodes: [{ nodeId: 's', condition: 'wants {thing}' }] }), { thing: inSteps(1) }],
  [
    'a rule, on both sides',
    step({
      childrenNodes: [
        {
          nodeId: 's',
          condition: '',
          rule: { match: 'all', tests: [{ variable: 'a', operator: 'equals', value: '{b}' }] },
        },
      ],
    }),
    { a: inSteps(1), b: inSteps(1) },
  ],
  [
    'what is asked for',
    step({
      type: 'start',
      variables: [{ name: 'day', type: 'date', description: 'after {from}', required: true, options: [] }],
    }),
    { day: inSteps(1), from: inSteps(1) },
  ],
  [
    'fields of a form and texts of items',
    step({
      items: [
        { type: 'text', text: 'Hi {name}' },
        {
          type: 'form',
          title: '',
          fields: [{ name: 'mail', label: 'Mail', type: 'email' }],
          submitLabel: 'OK',
        } as never,
      ],
    }),
    { name: inSteps(1), mail: inSteps(1) },
  ],
  ['arguments of a call', step({ toolCall: { toolId: 't', arguments: { q: '{order}' } } }), { order: inSteps(1) }],
  ['no name at all', step({ instructions: 'A { brace } and {9x} and {}' }), {}],
])('a variable is used in %s', (_, node, uses) => expect(used({ nodes: [node] })).toEqual(uses))

test('counts each step once and names other places once', () => {
  const nodes = [step({ instructions: '{x}' }), { id: 'b', type: 'default', instructions: '{x} {x}' }]
  const tools = [
    {
      id: 't',
      name: 'find',
      serverUrl: 'https://a.example/{x}',
      fields: [{ key: 'k', isEnv: true, value: 'TOKEN' }],
      responseMapping: [{ variable: 'found', path: '' }],
    },
  ]
  const uses = used({ nodes, tools, vg_systemPrompt: '{x}', vg_initMessages: ['{x}', '{y}'] })
  expect(uses).toEqual({
    x: { steps: 2, places: ['prompt', 'greeting', 'tools'] },
    y: { steps: 0, places: ['greeting'] },
    found: { steps: 0, places: ['tools'] },
    TOKEN: { steps: 0, places: ['tools'] },
  })
})

test.each([
  ['order_id', undefined],
  ['_x9', undefined],
  ['', 'badName'],
  ['9x', 'badName'],
  ['a b', 'badName'],
  ['größe', 'badName'],
  ['a'.repeat(101), 'badName'],
  ['taken', 'sameName'],
  ['Taken', undefined],
])('the name %j: %s', (name, problem) => expect(nameProblem(name, ['taken'])).toBe(problem))

test('gives a new variable a free name', () => {
  expect(freshName([])).toBe('value_1')
  expect(freshName(['a', 'value_3'])).toBe('value_4')
})

test.each([
  ['text', 'anything', true],
  ['number', '12.5', true],
  ['number', 'twelve-ish', false],
  ['date', '2026-02-30', false],
  ['date', '2026-02-28', true],
  ['time', '25:00', false],
  ['time', '09:30', true],
  ['email', 'ada@example', false],
  ['email', 'ada@example.com', true],
  ['boolean', 'perhaps', false],
  ['number', ' ', true],
] as const)('%s begins with %j: %s', (type, defaultValue, fits) =>
  expect(fitsType({ type, defaultValue }, '2026-01-01')).toBe(fits),
)

test('searches names and descriptions', () => {
  const one = { ...newVariable('order_id'), description: 'Number of the order' }
  expect(['ORDER', 'number', ' id ', 'xyz'].map((search) => matches(one, search))).toEqual([true, true, true, false])
})

test('lists collected variables once with their steps, unless declared', () => {
  const asks = (name: string, type = 'text') => ({ name, type, description: '', required: true, options: [] })
  const config = AgentConfig.parse({
    title: 'Ada',
    nodes: [
      { id: 's', type: 'start' },
      { id: 'a', type: 'collect', name: 'Details', variables: [asks('name'), asks('day', 'date')] },
      { id: 'b', type: 'collect', name: 'Change', variables: [asks('name'), asks('email', 'email')] },
    ],
    variables: [newVariable('email')],
  })
  expect(collectedVariables(config)).toEqual([
    { name: 'name', type: 'text', steps: ['Details', 'Change'] },
    { name: 'day', type: 'date', steps: ['Details'] },
  ])
})
