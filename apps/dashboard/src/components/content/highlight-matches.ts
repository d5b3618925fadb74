// Marks what was searched for in rendered Markdown, whatever elements its words stand in.

export interface Piece {
  text: string
  hit: boolean
}

/** The little of a parsed document that marking needs. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, never>
  children?: Node[]
}

/** A rehype plugin: text nodes become their pieces, hits as `<mark>`. */
export function markHits(pieces: (text: string) => readonly Piece[]) {
  const text = (value: string): Node => ({ type: 'text', value })
  const cut = (node: Node): Node[] => {
    if (node.type !== 'text') return [walked(node)]
    return pieces(node.value ?? '').map((piece) =>
      piece.hit ? { type: 'element', tagName: 'mark', properties: {}, children: [text(piece.text)] } : text(piece.text),
    )
  }
  const walked = (node: Node): Node => {
    if (node.children) node.children = node.children.flatMap(cut)
    return node
  }
  return (tree: Node) => void walked(tree)
}
