// Node order for reading, and canvas positions for nodes that have none.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { stepsInOrder } from './steps.ts'

/** Node size and the gaps between columns and rows, in canvas pixels. */
export const NODE_SIZE = { width: 260, height: 120 } as const
export const NODE_GAP = { column: 160, row: 48 } as const

export interface Place {
  readonly x: number
  readonly y: number
}
export type Places = Readonly<Record<string, Place>>

/** From the start along the edges, then global nodes, then unconnected ones, notes last. Each node once. */
export function readingOrder(nodes: readonly AgentNode[]): AgentNode[] {
  const steps = stepsInOrder(nodes)
  const seen = new Set(steps)
  const rest = nodes.filter((node) => !seen.has(node))
  return [...steps, ...rest.filter(({ type }) => type !== 'note'), ...rest.filter(({ type }) => type === 'note')]
}

/** Edges between the start and each node. Nodes that cannot be reached count from themselves. */
export function depths(nodes: readonly AgentNode[]): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const depth = new Map<string, number>()
  for (const root of readingOrder(nodes)) {
    if (depth.has(root.id)) continue
    depth.set(root.id, 0)
    const waiting = [root]
    for (let at = 0; at < waiting.length; at += 1) {
      const node = waiting[at] ?? root
      for (const { nodeId } of node.childrenNodes) {
        const child = byId.get(nodeId)
        if (!child || depth.has(nodeId)) continue
        depth.set(nodeId, (depth.get(node.id) ?? 0) + 1)
        waiting.push(child)
      }
    }
  }
  return depth
}

/** A position for every node: its own, or one in a column by distance from the start, below all nodes that have one. */
export function placed(nodes: readonly AgentNode[]): Places {
  const own = nodes.flatMap(({ id, rf }) => (rf ? [[id, rf] as const] : []))
  const top = own.length > 0 ? Math.max(...own.map(([, { y }]) => y)) + NODE_SIZE.height + NODE_GAP.row : 0
  const rows = new Map<number, number>()
  const depth = depths(nodes)
  const missing = readingOrder(nodes).flatMap(({ id, rf }) => {
    if (rf) return []
    const column = depth.get(id) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return [[id, cell(column, row, top)] as const]
  })
  return Object.fromEntries([...own, ...missing])
}

const cell = (column: number, row: number, top: number): Place => ({
  x: column * (NODE_SIZE.width + NODE_GAP.column),
  y: top + row * (NODE_SIZE.height + NODE_GAP.row),
})
