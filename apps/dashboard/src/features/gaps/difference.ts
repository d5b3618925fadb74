// The difference between two contradicting passages: within their sentences, or everywhere.
import { contradiction } from '@parlance/contract/gaps/contradiction'
import { diffText } from '../../components/content/text-diff.ts'

export interface Piece {
  readonly text: string
  readonly differs: boolean
}

/** Both passages in parts; compares only the contradicting sentences when the passages contain them verbatim. */
export function difference(a: string, b: string): { readonly a: readonly Piece[]; readonly b: readonly Piece[] } {
  const found = contradiction({ docId: 'a', title: '', text: a }, { docId: 'b', title: '', text: b })
  const [one, two] = found?.said ?? [a, b]
  const [at, other] = [a.indexOf(one), b.indexOf(two)]
  if (at < 0 || other < 0) return marked(a, b)
  const within = marked(one, two)
  return { a: framed(a, at, one.length, within.a), b: framed(b, other, two.length, within.b) }
}

function marked(a: string, b: string) {
  const parts = diffText(a, b)
  const side = (own: 'removed' | 'added') =>
    parts
      .filter(({ kind }) => kind === 'same' || kind === own)
      .map(({ kind, text }) => ({ text, differs: kind === own && text.trim() !== '' }))
  return { a: side('removed'), b: side('added') }
}

const framed = (text: string, at: number, length: number, pieces: readonly Piece[]): Piece[] =>
  [{ text: text.slice(0, at), differs: false }, ...pieces, { text: text.slice(at + length), differs: false }].filter(
    (piece) => piece.text !== '',
  )
