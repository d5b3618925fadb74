import { dateLocale } from './locale.ts'

/** What stands between thousands, and before a fraction: fields of numbers are written as the page writes numbers. */
export function separators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(dateLocale()).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { thousandSeparator: of('group'), decimalSeparator: of('decimal') || '.' }
}
