// A text with what was taken out and what was put in, coloured and marked for screen readers.
import type { ReactNode } from 'react'
import classes from './diff-text.module.css'
import { shortened, type Part } from './text-diff.ts'

export function DiffText({ parts }: { parts: readonly Part[] }) {
  return (
    <DiffBox dir="auto">
      {shortened(parts).map(({ kind, text }, index) => {
        // Parts are identified by their index.
        if (kind === 'added') return <ins key={index}>{text}</ins>
        if (kind === 'removed') return <del key={index}>{text}</del>
        return <span key={index}>{text}</span>
      })}
    </DiffBox>
  )
}

interface BoxProps {
  /** `auto` for one text; the page's direction for an old and a new value. */
  dir?: 'auto'
  children: ReactNode
}

/** The same colours for custom `ins` and `del`. */
export const DiffBox = ({ dir, children }: BoxProps) => (
  <p className={classes.text} dir={dir}>
    {children}
  </p>
)
