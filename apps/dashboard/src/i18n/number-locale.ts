/** Of Arabic: with the digits and years that stand in its texts, for some countries write others. */
export const LATIN = '-u-ca-gregory-nu-latn'

/**
 * How numbers are written in a language: that of the page alone, whatever the country of the browser. In Arabic with the digits
 * that stand in its texts and in what is counted there, for browsers differ in which ones they take.
 */
export const numberLocale = (language: string): string => (language === 'ar' ? language + LATIN : language)
