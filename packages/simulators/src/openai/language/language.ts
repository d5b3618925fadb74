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
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  const heard = words(withoutAddresses(text))
  const { language, score } = likeliest(heard)
  return score >= 2 || (score === 1 && heard.length >= 3) ? language : undefined
}

/** Guesses the language of a text by its script and its most common words; English by default. */
export function detectLanguage(text: string): Language {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  return likeliest(words(withoutAddresses(text))).language
}

/** The «com» of an address is not a word. */
const withoutAddresses = (text: string): string => text.replace(/\S{0,300}[@/]\S{0,300}/g, ' ')

function likeliest(heard: readonly string[]): { language: Language; score: number } {
  let best: { language: Language; score: number } = { language: 'en', score: 0 }
  for (const language of ['en', 'de', 'fr', 'es', 'pt'] as const) {
    const score = heard.filter((word) => STOP_WORDS_OF[language]?.has(word)).length
    if (score > best.score) best = { language, score }
  }
  return best
}
