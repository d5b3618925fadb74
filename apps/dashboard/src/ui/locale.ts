// How this browser writes dates and times, whatever language the words around them have.

/** For dates in figures: the browser's own way. */
export const dateLocale = (): string | undefined => navigator.languages?.[0] ?? navigator.language

/** For words like «yesterday»: the browser's kind of the language of the page, else that language. */
export function wordLocale(language: string): string {
  const own = navigator.languages ?? []
  return own.find((entry) => entry === language || entry.startsWith(`${language}-`)) ?? language
}
