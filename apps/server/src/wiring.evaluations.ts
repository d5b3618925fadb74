// Builds tests of agents: the judge over the models of turns, paid through holds of the ledger.
import { METER_DEFAULTS, turnHold } from './modules/billing/metering.ts'
import { priceOf } from './modules/billing/prices.ts'
import type { Models } from './modules/conversations/ports.ts'
import { createEvaluations, type Evaluations, type EvaluationsDeps } from './modules/evaluations/service.ts'
import { createJudge, JUDGE_TOKENS } from './modules/evaluations/judge.ts'
import { createCharge } from './modules/knowledge/charge.ts'
import type { Billing } from './modules/billing/service.ts'
import { judging } from './wiring.judging.ts'

export interface EvaluationsWiring extends Pick<EvaluationsDeps, 'copyOf' | 'conversations' | 'enqueue' | 'trash'> {
  readonly models: Models
  readonly billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'yieldable' | 'makeRoom' | 'settleMany'>
  readonly creditValueUsd: number
}

export function wireEvaluations({ models, billing, creditValueUsd, ...deps }: EvaluationsWiring): Evaluations {
  const { hold, settle } = createCharge(billing)
  const judge = createJudge({
    creditValueUsd,
    hold,
    settle,
    open: async (ctx, workspaceId, name) => judging(await models.open(ctx, workspaceId, name), JUDGE_TOKENS),
  })
  return createEvaluations({
    ...deps,
    judge,
    async leastCost(ctx, { workspaceId, effective }) {
      // Without a provider there is nothing to pay: the turn says so itself.
      const model = await models.open(ctx, workspaceId, effective.model).catch(() => undefined)
      if (!model) return 0
      return turnHold({
        paidBy: model.paidBy,
        price: priceOf(model.name),
        settings: { ...METER_DEFAULTS, creditValueUsd },
        estimatedInputTokens: Math.ceil(effective.instructions.length / 4),
        maxOutputTokens: effective.maxTokens,
      })
    },
    available: async (ctx, workspaceId) => (await billing.balance(ctx, workspaceId)).available,
  })
}
