/** Tells the languages the sandbox model speaks by their commonest words. Pure. */
import { STOP_WORDS_OF } from './stop-words.ts'
import { words } from './words.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether the sandbox model speaks a language, given as two letters. */
export const isLanguage = (code: string | undefined): code is Language =>
  LANGUAGES.some((language) => language === code)

/** Words that show a language although they carry a subject. */
const TELLING: Record<Language, string> = {
  en: 'hi hello hey thanks thank bye goodbye open price refund help who',
  de: 'hallo moin servus guten danke dankeschon tschuss offnungszeiten preis kostet hilfe geoffnet',
  fr: 'bonjour salut bonsoir merci revoir horaires prix livraison heures ouvert remboursement aide',
  es: 'hola buenos buenas gracias adios horario precio envio cuesta abierto reembolso ayuda',
  pt: 'ola oi bom obrigado obrigada tchau horario preco entrega custa aberto reembolso ajuda voces',
  ar: '',
}

/** Words heard in several languages, which show none. */
const NEUTRAL = new Set('hi ok okay no email die am an in hotel super'.split(' '))

/** The language that a text shows; `undefined` when it shows none clearly, such as a name or a number. */
export function shownLanguage(text: string): Language | undefined {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  const heard = words(withoutAddresses(text)).filter((word) => !NEUTRAL.has(word))
  const { language, score } = likeliest(heard)
  return score >= 2 || (score === 1 && heard.length >= 3) ? language : undefined
}

/** Guesses the language of a text by its script and its commonest words; English when nothing shows. */
export function detectLanguage(text: string): Language {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  return likeliest(words(withoutAddresses(text))).language
}

/** «com» of an address is no word. */
const withoutAddresses = (text: string): string => text.replace(/\S{0,300}[@/]\S{0,300}/g, ' ')

function likeliest(heard: readonly string[]): { language: Language; score: number } {
  let best: { language: Language; score: number } = { language: 'en', score: 0 }
  for (const language of ['en', 'de', 'fr', 'es', 'pt'] as const) {
    const telling = new Set(TELLING[language].split(' '))
    const score = heard.reduce(
      (sum, word) => sum + (STOP_WORDS_OF[language]?.has(word) ? 1 : 0) + (telling.has(word) ? 2 : 0),
      0,
    )
    if (score > best.score + (best.language === 'en' && best.score > 0 ? 0.5 : 0)) best = { language, score }
  }
  return best
}
