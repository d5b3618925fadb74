// Names and amounts of a credit flow.
import type { CreditFlowGroup } from '@parlance/contract/billing/receipt-groups'
import type { CreditSource, CreditUse } from '@parlance/contract/billing/credit-flow'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import type { Column, FlowNode } from './flow-graph.ts'

export function useFlowWords(by: CreditFlowGroup) {
  const { t, i18n } = useTranslation()
  const spender = ({ id, label }: Pick<FlowNode, 'id' | 'label'>, others: number): string => {
    if (id === null) return t('billing.flow.others', { count: others })
    if (id === '') return t(by === 'agent' ? 'billing.flow.noAgent' : 'billing.receipts.own')
    return label || t(`billing.flow.deleted.${by}`)
  }
  const source = (id: CreditSource): string => t(`billing.flow.sources.${id}`)
  const use = (id: CreditUse): string => t(`billing.flow.uses.${id}`)
  return {
    source,
    spender,
    use,
    name: (node: FlowNode, others: number): string => {
      if (node.column === 'source') return source(node.id as CreditSource)
      return node.column === 'use' ? use(node.id as CreditUse) : spender(node, others)
    },
    column: (column: Column): string => {
      if (column === 'source') return t('billing.flow.from')
      if (column === 'use') return t('billing.flow.to')
      return t(`billing.budgets.kinds.${by === 'agent' ? 'agent' : 'org'}`)
    },
    /** Exact to a thousandth, as in receipts. */
    figure: (credits: number): string => credits.toLocaleString(numberLocale(i18n.language)),
    credits: (credits: number): string =>
      t('billing.receipts.credits', { count: credits, credits: credits.toLocaleString(numberLocale(i18n.language)) }),
    /** For labels. */
    short: (credits: number): string =>
      credits.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: credits < 100 ? 1 : 0 }),
    percent: (part: number): string =>
      part.toLocaleString(numberLocale(i18n.language), {
        style: 'percent',
        maximumFractionDigits: part < 0.1 ? 1 : 0,
      }),
  }
}
