// Key figures in a row, each linked to its data.
import type { ReactNode } from 'react'
import { AppLink } from '../../lib/link.tsx'
import type { Target } from '../../lib/paths.ts'
import classes from './figure.module.css'

export function Figures({ label, children, busy }: { label: string; children: ReactNode; busy?: boolean }) {
  return (
    <dl className={classes.figures} aria-label={label} aria-busy={busy}>
      {children}
    </dl>
  )
}

interface FigureProps {
  label: string
  note?: string | undefined
  /** Absent without permission to open it. */
  target?: Target | undefined
  /** Needs attention. */
  urgent?: boolean | undefined
  children: ReactNode
}

export function Figure({ label, note, target, urgent, children }: FigureProps) {
  return (
    <div className={classes.figure} data-urgent={urgent || undefined} data-link={target ? true : undefined}>
      <dt>
        {target ? (
          <AppLink target={target} className={classes.label}>
            {label}
          </AppLink>
        ) : (
          <span className={classes.label}>{label}</span>
        )}
        {note && <span className={classes.note}>{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
