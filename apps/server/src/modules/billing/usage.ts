// The model usage of a charge, for its receipt: models, units, and their list price.
import { marksPassed, type PassedMarks } from './low-credits.ts'
import type { PaidBy, TokenUsage } from './metering.ts'
import { priceOf } from './prices.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { DomainEvent } from '../../lib/events.ts'

export interface UsedUnits {
  readonly model: string
  readonly paidBy: PaidBy
  readonly input: number
  readonly output: number
  /** List price in 10^-12 US dollars; 0 when the platform does not pay it. */
  readonly picoUsd: number
}

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

interface Charged extends PassedMarks {
  readonly workspaceId: string
}

/** Events after a charge: low-credit notices, and the payer's automatic recharge. */
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

/** Events after a workspace passed on credits and has `left`, with holds. */
export const transferEvents = (workspaceId: string, left: Milli, moved: Milli): DomainEvent[] =>
  creditEvents({ workspaceId, ...marksPassed(left + moved, left) }, workspaceId)
