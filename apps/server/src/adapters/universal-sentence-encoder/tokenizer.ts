export interface Tokenizer {
  /** Token ids; 0 for unknown text. Any white space counts as one space. */
  readonly encode: (text: string) => number[]
}

/** Each piece with its log probability; a piece without one is always taken where it fits. */
export type Vocabulary = readonly (readonly [string, number | null])[]

/** The first ids are reserved (start, end, unknown) and never match text. */
const RESERVED = 6
const UNKNOWN = 0
const SPACE = '\u2581'

/** A trie in flat tables: as objects it would take ten times the memory. */
interface Tree {
  /** Child node by `node * LETTERS + letter`; the root is node 0. */
  readonly next: Map<number, number>
  readonly piece: number[]
  readonly score: number[]
}
const LETTERS = 65_536

export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  const tree: Tree = { next: new Map(), piece: [UNKNOWN], score: [0] }
  for (const [index, [piece, score]] of vocabulary.entries()) {
    if (index < RESERVED || piece === '') continue
    let at = 0
    for (let unit = 0; unit < piece.length; unit += 1) {
      const edge = at * LETTERS + piece.charCodeAt(unit)
      const next = tree.next.get(edge) ?? tree.piece.length
      if (next === tree.piece.length) {
        tree.piece.push(UNKNOWN)
        tree.score.push(0)
        tree.next.set(edge, next)
      }
      at = next
    }
    tree.piece[at] = index
    tree.score[at] = score ?? 0
  }
  return { encode: (text) => encode(tree, text) }
}

function encode(tree: Tree, text: string): number[] {
  const words = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  if (words === '') return []
  const written = SPACE + words.replaceAll(' ', SPACE)
  const best = new Float64Array(written.length + 1).fill(-Infinity)
  const from = new Int32Array(written.length + 1)
  const piece = new Int32Array(written.length + 1)
  best[0] = 0
  for (let start = 0; start < written.length; start += 1) {
    const before = best[start] ?? -Infinity
    if (before === -Infinity) continue
    const reach = (end: number, index: number, score: number): void => {
      if (before + score < (best[end] ?? 0)) return
      best[end] = before + score
      from[end] = start
      piece[end] = index
    }
    let found = false
    let at = tree.next.get(written.charCodeAt(start))
    for (let end = start + 1; at !== undefined; end += 1) {
      const index = tree.piece[at] ?? UNKNOWN
      if (index !== UNKNOWN) {
        reach(end, index, tree.score[at] ?? 0)
        found = true
      }
      at = end < written.length ? tree.next.get(at * LETTERS + written.charCodeAt(end)) : undefined
    }
    if (!found) reach(start + 1, UNKNOWN, 0)
  }
  return backwards(from, piece)
}

/** The tokens of the best path; consecutive unknown ones are merged. */
function backwards(from: Int32Array, piece: Int32Array): number[] {
  const pieces: number[] = []
  for (let end = from.length - 1; end > 0; end = from[end] ?? 0) {
    const one = piece[end] ?? UNKNOWN
    if (one !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(one)
  }
  return pieces.toReversed()
}
