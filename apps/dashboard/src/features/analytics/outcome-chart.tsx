// Lazy because of the chart library.
import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useDirection } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { compact, dayName, number } from './names.ts'
import type { Outcomes } from './use-outcomes.ts'

export default function OutcomeChart({ days, height }: { days: Outcomes['days']; height: number }) {
  const { t } = useTranslation()
  const rtl = useDirection().dir === 'rtl'
  const rows = days.map(({ day, conversations, withoutPeople }) => ({
    day,
    withoutPeople,
    withPeople: conversations - withoutPeople,
  }))
  return (
    <>
      {/* Everything in it stands in the table, which is one press away. */}
      <div className={classes.chart} aria-hidden dir="ltr">
        <BarChart
          h={height}
          data={rows}
          dataKey="day"
          type="stacked"
          series={[
            { name: 'withoutPeople', label: t('outcomes.agentAlone'), color: 'var(--pl-series-1)' },
            { name: 'withPeople', label: t('outcomes.withPeople'), color: 'var(--pl-series-2)' },
          ]}
          gridAxis="x"
          tickLine="none"
          valueFormatter={number}
          xAxisProps={{ tickFormatter: (day: string) => dayName(day, 'short'), minTickGap: 24, reversed: rtl }}
          yAxisProps={{ tickFormatter: compact, allowDecimals: false, width: 44, orientation: rtl ? 'right' : 'left' }}
          tooltipProps={{ labelFormatter: (day) => dayName(String(day), 'long') }}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <ul className={classes.legend}>
        <li>
          <span className={classes.swatch} data-series="loads" aria-hidden />
          {t('outcomes.agentAlone')}
        </li>
        <li>
          <span className={classes.swatch} data-series="opens" aria-hidden />
          {t('outcomes.withPeople')}
        </li>
      </ul>
    </>
  )
}
