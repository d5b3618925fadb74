// Splits text to a channel's limit at natural places.
import type { TextLimit } from '@parlance/contract/channels/capabilities'

const encoder = new TextEncoder()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const sizeOf = (text: string, unit: TextLimit['unit']): number =>
  unit === 'bytes' ? encoder.encode(text).length : text.length

/** Splits at the end of a paragraph, line or word where one is near, never within a grapheme. */
export function splitText(text: string, { max, unit }: TextLimit): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (sizeOf(rest, unit) > max) {
    const head = prefix(rest, { max, unit })
    const far = head.length / 2
    const end = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), head.lastIndexOf(' ')].find((at) => at > far)
    const piece = head.slice(0, end ?? head.length)
    pieces.push(piece.trim())
    rest = rest.slice(piece.length).trim()
  }
  return [...pieces, rest].filter((piece) => piece !== '')
}

/** The longest beginning that fits, at least one grapheme or, where not even that fits, one character. */
function prefix(text: string, { max, unit }: TextLimit): string {
  // A unit spans at least one code unit, so nothing beyond `max` can fit.
  const window = text.slice(0, max + 1)
  let end = 0
  let size = 0
  for (const { segment, index } of graphemes.segment(window)) {
    size += sizeOf(segment, unit)
    if (size > max) break
    end = index + segment.length
  }
  return text.slice(0, end || ([...text][0]?.length ?? 1))
}

/** At most `max` characters, cut at a word where one is near, ending with «…». */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const head = prefix(text, { max: max - 1, unit: 'characters' })
  const space = text[head.length] === ' ' ? head.length : head.lastIndexOf(' ')
  return `${(space > max / 2 ? head.slice(0, space) : head).trimEnd()}…`
}
