// Currency, tax and exchange rates by country: the only module with these constants.
import { z } from 'zod'
import { type Currency, CURRENCIES } from './plans.ts'

export const TaxInfo = z.object({
  currency: z.enum(CURRENCIES),
  currencySymbol: z.string(),
  /** 0.27 is 27 percent, on top of net prices. */
  taxRate: z.number(),
  taxDescription: z.string(),
  /** Units of the currency for one US dollar. */
  exchangeRate: z.number(),
})
export type TaxInfo = z.infer<typeof TaxInfo>

export const EU_COUNTRIES: readonly string[] =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')

const BY_CURRENCY: Readonly<Record<Currency, TaxInfo>> = {
  usd: { currency: 'usd', currencySymbol: '$', taxRate: 0, taxDescription: '', exchangeRate: 1 },
  eur: { currency: 'eur', currencySymbol: '€', taxRate: 0.27, taxDescription: 'VAT (27%)', exchangeRate: 0.88 },
  gbp: { currency: 'gbp', currencySymbol: '£', taxRate: 0.35, taxDescription: 'VAT (35%)', exchangeRate: 0.75 },
}

/** Two letters in any case; US dollars without tax for every other country, and for none. */
export function taxOf(countryCode: string): TaxInfo {
  const country = countryCode.toUpperCase()
  if (country === 'GB') return BY_CURRENCY.gbp
  return EU_COUNTRIES.includes(country) ? BY_CURRENCY.eur : BY_CURRENCY.usd
}

export const taxOfCurrency = (currency: Currency): TaxInfo => BY_CURRENCY[currency]
