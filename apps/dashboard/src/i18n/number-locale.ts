/** Arabic with fixed digits and calendar, which differ between countries. */
export const LATIN = '-u-ca-gregory-nu-latn'

/**
 * The locale for numbers: the page's language, regardless of the browser's region. For Arabic with fixed digits,
 * because browsers choose different ones.
 */
export const numberLocale = (language: string): string => (language === 'ar' ? language + LATIN : language)
