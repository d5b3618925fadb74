// The period by day, as lines to toggle or as a table.
import { Chip, Group, Paper, SegmentedControl, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../lib/link.tsx'
import classes from './analytics.module.css'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { DayTable } from './day-table.tsx'
import { SERIES } from './names.ts'
import type { AgentAnalytics } from './use-analytics.ts'

const DayChart = lazy(() => import('./day-chart.tsx'))
const HEIGHT = 300

export function Days({ days }: { days: AgentAnalytics['days'] }) {
  const { t } = useTranslation()
  const [show, setShow] = useSearchParam('show')
  const [view, setView] = useSearchParam('view')
  const wanted = show.split('-')
  const named = SERIES.filter((key) => wanted.includes(key))
  const shown = named.length === 0 ? SERIES : named
  const table = view === 'table'
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={t('analytics.byDay')}>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h3">
          {t('analytics.byDay')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('analytics.view.label')}
          data={[
            { value: 'chart', label: t('analytics.view.chart') },
            { value: 'table', label: t('analytics.view.table') },
          ]}
          value={table ? 'table' : 'chart'}
          onChange={(next) => setView(next === 'table' ? next : undefined)}
        />
      </Group>
      <Chip.Group
        multiple
        value={[...shown]}
        onChange={(next) => setShow(next.length === 0 || next.length === SERIES.length ? undefined : next.join('-'))}
      >
        <Group component="fieldset" gap={6} mb="md" className={classes.lines} aria-label={t('analytics.lines')}>
          {SERIES.map((key) => (
            <Chip key={key} value={key} size="xs" variant="outline" color="gray" classNames={{ label: classes.chip }}>
              <span className={classes.swatch} data-series={key} aria-hidden />
              {t(`analytics.series.${key}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {table ? (
        <DayTable
          days={days}
          columns={shown.map((key) => t(`analytics.series.${key}`))}
          figuresOf={(day) => shown.map((key) => day[key])}
        />
      ) : (
        <Suspense fallback={<ChartSkeleton height={HEIGHT} />}>
          <DayChart days={days} shown={shown} height={HEIGHT} />
        </Suspense>
      )}
    </Paper>
  )
}
