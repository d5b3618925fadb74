// Formats dates and names in the page's language and the reader's regional style where known. Numbers follow the
// language only (i18n/number-locale.ts), since texts pluralize in it.
import { i18n } from '../../i18n/i18n.ts'
import { isolateInRtl } from '../../i18n/bidi-isolate.ts'
import { LATIN, numberLocale } from '../../i18n/number-locale.ts'

/** The browser's variant of a language (`de-AT` for `de`), otherwise the language. */
export function wordLocale(language: string): string {
  const own = navigator.languages ?? []
  const isKind = (entry: string) => entry === language || entry.startsWith(`${language}-`)
  const found = own.find((entry) => isKind(entry) && isLocale(entry)) ?? language
  return language === 'ar' ? found + LATIN : found
}

/** Some systems give browsers invalid locales such as `en-US@posix`, on which formatters throw. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The same for the page's current language. */
export const dateLocale = (): string => wordLocale(i18n.language)

/** Caches the result of `make` per language: creating a formatter takes longer than the rest of a row. */
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

/** Formats dates in the page's current language. Throws a RangeError for an invalid date. */
export function dateWriter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = perLanguage((locale) => new Intl.DateTimeFormat(locale, options))
  return (at) => format().format(at)
}

/** Formats numbers in a language. */
export function numberWriter(options: Intl.NumberFormatOptions): (value: number, language: string) => string {
  const format = perLanguage((locale) => new Intl.NumberFormat(locale, options), numberLocale)
  return (value, language) => format(language).format(value)
}

const brief = dateWriter({ dateStyle: 'medium', timeStyle: 'short' })
/** A date and time without seconds. */
export const dateAndTime = (at: string | Date): string => brief(new Date(at))

/** A language's formatter of «3 minutes ago». */
export const agoFormat = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
/** Of «3 min. ago», for narrow lists; the narrow style would turn German minutes into metres. */
export const shortAgoFormat = perLanguage(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
)

const lists = perLanguage((locale) => new Intl.ListFormat(locale))
/** «Label: thing», for control names without their own translation. French puts a space before the colon. */
export const labelled = (label: string, thing: string): string =>
  `${label}${i18n.language === 'fr' ? '\u00a0' : ''}: ${thing}`

/** Joins names in the language's style: «A, B and C». */
export const listOf = (names: readonly string[]): string =>
  lists().format(names.map((name) => isolateInRtl(name, i18n.dir() === 'rtl')))
