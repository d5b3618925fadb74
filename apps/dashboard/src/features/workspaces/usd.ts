/** Dollars with as many decimals as small amounts need, at most three. */
export const usd = (amount: number, language: string): string =>
  amount.toLocaleString(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 })
