// What writing out a voice note costs: by the minute on the platform's key, one credit where the platform pays no provider.
import { OWN_KEY_TURN, type Milli } from '@parlance/contract/lib/money'
import { METER_DEFAULTS, type MeterSettings, type PaidBy } from './metering.ts'

/** Micro-dollars a minute, by the model's name. */
const PRICES: Readonly<Record<string, number>> = {
  'whisper-1': 6000,
  'gpt-4o-transcribe': 6000,
  'gpt-4o-mini-transcribe': 3000,
}
/** For a model that the table does not know: dear enough that serving it does not lose money. */
const UNKNOWN_PRICE = 20_000

/** Bytes a second of what browsers record, and of the best sound that anybody sends as a note. */
const USUAL_RATE = 4000
const BEST_RATE = 32_000

/** How long a recording may be, before whoever listens to it has said so. `told` is the container's own claim. */
export const estimatedSeconds = (bytes: number, told: number | undefined): number =>
  told === undefined ? bytes / USUAL_RATE : Math.max(told, bytes / BEST_RATE)

/** Milli-credits, rounded up; never 0. */
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
  // Pico-dollars: whole numbers throughout, so nothing drifts.
  const picoUsd = (BigInt(seconds) * BigInt(price) * 1_000_000n) / 60n
  const markupPpm = BigInt(Math.round(markup * 1_000_000))
  const creditPicoUsd = BigInt(Math.max(1, Math.round(creditValueUsd * 1e12)))
  const divisor = creditPicoUsd * 1_000_000n
  return Math.max(1, Number((picoUsd * markupPpm * 1000n + divisor - 1n) / divisor))
}
