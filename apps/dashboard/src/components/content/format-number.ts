import { numberLocale } from '../../i18n/number-locale.ts'
import { i18n } from '../../i18n/i18n.ts'

/** Dollars with as many decimals as small amounts need, at most `decimals`. */
export const usd = (amount: number, language: string, decimals = 3): string =>
  amount
    .toLocaleString(numberLocale(language), { style: 'currency', currency: 'USD', maximumFractionDigits: decimals })
    // After letters of its own («US$», as Arabic has it) the sign would change sides in a line from right to left.
    .replace(/\p{L}\p{Sc}$/u, '$&\u200e')

/** What stands between thousands, and before a fraction: fields of numbers are written as the page writes numbers. */
export function separators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(numberLocale(i18n.language)).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { thousandSeparator: of('group'), decimalSeparator: of('decimal') || '.' }
}
