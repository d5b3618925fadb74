// What an answer was made from: each source a link to its page, or its passage.
import { shownSources } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'
import { useMemo, type RefObject } from 'react'
import type { Cites } from '../citations.ts'
import { LINK_REL, safeHref } from '../markdown.ts'
import '../styles/sources.css'
import { BookIcon, ChevronIcon } from './more-icons.tsx'

export interface SourcesProps {
  readonly cites: Cites
  readonly boxRef: RefObject<HTMLDetailsElement | null>
}

export default function Sources({ cites, boxRef }: SourcesProps) {
  const sources = useMemo(() => shownSources(cites.sources, cites.text), [cites])
  return (
    <details className="sources" ref={boxRef}>
      <summary>
        <BookIcon />
        {cites.label} <span className="count">{sources.length}</span>
      </summary>
      <ol>
        {sources.map((source, index) => (
          <li key={`${source.docId}:${index}`} data-n={source.n}>
            <SourceView source={source} n={source.n ?? index + 1} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** A source with a page of its own opens it; any other shows its passage. */
function SourceView({ source, n }: { source: Source; n: number }) {
  const href = safeHref(source.url ?? '')
  const head = (
    <>
      <span className="number">{n}</span>
      <span className="source-title" dir="auto">
        {source.title}
      </span>
    </>
  )
  if (href)
    return (
      <a href={href} target="_blank" rel={LINK_REL}>
        {head}
      </a>
    )
  return (
    <details>
      <summary>
        {head}
        <ChevronIcon />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <blockquote dir="auto" tabIndex={0}>
        {source.text}
      </blockquote>
    </details>
  )
}
