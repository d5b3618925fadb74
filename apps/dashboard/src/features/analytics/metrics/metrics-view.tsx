// The measures of an agent: which there are, what they say, and one of them in detail.
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagesDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { NewButton } from '../../../components/lists/new-button.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import classes from '../analytics.module.css'
import { number } from '../names.ts'
import { MetricDetail } from './metric-detail.tsx'
import { MetricState } from './metric-state.tsx'
import { type Metric, useMetrics } from './use-metrics.ts'

const MetricDrawer = lazy(() => import('./metric-drawer.tsx'))

export function MetricsView({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useMetrics(agentId)
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
