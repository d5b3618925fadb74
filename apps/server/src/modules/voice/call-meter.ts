// Charges a call by the minute: each minute is held in advance with an estimate of the speech, and charged by actual
// use.
import { type Milli, PLATFORM_MARKUP, usdToMilli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { CallCharges, CallEngine, CallSpeech, CallTranscriber, Charged } from './ports.ts'
import type { CallClock } from './session/clock.ts'

/** Milli-credits per minute, in addition to turns and the platform's providers. */
export const MINUTE: Milli = 20_000
const MINUTE_MS = 60_000
/** Characters that an agent speaks per minute of a call, about half the time. */
const CHARS_A_MINUTE = 450

interface Providers {
  readonly transcriber: Pick<CallTranscriber, 'usdPerMinute'> | undefined
  readonly speech: Pick<CallSpeech, 'usdPerThousandChars'>
  /** Takes the place of both, until it is lost. */
  readonly engine?: Pick<CallEngine, 'usdPerMinute'> | undefined
}

export interface CallPrice {
  /** Per minute: the amount held, which is announced before the call. */
  readonly minute: Milli
  /** Per minute, without hearing and speech. */
  readonly line: Milli
  /** Per minute in which the platform's transcriber hears the caller. */
  readonly hearing: Milli
  /** Per thousand spoken characters. */
  readonly thousandChars: Milli
}

export function priceOf({ transcriber, speech, engine }: Providers, creditValueUsd: number): CallPrice {
  const milli = (usd: number) => usdToMilli(usd * PLATFORM_MARKUP, creditValueUsd)
  const [hearing, speaking] = [transcriber?.usdPerMinute ?? 0, speech.usdPerThousandChars ?? 0]
  const estimate = engine ? (engine.usdPerMinute ?? 0) : hearing + (speaking * CHARS_A_MINUTE) / 1000
  return {
    minute: MINUTE + milli(estimate),
    line: MINUTE,
    hearing: milli(hearing),
    thousandChars: milli(speaking),
  }
}

/** What an engine used, by the provider's own units. */
export const engineCost = (usd: number, creditValueUsd: number): Milli =>
  usdToMilli(usd * PLATFORM_MARKUP, creditValueUsd)

/** Started seconds are charged. */
export const costOf = (ms: number, minute: Milli): Milli => Math.ceil((Math.ceil(Math.max(0, ms) / 1000) * minute) / 60)

/** By the length of the spoken text. */
export const speechCost = (chars: number, { thousandChars }: CallPrice): Milli =>
  Math.ceil((chars * thousandChars) / 1000)

export interface CallMeter {
  /** Ends it and returns the cost of the call. */
  readonly stop: () => Promise<Milli>
}

interface MeterDeps {
  readonly clock: CallClock
  readonly ctx: Ctx
  readonly charges: CallCharges
  readonly call: Omit<Charged, 'key'> & { readonly id: string }
  readonly price: CallPrice
  /** How long the platform's transcriber was open so far. */
  readonly heardMs: () => number
  /** Characters the agent has spoken so far. */
  readonly spoken: () => number
  /** Price of what else was used so far: begun answers that were not needed, and an engine. */
  readonly used: () => Milli
  /** The next minute could not be held. */
  readonly onExhausted: () => void
  readonly onCharged: (cost: Milli) => Promise<void>
}

/** Resolves once the first minute is held. Throws CREDITS_EXHAUSTED. */
export async function startMeter({
  clock,
  ctx,
  charges,
  call,
  price,
  heardMs,
  spoken,
  used,
  onExhausted,
  onCharged,
}: MeterDeps): Promise<CallMeter> {
  const { id, ...of } = call
  let minute = 0
  let begun = clock.now()
  let charged = 0
  let heardCharged = 0
  let charsCharged = 0
  let usedCharged = 0
  let isStopped = false
  let cancel = () => {}
  const keyOf = (index: number) => ({ ...of, key: `call:${id}:${index}` })
  let last: Promise<void> = Promise.resolve()

  /** Speech and what else was used are charged by actual use, even above the estimate. */
  const settle = async (index: number, line: Milli) => {
    const heard = costOf(heardMs(), price.hearing)
    // A transcriber that took over from an engine was not held for.
    const hearing = Math.min(heard - heardCharged, price.minute - price.line)
    const chars = spoken()
    const other = used()
    const cost = line + hearing + speechCost(chars, price) - speechCost(charsCharged, price) + other - usedCharged
    heardCharged = heard
    charsCharged = chars
    usedCharged = other
    await charges.settle(ctx, { ...keyOf(index), cost })
    charged += cost
    await onCharged(cost)
  }
  const next = async () => {
    if (isStopped) return
    try {
      await charges.hold(ctx, { ...keyOf(minute + 1), amount: price.minute })
    } catch {
      onExhausted()
      return
    }
    await settle(minute, price.line)
    minute += 1
    begun += MINUTE_MS
    plan()
  }
  const plan = () => {
    cancel = clock.after(begun + MINUTE_MS - clock.now(), () => {
      last = next().catch(() => onExhausted())
    })
  }
  await charges.hold(ctx, { ...keyOf(0), amount: price.minute })
  plan()
  return {
    async stop() {
      cancel()
      await last
      isStopped = true
      // A hold is at most one minute, however late the call ends.
      await settle(minute, Math.min(price.line, costOf(clock.now() - begun, price.line)))
      return charged
    },
  }
}
