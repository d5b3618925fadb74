// A share over time as a line chart; screen readers get its points as a list.
import { Tooltip } from '@mantine/core'
import classes from './share-chart.module.css'

export interface SharePoint {
  readonly key: string
  /** 0 to 1. */
  readonly share: number
  /** The point in words. */
  readonly text: string
}

interface Props {
  label: string
  /** Oldest first. */
  points: readonly SharePoint[]
}

export function ShareChart({ label, points }: Props) {
  const last = points.length - 1
  const x = (index: number) => (last < 1 ? 100 : (index / last) * 100)
  const line = points.map(({ share }, index) => `${x(index)},${100 - share * 100}`)
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden>
        <span>100%</span>
        <span>50%</span>
        <span>0%</span>
      </div>
      <div className={classes.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.drawing} aria-hidden>
          <path d="M0 0H100M0 50H100M0 100H100" className={classes.grid} />
          {last > 0 && <polygon points={`0,100 ${line.join(' ')} 100,100`} className={classes.area} />}
          {last > 0 && <polyline points={line.join(' ')} className={classes.line} />}
        </svg>
        <ol className={classes.points} aria-label={label}>
          {points.map(({ key, share, text }, index) => (
            <Tooltip key={key} label={text}>
              <li
                className={classes.point}
                data-last={index === last || undefined}
                style={{ insetInlineStart: `${x(index)}%`, insetBlockEnd: `${share * 100}%` }}
              >
                <span className="visually-hidden">{text}</span>
              </li>
            </Tooltip>
          ))}
        </ol>
      </div>
    </div>
  )
}
