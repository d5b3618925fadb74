// The language of the dashboard, and its texts by namespace: `agents.title` is `title` in locales/<language>/agents.json of
// @parlance/i18n. Pages load the namespaces they need before they show (page-namespaces.ts). English stands in for what can't
// be fetched of another language.
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
    // A key begins with its namespace, so to types all texts are one namespace.
    defaultNS: 'texts'
    resources: { texts: DashboardTexts }
  }
}

type Files = Record<string, () => Promise<object>>
interface Spoken {
  readonly files: Files
  readonly messages: object
}
/** What knows where the texts of each language are. */
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
/** Any page may show these. */
const ALWAYS = { common, errors, shell }
const nameOf = (file: string) => /([\w-]+)\.json$/.exec(file)?.[1] ?? ''

/** What was spoken last in this browser: the sign-in page has no account to ask. */
const KEPT = 'parlance-language'

/** What is put into a sentence: numbers as the language writes them («1,4 s» in French), all else kept to itself. */
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
  // A finding that needs no advice has an empty one; otherwise its key would be shown.
  returnEmptyString: true,
  initAsync: false,
})

/** The namespaces that pages asked for so far. */
const needed = new Set(Object.keys(ALWAYS))
let wanted: Language = DEFAULT_LANGUAGE

async function load(language: Language, namespaces: Iterable<string>): Promise<Spoken> {
  const spoken = await LANGUAGES[language]()
  const missing = [...namespaces].filter((namespace) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) => {
      const file = Object.keys(spoken.files).find((path) => nameOf(path) === namespace)
      const texts = await spoken.files[file ?? '']?.()
      i18n.addResourceBundle(language, namespace, texts)
    }),
  )
  return spoken
}

/** Loads texts for what is about to show them. Rejects when the English ones can't be fetched. */
export async function loadNamespaces(namespaces: readonly DashboardNamespace[]): Promise<void> {
  for (const namespace of namespaces) needed.add(namespace)
  await Promise.all([load(DEFAULT_LANGUAGE, namespaces), load(wanted, namespaces).catch(() => undefined)])
}

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

/** Turns the page to a language. Where its texts can't be fetched, the page stays as it is. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  const spoken = await load(language, needed).catch(() => undefined)
  if (!spoken) return
  i18n.addResourceBundle(language, 'messages', spoken.messages)
  // Somebody chose another one while the texts were under way.
  if (wanted !== language) return
  if (i18n.language !== language) await i18n.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  keep(language)
}

export { i18n }
