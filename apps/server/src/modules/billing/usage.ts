// What a charge is for, as its receipt shows it: which models read and wrote how much, and what their providers ask for that.
import type { PaidBy, TokenUsage } from './metering.ts'
import { priceOf } from './prices.ts'
import type { DomainEvent } from '../../lib/events.ts'

export interface UsedUnits {
  readonly model: string
  readonly paidBy: PaidBy
  readonly input: number
  readonly output: number
  /** List price of the provider in 10^-12 US dollars; 0 where the platform does not pay it. */
  readonly picoUsd: number
}

/** Stored with the charge. */
export interface Usage {
  readonly channel?: string
  readonly units: readonly UsedUnits[]
}

const count = (tokens: number): number => (Number.isFinite(tokens) && tokens > 0 ? Math.ceil(tokens) : 0)

export function usedUnits(model: { readonly name: string; readonly paidBy: PaidBy }, used: TokenUsage): UsedUnits {
  const [input, output] = [count(used.inputTokens), count(used.outputTokens)]
  const price = priceOf(model.name)
  const picoUsd = model.paidBy === 'platform' ? input * price.input + output * price.output : 0
  return { model: model.name, paidBy: model.paidBy, input, output, picoUsd }
}

/** Adds to what the same model was used for before. */
export function addUnits(all: UsedUnits[], used: UsedUnits): void {
  const at = all.findIndex(({ model, paidBy }) => model === used.model && paidBy === used.paidBy)
  const before = all[at]
  if (!before) all.push(used)
  else
    all[at] = {
      ...before,
      input: before.input + used.input,
      output: before.output + used.output,
      picoUsd: before.picoUsd + used.picoUsd,
    }
}

interface Charged {
  /** Who paid. */
  readonly workspaceId: string
  readonly low?: { readonly mark: number; readonly left: number } | undefined
  readonly crossed?: true
  readonly crossedOrg?: true
}

/** What a charge leads to: notices of low credits, and automatic recharge of whoever paid. */
export function creditEvents(
  { workspaceId: payerId, low, crossed, crossedOrg }: Charged,
  workspaceId: string,
): DomainEvent[] {
  if (payerId !== workspaceId)
    return [
      ...(crossedOrg ? [{ type: 'org.credits-crossed', workspaceId, orgId: payerId } as const] : []),
      ...(low?.mark === 0 ? [{ type: 'org.credits-exhausted', workspaceId, orgId: payerId } as const] : []),
      ...(low && low.mark > 0 ? [{ type: 'org.credits-low', workspaceId, orgId: payerId, ...low } as const] : []),
    ]
  return [
    ...(low ? [{ type: 'credits.low', workspaceId, ...low } as const] : []),
    ...(crossed ? [{ type: 'credits.crossed', workspaceId } as const] : []),
  ]
}
