// A small drawing of each display mode.
import type { Render } from './script-tag.ts'
import classes from './deploy.module.css'

const CHAT: Record<
  Render,
  readonly (readonly [x: number, y: number, width: number, height: number, radius: number])[]
> = {
  'bottom-right': [
    [58, 14, 24, 28, 3],
    [74, 46, 8, 8, 4],
  ],
  'bottom-left': [
    [14, 14, 24, 28, 3],
    [14, 46, 8, 8, 4],
  ],
  popup: [
    [36, 10, 24, 30, 3],
    [36, 46, 24, 8, 4],
  ],
  'full-width': [[14, 24, 68, 30, 3]],
  modal: [[30, 14, 36, 38, 3]],
}

export function RenderPicture({ render }: { render: Render }) {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true" className={classes.picture}>
      <rect className={classes.sheet} x="6.5" y="3.5" width="83" height="57" rx="5" />
      <path className={classes.lines} d="M14 11h20M14 17h44M14 23h36" />
      {render === 'modal' && <rect className={classes.veil} x="7" y="4" width="82" height="56" rx="4.5" />}
      {CHAT[render].map(([x, y, width, height, rx]) => (
        <rect key={`${x} ${y}`} className={classes.shape} x={x} y={y} width={width} height={height} rx={rx} />
      ))}
    </svg>
  )
}
