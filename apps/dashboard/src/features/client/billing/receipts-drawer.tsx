// Receipts of the organization, for an invoice or a total.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { ReceiptRows } from '../../../components/payment/receipt-rows.tsx'
import { useReceiptWords } from '../../../components/payment/receipt-words.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

export interface ClientReceiptFilter {
  readonly from?: string
  readonly to?: string
  readonly agentId?: string
  readonly channel?: string
  readonly invoiceId?: string
}

interface Props {
  readonly title: string
  readonly orgId: string
  readonly filter: ClientReceiptFilter
  readonly onClose: () => void
}

export default function ReceiptsDrawer({ title, orgId, filter, onClose }: Props) {
  const { api } = useScope()
  const { t } = useTranslation()
  const words = useReceiptWords()
  const pages = useInfiniteQuery(
    api.clientBilling.clientReceipts.infiniteOptions({
      input: (cursor: string | undefined) => ({ orgId, ...filter, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 10_000,
    }),
  )
  const lines = (pages.data?.pages ?? []).flatMap(({ items }) =>
    items.map((one) => ({
      id: one.id,
      ts: one.ts,
      title: words.cause(one),
      facts: one.channel ? [words.channel(one.channel)] : [],
      credits: one.credits,
      amount: words.dollars(one.price),
      parts: words.shareOf(one),
    })),
  )
  return (
    <SideDrawer title={title} onClose={onClose} size="lg">
      <ReceiptRows lines={lines} pages={pages} none={filter.invoiceId && t('billing.receipts.unspent')} />
    </SideDrawer>
  )
}
