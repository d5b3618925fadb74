// Texts of the sign-in page. English is bundled; other languages are loaded.
import { directionOf, type Language } from '@parlance/contract/accounts/languages'
import { filled, ofLanguage, type T } from './refusal-text.ts'

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

const read = (texts: Texts, key: string): string | undefined => {
  let found: unknown = texts
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const makeTexts =
  (texts: Texts): T =>
  (key, params) =>
    filled(read(texts, key) ?? read(english, key) ?? key, params)

/** Falls back to English. */
export async function loadTexts(language: Language): Promise<T> {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  const texts = await ofLanguage(others, language)?.().catch(() => undefined)
  return makeTexts(texts ?? english)
}
