// Lazy: the chart library is larger than its page.
import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useDirection } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { compact, dayName, number, type Series } from './names.ts'
import type { AgentAnalytics } from './use-analytics.ts'

/** Lines differ by dashes as well as colour. */
const DASHES: Record<Series, string> = { loads: '0', opens: '6 4', chats: '2 3', messages: '10 3 2 3', leads: '1 4' }
const LINE: Record<Series, string> = {
  loads: 'var(--pl-series-1)',
  opens: 'var(--pl-series-2)',
  chats: 'var(--pl-series-3)',
  messages: 'var(--pl-series-4)',
  leads: 'var(--pl-series-5)',
}

export default function DayChart({
  days,
  shown,
  height,
}: {
  days: AgentAnalytics['days']
  shown: readonly Series[]
  height: number
}) {
  const { t } = useTranslation()
  const still = useReducedMotion()
  // Time runs in reading direction; figures stay at its start.
  const rtl = useDirection().dir === 'rtl'
  return (
    // The table has the same data.
    <div className={classes.chart} aria-hidden dir="ltr">
      <LineChart
        h={height}
        data={days}
        dataKey="day"
        series={shown.map((key) => ({
          name: key,
          label: t(`analytics.series.${key}`),
          color: LINE[key],
          strokeDasharray: DASHES[key],
        }))}
        curveType="linear"
        withDots={days.length === 1}
        strokeWidth={2}
        gridAxis="x"
        tickLine="none"
        valueFormatter={number}
        xAxisProps={{ tickFormatter: (day: string) => dayName(day, 'short'), minTickGap: 24, reversed: rtl }}
        yAxisProps={{ tickFormatter: compact, allowDecimals: false, width: 44, orientation: rtl ? 'right' : 'left' }}
        tooltipProps={{ labelFormatter: (day) => dayName(String(day), 'long') }}
        lineProps={{ isAnimationActive: !still, animationDuration: 200 }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
