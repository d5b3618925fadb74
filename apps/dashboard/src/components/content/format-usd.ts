import { numberLocale } from '../../i18n/number-locale.ts'

/** Dollars with as many decimals as small amounts need, at most `decimals`. */
export const usd = (amount: number, language: string, decimals = 3): string =>
  amount
    .toLocaleString(numberLocale(language), { style: 'currency', currency: 'USD', maximumFractionDigits: decimals })
    // After letters of its own («US$», as Arabic has it) the sign would change sides in a line from right to left.
    .replace(/\p{L}\p{Sc}$/u, '$&\u200e')
