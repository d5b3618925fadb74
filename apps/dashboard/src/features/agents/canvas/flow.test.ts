import { editGraph, emptyNode, type Nodes } from '@parlance/engine/graph/graph-edit'
import { expect, test } from 'vitest'
import { edgeId, edgeOf, excerptOf, flowEdges, flowNodes, type Drawn } from './flow.ts'

const nodes: Nodes = [
  {
    ...emptyNode('s', 'start', 'Start'),
    childrenNodes: [
      { nodeId: 'a', condition: 'buys' },
      { nodeId: 'gone', condition: '' },
    ],
  },
  emptyNode('a', 'end', 'Bye'),
]
const drawn = (list: Nodes): Drawn => ({
  nodes: list,
  problems: [{ code: 'edgeToUnknown', level: 'error', nodeId: 's', edge: 1, name: 'gone' }],
  agentId: 'x',
  nameOf: (id) => id.toUpperCase(),
  toolName: (id) => id,
  labelOf: (_node, name) => name,
  role: 'Step',
})
const none = new Set<string>()

test('keeps unchanged nodes and edges identical', () => {
  const first = flowNodes(drawn(nodes), [], none)
  const renamed = editGraph(nodes, { type: 'patch', id: 'a', patch: { instructions: 'Bye' } })
  const second = flowNodes(drawn(renamed), first, none)
  expect(second[0]).toBe(first[0])
  expect(second[1]).not.toBe(first[1])
  expect(first.map(({ data }) => data.level)).toEqual(['error', undefined])
  const third = flowNodes(drawn(renamed), second, new Set(['s']))
  expect(third.map(({ selected }) => selected)).toEqual([true, false])
})

test('draws edges with both ends present, in their lanes', () => {
  const edges = flowEdges(drawn(nodes), ({ condition }) => condition, [])
  expect(edges.map(({ id, target, data }) => [id, target, data?.label])).toEqual([['s#0', 'a', 'buys']])
  expect(flowEdges(drawn(nodes), ({ condition }) => condition, edges)[0]).toBe(edges[0])
  expect(edgeOf(edgeId('a#b', 12))).toEqual({ from: 'a#b', at: 12 })
})

test("shows the beginning of a node's text", () => {
  expect(excerptOf({ ...emptyNode('a', 'default'), instructions: ' Ask \n for  it ' }, '')).toBe('Ask for it')
  expect(excerptOf({ ...emptyNode('a', 'message'), items: [{ type: 'text', text: 'Hello' }] }, '')).toBe('Hello')
  const variables = ['name', 'email'].map((name) => ({
    name,
    type: 'text' as const,
    description: '',
    required: true,
    options: [],
  }))
  expect(excerptOf({ ...emptyNode('a', 'collect'), instructions: 'Ask.', variables }, '')).toBe('name · email')
  expect(excerptOf({ ...emptyNode('a', 'collect'), instructions: 'Ask.' }, '')).toBe('Ask.')
  expect(excerptOf(emptyNode('a', 'tool'), 'find_order')).toBe('find_order')
  expect(excerptOf({ ...emptyNode('a', 'default'), instructions: 'x'.repeat(500) }, '')).toHaveLength(140)
})
