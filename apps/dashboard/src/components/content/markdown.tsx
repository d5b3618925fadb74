// Text of an agent as Markdown: no raw HTML, no remote images (they would report the reader), safe links.
import ReactMarkdown, { type Components } from 'react-markdown'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import remarkGfm from 'remark-gfm'
import { CitingContext, markCitations } from './citation-links.ts'
import { markHits, type Piece } from './highlight-matches.ts'
import classes from './markdown.module.css'

const SAFE_LINK = /^(https?:|mailto:|tel:)/i

/** The number of a source, which opens it. */
function Cite({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const citing = use(CitingContext)
  const n = Number(children)
  const url = citing?.urls.get(n) ?? ''
  const label = t('conversations.source', { n })
  return (
    <span className={classes.held}>
      {'\u2060'}
      {SAFE_LINK.test(url) ? (
        <a className={classes.cite} href={url} aria-label={label} target="_blank" rel="noopener noreferrer nofollow">
          {n}
        </a>
      ) : (
        <button type="button" className={classes.cite} aria-label={label} onClick={() => citing?.open(n)}>
          {n}
        </button>
      )}
    </span>
  )
}

const components: Components = {
  cite: Cite,
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
  const citing = use(CitingContext)
  const isCited = citing && citing.urls.size > 0 && !quiet
  return (
    <div className={classes.markdown} dir="auto" data-quiet={quiet || undefined}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[
          ...(pieces ? [[markHits, pieces] as [typeof markHits, typeof pieces]] : []),
          ...(isCited
            ? [[markCitations, new Set(citing.urls.keys())] as [typeof markCitations, ReadonlySet<number>]]
            : []),
        ]}
        components={quiet ? quoted : components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
