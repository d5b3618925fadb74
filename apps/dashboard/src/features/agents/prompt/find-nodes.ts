import type { AgentNode } from '@parlance/contract/agents/nodes'
import { itemText } from '@parlance/contract/items/plain'

/** Nodes that contain every word of the search in any order. */
export function findNodes(nodes: readonly AgentNode[], search: string): readonly AgentNode[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return nodes
  return nodes.filter((node) => {
    const text = [
      node.name,
      node.instructions,
      node.voiceInstructions,
      node.globalCondition,
      node.startConfig?.initialMessage ?? '',
      ...node.childrenNodes.map(({ condition }) => condition),
      ...node.variables.flatMap(({ name, description }) => [name, description]),
      ...node.items.map(itemText),
    ]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
