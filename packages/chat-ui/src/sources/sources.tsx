// An answer's sources: links to pages, or passages.
import { shownSources } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'
import { useMemo, type ReactNode, type RefObject } from 'react'
import { BookIcon, ChevronIcon, OpenIcon } from '../item-icons.tsx'
import { LINK_REL, safeHref } from '../links.ts'
import type { Citations } from './link-citations.ts'
import './sources.css'

export interface SourcesProps {
  readonly citations: Citations
  readonly listRef: RefObject<HTMLDetailsElement | null>
}

interface Props extends SourcesProps {
  /** Title of the list by number of sources. */
  readonly title: (count: number) => ReactNode
  /** Renders passages, also for sources with a page; by default passages are plain text, and pages are links. */
  readonly renderPassage?: (source: Source) => ReactNode
}

export function Sources({ citations, listRef, title, renderPassage }: Props) {
  const sources = useMemo(() => shownSources(citations.sources, citations.text), [citations])
  return (
    <details className="sources" ref={listRef}>
      <summary>
        <BookIcon />
        {title(sources.length)}
      </summary>
      <ol>
        {sources.map((source, index) => (
          <li key={`${source.docId}:${index}`} data-n={source.n}>
            <SourceView source={source} n={source.n ?? index + 1} renderPassage={renderPassage} />
          </li>
        ))}
      </ol>
    </details>
  )
}

interface SourceProps {
  readonly source: Source
  readonly n: number
  readonly renderPassage: Props['renderPassage']
}

/** Opens the source's page, or expands its passage. */
function SourceView({ source, n, renderPassage }: SourceProps) {
  const href = safeHref(source.url ?? '')
  const link = { href, target: '_blank', rel: LINK_REL }
  const head = (
    <>
      <span className="number">{n}</span>
      <span className="source-title" dir="auto">
        {source.title}
      </span>
    </>
  )
  if (href && !renderPassage) return <a {...link}>{head}</a>
  return (
    <details>
      <summary>
        {head}
        <ChevronIcon />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <blockquote dir="auto" tabIndex={0} className={renderPassage && 'drawn'}>
        {href && (
          <a {...link}>
            {href} <OpenIcon />
          </a>
        )}
        {renderPassage ? renderPassage(source) : source.text}
      </blockquote>
    </details>
  )
}
