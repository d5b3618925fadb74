// A QR code as one path; dark on light in every theme, as cameras expect.
import classes from './security.module.css'

/** `rows`: `1` is a dark square. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length
  const path = rows
    .flatMap((row, y) => [...row].map((square, x) => (square === '1' ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, so that nothing has to be loaded
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={classes.dark} d={path} />
    </svg>
  )
}
