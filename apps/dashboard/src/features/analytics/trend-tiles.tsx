// Tiles with a figure, its change and a sparkline.
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { number, percent, SERIES, type Series } from './names.ts'
import { daysIn } from './range.ts'
import { StatTile } from './stat-tile.tsx'
import type { AgentAnalytics } from './use-analytics.ts'

export function TrendTiles({ data }: { data: AgentAnalytics }) {
  const { t } = useTranslation()
  const { ratings, totals } = data
  const days = daysIn(data)
  const rated = ratings.average !== null && ratings.previousAverage !== null
  return (
    <dl className={classes.tiles} aria-label={t('analytics.figures')}>
      {SERIES.map((key) => (
        <TrendTile
          key={key}
          label={t(`analytics.series.${key}`)}
          value={number(totals[key].value)}
          change={totals[key].change}
          days={days}
          series={key}
          points={data.days.map((day) => day[key])}
        />
      ))}
      <TrendTile
        label={t('analytics.handoffs')}
        value={number(totals.handoffs.value)}
        change={totals.handoffs.change}
        days={days}
        points={data.days.map((day) => day.handoffs)}
      />
      <TrendTile
        label={t('analytics.rating')}
        value={
          ratings.average === null
            ? '–'
            : t('analytics.outOf', { average: number(Math.round(ratings.average * 10) / 10) })
        }
        note={t('analytics.rated', { count: ratings.count })}
        change={
          rated ? ((ratings.average ?? 0) - (ratings.previousAverage ?? 0)) / (ratings.previousAverage ?? 1) : null
        }
        days={days}
      />
    </dl>
  )
}

interface TrendTileProps {
  label: string
  value: string
  note?: string
  change: number | null
  days: number
  series?: Series
  points?: readonly number[]
}

function TrendTile({ label, value, note, change, days, series, points }: TrendTileProps) {
  return (
    <StatTile
      label={label}
      value={value}
      note={note}
      change={<Change change={change} days={days} />}
      line={points && <Sparkline points={points} series={series} />}
    />
  )
}

function Change({ change, days }: { change: number | null; days: number }) {
  const { t } = useTranslation()
  if (change === null) return null
  const still = Math.abs(change) < 0.0005
  const Icon = still ? IconMinus : change > 0 ? IconArrowUpRight : IconArrowDownRight
  const size = percent(Math.abs(change))
  return (
    <span className={classes.change}>
      <Icon size={14} stroke={1.5} aria-hidden />
      <span aria-hidden>{size}</span>
      <span className="visually-hidden">
        {still
          ? t('analytics.same', { count: days })
          : t(change > 0 ? 'analytics.more' : 'analytics.less', { size, count: days })}
      </span>
    </span>
  )
}

/** A decorative sparkline; the table has the figures. */
function Sparkline({ points, series }: { points: readonly number[]; series?: Series | undefined }) {
  const most = Math.max(1, ...points)
  const last = Math.max(1, points.length - 1)
  const line = points.map((value, index) => `${(index / last) * 100},${30 - (value / most) * 28}`).join(' ')
  return (
    <svg viewBox="0 0 100 32" preserveAspectRatio="none" className={classes.spark} data-series={series} aria-hidden>
      <polygon points={`0,32 ${line} 100,32`} />
      <polyline
        points={
          points.length === 1
            ? `0,${30 - ((points[0] ?? 0) / most) * 28} ${line} 100,${30 - ((points[0] ?? 0) / most) * 28}`
            : line
        }
      />
    </svg>
  )
}
