// A document's quoted Markdown: no raw HTML, no remote images (they would track the reader), safe links.
// packages/chat-ui renders conversations.
import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { markHits, type Piece } from './highlight-matches.ts'
import classes from './passage-markdown.module.css'

const SAFE_LINK = /^(https?:|mailto:|tel:)/i

/** Headings of a quote are not headings of the page. */
const Heading = ({ children }: { children?: ReactNode }) => <p className={classes.heading}>{children}</p>

const components: Components = {
  a: ({ href, children }) =>
    href && SAFE_LINK.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span>{alt}</span>,
  table: ({ children }) => (
    <div className={classes.table}>
      <table>{children}</table>
    </div>
  ),
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
}

export interface PassageTextProps {
  text: string
  /** Splits a text into parts with hits. */
  pieces?: (text: string) => readonly Piece[]
}

export default function PassageMarkdown({ text, pieces }: PassageTextProps) {
  return (
    <div className={classes.markdown} dir="auto">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={pieces ? [[markHits, pieces] as [typeof markHits, typeof pieces]] : []}
        components={components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
