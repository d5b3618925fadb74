import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginHistory,
  canConnect,
  doStep,
  editGraph,
  emptyNode,
  GRAPH_LIMITS,
  isVariableName,
  redoStep,
  undoStep,
  type GraphAction,
  type NodeKind,
  type Nodes,
} from './graph-edit.ts'
import { depths, placed, readingOrder } from './layout.ts'
import { AgentNode, AgentNodes, NODE_TYPES } from '@parlance/contract/agents/nodes'
import { VariableName } from '@parlance/contract/agents/variables'

const node = (id: string, type: NodeKind, children: (string | object)[] = [], more: object = {}) =>
  AgentNode.parse({
    id,
    type,
    name: id,
    childrenNodes: children.map((child) => (typeof child === 'string' ? { nodeId: child } : child)),
    ...more,
  })
const place = { x: 0, y: 0 }
/** Each node as `s>a,b`. */
const shape = (nodes: Nodes) =>
  nodes.map(({ id, type, childrenNodes }) => `${id}:${type}>${childrenNodes.map(({ nodeId }) => nodeId).join(',')}`)
const chain = [node('s', 'start', ['a']), node('a', 'default', ['b']), node('b', 'end')]

test.each<[string, Nodes, GraphAction, string[]]>([
  ['the first node is the start', [], { type: 'add', id: 'n', kind: 'tool', place }, ['n:start>']],
  ['no second start', chain, { type: 'add', id: 'n', kind: 'start', place }, shape(chain)],
  ['an id only once', chain, { type: 'add', id: 'a', kind: 'default', place }, shape(chain)],
  [
    'added and connected',
    chain,
    { type: 'add', id: 'n', kind: 'message', place, from: { id: 's' } },
    ['s:start>a,n', 'a:default>b', 'b:end>', 'n:message>'],
  ],
  ['removed with the edges to it', chain, { type: 'remove', ids: ['b'] }, ['s:start>a', 'a:default>']],
  ['the start stays', chain, { type: 'remove', ids: ['s', 'a'] }, ['s:start>', 'b:end>']],
  ['all go', chain, { type: 'remove', ids: ['s', 'a', 'b'] }, []],
  ['connected', chain, { type: 'connect', from: 's', to: 'b' }, ['s:start>a,b', 'a:default>b', 'b:end>']],
  ['not twice', chain, { type: 'connect', from: 's', to: 'a' }, shape(chain)],
  ['not to itself', chain, { type: 'connect', from: 'a', to: 'a' }, shape(chain)],
  ['not from an end', chain, { type: 'connect', from: 'b', to: 's' }, shape(chain)],
  ['not to nowhere', chain, { type: 'connect', from: 's', to: 'gone' }, shape(chain)],
  [
    'disconnected',
    chain,
    {
      type: 'disconnect',
      edges: [
        { from: 's', at: 0 },
        { from: 'a', at: 0 },
      ],
    },
    ['s:start>', 'a:default>', 'b:end>'],
  ],
  [
    'to another target',
    chain,
    { type: 'reconnect', from: 's', at: 0, to: 'b' },
    ['s:start>b', 'a:default>b', 'b:end>'],
  ],
  [
    'from another source',
    chain,
    { type: 'reconnect', from: 's', at: 0, newFrom: 'a', to: 's' },
    ['s:start>', 'a:default>b,s', 'b:end>'],
  ],
  [
    'made a note, it has no edges',
    chain,
    { type: 'convert', id: 'a', kind: 'note' },
    ['s:start>', 'a:note>', 'b:end>'],
  ],
  [
    'made the start, the old one talks',
    chain,
    { type: 'convert', id: 'a', kind: 'start' },
    ['s:default>a', 'a:start>b', 'b:end>'],
  ],
  ['the start stays what it is', chain, { type: 'convert', id: 's', kind: 'default' }, shape(chain)],
  [
    'duplicated with their edges, also to others',
    chain,
    { type: 'duplicate', of: ['s', 'a'], ids: ['x', 'y'] },
    [...shape(chain), 'x:default>y', 'y:default>b'],
  ],
  [
    'pasted with the edges among them',
    chain,
    { type: 'paste', nodes: chain.slice(0, 2), ids: ['x', 'y'], by: place },
    [...shape(chain), 'x:default>y', 'y:default>'],
  ],
  [
    'pasted into nothing',
    [],
    { type: 'paste', nodes: chain.slice(1), ids: ['x', 'y'], by: place },
    ['x:start>y', 'y:end>'],
  ],
  ['pasted with too few ids', chain, { type: 'paste', nodes: chain, ids: ['x'], by: place }, shape(chain)],
  [
    'tried earlier',
    [node('s', 'start', ['a', 'b']), node('a', 'end'), node('b', 'end')],
    { type: 'reorder', from: 's', at: 1, by: -1 },
    ['s:start>b,a', 'a:end>', 'b:end>'],
  ],
])('%s', (_what, nodes, action, expected) => {
  expect(shape(editGraph(nodes, action))).toEqual(expected)
})

test('edges of a tool are for success, then failure; other edges lose the outcome', () => {
  const nodes = [node('s', 'start', ['t']), node('t', 'tool'), node('a', 'end'), node('b', 'end')]
  const one = editGraph(nodes, { type: 'connect', from: 't', to: 'a' })
  const two = editGraph(one, { type: 'connect', from: 't', to: 'b' })
  expect(two[1]?.childrenNodes.map(({ on }) => on)).toEqual(['success', 'failure'])
  expect(editGraph(two, { type: 'convert', id: 't', kind: 'default' })[1]?.childrenNodes).toEqual([
    { nodeId: 'a', condition: '' },
    { nodeId: 'b', condition: '' },
  ])
  const moved = editGraph(two, { type: 'reconnect', from: 't', at: 1, newFrom: 's', to: 'b' })
  expect(moved[0]?.childrenNodes[1]).toEqual({ nodeId: 'b', condition: '' })
})

test('an edge takes a condition and a rule, and gives the rule back', () => {
  const rule = { match: 'all' as const, tests: [{ variable: 'day', operator: 'isSet' as const, value: '' }] }
  const edge = (nodes: Nodes) => nodes[0]?.childrenNodes[0]
  const ruled = editGraph(chain, { type: 'edge', from: 's', at: 0, patch: { condition: 'buys', rule } })
  expect(edge(ruled)).toEqual({ nodeId: 'a', condition: 'buys', rule })
  expect(edge(editGraph(ruled, { type: 'edge', from: 's', at: 0, patch: { rule: undefined } }))).toEqual({
    nodeId: 'a',
    condition: 'buys',
  })
  const bad = { match: 'all' as const, tests: [{ variable: 'a day', operator: 'isSet' as const, value: '' }] }
  expect(editGraph(chain, { type: 'edge', from: 's', at: 0, patch: { rule: bad } })).toBe(chain)
})

test('cuts texts to the allowed length and refuses too many items', () => {
  const long = editGraph(chain, { type: 'patch', id: 'a', patch: { name: 'x'.repeat(300) } })
  expect(long[1]?.name).toHaveLength(200)
  const items = Array.from({ length: GRAPH_LIMITS.items + 1 }, () => ({ type: 'text' as const, text: 'x' }))
  expect(editGraph(chain, { type: 'patch', id: 'a', patch: { items } })).toBe(chain)
  expect(editGraph(chain, { type: 'patch', id: 'a', patch: { name: 'a' } })).toBe(chain)
})

test('typing in one field is one undo step; a pause or another field begins a new one', () => {
  const type = (text: string, id = 'a'): GraphAction => ({ type: 'patch', id, patch: { instructions: text } })
  let history = beginHistory(chain)
  history = doStep(history, type('H'), 0)
  history = doStep(history, type('Hi'), 400)
  expect(history.past).toHaveLength(1)
  history = doStep(history, type('Hi!'), 2000)
  history = doStep(history, type('Hi!', 'b'), 2100)
  expect(history.past).toHaveLength(3)
  expect(undoStep(undoStep(history)).present[1]?.instructions).toBe('Hi')
  expect(undoStep(undoStep(undoStep(undoStep(history)))).present).toBe(chain)
})

test('gives nodes without a position the one they were shown at', () => {
  const seen = placed(chain)
  const cut = editGraph(chain, { type: 'disconnect', edges: [{ from: 's', at: 0 }] })
  expect(Object.fromEntries(cut.map(({ id, rf }) => [id, rf]))).toEqual(seen)
  const renamed = editGraph(chain, { type: 'patch', id: 'a', patch: { name: 'New' } })
  expect(renamed.some(({ rf }) => rf)).toBe(false)
})

test('accepts the same variable names as a save does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z_0-9]{1,101}$/)), (text) => {
      expect(isVariableName(text)).toBe(VariableName.safeParse(text).success)
    }),
  )
})

const ID = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const kind = fc.constantFrom(...NODE_TYPES)
const at = fc.integer({ min: 0, max: 3 })
const somewhere = fc.record({ x: fc.double({ noNaN: false }), y: fc.double({ noNaN: false }) })
const on = fc.constantFrom(undefined, 'success' as const, 'failure' as const)
const pieces = fc.array(
  fc.record({ id: fc.constantFrom('p', 'q', 'a', 'b'), kind, to: fc.constantFrom('p', 'q', 'a', 'gone') }),
  { maxLength: 3 },
)
const action: fc.Arbitrary<GraphAction> = fc.oneof(
  fc.record({ type: fc.constant('add' as const), id: ID, kind, place: somewhere }),
  fc.record({ type: fc.constant('add' as const), id: ID, kind, place: somewhere, from: fc.record({ id: ID }) }),
  fc.record({ type: fc.constant('remove' as const), ids: fc.array(ID, { maxLength: 3 }) }),
  fc.record({
    type: fc.constant('patch' as const),
    id: ID,
    patch: fc.record({ name: fc.string({ maxLength: 400 }), isGlobal: fc.boolean() }),
  }),
  fc.record({ type: fc.constant('connect' as const), from: ID, to: ID }),
  fc.record({ type: fc.constant('disconnect' as const), edges: fc.array(fc.record({ from: ID, at })) }),
  fc.record({ type: fc.constant('reconnect' as const), from: ID, at, to: ID, newFrom: ID }),
  fc.record({
    type: fc.constant('edge' as const),
    from: ID,
    at,
    patch: fc.record({ condition: fc.string({ maxLength: 3000 }), on }),
  }),
  fc.record({ type: fc.constant('reorder' as const), from: ID, at, by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({ type: fc.constant('move' as const), places: fc.dictionary(ID, somewhere) }),
  fc.record({
    type: fc.constant('paste' as const),
    nodes: pieces.map((list) =>
      [...new Map(list.map((piece) => [piece.id, piece])).values()].map((piece) => ({
        ...emptyNode(piece.id, piece.kind),
        childrenNodes: [{ nodeId: piece.to, condition: '' }],
      })),
    ),
    ids: fc.array(ID, { maxLength: 3 }),
    by: somewhere,
  }),
  fc.record({ type: fc.constant('duplicate' as const), of: fc.array(ID), ids: fc.array(ID, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('convert' as const), id: ID, kind }),
)

test('drops edges to and from a note when pasted', () => {
  const node = (id: string, type: NodeKind, to: string) => ({
    ...emptyNode(id, type),
    childrenNodes: [{ nodeId: to, condition: '' }],
  })
  const pasted = [node('p', 'start', 'q'), node('q', 'note', 'p')]
  const nodes = editGraph([], { type: 'paste', nodes: pasted, ids: ['a', 'b'], by: { x: 0, y: 0 } })
  expect(nodes.map(({ type, childrenNodes }) => [type, childrenNodes])).toEqual([
    ['start', []],
    ['note', []],
  ])
})

test('keeps every rule of the graph for any order of edits', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      let nodes: Nodes = []
      for (const one of actions) {
        nodes = editGraph(nodes, one)
        const checked = AgentNodes.safeParse(nodes)
        expect(checked.error?.issues ?? []).toEqual([])
        // A save would drop nothing.
        expect(checked.data).toEqual(nodes)
        const byId = new Map(nodes.map((entry) => [entry.id, entry]))
        for (const from of nodes) {
          for (const edge of from.childrenNodes) expect(byId.get(edge.nodeId)?.type ?? 'note').not.toBe('note')
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('undo reverts a step and redo applies it again', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      let history = beginHistory([])
      const seen: Nodes[] = [[]]
      actions.forEach((one, step) => {
        const next = doStep(history, one, step * 5000)
        if (next !== history) {
          expect(undoStep(next).present).toBe(history.present)
          expect(redoStep(undoStep(next)).present).toBe(next.present)
          seen.push(next.present)
        }
        history = next
      })
      for (const before of seen.slice(0, -1).reverse()) {
        history = undoStep(history)
        expect(history.present).toStrictEqual(before)
      }
      for (const after of seen.slice(1)) {
        history = redoStep(history)
        expect(history.present).toStrictEqual(after)
      }
    }),
    { numRuns: 200 },
  )
})

test("notes and ends ignore actions that don't apply to them", () => {
  const [note, end, talk] = [emptyNode('n', 'note'), emptyNode('e', 'end'), emptyNode('d', 'default')]
  expect([canConnect(talk, end), canConnect(end, talk), canConnect(talk, note), canConnect(note, talk)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('orders nodes from the start and places those without a position apart', () => {
  const nodes = [
    node('note', 'note'),
    node('lost', 'default'),
    node('b', 'end'),
    node('a', 'default', ['b', 's']),
    node('g', 'default', [], { isGlobal: true }),
    node('s', 'start', ['a', 'b']),
  ]
  expect(readingOrder(nodes).map(({ id }) => id)).toEqual(['s', 'a', 'b', 'g', 'lost', 'note'])
  expect(Object.fromEntries(depths(nodes))).toEqual({ s: 0, a: 1, b: 1, g: 0, lost: 0, note: 0 })
  const places = placed(nodes.with(0, node('note', 'note', [], { rf: { x: 7, y: 900 } })))
  expect(places['note']).toEqual({ x: 7, y: 900 })
  expect(new Set(Object.values(places).map(({ x, y }) => `${x}/${y}`)).size).toBe(nodes.length)
  expect(Object.entries(places).every(([id, { y }]) => id === 'note' || y > 900)).toBe(true)
})
