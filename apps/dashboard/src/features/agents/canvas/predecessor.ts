// Finds the step that a new one follows.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { canContinue } from '../prompt/kinds.ts'
import { edgeOf, type Selection } from './flow.ts'

/**
 * The selected step or the selected connection's target, or its predecessor if it can't have successors; a lone start.
 * Otherwise undefined.
 */
export function findPredecessor(
  nodes: readonly AgentNode[],
  { nodes: chosen, edges }: Selection,
): AgentNode | undefined {
  const find = (id: string | undefined) => nodes.find((node) => node.id === id)
  if (chosen.length > 1) return undefined
  const [edge] = edges
  const { from, at } = edgeOf(edge ?? '')
  const named = chosen.length === 1 ? find(chosen[0]) : edge ? find(find(from)?.childrenNodes[at]?.nodeId) : undefined
  const node = named ?? (chosen.length === 0 && !edge && nodes.length === 1 ? nodes[0] : undefined)
  if (!node || node.type === 'note') return undefined
  if (canContinue(node.type)) return node
  if (edge && chosen.length === 0) return find(from)
  return nodes.find((other) => canContinue(other.type) && other.childrenNodes.some(({ nodeId }) => nodeId === node.id))
}
