// Price of a turn: the provider's token price with markup, or one credit if the platform's key is not used.
import { CREDIT_VALUE_USD, OWN_KEY_TURN, PLATFORM_MARKUP, type Milli } from '@parlance/contract/lib/money'
import type { ModelPrice } from './prices.ts'

export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Whose key pays the model: the platform's, the workspace's own, or nobody's (the sandbox model). */
export type PaidBy = 'platform' | 'ownKey' | 'sandbox'

export interface MeterSettings {
  readonly creditValueUsd: number
  /** Factor over the provider's price, e.g. 1.3. */
  readonly markup: number
}
export const METER_DEFAULTS: MeterSettings = { creditValueUsd: CREDIT_VALUE_USD, markup: PLATFORM_MARKUP }

export interface TurnMeter {
  readonly paidBy: PaidBy
  readonly price: ModelPrice
  readonly settings?: MeterSettings
}

/** Milli-credits of a finished turn, rounded up. A turn that used no tokens costs nothing. */
export function turnCost(turn: TurnMeter & { readonly usage: TokenUsage }): Milli {
  const input = tokens(turn.usage.inputTokens)
  const output = tokens(turn.usage.outputTokens)
  if (input + output === 0n) return 0
  if (turn.paidBy !== 'platform') return OWN_KEY_TURN
  const { creditValueUsd, markup } = turn.settings ?? METER_DEFAULTS
  // Micro-dollars per million tokens times tokens is 10^-12 dollars. Integers throughout, to avoid rounding errors.
  const picoUsd = input * BigInt(turn.price.input) + output * BigInt(turn.price.output)
  const markupPpm = BigInt(Math.round(markup * 1_000_000))
  const creditPicoUsd = BigInt(Math.max(1, Math.round(creditValueUsd * 1e12)))
  return Number(ceilDiv(picoUsd * markupPpm * 1000n, creditPicoUsd * 1_000_000n))
}

/** Milli-credits to hold before a turn: its maximum cost, given the estimate and the token limit. */
export function turnHold(
  turn: TurnMeter & { readonly estimatedInputTokens: number; readonly maxOutputTokens: number },
): Milli {
  const usage = { inputTokens: Math.max(1, turn.estimatedInputTokens), outputTokens: turn.maxOutputTokens }
  return turnCost({ ...turn, usage })
}

/** Negative, fractional and missing counts from providers must not reduce the price. */
const tokens = (count: number): bigint => (Number.isFinite(count) && count > 0 ? BigInt(Math.ceil(count)) : 0n)
const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
