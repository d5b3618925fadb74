// The server's refusal in the page's language, and which language that is.
import { isLanguage, type Language, languageFor } from '@parlance/contract/accounts/languages'

const messages = import.meta.glob<Readonly<Record<string, string>>>(
  '../../../../packages/i18n/locales/{ar,de,es,fr,pt}/messages.json',
  { import: 'default' },
)
export const ofLanguage = <T>(files: Record<string, () => Promise<T>>, language: Language) =>
  Object.entries(files).find(([path]) => path.includes(`/${language}/`))?.[1]

export type T = (key: string, params?: Readonly<Record<string, string | number>>) => string

export const filled = (text: string, params: Readonly<Record<string, unknown>> = {}) =>
  text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (place, name: string) => String(params[name] ?? place))

/** Storage may be denied. */
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
