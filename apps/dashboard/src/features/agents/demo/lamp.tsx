// The sample site's lamps as drawings.
import classes from './site.module.css'

export const LAMPS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const
export type LampKey = (typeof LAMPS)[number]

const SHADES: Record<LampKey, { shade: string; stand: string; light: readonly [x: number, y: number, r: number] }> = {
  first: { shade: 'M34 24h32l16 34H18z', stand: 'M50 58v38M32 98h36', light: [50, 62, 34] },
  second: { shade: 'M24 62a26 26 0 0 1 52 0z', stand: 'M50 62v32M36 98q14-8 28 0', light: [50, 66, 30] },
  third: { shade: 'M50 30a22 22 0 1 1-.01 0z', stand: 'M50 8v22', light: [50, 52, 40] },
  fourth: { shade: 'M40 20h20v44H40z', stand: 'M50 64v32M38 98h24', light: [50, 46, 34] },
  fifth: { shade: 'M20 50q30-34 60 0z', stand: 'M50 8v18M44 50v5h12v-5', light: [50, 60, 32] },
  sixth: { shade: 'M58 20l22 14-14 22-22-14z', stand: 'M50 40L34 70l14 26M32 98h32', light: [64, 48, 30] },
}

export function Lamp({ kind, className }: { kind: LampKey; className?: string | undefined }) {
  const { shade, stand, light } = SHADES[kind]
  const [cx, cy, r] = light
  return (
    <svg viewBox="0 0 100 110" aria-hidden="true" className={`${classes.lamp} ${className ?? ''}`}>
      <circle className={classes.glow} cx={cx} cy={cy} r={r} />
      <circle className={classes.glow} cx={cx} cy={cy} r={r * 0.6} />
      <path className={classes.stand} d={stand} />
      <path className={classes.shade} d={shade} />
    </svg>
  )
}
