// Layouts all nodes by their edges. Loaded on demand.
import dagre from '@dagrejs/dagre'
import { NODE_GAP, NODE_SIZE, readingOrder, type Places } from '@parlance/engine/graph/layout'
import type { AgentNode } from '@parlance/contract/agents/nodes'

interface Size {
  readonly width: number
  readonly height: number
}

/** From left to right, notes in a row above. `sizes`: measured nodes. */
export function arrange(nodes: readonly AgentNode[], sizes: ReadonlyMap<string, Size> = new Map()): Places {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: NODE_GAP.row, ranksep: NODE_GAP.column })
  graph.setDefaultEdgeLabel(() => ({}))
  const sizeOf = (id: string): Size => sizes.get(id) ?? NODE_SIZE
  const drawn = readingOrder(nodes).filter(({ type }) => type !== 'note')
  for (const { id } of drawn) graph.setNode(id, { ...sizeOf(id) })
  const ids = new Set(drawn.map(({ id }) => id))
  for (const { id, childrenNodes } of drawn) {
    for (const { nodeId } of childrenNodes) if (ids.has(nodeId)) graph.setEdge(id, nodeId)
  }
  dagre.layout(graph)
  const notes = nodes.filter(({ type }) => type === 'note')
  const above = -NODE_SIZE.height - 2 * NODE_GAP.row
  return Object.fromEntries([
    ...drawn.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number }
      const { width, height } = sizeOf(id)
      return [id, { x: x - width / 2, y: y - height / 2 }] as const
    }),
    ...notes.map(({ id }, at) => [id, { x: at * (NODE_SIZE.width + NODE_GAP.row), y: above }] as const),
  ])
}
