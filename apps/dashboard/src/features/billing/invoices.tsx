import { Anchor, Button, Group, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wordLocale } from '../../components/content/locale.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { errorText } from '../../lib/errors.ts'
import { InvoiceStatus } from '../../components/payment/invoice-status.tsx'
import { moneyText } from '../../components/payment/money.ts'
import { useInvoices } from './use-billing.ts'

const ReceiptsDrawer = lazy(() => import('./receipts-drawer.tsx'))

export const INVOICES_SHOWN = 12
const MORE = 100

export function Invoices() {
  const { t, i18n } = useTranslation()
  const [limit, setLimit] = useState(INVOICES_SHOWN)
  const invoices = useInvoices(limit)
  const items = invoices.data?.items ?? []
  const [opened, setOpened] = useState<{ id: string; number: string; isPlan: boolean }>()
  return (
    <>
      <Title order={2} mt="xl" mb="sm">
        {t('billing.invoices.title')}
      </Title>
      {invoices.isPending && <RowSkeletons height={40} />}
      {invoices.error && <ErrorMessage text={errorText(invoices.error)} onRetry={() => void invoices.refetch()} />}
      {invoices.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.invoices.none')}
        </Text>
      )}
      {items.length > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing="xs" aria-label={t('billing.invoices.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('billing.invoices.number')}</Table.Th>
                <Table.Th>{t('billing.invoices.date')}</Table.Th>
                <Table.Th ta="end">{t('billing.invoices.amount')}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t('billing.invoices.pdf')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((invoice) => (
                <Table.Tr key={invoice.id}>
                  <Table.Td>
                    <Group gap="xs">
                      <Anchor href={invoice.hosted_invoice_url} target="_blank" rel="noopener" size="sm">
                        {invoice.number || invoice.id}
                      </Anchor>
                      <InvoiceStatus status={invoice.status} dispute={invoice.dispute} />
                    </Group>
                    <Text size="xs" c="dimmed">
                      {t(`billing.invoices.kind.${invoice.kind}`)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {new Date(invoice.created * 1000).toLocaleDateString(wordLocale(i18n.language), {
                      day: 'numeric',
                      month: 'short',
                      year: 'numeric',
                    })}
                  </Table.Td>
                  <Table.Td ta="end">
                    {moneyText(invoice.total, invoice.currency, i18n.language)}
                    {invoice.amountRefunded > 0 && (
                      <Text size="xs" c="dimmed">
                        {t('billing.invoices.refunded', {
                          amount: moneyText(invoice.amountRefunded, invoice.currency, i18n.language),
                        })}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="end">
                    {invoice.status === 'paid' && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        onClick={() =>
                          setOpened({
                            id: invoice.id,
                            number: invoice.number || invoice.id,
                            isPlan: invoice.kind === 'subscription',
                          })
                        }
                      >
                        {t('billing.receipts.open')}
                      </Button>
                    )}
                    {invoice.invoice_pdf && (
                      <Anchor href={invoice.invoice_pdf} target="_blank" rel="noopener" size="sm">
                        {t('billing.invoices.pdf')}
                      </Anchor>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {limit < MORE && items.length === limit && (
        <Group justify="center" mt="sm">
          <Button variant="default" onClick={() => setLimit(MORE)}>
            {t('billing.invoices.more')}
          </Button>
        </Group>
      )}
      {opened && (
        <Suspense>
          <ReceiptsDrawer
            title={t('billing.receipts.ofNumber', { number: opened.number })}
            filter={{ invoiceId: opened.id }}
            none={t(opened.isPlan ? 'billing.receipts.paidPlan' : 'billing.receipts.unspent')}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
