// Spent credits by client, agent, channel, model or day; each total opens its receipts.
import { Anchor, Button, Group, Progress, Select, Table, Text, Title } from '@mantine/core'
import { RECEIPT_GROUPS, type ReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { daysOf, ReceiptPeriod, thisMonth } from '../../components/payment/receipt-period.tsx'
import { useReceiptWords } from '../../components/payment/receipt-words.ts'
import { numberLocale } from '../../i18n/number-locale.ts'
import { download } from '../../lib/files/download.ts'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { ReceiptFilter } from './receipts-drawer.tsx'

const ReceiptsDrawer = lazy(() => import('./receipts-drawer.tsx'))

const SHOWN = 100

export default function Receipts() {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const words = useReceiptWords()
  const [by, setBy] = useState<ReceiptGroup>('day')
  const [period, setPeriod] = useState(thisMonth)
  const [opened, setOpened] = useState<{ title: string; filter: ReceiptFilter }>()
  const range = daysOf(period)
  const totals = useQuery(
    api.clientBilling.receiptTotals.queryOptions({
      input: { uid: workspace.uid, by, limit: SHOWN, ...range },
      staleTime: 10_000,
    }),
  )
  const items = totals.data?.items ?? []
  const csv = useMutation({
    mutationFn: async () => {
      const file: unknown = await api.clientBilling.receiptsCsv.call({ uid: workspace.uid, ...range })
      download('receipts.csv', file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
    },
    onError: (error) => notify.error(errorText(error)),
  })
  const nameOf = ({ key, label }: (typeof items)[number]) => {
    if (by === 'client') return key === '' ? t('billing.receipts.own') : label || key
    if (by === 'channel') return words.channel(key)
    if (by === 'day') return words.day(key)
    return label || t('billing.receipts.other')
  }
  const filterOf = (key: string): ReceiptFilter => {
    if (by === 'day') return { from: key, to: key }
    if (by === 'client') return { ...range, orgId: key === '' ? workspace.uid : key }
    if (by === 'channel') return { ...range, channel: key }
    return { ...range, ...(by === 'agent' ? { agentId: key } : { model: key }) }
  }
  const hasClients = items.some(({ clientPrice }) => clientPrice > 0)
  const hasTax = items.some(({ tax }) => tax > 0)
  type Sum = 'count' | 'credits' | 'base' | 'markup' | 'tax' | 'total' | 'clientPrice' | 'fee'
  const most = Math.max(...items.map(({ credits }) => credits))
  const sum = (of: Sum) => items.reduce((all, one) => all + one[of], 0)
  return (
    <>
      <Group justify="space-between" align="flex-end" mt="xl" mb="sm">
        <Title order={2}>{t('billing.receipts.title')}</Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.5} />}
          loading={csv.isPending}
          onClick={() => csv.mutate()}
        >
          {t('billing.receipts.csv')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('billing.receipts.description')}
      </Text>
      <Group mb="sm" gap="sm">
        <Select
          label={t('billing.receipts.by')}
          data={RECEIPT_GROUPS.map((value) => ({ value, label: t(`billing.receipts.groups.${value}`) }))}
          value={by}
          allowDeselect={false}
          onChange={(next) => next && setBy(next)}
        />
        <ReceiptPeriod range={period} onChange={setPeriod} />
      </Group>
      {totals.isPending && <RowSkeletons height={40} />}
      {totals.error && <ErrorMessage text={errorText(totals.error)} onRetry={() => void totals.refetch()} />}
      {totals.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.receipts.none')}
        </Text>
      )}
      {items.length > 0 && (
        <Table.ScrollContainer minWidth={hasClients ? 760 : 520}>
          <Table verticalSpacing="xs" aria-label={t('billing.receipts.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t(`billing.receipts.groups.${by}`)}</Table.Th>
                <Table.Th ta="end">{t('billing.receipts.count')}</Table.Th>
                <Table.Th ta="end">{t('billing.receipts.creditsTitle')}</Table.Th>
                <Table.Th ta="end">{t('billing.receipts.base')}</Table.Th>
                <Table.Th ta="end">{t('billing.receipts.markup')}</Table.Th>
                {hasTax && <Table.Th ta="end">{t('billing.receipts.tax')}</Table.Th>}
                <Table.Th ta="end">{t('billing.receipts.total')}</Table.Th>
                {hasClients && <Table.Th ta="end">{t('billing.receipts.clientPrice')}</Table.Th>}
                {hasClients && <Table.Th ta="end">{t('billing.receipts.fee')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((one) => {
                const title = nameOf(one)
                return (
                  <Table.Tr key={one.key}>
                    <Table.Td>
                      <Anchor
                        component="button"
                        type="button"
                        size="sm"
                        ta="start"
                        onClick={() => setOpened({ title, filter: filterOf(one.key) })}
                      >
                        <bdi>{title}</bdi>
                      </Anchor>
                      <Progress value={(one.credits / most) * 100} size={4} mt={4} aria-hidden />
                    </Table.Td>
                    <Table.Td ta="end">{one.count.toLocaleString(numberLocale(i18n.language))}</Table.Td>
                    <Table.Td ta="end">{one.credits.toLocaleString(numberLocale(i18n.language))}</Table.Td>
                    <Table.Td ta="end">{words.dollars(one.base)}</Table.Td>
                    <Table.Td ta="end">{words.dollars(one.markup)}</Table.Td>
                    {hasTax && <Table.Td ta="end">{words.dollars(one.tax)}</Table.Td>}
                    <Table.Td ta="end">{words.dollars(one.total)}</Table.Td>
                    {hasClients && <Table.Td ta="end">{words.dollars(one.clientPrice)}</Table.Td>}
                    {hasClients && <Table.Td ta="end">{words.dollars(one.fee)}</Table.Td>}
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
            {/* More than are shown would make a sum of some. */}
            {items.length < SHOWN && (
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>{t('billing.receipts.sum')}</Table.Th>
                  <Table.Th ta="end">{sum('count').toLocaleString(numberLocale(i18n.language))}</Table.Th>
                  <Table.Th ta="end">{sum('credits').toLocaleString(numberLocale(i18n.language))}</Table.Th>
                  <Table.Th ta="end">{words.dollars(sum('base'))}</Table.Th>
                  <Table.Th ta="end">{words.dollars(sum('markup'))}</Table.Th>
                  {hasTax && <Table.Th ta="end">{words.dollars(sum('tax'))}</Table.Th>}
                  <Table.Th ta="end">{words.dollars(sum('total'))}</Table.Th>
                  {hasClients && <Table.Th ta="end">{words.dollars(sum('clientPrice'))}</Table.Th>}
                  {hasClients && <Table.Th ta="end">{words.dollars(sum('fee'))}</Table.Th>}
                </Table.Tr>
              </Table.Tfoot>
            )}
          </Table>
        </Table.ScrollContainer>
      )}
      {items.length === SHOWN && (
        <Text size="sm" c="dimmed">
          {t('billing.receipts.tooMany', { max: SHOWN })}
        </Text>
      )}
      {opened && (
        <Suspense>
          <ReceiptsDrawer {...opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
