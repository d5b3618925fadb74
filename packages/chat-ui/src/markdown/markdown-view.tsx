// Renders growing Markdown incrementally, so that a long answer streams without rerendering.
import { useLayoutEffect, useRef, useState } from 'react'
import { linkCitations, type Citations } from '../sources/link-citations.ts'
import { streamMarkdown, type MarkdownStream, type MarkdownTexts } from './stream-markdown.ts'
import './markdown.css'

/** Renders a growing text into one element; text that does not continue the last one is rendered from scratch. */
function createPainter() {
  let stream: MarkdownStream | undefined
  let drawn = ''
  let ended = false
  return (root: HTMLElement, text: string, done: boolean, texts: MarkdownTexts, citations: Citations | undefined) => {
    if (ended && text === drawn) return citations && linkCitations(root, citations)
    if (!stream || ended || !text.startsWith(drawn)) {
      root.replaceChildren()
      stream = streamMarkdown(root, texts)
      drawn = ''
    }
    stream.write(text.slice(drawn.length))
    if (done) {
      stream.end()
      if (citations) linkCitations(root, citations)
    }
    drawn = text
    ended = done
  }
}

export interface MarkdownProps {
  readonly text: string
  /** False while the text is growing. */
  readonly done: boolean
  readonly citations?: Citations | undefined
  readonly texts: MarkdownTexts
}

export function MarkdownView({ text, done, citations, texts }: MarkdownProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const [paint] = useState(createPainter)
  useLayoutEffect(() => {
    if (boxRef.current) paint(boxRef.current, text, done, texts, citations)
  }, [paint, text, done, citations, texts])
  return <div className="md" dir="auto" ref={boxRef} />
}
