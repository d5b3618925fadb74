// Receipts of the workspace and its organizations, for an invoice or a total.
import type { Receipt } from '@parlance/contract/billing/receipts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { type ReceiptLine, ReceiptRows } from '../../components/payment/receipt-rows.tsx'
import { useReceiptWords } from '../../components/payment/receipt-words.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export interface ReceiptFilter {
  readonly from?: string
  readonly to?: string
  readonly agentId?: string
  readonly channel?: string
  readonly model?: string
  readonly orgId?: string
  readonly invoiceId?: string
}

interface Props {
  readonly title: string
  readonly filter: ReceiptFilter
  /** What an empty list means. */
  readonly none?: string
  readonly onClose: () => void
}

export default function ReceiptsDrawer({ title, filter, none, onClose }: Props) {
  const { api, workspace } = useScope()
  const lineOf = useLine()
  const pages = useInfiniteQuery(
    api.clientBilling.receipts.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, ...filter, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 10_000,
    }),
  )
  return (
    <SideDrawer title={title} onClose={onClose} size="lg">
      <ReceiptRows
        lines={(pages.data?.pages ?? []).flatMap(({ items }) => items.map(lineOf))}
        pages={pages}
        none={none}
      />
    </SideDrawer>
  )
}

function useLine() {
  const { t } = useTranslation()
  const { region } = useScope()
  const words = useReceiptWords()
  return (one: Receipt): ReceiptLine => {
    const part = (name: 'base' | 'markup' | 'clientPrice' | 'fee' | 'tax') => ({
      label: t(`billing.receipts.${name}`),
      value: words.dollars(one[name]),
    })
    const input = one.units.reduce((sum, { inputTokens }) => sum + inputTokens, 0)
    const output = one.units.reduce((sum, { outputTokens }) => sum + outputTokens, 0)
    const cause = words.cause(one)
    return {
      id: one.id,
      ts: one.ts,
      title: one.agentId ? (
        <AppLink target={paths.agent(region, one.agentId)} style={{ color: 'inherit' }}>
          {cause}
        </AppLink>
      ) : (
        cause
      ),
      facts: [
        ...(one.client ? [one.client] : []),
        ...(one.channel ? [words.channel(one.channel)] : []),
        ...one.units.map(({ model }) => model),
        ...(input + output > 0 ? [t('billing.receipts.tokens', { input, output })] : []),
      ],
      credits: one.credits,
      amount: words.dollars(one.total),
      parts: [
        ...(one.invoice ? words.shareOf(one) : []),
        part('base'),
        part('markup'),
        ...(one.orgId ? [part('clientPrice'), part('fee')] : []),
        ...(one.tax > 0 ? [part('tax')] : []),
      ],
    }
  }
}
