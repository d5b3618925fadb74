// The translation catalogue: every visible sentence has a key in `en`; other languages follow the same shape.
// The build hands English over in parts, with the modules that name their keys (texts.ts beside vite.config.ts); it stands in
// for what another language lacks. Other languages come whole, as a file of their own, and only to whom they are for.
import {
  DEFAULT_LANGUAGE,
  directionOf,
  isLanguage,
  type Language,
  languageFor,
} from '@parlance/contract/accounts/languages'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { apart } from './apart.ts'
import { numberLocale } from './number-locale.ts'
import type { en } from './en/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

type Say = (sentence: string) => string
interface Spoken {
  readonly texts: object
  readonly said: Say
  readonly messages: object
}
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Spoken>>> = {
  ar: () => Promise.all([import('./ar/ar.ts'), import('../app/rtl.css')]).then(([spoken]) => spoken),
  de: () => import('./de/de.ts'),
  es: () => import('./es/es.ts'),
  fr: () => import('./fr/fr.ts'),
  pt: () => import('./pt/pt.ts'),
}
/** How the languages that came say what is not in the catalogue. */
const sayers: Partial<Record<string, Say>> = {}
/** What was spoken last in this browser: the sign-in page has no account to ask. */
const KEPT = 'parlance-language'

/** What is put into a sentence: numbers as the language writes them («1,4 s» in French), all else kept to itself. */
const putIn = (value: string | number): string =>
  typeof value === 'number'
    ? value.toLocaleString(numberLocale(i18n.language))
    : apart(String(value), i18n.dir() === 'rtl')

const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: DEFAULT_LANGUAGE,
  fallbackLng: DEFAULT_LANGUAGE,
  resources: { en: { translation: {} } },
  interpolation: { escape: putIn, useRawValueToEscape: true },
  returnNull: false,
  // A finding that needs no advice has an empty one; otherwise its key would be shown.
  returnEmptyString: true,
  initAsync: false,
})

/** Takes a part of the English catalogue, as it lies in the whole. */
export const addTexts = (texts: object) => void i18n.addResourceBundle('en', 'translation', texts, true, true)

/** A browser may forbid it. */
function stored(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Where there is no room for it, the next page asks the browser. */
function keep(language: Language): void {
  try {
    stored()?.setItem(KEPT, language)
  } catch {
    // Full.
  }
}

/** The language of a page that knows no account yet: the one spoken here last, else the browser's. */
export function startLanguage(): Language {
  const kept = stored()?.getItem(KEPT)
  return isLanguage(kept) ? kept : languageFor(navigator.languages)
}

/**
 * A sentence of the server, or of a rule in core, in the language of the page: they say theirs in English. One that is not
 * known there stays English.
 */
export const said: Say = (sentence) => sayers[i18n.language]?.(sentence) ?? sentence

let wished: Language = DEFAULT_LANGUAGE

/** Turns the page to a language. Where its texts can't be fetched, the page stays as it is. */
export async function speak(language: Language): Promise<void> {
  wished = language
  if (language !== 'en' && !i18n.hasResourceBundle(language, 'translation')) {
    const spoken = await CATALOGUES[language]().catch(() => undefined)
    if (!spoken) return
    sayers[language] = spoken.said
    i18n.addResourceBundle(language, 'translation', spoken.texts)
    i18n.addResourceBundle(language, 'messages', spoken.messages)
  }
  // Somebody chose another one while the texts were under way.
  if (wished !== language) return
  if (i18n.language !== language) await i18n.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  keep(language)
}

export { i18n }
