// A passage of a document as people read it.
import { lazy, Suspense } from 'react'
import type { PassageTextProps } from './passage-markdown.tsx'

const PassageMarkdown = lazy(() => import('./passage-markdown.tsx'))

/** Quoted Markdown whose renderer loads on first use; plain text stands in until then. */
export function PassageText(props: PassageTextProps) {
  return (
    <Suspense
      fallback={
        <span dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
          {props.text}
        </span>
      }
    >
      <PassageMarkdown {...props} />
    </Suspense>
  )
}

interface Props extends PassageTextProps {
  /** What the passage is of, for screen readers. */
  label: string
  className: string | undefined
}

/** In a box of its own height. */
export function Passage({ label, className, ...passage }: Props) {
  return (
    // A group and no landmark: a page can hold many. Long ones scroll, so the keyboard must be able to reach them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      <PassageText {...passage} />
    </div>
  )
}
