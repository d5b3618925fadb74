import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wordLocale } from '../../../components/content/locale.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { InvoiceStatus } from '../../../components/payment/invoice-status.tsx'
import { moneyText } from '../../../components/payment/money.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import type { BillingProps } from './use-client-billing.ts'

const ReceiptsDrawer = lazy(() => import('./receipts-drawer.tsx'))

const SHOWN = 4

export function RecentInvoices({ billing: { orgId, customerId, accountId } }: BillingProps) {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const [opened, setOpened] = useState<{ id: string; number: string }>()
  const found = useQuery(
    api.clientBilling.getInvoices.queryOptions({ input: { customerId, accountId }, enabled: customerId !== '' }),
  )
  if (customerId !== '' && found.isPending) return <RowSkeletons height={40} />
  if (found.error) return <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
  const items = (found.data?.invoices.data ?? []).slice(0, SHOWN)
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('billing.invoices.none')}
      </Text>
    )
  return (
    <>
      <Table verticalSpacing="xs" aria-label={t('billing.client.invoices.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('billing.invoices.number')}</Table.Th>
            <Table.Th>{t('billing.invoices.date')}</Table.Th>
            <Table.Th ta="end">{t('billing.invoices.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ id, number, created, hosted_invoice_url: url, status, total, dispute }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Group gap="xs">
                  {url ? (
                    <Anchor href={url} target="_blank" rel="noopener" size="sm">
                      {number || id}
                    </Anchor>
                  ) : (
                    number || id
                  )}
                  <InvoiceStatus status={status} dispute={dispute} />
                </Group>
              </Table.Td>
              <Table.Td>
                {new Date(created * 1000).toLocaleDateString(wordLocale(i18n.language), {
                  day: 'numeric',
                  month: 'short',
                  year: 'numeric',
                })}
              </Table.Td>
              <Table.Td ta="end">
                {moneyText(total, 'usd', i18n.language)}
                {status === 'paid' && (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    display="block"
                    ms="auto"
                    onClick={() => setOpened({ id, number: number || id })}
                  >
                    {t('billing.receipts.open')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {opened && (
        <Suspense>
          <ReceiptsDrawer
            orgId={orgId}
            title={t('billing.receipts.ofNumber', { number: opened.number })}
            filter={{ invoiceId: opened.id }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
