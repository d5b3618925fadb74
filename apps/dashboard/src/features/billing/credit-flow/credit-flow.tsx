// The flow of a month's spent credits, as a drawing or as a table.
import { Button, Group, Paper, SegmentedControl, Select, Skeleton, Text, Title } from '@mantine/core'
import { CREDIT_FLOW_GROUPS, type CreditFlowGroup } from '@parlance/contract/billing/receipt-groups'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { monthName, monthsUntil } from '../../../components/payment/months.ts'
import { errorText } from '../../../lib/errors.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import classes from './credit-flow.module.css'
import { totalOf } from './flow-graph.ts'
import { FlowTable } from './flow-table.tsx'
import { useFlowWords } from './flow-words.ts'

const FlowChart = lazy(() => import('./flow-chart.tsx'))
/** About that of a drawing. */
const HEIGHT = 280

export default function CreditFlow() {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const mayRead = useCan('admin')
  const [months] = useState(() => monthsUntil(new Date()))
  const [month, setMonth] = useState(() => months[0] ?? '')
  const [by, setBy] = useState<CreditFlowGroup>('agent')
  const [isTable, setIsTable] = useState(false)
  const { credits } = useFlowWords(by)
  const found = useQuery(
    api.clientBilling.creditFlow.queryOptions({
      input: { uid: workspace.uid, month, by },
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      enabled: mayRead,
    }),
  )
  if (!mayRead) return null
  const { data, isPlaceholderData } = found
  return (
    <>
      <Group justify="space-between" align="flex-end" mt="xl" mb="sm">
        <Title order={2}>{t('billing.flow.title')}</Title>
        <Group gap="xs">
          {(data?.hasClients || by === 'client') && (
            <SegmentedControl
              size="xs"
              aria-label={t('billing.receipts.by')}
              data={CREDIT_FLOW_GROUPS.map((value) => ({ value, label: t(`billing.receipts.groups.${value}`) }))}
              value={by}
              onChange={setBy}
            />
          )}
          <Select
            size="xs"
            aria-label={t('billing.whatIf.month')}
            data={months.map((value) => ({ value, label: monthName(value, i18n.language) }))}
            value={month}
            allowDeselect={false}
            onChange={(next) => next && setMonth(next)}
          />
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('billing.flow.description')}
      </Text>
      {found.isPending && <RowSkeletons rows={1} height={HEIGHT} />}
      {found.error && <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {data && data.flows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.flow.none', { month: monthName(data.month, i18n.language) })}
        </Text>
      )}
      {data && data.flows.length > 0 && (
        <Paper
          withBorder
          radius="lg"
          className={classes.card}
          aria-busy={isPlaceholderData}
          data-old={isPlaceholderData || undefined}
        >
          <Group justify="space-between" gap="sm">
            <Text fw={600}>{t('billing.flow.spent', { credits: credits(totalOf(data.flows)) })}</Text>
            <Button variant="subtle" size="compact-sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
              {t('billing.flow.asTable')}
            </Button>
          </Group>
          {isTable ? (
            <FlowTable flow={data} />
          ) : (
            <Suspense fallback={<Skeleton height={HEIGHT} mt="sm" />}>
              <FlowChart flow={data} />
            </Suspense>
          )}
        </Paper>
      )}
    </>
  )
}
