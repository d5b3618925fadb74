import { Group, Select, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagesDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import classes from '../analytics.module.css'
import { chosenOf, localDay } from '../range.ts'
import { RangePicker } from '../range-picker.tsx'
import { MetricFigures } from './metric-figures.tsx'
import { useMetricSummaries, useReport } from './use-metrics.ts'

const HEIGHT = 220

export function ClientMetrics({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useMetricSummaries(agentId)
  const [chosen, choose] = useSearchParam('metric')
  const metrics = data?.items ?? []
  const metric = metrics.find(({ id }) => id === chosen) ?? metrics[0]
  return (
    <Page title={t('metrics.title')} description={t('metrics.client.description')}>
      {error && !data && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} radius="lg" />}
      {data && metrics.length === 0 && (
        <EmptyState drawing={<PagesDrawing />} title={t('metrics.emptyTitle')} text={t('metrics.client.emptyText')} />
      )}
      {metric && (
        <>
          {metrics.length > 1 && (
            <Select
              mb="md"
              maw={360}
              label={t('metrics.client.choose')}
              allowDeselect={false}
              data={metrics.map(({ id, name }) => ({ value: id, label: name }))}
              value={metric.id}
              onChange={(value) => value && choose(value)}
            />
          )}
          <Report key={metric.id} agentId={agentId} metric={metric} />
        </>
      )}
    </Page>
  )
}

function Report({ agentId, metric }: { agentId: string; metric: Parameters<typeof MetricFigures>[0]['metric'] }) {
  const [today] = useState(() => localDay())
  const [range, setRange] = useSearchParam('range')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const { period, ...chosen } = chosenOf({ range, from, to }, today)
  const { data: answer, error, refetch } = useReport(agentId, metric.id, period)
  const data = answer?.data
  return (
    <>
      <Group mb="md">
        <RangePicker chosen={{ period, ...chosen }} onRange={setRange} onFrom={setFrom} onTo={setTo} />
      </Group>
      {error && !data && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} radius="lg" />}
      {data && (
        <div className={classes.report}>
          <MetricFigures metric={metric} data={data} />
        </div>
      )}
    </>
  )
}
