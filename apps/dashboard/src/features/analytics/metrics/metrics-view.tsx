// An agent's metrics and the details of one.
import { figureOf } from '@parlance/contract/metrics/schemas'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagesDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { NewButton } from '../../../components/lists/new-button.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import classes from '../analytics.module.css'
import { number, percent } from '../names.ts'
import { MetricDetail } from './metric-detail.tsx'
import { MetricState } from './metric-state.tsx'
import { type Metric, useMetrics } from './use-metrics.ts'

const MetricDrawer = lazy(() => import('./metric-drawer.tsx'))

export function MetricsView({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useMetrics(agentId)
  const [chosen, choose] = useSearchParam('metric')
  const [isNew, setNew] = useState(false)
  const metrics = data?.items ?? []
  const metric = metrics.find(({ id }) => id === chosen)
  const create = <NewButton label={t('metrics.new')} onClick={() => setNew(true)} />
  if (metric) return <MetricDetail agentId={agentId} metric={metric} onBack={() => choose(undefined)} />
  return (
    <Page
      help="metrics"
      title={t('metrics.title')}
      description={t('metrics.description')}
      actions={metrics.length > 0 && create}
    >
      {isPending && <RowSkeletons />}
      {error && !data && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
      {data && metrics.length === 0 && (
        <EmptyState
          drawing={<PagesDrawing />}
          title={t('metrics.emptyTitle')}
          text={t('metrics.emptyText')}
          action={create}
        />
      )}
      {metrics.length > 0 && (
        <ul className={classes.metrics} aria-label={t('metrics.title')}>
          {metrics.map((one) => (
            <Row key={one.id} metric={one} onOpen={() => choose(one.id)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isNew && (
          <MetricDrawer
            agentId={agentId}
            onClose={() => setNew(false)}
            onSaved={(id) => {
              setNew(false)
              choose(id)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

function Row({ metric, onOpen }: { metric: Metric; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h3" dir="auto">
            {metric.name}
          </Title>
          <Text size="sm" c="dimmed" dir="auto">
            {metric.question}
          </Text>
        </div>
        <Button variant="default" size="xs" onClick={onOpen} aria-label={t('metrics.openNamed', { name: metric.name })}>
          {t('metrics.open')}
        </Button>
      </Group>
      <Result metric={metric} />
      <Group gap="md" mt="xs">
        <MetricState metric={metric} />
        <Text size="sm" c="dimmed">
          {t('metrics.judged', { count: metric.judged })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('metrics.spent', { spent: number(metric.spent), cap: number(metric.monthlyCap) })}
        </Text>
      </Group>
    </Paper>
  )
}

/** The result: a share, an average, or the most frequent choice; empty without answers. */
function Result({ metric }: { metric: Metric }) {
  const { t } = useTranslation()
  const { kind, counts, choices, judged } = metric
  if (judged === 0) return null
  const [value, label] = resultOf()
  return (
    <div className={classes.metricFigure}>
      <span className={classes.value}>{value}</span>
      <Text size="sm" c="dimmed" component="span" dir="auto">
        {label}
      </Text>
    </div>
  )

  function resultOf(): [value: string, label: string] {
    const unclear: [string, string] = ['–', t('metrics.answer.unclear')]
    const figure = figureOf(kind, counts)
    if (kind === 'yes-no') return figure === null ? unclear : [percent(figure), t('metrics.shareOfYes')]
    if (kind === 'rating')
      return figure === null
        ? unclear
        : [t('analytics.outOf', { average: number(Math.round(figure * 10) / 10) }), t('metrics.average')]
    const clear = choices.map((choice) => ({ choice, count: counts[choice] ?? 0 }))
    const sum = clear.reduce((total, { count }) => total + count, 0)
    const [first] = clear.toSorted((a, b) => b.count - a.count)
    return first && sum > 0 ? [percent(first.count / sum), first.choice] : unclear
  }
}
