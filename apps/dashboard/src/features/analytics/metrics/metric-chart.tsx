// Answers by day: a line for one figure, otherwise bars. Lazy with the chart library.
import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useDirection } from '@mantine/core'
import { figureOf, type MetricSummary } from '@parlance/contract/metrics/schemas'
import { useTranslation } from 'react-i18next'
import classes from '../analytics.module.css'
import { compact, dayName, number, percent } from '../names.ts'
import type { MetricReport } from './use-metrics.ts'

/** Further categories share the last colour; the table distinguishes them. */
const COLORS = [1, 2, 3, 4].map((at) => `var(--pl-series-${at})`)

export default function MetricChart({
  metric,
  days,
  height,
}: {
  metric: MetricSummary
  days: MetricReport['days']
  height: number
}) {
  const { t } = useTranslation()
  const rtl = useDirection().dir === 'rtl'
  const { kind, choices } = metric
  const format = (value: number) => (kind === 'yes-no' ? percent(value) : number(Math.round(value * 10) / 10))
  const axes = {
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    xAxisProps: { tickFormatter: (day: string) => dayName(day, 'short'), minTickGap: 24, reversed: rtl },
    tooltipProps: { labelFormatter: (day: unknown) => dayName(String(day), 'long') },
  }
  const side = { width: 52, orientation: rtl ? ('right' as const) : ('left' as const) }
  return (
    // The table has the same data.
    <div className={classes.chart} aria-hidden dir="ltr">
      {kind === 'category' ? (
        <BarChart
          h={height}
          data={days.map(({ day, counts }) => ({ day, ...counts }))}
          dataKey="day"
          type="stacked"
          withLegend
          series={choices.map((choice, index) => ({
            name: choice,
            color: COLORS[Math.min(index, COLORS.length - 1)] ?? '',
          }))}
          valueFormatter={number}
          yAxisProps={{ ...side, tickFormatter: compact, allowDecimals: false }}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
          {...axes}
        />
      ) : (
        <LineChart
          h={height}
          data={days.map(({ day, counts }) => ({ day, figure: figureOf(kind, counts) }))}
          dataKey="day"
          series={[
            {
              name: 'figure',
              label: t(kind === 'yes-no' ? 'metrics.shareOfYes' : 'metrics.average'),
              color: COLORS[0] ?? '',
            },
          ]}
          curveType="linear"
          connectNulls
          valueFormatter={format}
          yAxisProps={{ ...side, tickFormatter: format, domain: kind === 'yes-no' ? [0, 1] : [1, 5] }}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false }}
          {...axes}
        />
      )}
    </div>
  )
}
