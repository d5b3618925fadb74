// Marks a question's words in a passage, as the keyword search matches them.
import { foldLetters } from '@parlance/contract/lib/fold'
import { STOP_WORDS } from '@parlance/contract/knowledge/stopwords'
import type { Piece } from '../../components/content/passage-markdown.tsx'

const SHORTEST = 3
/** Words of this length also match longer words with the same start: «Versand» in «Versandkosten». */
const BEGINS = 6
const STEM = 4
/** Plurals and inflections of the common languages; longer ones first. */
const ENDINGS = ['ing', 'ies', 'ed', 'er', 'en', 'em', 'es', 'e', 'n', 's']

/** The text in parts with hits for the question's words in any form; stop words don't count. */
export function highlight(text: string, question: string): Piece[] {
  const asked = (question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(foldLetters)
  const words = [...new Set(asked)].filter(isWord)
  if (words.length === 0) return [{ text, hit: false }]
  const stems = new Set(words.map(stem))
  const long = words.filter((word) => word.length >= BEGINS)
  const pieces: Piece[] = []
  for (const part of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    if (part === '') continue
    const word = foldLetters(part)
    const hit = isWord(word) && (stems.has(stem(word)) || long.some((start) => word.startsWith(start)))
    const last = pieces.at(-1)
    if (last && last.hit === hit && !hit) last.text += part
    else pieces.push({ text: part, hit })
  }
  return pieces
}

const isWord = (word: string): boolean => word.length >= SHORTEST && !STOP_WORDS.has(word)

/** A word's stem: «orders» and «order», «Mondays» and «monday» match. */
function stem(word: string): string {
  // «Wass» is not a plural.
  if (word.endsWith('ss')) return word
  const end = ENDINGS.find((ending) => word.endsWith(ending) && word.length - ending.length >= leastOf(ending))
  if (!end) return word
  const rest = word.slice(0, -end.length)
  if (end === 'ies') return stem(`${rest}y`)
  // «shipping», «ship»
  const single = end === 'ing' || end === 'ed' ? rest.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : rest
  return stem(single.length >= STEM ? single : rest)
}

/** «days» comes from «day», but «was» from nothing. */
const leastOf = (ending: string): number => (ending === 's' ? 3 : STEM)
