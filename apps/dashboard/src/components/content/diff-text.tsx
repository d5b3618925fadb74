// A text with what was taken out and what was put in, coloured and marked for screen readers.
import type { ReactNode } from 'react'
import classes from './diff-text.module.css'
import { shortened, type Part } from './text-diff.ts'

export function DiffText({ parts }: { parts: readonly Part[] }) {
  return (
    <DiffBox dir="auto">
      {shortened(parts).map(({ kind, text }, index) => {
        // Parts have no identity but their place.
        if (kind === 'added') return <ins key={index}>{text}</ins>
        if (kind === 'removed') return <del key={index}>{text}</del>
        return <span key={index}>{text}</span>
      })}
    </DiffBox>
  )
}

interface BoxProps {
  /** `auto` for one text; that of the page for an old value and a new one. */
  dir?: 'auto'
  children: ReactNode
}

/** The same colours around `ins` and `del` of the caller's own. */
export const DiffBox = ({ dir, children }: BoxProps) => (
  <p className={classes.text} dir={dir}>
    {children}
  </p>
)
