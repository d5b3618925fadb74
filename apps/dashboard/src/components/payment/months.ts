import { wordLocale } from '../content/locale.ts'

const MONTHS = 12

/** This month and the eleven before in UTC, newest first, such as `2026-11`. */
export const monthsUntil = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )

export const monthName = (month: string, language: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(wordLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
