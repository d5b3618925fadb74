// How dates, numbers and names are written: in the language of the page, the way of the reader's country where it is known.
import { i18n } from '../i18n/i18n.ts'

/** The browser's kind of a language (`de-AT` for `de`), else that language. */
export function wordLocale(language: string): string {
  const own = navigator.languages ?? []
  return own.find((entry) => entry === language || entry.startsWith(`${language}-`)) ?? language
}

/** The same for the language that the page is in now. */
export const dateLocale = (): string => wordLocale(i18n.language)

/** What stands between thousands, and before a fraction: fields of numbers are written as the page writes numbers. */
export function separators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(dateLocale()).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { thousandSeparator: of('group'), decimalSeparator: of('decimal') || '.' }
}

/** A moment as people write it, without its seconds. */
export const dateAndTime = (at: string): string =>
  new Date(at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })

/** Names in a row, the last joined by the word of the language: «A, B and C». */
export const listOf = (names: readonly string[]): string => new Intl.ListFormat(dateLocale()).format(names)
