// Graph editing: pure steps that keep the graph valid, with undo history.
import { NODE_GAP, NODE_SIZE, placed, type Place, type Places } from './layout.ts'
import type { AgentNode, Edge, EdgeRule } from '@parlance/contract/agents/nodes'

export type Nodes = readonly AgentNode[]
export type NodeKind = AgentNode['type']
/** Node fields that can be patched. Kind, edges and position have their own actions. */
export type NodePatch = Partial<Omit<AgentNode, 'id' | 'type' | 'childrenNodes' | 'rf'>>

/** The caller provides unused ids for new nodes. */
export type GraphAction =
  | { type: 'add'; id: string; kind: NodeKind; name?: string; place: Place; from?: { id: string; on?: Edge['on'] } }
  /** The start node can only be removed last. */
  | { type: 'remove'; ids: readonly string[] }
  | { type: 'patch'; id: string; patch: NodePatch }
  | { type: 'connect'; from: string; to: string; on?: Edge['on']; by?: Pick<EdgePatch, 'condition' | 'rule'> }
  | { type: 'disconnect'; edges: readonly { from: string; at: number }[] }
  | { type: 'reconnect'; from: string; at: number; to: string; newFrom?: string }
  | { type: 'edge'; from: string; at: number; patch: EdgePatch }
  /** Earlier edges are tried first. */
  | { type: 'reorder'; from: string; at: number; by: -1 | 1 }
  | { type: 'move'; places: Places }
  /** Edges between pasted nodes are kept, edges to other nodes only with `keepOutside`. `ids` has one id per node. */
  | { type: 'paste'; nodes: Nodes; ids: readonly string[]; by: Place; keepOutside?: boolean }
  | { type: 'duplicate'; of: readonly string[]; ids: readonly string[] }
  /** Making a node the start turns the old start into a conversation node. */
  | { type: 'convert'; id: string; kind: NodeKind }

export interface EdgePatch {
  condition?: string
  rule?: EdgeRule | undefined
  on?: Edge['on'] | undefined
}

export const GRAPH_LIMITS = { nodes: 500, edges: 100, items: 20, variables: 50, tools: 100, mcpServers: 20 } as const
const TEXT_LIMITS = { name: 200, instructions: 50_000, voiceInstructions: 50_000, globalCondition: 2000 } as const
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/

export const isVariableName = (text: string): boolean => VARIABLE_NAME.test(text)

/** Kinds without outgoing edges, and the kind without incoming ones. */
const isSource = (kind: NodeKind): boolean => kind !== 'note' && kind !== 'end'
const isTarget = (kind: NodeKind): boolean => kind !== 'note'
export const canConnect = (from: AgentNode, to: AgentNode): boolean =>
  from.id !== to.id && isSource(from.type) && isTarget(to.type) && from.childrenNodes.length < GRAPH_LIMITS.edges

export const emptyNode = (id: string, kind: NodeKind, name = ''): AgentNode => ({
  id,
  name: name.slice(0, TEXT_LIMITS.name),
  type: kind,
  instructions: '',
  voiceInstructions: '',
  isGlobal: false,
  globalCondition: '',
  toolsIds: [],
  childrenNodes: [],
  mcpServers: [],
  variables: [],
  items: [],
})

/** Returns the graph after an action. Returns it unchanged if the action changes nothing or would break a rule. */
export function editGraph(nodes: Nodes, action: GraphAction): Nodes {
  const next = edited(nodes, action)
  return next === nodes || WORDS.has(action.type) ? next : settled(next, placed(nodes))
}

/** Actions that change text only and leave every node in place. */
const WORDS: ReadonlySet<GraphAction['type']> = new Set<GraphAction['type']>(['patch', 'edge', 'reorder'])

/** A node without a position is placed by its incoming edges, so it gets a fixed position before those change. */
const settled = (nodes: Nodes, places: Places): Nodes =>
  nodes.map((node) => {
    const place = node.rf ? undefined : places[node.id]
    return place ? { ...node, rf: round(place) } : node
  })

function edited(nodes: Nodes, action: GraphAction): Nodes {
  switch (action.type) {
    case 'add':
      return add(nodes, action)
    case 'remove':
      return remove(nodes, new Set(action.ids))
    case 'patch':
      return change(nodes, action.id, (node) => patched(node, action.patch))
    case 'connect':
      return connect(nodes, action.from, action.to, action.on, action.by)
    case 'disconnect':
      return disconnect(nodes, action.edges)
    case 'reconnect':
      return reconnect(nodes, action)
    case 'edge':
      return changeEdge(nodes, action.from, action.at, (edge) => patchedEdge(edge, action.patch))
    case 'reorder':
      return change(nodes, action.from, (node) => reordered(node, action.at, action.at + action.by))
    case 'move':
      return move(nodes, action.places)
    case 'paste':
      return paste(nodes, action)
    case 'duplicate':
      return duplicate(nodes, action.of, action.ids)
    case 'convert':
      return convert(nodes, action.id, action.kind)
  }
}

/** Returns the same list if the node did not change. */
function change(nodes: Nodes, id: string, edit: (node: AgentNode) => AgentNode): Nodes {
  const at = nodes.findIndex((node) => node.id === id)
  const before = nodes[at]
  if (!before) return nodes
  const after = edit(before)
  return after === before ? nodes : nodes.with(at, after)
}

function changeEdge(nodes: Nodes, from: string, at: number, edit: (edge: Edge) => Edge): Nodes {
  return change(nodes, from, (node) => {
    const before = node.childrenNodes[at]
    if (!before) return node
    const after = edit(before)
    return after === before ? node : { ...node, childrenNodes: node.childrenNodes.with(at, after) }
  })
}

const usable = (nodes: Nodes, ids: readonly string[]): boolean =>
  new Set([...nodes.map(({ id }) => id), ...ids]).size === nodes.length + ids.length &&
  nodes.length + ids.length <= GRAPH_LIMITS.nodes &&
  ids.every((id) => id.length > 0 && id.length <= 100)

const finite = ({ x, y }: Place): boolean => Number.isFinite(x) && Number.isFinite(y)
const round = ({ x, y }: Place): Place => ({ x: Math.round(x), y: Math.round(y) })

function add(nodes: Nodes, action: Extract<GraphAction, { type: 'add' }>): Nodes {
  const { id, kind, place, from } = action
  const second = kind === 'start' && nodes.length > 0
  if (second || !usable(nodes, [id]) || !finite(place)) return nodes
  const type = nodes.length === 0 ? 'start' : kind
  const grown = [...nodes, { ...emptyNode(id, type, action.name), rf: round(place) }]
  return from ? connect(grown, from.id, id, from.on) : grown
}

function remove(nodes: Nodes, ids: ReadonlySet<string>): Nodes {
  const all = nodes.every(({ id }) => ids.has(id))
  const kept = nodes.filter(({ id, type }) => !ids.has(id) || (type === 'start' && !all))
  if (kept.length === nodes.length) return nodes
  const left = new Set(kept.map(({ id }) => id))
  const gone = new Set(nodes.flatMap(({ id }) => (left.has(id) ? [] : [id])))
  return kept.map((node) => withoutEdges(node, ({ nodeId }) => gone.has(nodeId)))
}

function withoutEdges(node: AgentNode, drop: (edge: Edge, at: number) => boolean): AgentNode {
  const childrenNodes = node.childrenNodes.filter((edge, at) => !drop(edge, at))
  return childrenNodes.length === node.childrenNodes.length ? node : { ...node, childrenNodes }
}

function patched(node: AgentNode, patch: NodePatch): AgentNode {
  const next = { ...node, ...patch }
  for (const [field, max] of Object.entries(TEXT_LIMITS) as [keyof typeof TEXT_LIMITS, number][]) {
    if (next[field].length > max) next[field] = next[field].slice(0, max)
  }
  const fits =
    next.items.length <= GRAPH_LIMITS.items &&
    next.variables.length <= GRAPH_LIMITS.variables &&
    next.toolsIds.length <= GRAPH_LIMITS.tools &&
    next.mcpServers.length <= GRAPH_LIMITS.mcpServers
  if (!fits) return node
  if (next.type === 'start' || next.type === 'note') next.isGlobal = false
  const keys = Object.keys(patch) as (keyof NodePatch)[]
  return keys.some((key) => !Object.is(next[key], node[key])) ? next : node
}

function connect(nodes: Nodes, from: string, to: string, on?: Edge['on'], by: EdgePatch = {}): Nodes {
  const target = nodes.find(({ id }) => id === to)
  return change(nodes, from, (node) => {
    if (!target || !canConnect(node, target)) return node
    const edge = patchedEdge({ nodeId: to, condition: '', ...outcome(node, on) }, by)
    const decided = edge.condition || edge.rule
    const there = node.childrenNodes.some(
      (other) => !decided && other.nodeId === to && !other.condition && !other.rule && other.on === edge.on,
    )
    return there ? node : { ...node, childrenNodes: [...node.childrenNodes, edge] }
  })
}

/** The first edge of a tool node is for success, the next for failure. */
function outcome(node: AgentNode, on: Edge['on']): Pick<Edge, 'on'> {
  if (node.type !== 'tool') return {}
  const free = (['success', 'failure'] as const).find((name) => !node.childrenNodes.some((edge) => edge.on === name))
  const chosen = on ?? free
  return chosen ? { on: chosen } : {}
}

function disconnect(nodes: Nodes, edges: readonly { from: string; at: number }[]): Nodes {
  const byNode = Map.groupBy(edges, ({ from }) => from)
  let next = nodes
  for (const [from, list] of byNode) {
    const places = new Set(list.map(({ at }) => at))
    next = change(next, from, (node) => withoutEdges(node, (_, at) => places.has(at)))
  }
  return next
}

/** Keeps the condition. Moved to another source, the edge becomes its last. */
function reconnect(nodes: Nodes, { from, at, to, newFrom = from }: Extract<GraphAction, { type: 'reconnect' }>): Nodes {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const [old, source, target] = [byId.get(from), byId.get(newFrom), byId.get(to)]
  const edge = old?.childrenNodes[at]
  if (!old || !edge || !source || !target || source.id === to || !isSource(source.type) || !isTarget(target.type))
    return nodes
  if (newFrom === from) {
    return edge.nodeId === to ? nodes : changeEdge(nodes, from, at, (before) => ({ ...before, nodeId: to }))
  }
  if (source.childrenNodes.length >= GRAPH_LIMITS.edges) return nodes
  const { on: _on, ...rest } = edge
  const moved: Edge = source.type === 'tool' ? { ...edge, nodeId: to } : { ...rest, nodeId: to }
  const without = disconnect(nodes, [{ from, at }])
  return change(without, newFrom, (node) => ({ ...node, childrenNodes: [...node.childrenNodes, moved] }))
}

const fitsRule = ({ tests }: EdgeRule): boolean =>
  tests.length > 0 &&
  tests.length <= 20 &&
  tests.every(({ variable, value }) => isVariableName(variable) && value.length <= 1000)

/** A key with the value undefined removes the rule or outcome. */
function patchedEdge(edge: Edge, patch: EdgePatch): Edge {
  if (patch.rule && !fitsRule(patch.rule)) return edge
  const { rule: oldRule, on: oldOn, ...rest } = edge
  const rule = 'rule' in patch ? patch.rule : oldRule
  const on = 'on' in patch ? patch.on : oldOn
  const condition = (patch.condition ?? edge.condition).slice(0, 2000)
  if (rule === oldRule && on === oldOn && condition === edge.condition) return edge
  return { ...rest, condition, ...(rule ? { rule } : {}), ...(on ? { on } : {}) }
}

function reordered(node: AgentNode, at: number, to: number): AgentNode {
  const [edge, other] = [node.childrenNodes[at], node.childrenNodes[to]]
  if (!edge || !other) return node
  return { ...node, childrenNodes: node.childrenNodes.with(at, other).with(to, edge) }
}

function move(nodes: Nodes, places: Places): Nodes {
  let moved = false
  const next = nodes.map((node) => {
    const place = Object.hasOwn(places, node.id) ? places[node.id] : undefined
    if (!place || !finite(place)) return node
    const rf = round(place)
    if (node.rf?.x === rf.x && node.rf.y === rf.y) return node
    moved = true
    return { ...node, rf }
  })
  return moved ? next : nodes
}

function paste(nodes: Nodes, action: Extract<GraphAction, { type: 'paste' }>): Nodes {
  const { ids, by, keepOutside = false } = action
  const pasted = action.nodes
  if (pasted.length === 0 || ids.length !== pasted.length || !usable(nodes, ids) || !finite(by)) return nodes
  const newIds = new Map(pasted.map(({ id }, at) => [id, ids[at] ?? id]))
  // The clipboard may come from another program, with edges that the canvas would not allow.
  const kinds = new Map([
    ...nodes.map(({ id, type }) => [id, type] as const),
    ...pasted.map(({ id, type }) => [newIds.get(id) ?? id, type] as const),
  ])
  const here = new Set(nodes.map(({ id }) => id))
  const places = placed(pasted)
  const copies = pasted.map((node): AgentNode => {
    const at = places[node.id] ?? { x: 0, y: 0 }
    const edges = (isSource(node.type) ? node.childrenNodes : []).flatMap((edge) => {
      const nodeId = newIds.get(edge.nodeId) ?? (keepOutside && here.has(edge.nodeId) ? edge.nodeId : undefined)
      return nodeId && isTarget(kinds.get(nodeId) ?? 'note') ? [{ ...edge, nodeId }] : []
    })
    return {
      ...node,
      id: newIds.get(node.id) ?? node.id,
      childrenNodes: edges,
      rf: round({ x: at.x + by.x, y: at.y + by.y }),
    }
  })
  return [...nodes, ...withStarts(copies, nodes.length === 0)]
}

/** Pasted into a graph, no node becomes the start. Alone, exactly one does: the first start, or the first node. */
function withStarts(copies: readonly AgentNode[], alone: boolean): AgentNode[] {
  const start = copies.find(({ type }) => type === 'start') ?? copies[0]
  return copies.map((node) => {
    if (alone && node === start) return withKind(node, 'start')
    return node.type === 'start' ? withKind(node, 'default') : node
  })
}

function duplicate(nodes: Nodes, of: readonly string[], ids: readonly string[]): Nodes {
  const chosen = new Set(of)
  const originals = nodes.filter(({ id }) => chosen.has(id))
  const places = placed(nodes)
  const standing = originals.map((node) => ({ ...node, rf: node.rf ?? places[node.id] }) as AgentNode)
  const by = { x: NODE_GAP.row, y: NODE_SIZE.height + NODE_GAP.row }
  return paste(nodes, { type: 'paste', nodes: standing, ids, by, keepOutside: true })
}

function withKind(node: AgentNode, type: NodeKind): AgentNode {
  const { startConfig, ...rest } = node
  const edges = isSource(type) ? node.childrenNodes : []
  return {
    ...rest,
    type,
    isGlobal: type === 'start' || type === 'note' ? false : node.isGlobal,
    childrenNodes: type === 'tool' ? edges : edges.map(({ on: _on, ...edge }) => edge),
    ...(type === 'start' && startConfig ? { startConfig } : {}),
  }
}

function convert(nodes: Nodes, id: string, kind: NodeKind): Nodes {
  const node = nodes.find((other) => other.id === id)
  if (!node || node.type === kind || node.type === 'start') return nodes
  return nodes.map((other) => {
    if (other === node) return withKind(other, kind)
    if (kind === 'start' && other.type === 'start') return withKind(other, 'default')
    return isTarget(kind) ? other : withoutEdges(other, ({ nodeId }) => nodeId === id)
  })
}

export interface History {
  readonly past: readonly Nodes[]
  readonly present: Nodes
  readonly future: readonly Nodes[]
  /** What the last step edited and when, in ms, so that typing in the same field stays one step. */
  readonly last: { readonly what: string; readonly at: number } | undefined
}

const STEPS_KEPT = 200
const TYPING_PAUSE_MS = 1000

export const beginHistory = (present: Nodes): History => ({ past: [], present, future: [], last: undefined })

/** Returns the same history if the action changes nothing. `at` is the current time in ms. */
export function doStep(history: History, action: GraphAction, at: number): History {
  const present = editGraph(history.present, action)
  if (present === history.present) return history
  const what = typedField(action)
  const { last } = history
  const goesOn = what !== '' && last?.what === what && at - last.at < TYPING_PAUSE_MS && history.past.length > 0
  const past = goesOn ? history.past : [...history.past, history.present].slice(-STEPS_KEPT)
  return { past, present, future: [], last: what === '' ? undefined : { what, at } }
}

/**
 * What consecutive actions share: typing in a field, moving nodes by arrow keys. '' for an action that is its own step.
 */
function typedField(action: GraphAction): string {
  if (action.type === 'patch') return `patch ${action.id} ${Object.keys(action.patch).toSorted().join(' ')}`
  if (action.type === 'edge' && 'condition' in action.patch) return `edge ${action.from} ${action.at}`
  if (action.type === 'move') return `move ${Object.keys(action.places).toSorted().join(' ')}`
  return ''
}

export function undoStep(history: History): History {
  const present = history.past.at(-1)
  if (!present) return history
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    last: undefined,
  }
}

export function redoStep(history: History): History {
  const [present, ...future] = history.future
  if (!present) return history
  return { past: [...history.past, history.present], present, future, last: undefined }
}
