// Text of an agent as Markdown: no raw HTML, no remote images (they would report the reader), safe links.
import ReactMarkdown, { type Components } from 'react-markdown'
import type { ReactNode } from 'react'
import remarkGfm from 'remark-gfm'
import { markHits, type Piece } from './mark-hits.ts'
import classes from './markdown.module.css'

const SAFE_LINK = /^(https?:|mailto:|tel:)/i

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
}

/** Quoted text: its headings are no headings of the page it is quoted on. */
const Heading = ({ children }: { children?: ReactNode }) => <p className={classes.heading}>{children}</p>
const quoted: Components = {
  ...components,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
}

export interface MarkdownProps {
  text: string
  /** A quoted passage, set close; its headings are bold lines. */
  quiet?: boolean
  /** Cuts a text into pieces, of which the hits are marked. */
  pieces?: (text: string) => readonly Piece[]
}

export default function Markdown({ text, quiet, pieces }: MarkdownProps) {
  return (
    <div className={classes.markdown} data-quiet={quiet || undefined}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={pieces ? [[markHits, pieces]] : []}
        components={quiet ? quoted : components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
