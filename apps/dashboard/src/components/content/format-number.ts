import { numberLocale } from '../../i18n/number-locale.ts'
import { i18n } from '../../i18n/i18n.ts'

type Decimals = Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'>

/** `currency` is a code in any case. */
export const currencyText = (amount: number, currency: string, language: string, decimals: Decimals = {}): string =>
  amount
    .toLocaleString(numberLocale(language), { style: 'currency', currency: currency.toUpperCase(), ...decimals })
    // After a currency's own letters («US$» in Arabic) the sign would change sides in right-to-left text.
    .replace(/\p{L}\p{Sc}$/u, '$&\u200e')

/** Dollars with the decimals small amounts need, at most `decimals`. */
export const usd = (amount: number, language: string, decimals = 3): string =>
  currencyText(amount, 'usd', language, { maximumFractionDigits: decimals })

/** A credit balance: one decimal, no thousands separator. */
export const balanceText = (credits: number, language: string): string =>
  credits.toLocaleString(numberLocale(language), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })

/** Thousands and decimal separators, so that number fields match the page's numbers. */
export function separators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(numberLocale(i18n.language)).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { thousandSeparator: of('group'), decimalSeparator: of('decimal') || '.' }
}
