// The organization's spent credits at its own price.
import { Anchor, Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import { CLIENT_RECEIPT_GROUPS, type ClientReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { BudgetBar } from '../../../components/payment/budget-bar.tsx'
import { daysOf, ReceiptPeriod, thisMonth } from '../../../components/payment/receipt-period.tsx'
import { useReceiptWords } from '../../../components/payment/receipt-words.ts'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { download } from '../../../lib/files/download.ts'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import type { ClientReceiptFilter } from './receipts-drawer.tsx'
import type { BillingProps } from './use-client-billing.ts'

const ReceiptsDrawer = lazy(() => import('./receipts-drawer.tsx'))
const SHOWN = 100

export function Usage({ billing: { orgId } }: BillingProps) {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const words = useReceiptWords()
  const [by, setBy] = useState<ClientReceiptGroup>('agent')
  const [period, setPeriod] = useState(thisMonth)
  const range = daysOf(period)
  const [opened, setOpened] = useState<{ title: string; filter: ClientReceiptFilter }>()
  const totals = useQuery(
    api.clientBilling.clientReceiptTotals.queryOptions({
      input: { orgId, by, limit: SHOWN, ...range },
      staleTime: 10_000,
    }),
  )
  const budget = useQuery(api.clientBilling.clientBudget.queryOptions({ input: { orgId }, staleTime: 10_000 }))
  const csv = useMutation({
    mutationFn: async () => {
      const file: unknown = await api.clientBilling.clientReceiptsCsv.call({ orgId, ...range })
      download('receipts.csv', file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
    },
    onError: (error) => notify.error(errorText(error)),
  })
  const items = totals.data?.items ?? []
  const sum = (of: 'credits' | 'price') => items.reduce((all, one) => all + one[of], 0)
  const nameOf = (key: string, label: string) => {
    if (by === 'channel') return words.channel(key)
    if (by === 'day') return words.day(key)
    return label || t('billing.receipts.other')
  }
  const filterOf = (key: string): ClientReceiptFilter => {
    if (by === 'day') return { from: key, to: key }
    if (by === 'channel') return { ...range, channel: key }
    return { ...range, agentId: key }
  }
  const limits = budget.data?.budget && <BudgetBar budget={budget.data.budget} label={t('billing.budgets.monthly')} />
  return (
    <Stack gap="sm">
      {limits}
      <Group gap="sm" align="flex-end">
        <Select
          label={t('billing.receipts.by')}
          data={CLIENT_RECEIPT_GROUPS.map((value) => ({ value, label: t(`billing.receipts.groups.${value}`) }))}
          value={by}
          allowDeselect={false}
          onChange={(next) => next && setBy(next)}
        />
        <ReceiptPeriod range={period} onChange={setPeriod} />
        <Button
          variant="default"
          ms="auto"
          leftSection={<IconDownload size={16} stroke={1.5} />}
          loading={csv.isPending}
          onClick={() => csv.mutate()}
        >
          {t('billing.receipts.csv')}
        </Button>
      </Group>
      {totals.error && <ErrorMessage text={errorText(totals.error)} onRetry={() => void totals.refetch()} />}
      {totals.isPending && <RowSkeletons height={40} />}
      {totals.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.receipts.none')}
        </Text>
      )}
      {items.length > 0 && (
        <Table verticalSpacing="xs" aria-label={t('billing.receipts.usage')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`billing.receipts.groups.${by}`)}</Table.Th>
              <Table.Th ta="end">{t('billing.receipts.creditsTitle')}</Table.Th>
              <Table.Th ta="end">{t('billing.receipts.price')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(({ key, label, credits, price }) => {
              const title = nameOf(key, label)
              return (
                <Table.Tr key={key}>
                  <Table.Td>
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      ta="start"
                      onClick={() => setOpened({ title, filter: filterOf(key) })}
                    >
                      <bdi>{title}</bdi>
                    </Anchor>
                  </Table.Td>
                  <Table.Td ta="end">{credits.toLocaleString(numberLocale(i18n.language))}</Table.Td>
                  <Table.Td ta="end">{words.dollars(price)}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
          {/* More than are shown would make a sum of some. */}
          {items.length < SHOWN && (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th>{t('billing.receipts.sum')}</Table.Th>
                <Table.Th ta="end">{sum('credits').toLocaleString(numberLocale(i18n.language))}</Table.Th>
                <Table.Th ta="end">{words.dollars(sum('price'))}</Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      )}
      {items.length === SHOWN && (
        <Text size="sm" c="dimmed">
          {t('billing.receipts.tooMany', { max: SHOWN })}
        </Text>
      )}
      {opened && (
        <Suspense>
          <ReceiptsDrawer {...opened} orgId={orgId} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Stack>
  )
}
