// Draws growing Markdown: only what is new is parsed, so a long answer streams without being drawn again.
import { useLayoutEffect, useRef, useState } from 'react'
import { more } from '../../more-texts.ts'
import { linkCitations, type Cites } from '../citations.ts'
import { streamMarkdown, type MarkdownStream, type MarkdownTexts } from '../markdown.ts'
import '../styles/markdown.css'

/** Draws one text into an element again and again as it grows; a text that does not continue the last is drawn anew. */
function createPainter() {
  let stream: MarkdownStream | undefined
  let drawn = ''
  let ended = false
  return (root: HTMLElement, text: string, done: boolean, texts: MarkdownTexts, cites: Cites | undefined) => {
    if (ended && text === drawn) return cites && linkCitations(root, cites)
    if (!stream || ended || !text.startsWith(drawn)) {
      root.replaceChildren()
      stream = streamMarkdown(root, texts)
      drawn = ''
    }
    stream.write(text.slice(drawn.length))
    if (done) {
      stream.end()
      if (cites) linkCitations(root, cites)
    }
    drawn = text
    ended = done
  }
}

export interface MarkdownProps {
  readonly text: string
  /** False while the text still grows. */
  readonly done: boolean
  readonly cites?: Cites | undefined
}

export default function MarkdownView({ text, done, cites }: MarkdownProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const [paint] = useState(createPainter)
  useLayoutEffect(() => {
    if (boxRef.current) paint(boxRef.current, text, done, more(), cites)
  }, [paint, text, done, cites])
  return <div className="md" dir="auto" ref={boxRef} />
}
