import type { AgentNode, Edge, EdgeRule } from '@parlance/contract/agents/nodes'

/** What decides an edge: the router model, variables, or nothing. */
export type EdgeMode = 'condition' | 'rule' | 'otherwise'

export const modeOf = (edge: Edge): EdgeMode => (edge.rule ? 'rule' : edge.condition.trim() ? 'condition' : 'otherwise')

export const needsValue = (operator: EdgeRule['tests'][number]['operator']): boolean =>
  operator !== 'isSet' && operator !== 'isNotSet'

/** A tool or a message goes on by itself, once; everywhere else what leads on has to be said. */
export const asksForCondition = ({ type, childrenNodes }: AgentNode): boolean => {
  if (type === 'tool') return false
  const goesOn = type === 'message' || type === 'handoff'
  return !goesOn || childrenNodes.some((edge) => modeOf(edge) === 'otherwise')
}
