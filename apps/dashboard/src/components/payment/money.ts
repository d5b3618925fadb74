import type { Currency } from '@parlance/contract/billing/plans'
import { currencyText } from '../content/format-number.ts'

interface Shown {
  /** Shows the cents of whole amounts too. */
  readonly cents?: boolean
}

/** Formats an amount in minor units. */
export const moneyText = (minor: number, currency: Currency, language: string, { cents = false }: Shown = {}): string =>
  currencyText(minor / 100, currency, language, { minimumFractionDigits: minor % 100 === 0 && !cents ? 0 : 2 })
