// Charges the minutes of a call as they pass: one is held ahead, and what was not used of the last is given back.
import { type Milli, PLATFORM_MARKUP } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { CallCharges, CallSpeech, CallTranscriber, Charged } from './ports.ts'
import type { CallClock } from './session/clock.ts'

/** Milli-credits of a minute, beside turns and the platform's providers. */
export const MINUTE: Milli = 20_000
const MINUTE_MS = 60_000
/** An agent says no more in a minute of a call, of which it speaks about half. */
const CHARS_A_MINUTE = 450

interface Providers {
  readonly transcriber: Pick<CallTranscriber, 'usdPerMinute'> | undefined
  readonly speech: Pick<CallSpeech, 'usdPerThousandChars'>
}

/** Milli-credits of a minute with these providers, told before it is spent. */
export function minutePrice({ transcriber, speech }: Providers, creditValueUsd: number): Milli {
  const usd = (transcriber?.usdPerMinute ?? 0) + ((speech.usdPerThousandChars ?? 0) * CHARS_A_MINUTE) / 1000
  return MINUTE + Math.ceil((usd * PLATFORM_MARKUP * 1000) / creditValueUsd)
}

/** Begun seconds are charged. */
export const costOf = (ms: number, minute: Milli): Milli => Math.ceil((Math.ceil(Math.max(0, ms) / 1000) * minute) / 60)

export interface CallMeter {
  /** Ends it; answers what the call cost. */
  readonly stop: () => Promise<Milli>
}

interface MeterDeps {
  readonly clock: CallClock
  readonly ctx: Ctx
  readonly charges: CallCharges
  readonly call: Omit<Charged, 'key'> & { readonly id: string }
  /** Milli-credits of a minute. */
  readonly price: Milli
  /** No further minute could be held. */
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
  onExhausted,
  onCharged,
}: MeterDeps): Promise<CallMeter> {
  const { id, ...of } = call
  let minute = 0
  let begun = clock.now()
  let charged = 0
  let isStopped = false
  let cancel = () => {}
  const keyOf = (index: number) => ({ ...of, key: `call:${id}:${index}` })
  let last: Promise<void> = Promise.resolve()

  const settle = async (index: number, cost: Milli) => {
    await charges.settle(ctx, { ...keyOf(index), cost })
    charged += cost
    await onCharged(cost)
  }
  const next = async () => {
    if (isStopped) return
    try {
      await charges.hold(ctx, { ...keyOf(minute + 1), amount: price })
    } catch {
      onExhausted()
      return
    }
    await settle(minute, price)
    minute += 1
    begun += MINUTE_MS
    plan()
  }
  const plan = () => {
    cancel = clock.after(begun + MINUTE_MS - clock.now(), () => {
      last = next().catch(() => onExhausted())
    })
  }
  await charges.hold(ctx, { ...keyOf(0), amount: price })
  plan()
  return {
    async stop() {
      cancel()
      await last
      isStopped = true
      // A hold is one minute at most, however late the call ends after it.
      await settle(minute, Math.min(price, costOf(clock.now() - begun, price)))
      return charged
    },
  }
}
