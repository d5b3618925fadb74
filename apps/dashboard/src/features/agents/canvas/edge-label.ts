import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import type { TFunction } from 'i18next'
import { modeOf, needsValue } from '../prompt/edge-mode.ts'

/** What decides a transition, in words; empty where nothing needs to be said. */
export function edgeLabel(t: TFunction, edge: Edge, node: AgentNode): string {
  const on = edge.on ? t(`studio.edge.${edge.on}`) : ''
  const mode = modeOf(edge)
  const alone = node.childrenNodes.length === 1 || Boolean(on)
  const what =
    mode === 'rule' && edge.rule
      ? ruleText(t, edge.rule)
      : mode === 'condition'
        ? edge.condition.trim()
        : alone
          ? ''
          : t('studio.edge.otherwise')
  return [on, what].filter(Boolean).join(': ')
}

const ruleText = (t: TFunction, { match, tests }: NonNullable<Edge['rule']>): string =>
  tests
    .map(({ variable, operator, value }) =>
      [variable, t(`studio.rule.${operator}`), needsValue(operator) ? `“${value}”` : ''].filter(Boolean).join(' '),
    )
    .join(` ${t(match === 'all' ? 'studio.rule.and' : 'studio.rule.or')} `)
