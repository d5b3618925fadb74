import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import type { TFunction } from 'i18next'
import { modeOf, needsValue } from '../prompt/edge-mode.ts'

/** What decides a transition, in words; empty where nothing needs to be said. `asked`: its condition is being written. */
export function edgeLabel(t: TFunction, edge: Edge, node: AgentNode, asked = false): string {
  const on = edge.on ? t(`studio.edge.${edge.on}`) : ''
  const mode = modeOf(edge)
  const alone = node.childrenNodes.length === 1 || Boolean(on)
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
