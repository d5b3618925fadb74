// List prices of model providers. Operators with other terms pass their own table.

/** Micro-dollars per 1,000,000 tokens, so that every price is an integer. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
}

const usd = (input: number, output: number): ModelPrice => ({
  input: Math.round(input * 1_000_000),
  output: Math.round(output * 1_000_000),
})

/**
 * By name prefix; the longest match wins. Tiered prices use the tier up to 200,000 prompt tokens: no turn is longer.
 */
export const LIST_PRICES: Readonly<Record<string, ModelPrice>> = {
  'gpt-4o': usd(2.5, 10),
  'gpt-4o-mini': usd(0.15, 0.6),
  'gpt-4.1': usd(2, 8),
  'gpt-4.1-mini': usd(0.4, 1.6),
  'gpt-4.1-nano': usd(0.1, 0.4),
  'gpt-5': usd(1.25, 10),
  'gpt-5-mini': usd(0.25, 2),
  'gpt-5-nano': usd(0.05, 0.4),
  'gpt-5-pro': usd(15, 120),
  'claude-3-haiku': usd(0.25, 1.25),
  'claude-3-5-haiku': usd(0.8, 4),
  'claude-haiku-4': usd(1, 5),
  'claude-3-5-sonnet': usd(3, 15),
  'claude-3-7-sonnet': usd(3, 15),
  'claude-sonnet-4': usd(3, 15),
  'gemini-2.0-flash': usd(0.1, 0.4),
  'gemini-2.5-flash': usd(0.3, 2.5),
  'gemini-2.5-flash-lite': usd(0.1, 0.4),
  'gemini-2.5-pro': usd(1.25, 10),
}

/** For unknown models: high enough that serving them does not lose money. */
export const UNKNOWN_MODEL: ModelPrice = usd(15, 75)

type Table = Readonly<Record<string, ModelPrice>>

/** Price of a model by its name, with or without a provider before it (`openai/gpt-4o-2024-08-06`). */
export const priceOf = (model: string, table: Table = LIST_PRICES): ModelPrice =>
  listPriceOf(model, table) ?? UNKNOWN_MODEL

export function listPriceOf(model: string, table: Table = LIST_PRICES): ModelPrice | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  let found = ''
  for (const key of Object.keys(table)) {
    // Must end at a separator: `gpt-4o` does not match `gpt-4omega`.
    const fits = name === key || (name.startsWith(key) && /[-.@:]/.test(name.charAt(key.length)))
    if (fits && key.length > found.length) found = key
  }
  return table[found]
}
