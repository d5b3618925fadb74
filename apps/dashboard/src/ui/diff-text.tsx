// A text with what was taken out and what was put in, coloured and marked for screen readers.
import type { ReactNode } from 'react'
import classes from './diff-text.module.css'
import { shortened, type Part } from './text-diff.ts'

export function DiffText({ parts }: { parts: readonly Part[] }) {
  return (
    <DiffBox>
      {shortened(parts).map(({ kind, text }, index) => {
        // Parts have no identity but their place.
        if (kind === 'added') return <ins key={index}>{text}</ins>
        if (kind === 'removed') return <del key={index}>{text}</del>
        return <span key={index}>{text}</span>
      })}
    </DiffBox>
  )
}

/** The same colours around `ins` and `del` of the caller's own. */
export const DiffBox = ({ children }: { children: ReactNode }) => (
  <p className={classes.text} dir="auto">
    {children}
  </p>
)
