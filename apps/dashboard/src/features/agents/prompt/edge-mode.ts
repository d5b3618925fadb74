import type { Edge, EdgeRule } from '@parlance/core/agents/nodes'

/** What decides an edge: the router model, variables, or nothing. */
export type EdgeMode = 'condition' | 'rule' | 'otherwise'

export const modeOf = (edge: Edge): EdgeMode => (edge.rule ? 'rule' : edge.condition.trim() ? 'condition' : 'otherwise')

export const needsValue = (operator: EdgeRule['tests'][number]['operator']): boolean =>
  operator !== 'isSet' && operator !== 'isNotSet'
