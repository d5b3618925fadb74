// The part of a text in which something was found, in pieces, so that no screen has to build markup of what people wrote.
import { z } from 'zod'
import { findFolded } from '../lib/fold.ts'

export const Piece = z.object({
  text: z.string(),
  /** It is what was searched for. */
  hit: z.boolean(),
})
export type Piece = z.infer<typeof Piece>

export const EXCERPT_CHARS = 160
/** Of the text before the first hit. */
const BEFORE_CHARS = 48
const CUT = '…'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Where the text may be cut at or after `at`: behind a space if one is near, never within a character. */
function startAt(text: string, at: number, hit: number): number {
  if (at <= 0) return 0
  const space = text.indexOf(' ', at)
  if (space !== -1 && space < hit) return space + 1
  return isHalf(text, at) ? at + 1 : at
}
const isHalf = (text: string, at: number) => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1))

/**
 * About `most` characters around the first place where `search` stands in any case and with any accents, white space as one space; the beginning
 * where it stands nowhere. Joined, the pieces are that part, with «…» where it was cut.
 */
export function excerptOf(text: string, search: string, most = EXCERPT_CHARS): Piece[] {
  const [whole, wanted] = [oneLine(text), oneLine(search)]
  const hits = findFolded(whole, wanted)
  const first = hits[0]?.index ?? 0
  const start = startAt(whole, first - BEFORE_CHARS, first)
  const wish = Math.max(start + most, first + (hits[0]?.text.length ?? 0))
  const end = Math.min(whole.length, isHalf(whole, wish) ? wish + 1 : wish)
  const pieces: Piece[] = []
  const add = (piece: string, hit: boolean) => piece !== '' && pieces.push({ text: piece, hit })
  let at = start
  add(start > 0 ? CUT + whole.slice(start, first) : whole.slice(start, first), false)
  at = first
  for (const { index, text: found } of hits) {
    if (index + found.length > end) break
    add(whole.slice(at, index), false)
    add(found, true)
    at = index + found.length
  }
  add(whole.slice(at, end) + (end < whole.length ? CUT : ''), false)
  return pieces
}
