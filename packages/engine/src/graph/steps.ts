import type { AgentNode } from '@parlance/contract/agents/nodes'

/** The start node and all reachable nodes in reading order, then global nodes. Notes are left out. */
export function stepsInOrder(nodes: readonly AgentNode[]): AgentNode[] {
  const byId = new Map(nodes.filter((node) => node.type !== 'note').map((node) => [node.id, node]))
  const roots = nodes.filter((node) => node.type === 'start').concat(nodes.filter((node) => node.isGlobal))
  // Reversed, because a dense graph has 250,000 edges and removing from the end is cheap.
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
