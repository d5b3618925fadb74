import { lazy, Suspense } from 'react'
import type { MarkdownProps } from './markdown.tsx'

const Markdown = lazy(() => import('./markdown.tsx'))

/** Markdown whose renderer loads on first use; plain text stands in until then. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <span dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
          {props.text}
        </span>
      }
    >
      <Markdown {...props} />
    </Suspense>
  )
}
