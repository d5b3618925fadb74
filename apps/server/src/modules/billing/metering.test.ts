import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnCost, turnHold } from './metering.ts'
import type { PaidBy } from './metering.ts'
import { LIST_PRICES, priceOf, UNKNOWN_MODEL } from './prices.ts'

const platform = (model: string, inputTokens: number, outputTokens: number) =>
  turnCost({ paidBy: 'platform', price: priceOf(model), usage: { inputTokens, outputTokens } })

describe('turnCost', () => {
  test.each([
    // 1,000 × $2.50/M × 1.3 = $0.00325 = 3.25 credits
    ['gpt-4o', 1000, 0, 3250],
    ['gpt-4o', 0, 1000, 13_000],
    ['gpt-4o-mini', 1000, 500, 585],
    ['gpt-4o-mini-2024-07-18', 1000, 500, 585],
    ['openai/gpt-4.1-mini', 2000, 300, 1664],
    ['claude-sonnet-4-20250514', 1000, 100, 5850],
    ['gemini-2.5-flash', 1, 0, 1],
    ['gpt-5-nano', 1, 0, 1],
    ['never-heard-of-it', 1000, 0, 19_500],
    ['gpt-4o', 0, 0, 0],
  ])('%s, %i in, %i out: %i milli-credits', (model, input, output, expected) => {
    expect(platform(model, input, output)).toBe(expected)
  })

  test.each<[PaidBy, number, number]>([
    ['ownKey', 120_000, 1000],
    ['sandbox', 10, 1000],
    ['sandbox', 0, 0],
  ])('%s: one credit per turn, nothing for no turn', (paidBy, inputTokens, expected) => {
    expect(turnCost({ paidBy, price: UNKNOWN_MODEL, usage: { inputTokens, outputTokens: 0 } })).toBe(expected)
  })

  test('uses the settings for credit value and markup', () => {
    const turn = {
      paidBy: 'platform',
      price: priceOf('gpt-4o'),
      usage: { inputTokens: 1000, outputTokens: 0 },
    } as const
    expect(turnCost({ ...turn, settings: { creditValueUsd: 0.01, markup: 1 } })).toBe(250)
    expect(turnCost({ ...turn, settings: { creditValueUsd: 0.001, markup: 2.5 } })).toBe(6250)
  })

  test('ignores impossible counts', () => {
    expect(platform('gpt-4o', -5000, 1000)).toBe(13_000)
    expect(platform('gpt-4o', Number.NaN, 1000)).toBe(13_000)
    expect(platform('gpt-4o', 0.2, 0)).toBe(platform('gpt-4o', 1, 0))
  })
})

describe('properties', () => {
  const turns = fc.record({
    paidBy: fc.constantFrom<PaidBy[]>('platform', 'ownKey', 'sandbox'),
    price: fc.constantFrom(...Object.values(LIST_PRICES), UNKNOWN_MODEL),
    settings: fc.record({
      creditValueUsd: fc.double({ min: 0.000_1, max: 1, noNaN: true }),
      markup: fc.double({ min: 1, max: 10, noNaN: true }),
    }),
  })
  const count = fc.integer({ min: 0, max: 2_000_000 })

  test('costs a whole number, at least the provider’s price', () => {
    fc.assert(
      fc.property(turns, count, count, (turn, inputTokens, outputTokens) => {
        const cost = turnCost({ ...turn, usage: { inputTokens, outputTokens } })
        expect(Number.isSafeInteger(cost)).toBe(true)
        if (turn.paidBy !== 'platform') return
        const usd = (inputTokens * turn.price.input + outputTokens * turn.price.output) / 1e12
        expect(cost).toBeGreaterThanOrEqual(((usd * turn.settings.markup) / turn.settings.creditValueUsd) * 999.99)
      }),
    )
  })

  test('holds enough for every turn within its estimate', () => {
    fc.assert(
      fc.property(turns, count, count, fc.double({ min: 0, max: 1, noNaN: true }), (turn, input, output, part) => {
        const hold = turnHold({ ...turn, estimatedInputTokens: input, maxOutputTokens: output })
        const usage = { inputTokens: Math.floor(input * part), outputTokens: Math.floor(output * part) }
        expect(hold).toBeGreaterThanOrEqual(turnCost({ ...turn, usage }))
        expect(hold).toBeGreaterThan(0)
      }),
    )
  })
})

describe('priceOf', () => {
  test.each([
    ['gpt-4o-mini', 'gpt-4o-mini'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-5-pro-2025', 'gpt-5-pro'],
    ['models/gemini-2.5-flash-lite', 'gemini-2.5-flash-lite'],
    ['GPT-4.1', 'gpt-4.1'],
  ])('%s has the price of %s', (model, key) => expect(priceOf(model)).toBe(LIST_PRICES[key]))
  test.each(['gpt-4omega', 'gpt-55', '', '/', 'llama-3'])('%s is unknown', (model) =>
    expect(priceOf(model)).toBe(UNKNOWN_MODEL),
  )
})
