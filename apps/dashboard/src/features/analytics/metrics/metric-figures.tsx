// A metric's results in a period: key figures, answer counts and days.
import { figureOf, type MetricSummary, UNCLEAR, valuesOf } from '@parlance/contract/metrics/schemas'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../analytics.module.css'
import { Bars } from '../bars.tsx'
import { ChartCard } from '../chart-card.tsx'
import { DayTable } from '../day-table.tsx'
import { number, percent } from '../names.ts'
import { StatTile } from '../stat-tile.tsx'
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
          <StatTile key={tile.label} short {...tile} />
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
  const nameOf = useAnswerName()
  const values = [...valuesOf(metric), UNCLEAR]
  return (
    <ChartCard
      title={t('metrics.byDay')}
      order={2}
      isEmpty={data.days.every(({ counts }) => Object.keys(counts).length === 0)}
      asTable={t('metrics.asTable')}
      height={HEIGHT}
      chart={<MetricChart metric={metric} days={data.days} height={HEIGHT} />}
      table={
        <DayTable
          days={data.days}
          columns={values.map((value) => nameOf(value, metric.kind))}
          figuresOf={({ counts }) => values.map((value) => counts[value] ?? 0)}
        />
      }
    />
  )
}
