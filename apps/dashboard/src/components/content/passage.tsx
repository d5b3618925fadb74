// A passage of a document as people read it: quoted Markdown in a box of its own height.
import { LazyMarkdown } from './lazy-markdown.tsx'
import type { MarkdownProps } from './markdown.tsx'

interface Props extends Omit<MarkdownProps, 'quiet'> {
  /** What the passage is of, for screen readers. */
  label: string
  className: string | undefined
}

export function Passage({ label, className, ...passage }: Props) {
  return (
    // A group and no landmark: a page can hold many. Long ones scroll, so the keyboard must be able to reach them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      <LazyMarkdown {...passage} quiet />
    </div>
  )
}
