import { Badge } from '@mantine/core'
import type { Dispute } from '@parlance/contract/billing/payments'
import { useTranslation } from 'react-i18next'

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
const DISPUTE_COLOURS = { open: 'yellow', lost: 'red', won: 'gray' } as const

/** An open or lost dispute replaces «Paid»; one that was won stands next to it. */
export function InvoiceStatus({ status: code, dispute }: { status: string; dispute: Dispute }) {
  const { t } = useTranslation()
  const status = STATUSES.find((one) => one === code)
  return (
    <>
      {status && (dispute === '' || dispute === 'won') && (
        <Badge flex="none" size="sm" variant="light" color={status === 'paid' ? 'green' : 'gray'}>
          {t(`billing.invoices.status.${status}`)}
        </Badge>
      )}
      {dispute !== '' && (
        <Badge flex="none" size="sm" variant="light" color={DISPUTE_COLOURS[dispute]}>
          {t(`billing.invoices.dispute.${dispute}`)}
        </Badge>
      )}
    </>
  )
}
