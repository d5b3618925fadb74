// The dashboard's language and texts by namespace: `agents.title` is `title` in locales/<language>/agents.json of
// @parlance/i18n. Pages load their namespaces before they render (page-namespaces.ts). English replaces texts of
// another language that can't be fetched.
import {
  DEFAULT_LANGUAGE,
  directionOf,
  isLanguage,
  type Language,
  languageFor,
} from '@parlance/contract/accounts/languages'
import type { DashboardNamespace, DashboardTexts } from '@parlance/i18n/dashboard'
import common from '@parlance/i18n/locales/en/common.json'
import errors from '@parlance/i18n/locales/en/errors.json'
import shell from '@parlance/i18n/locales/en/shell.json'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolateInRtl } from './bidi-isolate.ts'
import { numberLocale } from './number-locale.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    // Keys begin with their namespace, so for the types all texts are one namespace.
    defaultNS: 'texts'
    resources: { texts: DashboardTexts }
  }
}

type Files = Record<string, () => Promise<object>>
interface Spoken {
  readonly files: Files
  readonly messages: object
}
const LANGUAGES: Readonly<Record<Language, () => Promise<Spoken>>> = {
  en: () => Promise.resolve({ files: ENGLISH, messages: {} }),
  ar: () => Promise.all([import('./ar/ar.ts'), import('../app/rtl.css')]).then(([spoken]) => spoken),
  de: () => import('./de/de.ts'),
  es: () => import('./es/es.ts'),
  fr: () => import('./fr/fr.ts'),
  pt: () => import('./pt/pt.ts'),
}
const ENGLISH: Files = import.meta.glob(
  ['../../../../packages/i18n/locales/en/*.json', '!**/{chat,chat-parts,emails,messages}.json'],
  { import: 'default' },
)
/** Available on every page. */
const ALWAYS = { common, errors, shell }
const nameOf = (file: string) => /([\w-]+)\.json$/.exec(file)?.[1] ?? ''

/** The last language used in this browser: the sign-in page has no account to ask. */
const KEPT = 'parlance-language'

/** Formats interpolated values: numbers as the language writes them («1,4 s» in French), everything else isolated. */
const putIn = (value: string | number): string =>
  typeof value === 'number'
    ? value.toLocaleString(numberLocale(i18n.language))
    : isolateInRtl(String(value), i18n.dir() === 'rtl')

const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: DEFAULT_LANGUAGE,
  fallbackLng: DEFAULT_LANGUAGE,
  resources: { en: ALWAYS },
  ns: Object.keys(ENGLISH).map(nameOf),
  defaultNS: 'common',
  nsSeparator: '.',
  interpolation: { escape: putIn, useRawValueToEscape: true },
  returnNull: false,
  // Findings without advice have an empty text; otherwise the key would be shown.
  returnEmptyString: true,
  initAsync: false,
})

/** Namespaces requested so far. */
const needed = new Set(Object.keys(ALWAYS))
let wanted: Language = DEFAULT_LANGUAGE

async function load(language: Language, namespaces: Iterable<string>): Promise<Spoken> {
  const spoken = await LANGUAGES[language]()
  const missing = [...namespaces].filter((namespace) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) => {
      const file = Object.keys(spoken.files).find((path) => nameOf(path) === namespace)
      const texts = await spoken.files[file ?? '']?.()
      i18n.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true })
    }),
  )
  return spoken
}

/** Loads namespaces before their texts are rendered. Rejects when the English ones can't be fetched. */
export async function loadNamespaces(namespaces: readonly DashboardNamespace[]): Promise<void> {
  for (const namespace of namespaces) needed.add(namespace)
  await Promise.all([load(DEFAULT_LANGUAGE, namespaces), load(wanted, namespaces).catch(() => undefined)])
}

/** Browsers may forbid storage. */
function stored(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** If storage is full, the next page uses the browser's language. */
function keep(language: Language): void {
  try {
    stored()?.setItem(KEPT, language)
  } catch {}
}

/** The language of pages without an account: the last one used here, else the browser's. */
export function startLanguage(): Language {
  const kept = stored()?.getItem(KEPT)
  return isLanguage(kept) ? kept : languageFor(navigator.languages)
}

/** Switches the language. Keeps the current one if its texts can't be fetched. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  const spoken = await load(language, needed).catch(() => undefined)
  if (!spoken) return
  i18n.addResourceBundle(language, 'messages', spoken.messages)
  // Another language was chosen while the texts were loading.
  if (wanted !== language) return
  if (i18n.language !== language) await i18n.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  keep(language)
}

export { i18n }
