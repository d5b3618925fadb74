// Marks search hits in rendered Markdown across elements.

export interface Piece {
  text: string
  hit: boolean
}

/** The fields of a parsed node that marking needs. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, never>
  children?: Node[]
}

/** A rehype plugin: splits text nodes and wraps hits in `<mark>`. */
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
