// How mails write times, numbers and countries in each language.
import type { Language } from '@parlance/contract/accounts/languages'

const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  pt: 'pt-BR',
}

/** `21 November 2026, 23:28 UTC` */
export function moment(at: Date | string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  })
  const written = format.format(new Date(at))
  // Latin letters next to numbers would be reordered in right-to-left text.
  if (language === 'ar') return `${written} بالتوقيت العالمي`
  return `${language === 'en' ? written.replace(' at ', ', ') : written} UTC`
}

/** «Germany» for `DE`; '' for what is no code of a country. */
export const countryName = (code: string, language: Language): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames([LOCALES[language]], { type: 'region', fallback: 'none' }).of(code) ?? '')
    : ''

export const numberIn = (language: Language, count: number): string =>
  new Intl.NumberFormat(LOCALES[language]).format(count)
