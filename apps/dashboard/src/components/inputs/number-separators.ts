import { i18n } from '../../i18n/i18n.ts'
import { numberLocale } from '../../i18n/number-locale.ts'

/** What stands between thousands, and before a fraction: fields of numbers are written as the page writes numbers. */
export function separators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(numberLocale(i18n.language)).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { thousandSeparator: of('group'), decimalSeparator: of('decimal') || '.' }
}
