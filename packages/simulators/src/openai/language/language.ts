/** Detects the sandbox model's languages by their most common words. */
import { STOP_WORDS_OF } from './stop-words.ts'
import { words } from './words.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether the sandbox model speaks a language, given as two letters. */
export const isLanguage = (code: string | undefined): code is Language =>
  LANGUAGES.some((language) => language === code)

/** The language of a text; `undefined` when it is unclear, as in a name or a number. */
export function shownLanguage(text: string): Language | undefined {
  const { language, score, of } = likeliest(text)
  return score >= 2 || (score === 1 && of >= 3) ? language : undefined
}

/** Guesses the language of a text; English by default. */
export const detectLanguage = (text: string): Language => likeliest(text).language

/** By the script and the most common words. */
function likeliest(text: string): { language: Language; score: number; of: number } {
  // The «com» of an address is not a word.
  const heard = words(text.replace(/\S{0,300}[@/]\S{0,300}/g, ' '))
  const of = heard.length
  if (/\p{Script=Arabic}/u.test(text)) return { language: 'ar', score: Infinity, of }
  const scores = LANGUAGES.map((language) => ({
    language,
    score: heard.filter((word) => STOP_WORDS_OF[language]?.has(word)).length,
    of,
  }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best))
}
