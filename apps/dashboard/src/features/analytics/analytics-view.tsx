// An agent's widget analytics: figures with trends, days, and breakdowns.
import { Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconCode, IconGauge } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink, useSearchParam } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { Delayed } from '../../components/feedback/delayed.tsx'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Page } from '../../components/layout/page.tsx'
import classes from './analytics.module.css'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { CsvMenu } from './csv-menu.tsx'
import { Days } from './days.tsx'
import { chosenOf, localDay, utcDay } from './range.ts'
import { RangePicker } from './range-picker.tsx'
import { Shares } from './shares.tsx'
import { Sites } from './sites.tsx'
import { TrendTiles } from './trend-tiles.tsx'
import { useAnalytics } from './use-analytics.ts'

const Outcomes = lazyWithTexts(() => import('./outcomes.tsx'), 'Outcomes')

/** `onDeploy` is absent when the user can't deploy the agent. */
export function AnalyticsView({ agentId, onDeploy }: { agentId: string; onDeploy?: () => void }) {
  const { t } = useTranslation()
  const [today] = useState(() => ({ local: localDay(), utc: utcDay(new Date()) }))
  const [range, setRange] = useSearchParam('range')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const chosen = chosenOf({ range, from, to }, today.local)
  const { period } = chosenOf({ range, from, to }, today.utc)
  const { data: answer, error, isPlaceholderData, refetch } = useAnalytics(agentId, period)
  const data = answer?.data
  const empty = data && !data.hasAny
  return (
    <Page
      {...(onDeploy && { help: 'analytics' })}
      title={t('analytics.title')}
      description={t('analytics.description')}
      actions={
        <>
          {onDeploy && <MetricsLink agentId={agentId} />}
          {data?.hasAny && <CsvMenu agentId={agentId} period={period} />}
        </>
      }
    >
      {empty ? (
        <EmptyState
          drawing={<PagesDrawing />}
          title={t('analytics.emptyTitle')}
          text={t('analytics.emptyText')}
          {...(onDeploy && {
            action: (
              <Button leftSection={<IconCode size={16} stroke={1.5} />} onClick={onDeploy}>
                {t('analytics.deploy')}
              </Button>
            ),
          })}
        />
      ) : (
        <>
          <RangePicker chosen={chosen} onRange={setRange} onFrom={setFrom} onTo={setTo} />
          {/* What is on screen stays when it only could not be renewed. */}
          {error && !data && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
          {!data && !error && <Waiting />}
          {data && (
            <div className={classes.report} aria-busy={isPlaceholderData} data-old={isPlaceholderData || undefined}>
              <Suspense fallback={<ChartSkeleton height={360} />}>
                <Outcomes agentId={agentId} period={chosen.period} />
              </Suspense>
              <Title order={2} mt="md">
                {t('analytics.activity')}
              </Title>
              <TrendTiles data={data} />
              <Days days={data.days} />
              <div className={classes.pair}>
                <Shares
                  of="countries"
                  rows={data.countries}
                  countsCountries={data.countsCountries}
                  loads={data.totals.loads.value}
                  {...(onDeploy && { agentId })}
                />
                <Shares of="channels" rows={data.channels} />
                <Shares of="browsers" rows={data.browsers} />
                <Shares of="platforms" rows={data.platforms} />
              </div>
              <Sites sites={data.sites} />
              <Text c="dimmed" size="sm">
                {t('analytics.utc')}
              </Text>
            </div>
          )}
        </>
      )}
    </Page>
  )
}

function MetricsLink({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <Button
      variant="default"
      leftSection={<IconGauge size={16} stroke={1.5} />}
      renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'metrics')} {...props} />}
    >
      {t('area.tabs.metrics')}
    </Button>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Delayed>
      <output aria-label={t('common.loading')} className={classes.report}>
        <div className={classes.tiles}>
          {Array.from({ length: 6 }, (_, tile) => (
            <Skeleton key={tile} height={124} radius="lg" />
          ))}
        </div>
        <Paper withBorder radius="lg" className={classes.card}>
          <ChartSkeleton height={300} />
        </Paper>
      </output>
    </Delayed>
  )
}
