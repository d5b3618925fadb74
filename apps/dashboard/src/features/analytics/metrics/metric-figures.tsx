// What a measure came to in a period: its key figures, how often each answer was given, and the days.
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { figureOf, type MetricSummary, UNCLEAR, valuesOf } from '@parlance/contract/metrics/schemas'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../analytics.module.css'
import { Bars } from '../bars.tsx'
import { number, percent } from '../names.ts'
import { Tile } from '../tile.tsx'
import { MetricDayTable } from './metric-day-table.tsx'
import { type MetricReport, useAnswerName } from './use-metrics.ts'

const MetricChart = lazy(() => import('./metric-chart.tsx'))
const HEIGHT = 220

interface Props {
  metric: MetricSummary
  data: MetricReport
}

export function MetricFigures(props: Props) {
  return (
    <>
      <Figures {...props} />
      <Days {...props} />
    </>
  )
}

function Figures({ metric, data }: Props) {
  const { t } = useTranslation()
  const nameOf = useAnswerName()
  const { agreement, counts } = data
  const figure = figureOf(metric.kind, counts)
  const judged = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tiles = [
    ...(metric.kind === 'category'
      ? []
      : [
          {
            label: t(metric.kind === 'yes-no' ? 'metrics.shareOfYes' : 'metrics.average'),
            value:
              figure === null
                ? '–'
                : metric.kind === 'yes-no'
                  ? percent(figure)
                  : t('analytics.outOf', { average: number(Math.round(figure * 10) / 10) }),
            note: t('metrics.judged', { count: judged }),
          },
        ]),
    {
      label: t('metrics.answer.unclear'),
      value: number(counts[UNCLEAR] ?? 0),
      note: t('metrics.judged', { count: judged }),
    },
    {
      label: t('metrics.agreement'),
      value: agreement.share === null ? '–' : percent(agreement.share),
      note:
        agreement.labelled === 0
          ? t('metrics.noLabels')
          : t('metrics.matches', { agreed: agreement.agreed, labelled: agreement.labelled }),
      ...(agreement.kappa !== null && {
        hint: t('metrics.kappa', { kappa: number(Math.round(agreement.kappa * 100) / 100) }),
      }),
    },
  ]
  return (
    <>
      <dl className={classes.tiles} aria-label={t('analytics.figures')}>
        {tiles.map((tile) => (
          <Tile key={tile.label} {...tile} />
        ))}
      </dl>
      <Bars
        order={2}
        title={t('metrics.answers')}
        counted={t('metrics.conversations')}
        empty={t('analytics.none')}
        rows={[...valuesOf(metric), UNCLEAR]
          .filter((value) => (counts[value] ?? 0) > 0)
          .map((value) => ({ label: nameOf(value, metric.kind), count: counts[value] ?? 0 }))}
      />
    </>
  )
}

function Days({ metric, data }: Props) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const title = t('metrics.byDay')
  const none = data.days.every(({ counts }) => Object.keys(counts).length === 0)
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={title}>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h3">
          {title}
        </Title>
        {!none && (
          <Button variant="subtle" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('metrics.asTable')}
          </Button>
        )}
      </Group>
      {none ? (
        <Text c="dimmed" size="sm">
          {t('analytics.none')}
        </Text>
      ) : asTable ? (
        <MetricDayTable metric={metric} days={data.days} />
      ) : (
        <Suspense fallback={<Skeleton height={HEIGHT} radius="md" />}>
          <MetricChart metric={metric} days={data.days} height={HEIGHT} />
        </Suspense>
      )}
    </Paper>
  )
}
