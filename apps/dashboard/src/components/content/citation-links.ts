// Numbers of sources in Markdown («[1]») as links: to a page, or to what is shown of the source below the text.
import { splitCitations } from '@parlance/contract/conversations/citations'
import { createContext } from 'react'

export interface Citing {
  /** By number: where the source can be opened; empty when it has no address. */
  urls: ReadonlyMap<number, string>
  /** Shows a source that has no address. */
  open: (n: number) => void
}

/** What the texts below may cite; undefined where numbers in brackets are just that. */
export const CitingContext = createContext<Citing | undefined>(undefined)

/** The little of a parsed document that this needs. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, string>
  children?: Node[]
}

/** A rehype plugin: known numbers become `<cite>`; code and links stay as they are. */
export function markCitations(known: ReadonlySet<number>) {
  const cut = (node: Node): Node[] => {
    if (node.type !== 'text') return [walked(node)]
    return splitCitations(node.value ?? '', known).map((part) =>
      'cites' in part
        ? { type: 'element', tagName: 'cite', properties: {}, children: [{ type: 'text', value: String(part.cites) }] }
        : { type: 'text', value: part.text },
    )
  }
  const walked = (node: Node): Node => {
    if (node.children && !['a', 'code', 'pre'].includes(node.tagName ?? '')) node.children = node.children.flatMap(cut)
    return node
  }
  return (tree: Node) => void walked(tree)
}
