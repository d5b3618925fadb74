import type { Currency } from '@parlance/contract/billing/plans'
import { numberLocale } from '../../i18n/number-locale.ts'

interface Shown {
  /** Shows the cents of whole amounts too. */
  readonly cents?: boolean
}

/** Formats an amount in minor units. */
export const moneyText = (minor: number, currency: Currency, language: string, { cents = false }: Shown = {}): string =>
  (minor / 100).toLocaleString(numberLocale(language), {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: minor % 100 === 0 && !cents ? 0 : 2,
  })
