// Layouts all nodes by their edges. Loaded on demand.
import dagre from '@dagrejs/dagre'
import { NODE_GAP, NODE_SIZE, readingOrder, type Places } from '@parlance/engine/graph/layout'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { labelSizes } from './edge-label.ts'
import { edgeId } from './flow.ts'

/** Labels are larger in the drawing when all of it is shown. */
const SCALE = 1.25
/** Between a step and a label. */
const CLEAR = 24

/** From left to right with room for the labels, by edge id; notes in a row above. */
export function arrange(nodes: readonly AgentNode[], labels: ReadonlyMap<string, string> = new Map()): Places {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: NODE_GAP.row, ranksep: 2 * CLEAR })
  const drawn = readingOrder(nodes).filter(({ type }) => type !== 'note')
  for (const { id } of drawn) graph.setNode(id, { ...NODE_SIZE })
  const ids = new Set(drawn.map(({ id }) => id))
  for (const { id, childrenNodes } of drawn) {
    for (const [at, { nodeId }] of childrenNodes.entries()) {
      if (!ids.has(nodeId)) continue
      const [size] = labelSizes(labels.get(edgeId(id, at)) ?? '', SCALE)
      const before = graph.edge(id, nodeId) as { width: number; height: number } | undefined
      graph.setEdge(id, nodeId, {
        labelpos: 'c',
        width: Math.max(NODE_GAP.column - 2 * CLEAR, size?.width ?? 0, before?.width ?? 0),
        height: (size?.height ?? 0) + (before?.height ?? 0),
      })
    }
  }
  dagre.layout(graph)
  const notes = nodes.filter(({ type }) => type === 'note')
  const above = -NODE_SIZE.height - 2 * NODE_GAP.row
  return Object.fromEntries([
    ...drawn.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number }
      return [id, { x: x - NODE_SIZE.width / 2, y: y - NODE_SIZE.height / 2 }] as const
    }),
    ...notes.map(({ id }, at) => [id, { x: at * (NODE_SIZE.width + NODE_GAP.row), y: above }] as const),
  ])
}
