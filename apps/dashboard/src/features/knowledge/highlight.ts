// Marks the words of a question in a passage.
import type { Piece } from '../../ui/mark-hits.ts'

const SHORTEST = 3

/** Pieces of the text in order; words of the question (3 letters and more, also as beginnings) are hits. */
export function highlight(text: string, question: string): Piece[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const stems = [...new Set(words.filter((word) => word.length >= SHORTEST))].map(stem)
  if (stems.length === 0) return [{ text, hit: false }]
  const pieces: Piece[] = []
  for (const part of text.split(/([\p{L}\p{N}]+)/u)) {
    if (part === '') continue
    const hit = part.length >= SHORTEST && stems.some((word) => part.toLowerCase().startsWith(word))
    const last = pieces.at(-1)
    if (last && last.hit === hit && !hit) last.text += part
    else pieces.push({ text: part, hit })
  }
  return pieces
}

/** A word without its plural s, so that «orders» marks «order». */
const stem = (word: string): string => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word)
