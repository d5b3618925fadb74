import { expect, test } from 'vitest'
import { Tool } from '@parlance/contract/tools/schemas'
import { AgentConfig } from '@parlance/contract/agents/schemas'
import { AgentNode } from '@parlance/contract/agents/nodes'
import { findUnknownFormatter, graphProblems, PROBLEM_LEVELS, type ProblemCode } from './problems.ts'

type Input = Record<string, unknown>
const node = (id: string, type: string, more: Input = {}) => AgentNode.parse({ id, type, name: id, ...more })
const to = (nodeId: string, more: Input = {}) => ({ nodeId, ...more })
const tool = (more: Input = {}) =>
  Tool.parse({ id: 't1', name: 'orders', serverUrl: 'https://shop.test/orders', ...more })
const rule = (variable: string, operator = 'equals', value = 'x') => ({ tests: [{ variable, operator, value }] })
const found = (nodes: AgentNode[], config: Input = {}, functions?: Tool[]) => {
  const { nodes: _none, ...rest } = AgentConfig.parse({ title: 'Ada', ...config })
  return graphProblems({ ...rest, nodes }, functions ? { functions } : {})
}
/** Each problem as `code@node#edge:name`. */
const brief = (...input: Parameters<typeof found>) =>
  found(...input).map(
    ({ code, nodeId = '', edge, name }) =>
      `${code}@${nodeId}${edge === undefined ? '' : `#${edge}`}${name ? `:${name}` : ''}`,
  )

test.each<[string, AgentNode[], Input, string[]]>([
  ['nothing', [], {}, []],
  ['one prompt', [node('s', 'start', { instructions: 'Hi' })], {}, []],
  ['a chain', [node('s', 'start', { childrenNodes: [to('a')] }), node('a', 'default')], {}, []],
  ['a note apart', [node('s', 'start'), node('n', 'note', { instructions: 'Hello {nobody}' })], {}, []],
  [
    'a loop',
    [node('s', 'start', { childrenNodes: [to('a')] }), node('a', 'default', { childrenNodes: [to('s')] })],
    {},
    [],
  ],
  [
    'steps that lead to each other without a word of the visitor',
    [
      node('s', 'start', { childrenNodes: [to('m')] }),
      node('m', 'message', { items: [{ type: 'text', text: 'Hi' }], childrenNodes: [to('c')] }),
      node('c', 'condition', { childrenNodes: [to('m', { rule: rule('v') }), to('m')] }),
    ],
    { variables: [{ name: 'v' }] },
    ['endlessCircle@m', 'endlessCircle@c'],
  ],
  [
    'a circle with a way out',
    [
      node('s', 'start', { childrenNodes: [to('m')] }),
      node('m', 'message', { items: [{ type: 'text', text: 'Hi' }], childrenNodes: [to('c')] }),
      node('c', 'condition', { childrenNodes: [to('s', { rule: rule('v') }), to('m')] }),
    ],
    { variables: [{ name: 'v' }] },
    [],
  ],
  ['no start', [node('a', 'default')], {}, ['noStart@', 'unreachable@a']],
  ['two starts', [node('s', 'start'), node('z', 'start')], {}, ['severalStarts@z']],
  ['an island', [node('s', 'start'), node('a', 'default')], {}, ['unreachable@a']],
  [
    'an island of two',
    [
      node('s', 'start'),
      node('a', 'default', { childrenNodes: [to('b')] }),
      node('b', 'default', { childrenNodes: [to('a')] }),
    ],
    {},
    ['unreachable@a', 'unreachable@b'],
  ],
  [
    'a global node',
    [node('s', 'start'), node('g', 'default', { isGlobal: true, globalCondition: 'asks for help' })],
    {},
    [],
  ],
  [
    'a global node without condition',
    [node('s', 'start'), node('g', 'default', { isGlobal: true })],
    {},
    ['globalWithoutCondition@g'],
  ],
  [
    'reached from a global node',
    [
      node('s', 'start'),
      node('g', 'default', { isGlobal: true, globalCondition: 'x', childrenNodes: [to('h')] }),
      node('h', 'end'),
    ],
    {},
    [],
  ],
  ['an edge to nowhere', [node('s', 'start', { childrenNodes: [to('gone')] })], {}, ['edgeToUnknown@s#0:gone']],
  [
    'an edge to a note',
    [node('s', 'start', { childrenNodes: [to('n')] }), node('n', 'note')],
    {},
    ['edgeToNote@s#0:n'],
  ],
  [
    'edges of an end',
    [node('s', 'start', { childrenNodes: [to('e')] }), node('e', 'end', { childrenNodes: [to('s')] })],
    {},
    ['edgesNeverTaken@e'],
  ],
  ['edges of a note', [node('s', 'start'), node('n', 'note', { childrenNodes: [to('s')] })], {}, ['edgesNeverTaken@n']],
  [
    'two otherwise',
    [node('s', 'start', { childrenNodes: [to('a'), to('b')] }), node('a', 'default'), node('b', 'default')],
    {},
    ['severalOtherwise@s#1:b'],
  ],
  [
    'a condition and an otherwise',
    [
      node('s', 'start', { childrenNodes: [to('a', { condition: 'buys' }), to('b')] }),
      node('a', 'default'),
      node('b', 'default'),
    ],
    {},
    [],
  ],
  [
    'a blank condition is none',
    [
      node('s', 'start', { childrenNodes: [to('a'), to('b', { condition: '  ' })] }),
      node('a', 'default'),
      node('b', 'default'),
    ],
    {},
    ['severalOtherwise@s#1:b'],
  ],
  [
    'collects nothing',
    [node('s', 'start', { childrenNodes: [to('c')] }), node('c', 'collect')],
    {},
    ['collectWithoutVariables@c'],
  ],
  [
    'says nothing',
    [node('s', 'start', { childrenNodes: [to('m')] }), node('m', 'message')],
    {},
    ['messageWithoutItems@m'],
  ],
  [
    'says an empty text',
    [node('s', 'start', { childrenNodes: [to('m')] }), node('m', 'message', { items: [{ type: 'text', text: ' ' }] })],
    {},
    ['messageWithoutItems@m'],
  ],
  ['calls nothing', [node('s', 'start', { childrenNodes: [to('t')] }), node('t', 'tool')], {}, ['toolWithoutTool@t']],
  [
    'calls what is not there',
    [node('s', 'start', { childrenNodes: [to('t')] }), node('t', 'tool', { toolCall: { toolId: 'gone' } })],
    {},
    ['unknownTool@t:gone'],
  ],
  [
    'both outcomes of a tool',
    [
      node('s', 'start', { childrenNodes: [to('t')] }),
      node('t', 'tool', {
        toolCall: { toolId: 't1' },
        childrenNodes: [to('s', { on: 'success' }), to('e', { on: 'failure' })],
      }),
      node('e', 'end'),
    ],
    { tools: [tool()] },
    [],
  ],
  [
    'one outcome twice',
    [
      node('s', 'start', { childrenNodes: [to('t')] }),
      node('t', 'tool', {
        toolCall: { toolId: 't1' },
        childrenNodes: [to('s', { on: 'success' }), to('e', { on: 'success' })],
      }),
      node('e', 'end'),
    ],
    { tools: [tool()] },
    ['severalOtherwise@t#1:e'],
  ],
  [
    'a missing argument, not where it is fixed or secret',
    [
      node('s', 'start', { childrenNodes: [to('t')] }),
      node('t', 'tool', { toolCall: { toolId: 't1', arguments: { c: 'x' } } }),
    ],
    {
      tools: [
        tool({
          fields: [
            { key: 'a', required: true },
            { key: 'b', required: true, value: '1' },
            { key: 'c', required: true },
            { key: 'd', required: true, isEnv: true },
            { key: 'e' },
          ],
        }),
      ],
    },
    ['missingArgument@t:a'],
  ],
  [
    'a disabled tool',
    [node('s', 'start', { toolsIds: ['t1'] })],
    { tools: [tool({ disabled: true })] },
    ['disabledTool@s:orders'],
  ],
  ['an unknown tool', [node('s', 'start', { toolsIds: ['t1', 'gone'] })], { tools: [tool()] }, ['unknownTool@s:gone']],
  ['a function of the library', [node('s', 'start', { toolsIds: ['f1'] })], { functionsIds: ['f1'] }, []],
  ['an unknown MCP server', [node('s', 'start', { mcpServers: ['gone'] })], {}, ['unknownMcpServer@s:gone']],
  [
    'a condition without edges',
    [node('s', 'start', { childrenNodes: [to('c')] }), node('c', 'condition')],
    {},
    ['conditionWithoutEdges@c'],
  ],
  [
    'a condition without otherwise',
    [
      node('s', 'start', { childrenNodes: [to('c')] }),
      node('c', 'condition', { childrenNodes: [to('s', { condition: 'again' })] }),
    ],
    {},
    ['noOtherwise@c'],
  ],
  [
    'a rule on an unknown variable',
    [node('s', 'start', { childrenNodes: [to('a', { rule: rule('plan') })] }), node('a', 'end')],
    {},
    ['ruleUnknownVariable@s#0:plan'],
  ],
  [
    'a rule without value, where it needs one',
    [
      node('s', 'start', {
        childrenNodes: [to('a', { rule: rule('plan', 'equals', '') }), to('a', { rule: rule('plan', 'isSet', '') })],
      }),
      node('a', 'end'),
    ],
    { variables: [{ name: 'plan' }] },
    ['ruleWithoutValue@s#0:plan'],
  ],
  [
    'an unknown variable, once',
    [node('s', 'start', { instructions: 'Hi {nam} and {nam}' })],
    {},
    ['unknownVariable@s:nam'],
  ],
  [
    'a variable in a condition',
    [node('s', 'start', { childrenNodes: [to('a', { condition: 'says {x}' })] }), node('a', 'end')],
    {},
    ['unknownVariable@s#0:x'],
  ],
  ['a declared variable', [node('s', 'start', { instructions: 'Hi {name}' })], { variables: [{ name: 'name' }] }, []],
  [
    'a collected variable',
    [
      node('s', 'start', { instructions: '{day}', childrenNodes: [to('c')] }),
      node('c', 'collect', { variables: [{ name: 'day' }] }),
    ],
    {},
    [],
  ],
  [
    'a variable of a form and of a tool',
    [
      node('s', 'start', { instructions: '{mail} {price} {age}', childrenNodes: [to('m')] }),
      node('m', 'message', {
        items: [
          { type: 'form', fields: [{ name: 'mail', label: 'Mail', type: 'email' }] },
          { type: 'input', field: { name: 'age', label: 'Age', type: 'number' } },
          { type: 'text', text: 'Thanks {who}' },
        ],
      }),
    ],
    { tools: [tool({ responseMapping: [{ variable: 'price', path: 'p' }] })] },
    ['unknownVariable@m:who'],
  ],
  [
    'an unknown formatter of a variable',
    [node('s', 'start', { instructions: '{day|long} {day|currency:EUR} {day|lng} {this|that}' })],
    { variables: [{ name: 'day' }] },
    ['unknownFormatter@s:lng'],
  ],
  ['braces that name nothing', [node('s', 'start', { instructions: '{ "a": 1 } {} {1x}' })], {}, []],
])('%s', (_what, nodes, config, expected) => {
  expect(brief(nodes, config)).toEqual(expected)
})

test('accepts variables of library functions once the library is loaded', () => {
  const nodes = [node('s', 'start', { instructions: '{price} {who}' })]
  expect(brief(nodes, { functionsIds: ['f1'] })).toEqual([])
  const functions = [tool({ id: 'f1', responseMapping: [{ variable: 'price' }] })]
  expect(brief(nodes, { functionsIds: ['f1'] }, functions)).toEqual(['unknownVariable@s:who'])
})

test('gives each problem the level of its code', () => {
  const all = found([node('s', 'start', { childrenNodes: [to('gone')], instructions: '{x}' }), node('a', 'default')])
  expect(all.map(({ code, level }) => [code, level])).toEqual([
    ['edgeToUnknown', 'error'],
    ['unknownVariable', 'warning'],
    ['unreachable', 'warning'],
  ])
  expect(all.every(({ code, level }) => PROBLEM_LEVELS[code satisfies ProblemCode] === level)).toBe(true)
})

test('checks 500 densely connected nodes quickly', () => {
  const nodes = Array.from({ length: 500 }, (_, at) =>
    node(`n${at}`, at === 0 ? 'start' : 'default', {
      instructions: 'Say {name}. '.repeat(50),
      childrenNodes: Array.from({ length: 100 }, (_one, edge) => to(`n${(at + edge + 1) % 500}`, { condition: 'x' })),
    }),
  )
  const began = performance.now()
  expect(found(nodes)).toHaveLength(500)
  expect(performance.now() - began).toBeLessThan(2000)
})

test.each([
  ['the system prompt', { vg_systemPrompt: 'Today is {day|lng}' }, { variable: 'day', formatter: 'lng' }],
  ['the welcome message', { vg_initMessages: ['Hi', 'It is {day | money}'] }, { variable: 'day', formatter: 'money' }],
  [
    'a step',
    { nodes: [node('s', 'start', { instructions: '{day|currency:ZZZ}' })] },
    { variable: 'day', formatter: 'currency:ZZZ' },
  ],
  ['a formatter there is', { vg_systemPrompt: 'Today is {day|long}' }, undefined],
  ['words that name no variable', { vg_systemPrompt: 'Say {this|that}' }, undefined],
])('an unknown formatter in %s', (_what, parts, expected) => {
  expect(findUnknownFormatter(parts, AgentConfig.parse({ title: 'Ada', variables: [{ name: 'day' }] }))).toEqual(
    expected,
  )
})
