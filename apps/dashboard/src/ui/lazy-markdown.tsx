import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./markdown.tsx'))

/** Markdown whose renderer loads on first use; plain text stands in until then. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>}>
      <Markdown text={text} />
    </Suspense>
  )
}
