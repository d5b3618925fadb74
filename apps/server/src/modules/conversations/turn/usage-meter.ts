// What a turn has used so far: every call of a model is counted, whoever made it.
import { METER_DEFAULTS, type TokenUsage, turnCost, priceOf } from '../../billing/index.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { Model } from '../ports.ts'

/** `creditValueUsd`: dollars per credit. */
export const meterOf = (creditValueUsd: number, model: Model) => ({
  paidBy: model.paidBy,
  price: priceOf(model.name),
  settings: { ...METER_DEFAULTS, creditValueUsd },
})

export function createMeter(creditValueUsd: number) {
  const usage = { inputTokens: 0, outputTokens: 0 }
  let platform: Milli = 0
  let flat: Milli = 0
  return {
    /** Answers what this call adds to the bill: on keys that are not the platform's, a turn costs the same however many calls it takes. */
    add(model: Model, used: TokenUsage): Milli {
      usage.inputTokens += used.inputTokens
      usage.outputTokens += used.outputTokens
      const cost = turnCost({ ...meterOf(creditValueUsd, model), usage: used })
      if (model.paidBy === 'platform') {
        platform += cost
        return cost
      }
      const added = Math.max(0, cost - flat)
      flat += added
      return added
    },
    cost: (): Milli => platform + flat,
    /** The part that grows with every call. */
    platformCost: (): Milli => platform,
    usage: (): TokenUsage => ({ ...usage }),
  }
}
export type Meter = ReturnType<typeof createMeter>
