import type { AgentNode, Edge, EdgeRule } from '@parlance/contract/agents/nodes'
import type { TFunction } from 'i18next'

/** What decides an edge: the router model, variables, or nothing. */
export type EdgeMode = 'condition' | 'rule' | 'otherwise'

export const modeOf = (edge: Edge): EdgeMode => (edge.rule ? 'rule' : edge.condition.trim() ? 'condition' : 'otherwise')

export const needsValue = (operator: EdgeRule['tests'][number]['operator']): boolean =>
  operator !== 'isSet' && operator !== 'isNotSet'

/** Tool and message nodes continue without a condition once; all others need one. */
export const asksForCondition = ({ type, childrenNodes }: AgentNode): boolean => {
  if (type === 'tool') return false
  const goesOn = type === 'message' || type === 'handoff'
  return !goesOn || childrenNodes.some((edge) => modeOf(edge) === 'otherwise')
}

/** A transition's condition in words; empty when it needs none. `asked`: its condition is being written. */
export function edgeLabel(
  t: TFunction,
  edge: Edge,
  { childrenNodes }: Pick<AgentNode, 'childrenNodes'>,
  asked = false,
): string {
  const on = edge.on ? t(`studio.edge.${edge.on}`) : ''
  const mode = modeOf(edge)
  const alone = childrenNodes.length === 1 || Boolean(on)
  const otherwise = asked ? t('studio.edge.condition') : alone ? '' : t('studio.edge.otherwise')
  const what =
    mode === 'rule' && edge.rule ? ruleText(t, edge.rule) : mode === 'condition' ? edge.condition.trim() : otherwise
  return [on, what].filter(Boolean).join(': ')
}

const ruleText = (t: TFunction, { match, tests }: NonNullable<Edge['rule']>): string =>
  tests
    .map(({ variable, operator, value }) =>
      [variable, t(`studio.rule.${operator}`), needsValue(operator) ? `“${value}”` : ''].filter(Boolean).join(' '),
    )
    .join(` ${t(match === 'all' ? 'studio.rule.and' : 'studio.rule.or')} `)
