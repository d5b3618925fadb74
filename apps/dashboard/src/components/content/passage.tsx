// A passage of a document.
import { lazy, Suspense } from 'react'
import type { PassageTextProps } from './passage-markdown.tsx'

const PassageMarkdown = lazy(() => import('./passage-markdown.tsx'))

/** Quoted Markdown with a lazy renderer; plain text until then. */
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
  /** The passage's source, for screen readers. */
  label: string
  className: string | undefined
}

/** In a scrolling box. */
export function Passage({ label, className, ...passage }: Props) {
  return (
    // A group, not a landmark: a page may have many. Long ones scroll, so the keyboard must reach them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      <PassageText {...passage} />
    </div>
  )
}
