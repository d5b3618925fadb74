/** ISO 639-1 codes of languages with a complete catalogue. The first is the fallback. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português (Brasil)',
}

export const DEFAULT_LANGUAGE: Language = 'en'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The first of these tags (`de-AT`, `fr`), best first, whose language has a catalogue; English if none has. */
export const languageFor = (wishes: readonly string[]): Language =>
  wishes.map((wish) => wish.split('-')[0]?.toLowerCase()).find(isLanguage) ?? DEFAULT_LANGUAGE

const MOST_WISHES = 20

/** The same for the value of a header `Accept-Language` (RFC 9110, 12.5.4). Weights decide the order; 0 is a refusal. */
export function languageAccepted(header: string | null | undefined): Language {
  const wishes = (header ?? '').split(',', MOST_WISHES).map((entry, place) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const q = weight === undefined ? 1 : Number(weight)
    return { range, place, q: Number.isFinite(q) ? q : 0 }
  })
  const wanted = wishes.filter(({ q }) => q > 0).toSorted((a, b) => b.q - a.q || a.place - b.place)
  return languageFor(wanted.map(({ range }) => range))
}
