// The placeholder of a chart: axes with grey labels.
import { Skeleton } from '@mantine/core'
import classes from './analytics.module.css'

const TICKS = [0, 1, 2, 3, 4]

export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className={classes.axes} style={{ height }} aria-hidden>
      {TICKS.map((tick) => (
        <div key={tick} className={classes.axis}>
          <Skeleton width={20} height={8} />
        </div>
      ))}
      <div className={classes.axisDays}>
        {TICKS.map((tick) => (
          <Skeleton key={tick} width={44} height={8} />
        ))}
      </div>
    </div>
  )
}
