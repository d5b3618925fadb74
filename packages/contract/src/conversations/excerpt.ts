// The part of a text that matches a search, in pieces, so that screens need not build markup from user text.
import { z } from 'zod'
import { findFolded } from '../lib/fold.ts'

export const Piece = z.object({
  text: z.string(),
  hit: z.boolean(),
})
export type Piece = z.infer<typeof Piece>

export const EXCERPT_CHARS = 160
const BEFORE_CHARS = 48
const CUT = '…'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Cuts at or after `at`: after a nearby space, never within a character. */
function startAt(text: string, at: number, hit: number): number {
  if (at <= 0) return 0
  const space = text.indexOf(' ', at)
  if (space !== -1 && space < hit) return space + 1
  return isHalf(text, at) ? at + 1 : at
}
const isHalf = (text: string, at: number) => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1))

/** About `most` characters around the first match, or the beginning. Cuts are marked with «…». */
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
