// How dates and names are written: in the language of the page, the way of the reader's country where it is known. Numbers
// follow the language alone (i18n/number-locale.ts), for texts count in it.
import { i18n } from '../../i18n/i18n.ts'
import { isolateInRtl } from '../../i18n/bidi-isolate.ts'
import { LATIN, numberLocale } from '../../i18n/number-locale.ts'

/** The browser's kind of a language (`de-AT` for `de`), else that language. */
export function wordLocale(language: string): string {
  const own = navigator.languages ?? []
  const isKind = (entry: string) => entry === language || entry.startsWith(`${language}-`)
  const found = own.find((entry) => isKind(entry) && isLocale(entry)) ?? language
  return language === 'ar' ? found + LATIN : found
}

/** Some systems hand browsers names that are no locales, such as `en-US@posix`; formatters throw at them. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The same for the language that the page is in now. */
export const dateLocale = (): string => wordLocale(i18n.language)

/** What makes one of `make` per language of the page and keeps it: making a formatter takes longer than all else of a row. */
function perLanguage<Formatter>(
  make: (locale: string) => Formatter,
  localeOf: (language: string) => string = wordLocale,
): (language?: string) => Formatter {
  const made = new Map<string, Formatter>()
  return (language = i18n.language) => {
    const kept = made.get(language) ?? make(localeOf(language))
    made.set(language, kept)
    return kept
  }
}

/** Writes moments in one way, in the language that the page is in then. Throws a RangeError at an invalid date. */
export function dateWriter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = perLanguage((locale) => new Intl.DateTimeFormat(locale, options))
  return (at) => format().format(at)
}

/** Writes numbers in one way, in a language. */
export function numberWriter(options: Intl.NumberFormatOptions): (value: number, language: string) => string {
  const format = perLanguage((locale) => new Intl.NumberFormat(locale, options), numberLocale)
  return (value, language) => format(language).format(value)
}

const brief = dateWriter({ dateStyle: 'medium', timeStyle: 'short' })
/** A moment as people write it, without its seconds. */
export const dateAndTime = (at: string | Date): string => brief(new Date(at))

/** The formatter of «3 minutes ago» for a language. */
export const agoFormat = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
/** Of «3 min. ago», for narrow lists; narrower, German minutes would be metres. */
export const shortAgoFormat = perLanguage(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
)

const lists = perLanguage((locale) => new Intl.ListFormat(locale))
/** «Label: thing», for names of controls that no sentence of the catalogue holds. In French a space stands before the colon. */
export const labelled = (label: string, thing: string): string =>
  `${label}${i18n.language === 'fr' ? '\u00a0' : ''}: ${thing}`

/** Names in a row, the last joined by the word of the language: «A, B and C». */
export const listOf = (names: readonly string[]): string =>
  lists().format(names.map((name) => isolateInRtl(name, i18n.dir() === 'rtl')))
