// Turns citations («[1]») in a rendered answer into links: to the source's page, or to its passage below.
import { shownSources, splitCitations } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'
import { LINK_REL, safeHref } from '../links.ts'

export interface Citations {
  readonly sources: readonly Source[]
  readonly text: string
  readonly label: (n: number) => string
  /** Shows the passage of a source without a page. */
  readonly open: (n: number) => void
}
type ByNumber = ReadonlyMap<number, Source>

/** Keeps the number with the text before it, so that no line begins with it. */
function held(link: HTMLElement): HTMLElement {
  const span = document.createElement('span')
  span.className = 'held'
  span.append('\u2060', link)
  return span
}

/** Skips code and existing links. */
export function linkCitations(root: HTMLElement, citations: Citations): void {
  const sources: ByNumber = new Map(
    shownSources(citations.sources, citations.text).flatMap((source) => (source.n ? [[source.n, source]] : [])),
  )
  const known = new Set(sources.keys())
  if (known.size === 0) return
  root.normalize()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.includes('[') && !text.parentElement?.closest('a, code, pre, button')) texts.push(text)
  }
  for (const text of texts) {
    const parts = splitCitations(text.data, known)
    if (parts.some((part) => 'cites' in part))
      text.replaceWith(
        ...parts.map((part) => ('cites' in part ? held(linkTo(part.cites, sources, citations)) : part.text)),
      )
  }
}

function linkTo(n: number, sources: ByNumber, { label, open }: Citations): HTMLElement {
  const source = sources.get(n)
  const href = safeHref(source?.url ?? '')
  const link = document.createElement(href ? 'a' : 'button')
  link.className = 'cite'
  link.textContent = String(n)
  link.title = source?.title ?? ''
  link.setAttribute('aria-label', label(n))
  if (link instanceof HTMLAnchorElement) Object.assign(link, { href, target: '_blank', rel: LINK_REL })
  else {
    link.setAttribute('type', 'button')
    link.addEventListener('click', () => open(n))
  }
  return link
}
