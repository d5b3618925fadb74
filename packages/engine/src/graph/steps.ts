// The nodes of a graph in the order in which one reads them.
import type { AgentNode } from '@parlance/contract/agents/nodes'

/** The start node and what can be reached from it, in reading order, then the global nodes; notes are for people. */
export function stepsInOrder(nodes: readonly AgentNode[]): AgentNode[] {
  const byId = new Map(nodes.filter((node) => node.type !== 'note').map((node) => [node.id, node]))
  const roots = nodes.filter((node) => node.type === 'start').concat(nodes.filter((node) => node.isGlobal))
  // The next one is last: a dense graph has a quarter of a million edges, and taking from the end costs nothing.
  const waiting = roots.reverse()
  const seen = new Set<AgentNode>()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node) || !byId.has(node.id)) continue
    seen.add(node)
    for (const { nodeId } of node.childrenNodes.toReversed()) {
      const child = byId.get(nodeId)
      if (child && !seen.has(child)) waiting.push(child)
    }
  }
  return [...seen]
}
