// Price of transcribing a voice note: by the minute on the platform's key, one credit on any other.
import { OWN_KEY_TURN, type Milli } from '@parlance/contract/lib/money'
import { METER_DEFAULTS, type MeterSettings, type PaidBy } from './metering.ts'

/** Micro-dollars a minute, by the model's name. */
const PRICES: Readonly<Record<string, number>> = {
  'whisper-1': 6000,
  'gpt-4o-transcribe': 6000,
  'gpt-4o-mini-transcribe': 3000,
}
/** For unknown models: high enough that serving them does not lose money. */
const UNKNOWN_PRICE = 20_000

/** Bytes per second of browser recordings, and of the best audio usually sent. */
const USUAL_RATE = 4000
const BEST_RATE = 32_000

/** Estimated length before the provider reports it. `declared` is the duration in the file's header. */
export const estimatedSeconds = (bytes: number, declared: number | undefined): number =>
  declared === undefined ? bytes / USUAL_RATE : Math.max(declared, bytes / BEST_RATE)

export function transcriptionCost(note: {
  readonly paidBy: PaidBy
  readonly model: string
  readonly seconds: number
  readonly settings?: MeterSettings
}): Milli {
  if (note.paidBy !== 'platform') return OWN_KEY_TURN
  const { creditValueUsd, markup } = note.settings ?? METER_DEFAULTS
  const seconds = Number.isFinite(note.seconds) ? Math.min(Math.max(1, Math.ceil(note.seconds)), 86_400) : 86_400
  const price = Object.hasOwn(PRICES, note.model) ? (PRICES[note.model] ?? UNKNOWN_PRICE) : UNKNOWN_PRICE
  // Integers (pico-dollars) throughout, to avoid rounding errors.
  const picoUsd = (BigInt(seconds) * BigInt(price) * 1_000_000n) / 60n
  const markupPpm = BigInt(Math.round(markup * 1_000_000))
  const creditPicoUsd = BigInt(Math.max(1, Math.round(creditValueUsd * 1e12)))
  const divisor = creditPicoUsd * 1_000_000n
  return Math.max(1, Number((picoUsd * markupPpm * 1000n + divisor - 1n) / divisor))
}
