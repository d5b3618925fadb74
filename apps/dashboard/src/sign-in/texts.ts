// The words of the sign-in page. English comes with the script, other languages when they are spoken.
import { directionOf, isLanguage, type Language, languageFor } from '@parlance/contract/accounts/languages'

const ENGLISH = {
  ...import.meta.glob('../../../../packages/i18n/locales/en/client.json', { eager: true, import: 'signIn' }),
}
const PASSWORD = import.meta.glob('../../../../packages/i18n/locales/en/client.json', {
  eager: true,
  import: 'password',
})
const FOOTER = import.meta.glob('../../../../packages/i18n/locales/en/client.json', { eager: true, import: 'footer' })
const POWERED = import.meta.glob('../../../../packages/i18n/locales/en/client.json', {
  eager: true,
  import: 'poweredBy',
})
const only = (files: Record<string, unknown>) => Object.values(files)[0]

type Texts = Readonly<Record<string, unknown>>
const english: Texts = {
  signIn: only(ENGLISH),
  password: only(PASSWORD),
  footer: only(FOOTER),
  poweredBy: only(POWERED),
}
const others = import.meta.glob<Texts>('../../../../packages/i18n/locales/{ar,de,es,fr,pt}/client.json', {
  import: 'default',
})
const messages = import.meta.glob<Readonly<Record<string, string>>>(
  '../../../../packages/i18n/locales/{ar,de,es,fr,pt}/messages.json',
  { import: 'default' },
)
const ofLanguage = <T>(files: Record<string, () => Promise<T>>, language: Language) =>
  Object.entries(files).find(([path]) => path.includes(`/${language}/`))?.[1]

export type T = (key: string, params?: Readonly<Record<string, string | number>>) => string

const read = (texts: Texts, key: string): string | undefined => {
  let found: unknown = texts
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  return typeof found === 'string' && found !== '' ? found : undefined
}
const filled = (text: string, params: Readonly<Record<string, unknown>> = {}) =>
  text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (place, name: string) => String(params[name] ?? place))

export const makeTexts =
  (texts: Texts): T =>
  (key, params) =>
    filled(read(texts, key) ?? read(english, key) ?? key, params)

/** A browser may forbid it. */
function spokenLast(): string | null {
  try {
    return localStorage.getItem('parlance-language')
  } catch {
    return null
  }
}

export function pageLanguage(): Language {
  const kept = spokenLast()
  return isLanguage(kept) ? kept : languageFor(navigator.languages)
}

/** English stands in for what cannot be fetched. */
export async function loadTexts(language: Language): Promise<T> {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  const texts = await ofLanguage(others, language)?.().catch(() => undefined)
  return makeTexts(texts ?? english)
}

/** What the server refused, in the language of the page. */
export async function refusalText({
  message,
  reason,
  params,
}: {
  message: string
  reason?: string
  params?: Readonly<Record<string, unknown>>
}): Promise<string> {
  const known = reason === undefined ? undefined : await ofLanguage(messages, pageLanguage())?.().catch(() => undefined)
  const text = reason === undefined ? undefined : known?.[reason]
  return text === undefined ? message : filled(text, params)
}
