// The difference between two contradicting passages: within their sentences, or everywhere.
import type { Conflict } from '@parlance/contract/gaps/schemas'
import { diffText } from '../../components/content/text-diff.ts'

export interface Piece {
  readonly text: string
  readonly differs: boolean
}

type Side = Pick<Conflict['a'], 'text' | 'sentence'>

/** Both passages in parts; compares only the contradicting sentences where the server found them. */
export function difference(a: Side, b: Side): { readonly a: readonly Piece[]; readonly b: readonly Piece[] } {
  const [at, other] = [a.text.indexOf(a.sentence), b.text.indexOf(b.sentence)]
  if (a.sentence === '' || b.sentence === '' || at < 0 || other < 0) return marked(a.text, b.text)
  const within = marked(a.sentence, b.sentence)
  return {
    a: framed(a.text, at, a.sentence.length, within.a),
    b: framed(b.text, other, b.sentence.length, within.b),
  }
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
