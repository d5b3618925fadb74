// Maps the graph to React Flow. Unchanged parts keep their identity to avoid rerenders.
import { placed, readingOrder } from '@parlance/engine/graph/layout'
import type { AgentNode, Edge as Transition } from '@parlance/contract/agents/nodes'
import type { Problem } from '@parlance/engine/graph/problems'
import { itemText } from '@parlance/contract/items/plain'
import type { Edge, Node } from '@xyflow/react'
import { edgeKey } from '../prompt/use-settled-problems.ts'
import type { Lane } from './edge-path.ts'

export type Level = Problem['level'] | undefined
export type StepNode = Node<{ node: AgentNode; name: string; toolName: string; level: Level; agentId: string }, 'step'>
export type StepEdge = Edge<{ label: string; on: Transition['on']; level: Level; lane: Lane }, 'step'>

export interface Selection {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

export interface Drawn {
  readonly nodes: readonly AgentNode[]
  readonly problems: readonly Problem[]
  readonly agentId: string
  readonly nameOf: (id: string) => string
  readonly toolName: (id: string) => string
  /** A node's name for screen readers. */
  readonly labelOf: (node: AgentNode, name: string, level: Level) => string
  /** What screen readers call a node. */
  readonly role: string
}

const worst = (problems: readonly Problem[]): Level =>
  problems.some(({ level }) => level === 'error') ? 'error' : problems[0]?.level

/** Nodes in reading order, which Tab follows. */
export function flowNodes(drawn: Drawn, before: readonly StepNode[], selected: ReadonlySet<string>): StepNode[] {
  const places = placed(drawn.nodes)
  const known = new Map(before.map((node) => [node.id, node]))
  const wrong = Map.groupBy(drawn.problems, ({ nodeId }) => nodeId)
  return readingOrder(drawn.nodes).map((node) => {
    const old = known.get(node.id)
    const position = places[node.id] ?? { x: 0, y: 0 }
    const data = {
      node,
      name: drawn.nameOf(node.id),
      toolName: node.toolCall ? drawn.toolName(node.toolCall.toolId) : '',
      level: worst(wrong.get(node.id) ?? []),
      agentId: drawn.agentId,
    }
    const isSelected = selected.has(node.id)
    const same =
      old &&
      old.data.node === node &&
      old.data.name === data.name &&
      old.data.toolName === data.toolName &&
      old.data.level === data.level &&
      old.position.x === position.x &&
      old.position.y === position.y &&
      Boolean(old.selected) === isSelected
    if (same) return old
    return {
      ...old,
      id: node.id,
      type: 'step',
      position,
      data,
      ariaLabel: drawn.labelOf(node, data.name, data.level),
      domAttributes: { 'aria-roledescription': drawn.role },
      selected: isSelected,
      dragging: false,
    }
  })
}

export const edgeId = edgeKey

export function edgeOf(id: string): { from: string; at: number } {
  const cut = id.lastIndexOf('#')
  return { from: id.slice(0, cut), at: Number(id.slice(cut + 1)) }
}

/** Omits edges to deleted nodes; the problems report them. */
export function flowEdges(
  drawn: Pick<Drawn, 'nodes' | 'problems'>,
  labelOf: (edge: Transition, node: AgentNode, id: string) => string,
  before: readonly StepEdge[],
): StepEdge[] {
  const ids = new Set(drawn.nodes.map(({ id }) => id))
  const known = new Map(before.map((edge) => [edge.id, edge]))
  const wrong = Map.groupBy(drawn.problems, ({ nodeId, edge }) => edgeId(nodeId ?? '', edge ?? -1))
  const lanes = lanesOf(drawn.nodes)
  return drawn.nodes.flatMap((node) =>
    node.childrenNodes.flatMap((edge, at): StepEdge[] => {
      if (!ids.has(edge.nodeId)) return []
      const id = edgeId(node.id, at)
      const lane = lanes.get(id) ?? { at: 0, of: 1 }
      const data = { label: labelOf(edge, node, id), on: edge.on, level: worst(wrong.get(id) ?? []), lane }
      const old = known.get(id)
      const same =
        old?.target === edge.nodeId &&
        old.data?.label === data.label &&
        old.data.on === data.on &&
        old.data.level === data.level &&
        old.data.lane.at === lane.at &&
        old.data.lane.of === lane.of
      return [same ? old : { ...old, id, type: 'step', source: node.id, target: edge.nodeId, data }]
    }),
  )
}

/** Assigns parallel lanes to edges between the same two steps in either direction. */
function lanesOf(nodes: readonly AgentNode[]): Map<string, Lane> {
  const edges = nodes.flatMap(({ id, childrenNodes }) =>
    childrenNodes.map(({ nodeId }, at) => ({ id: edgeId(id, at), pair: [id, nodeId].toSorted().join(' ') })),
  )
  const together = [...Map.groupBy(edges, ({ pair }) => pair).values()]
  return new Map(together.flatMap((same) => same.map(({ id }, at) => [id, { at, of: same.length }] as const)))
}

const EXCERPT = 140

/** A node's excerpt; empty without content. */
export function excerptOf(node: AgentNode, toolName: string): string {
  const said =
    node.instructions.trim() || node.items.map(itemText).find(Boolean) || node.startConfig?.initialMessage || ''
  const collected = node.variables.map(({ name }) => name).join(' · ')
  const text = node.type === 'tool' ? toolName : node.type === 'collect' ? collected || said : said
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > EXCERPT ? `${flat.slice(0, EXCERPT - 1)}…` : flat
}
