// The words of an agency about itself: Markdown, of which plain text is drawn at once.
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('../content/passage-markdown.tsx'))
const MARKED = /[*_#[\]`<>~|\\]|\n|^\s*(-|\d+\.)\s/m

export function BrandingText({ text }: { text: string }) {
  const plain = (
    <Text c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  )
  if (!MARKED.test(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Text component="div" c="dimmed">
        <Markdown text={text} />
      </Text>
    </Suspense>
  )
}
