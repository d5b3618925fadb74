// Builds tests of agents: the judge over the models of turns, paid through holds of the ledger.
import type { Models } from './modules/conversations/conversations.port.ts'
import { createEvaluations, type Evaluations, type EvaluationsDeps } from './modules/evaluations/evaluations.ts'
import { createJudge, JUDGE_TOKENS } from './modules/evaluations/evaluations.judging.ts'
import { createCharge } from './modules/knowledge/knowledge.credits.ts'
import type { Billing } from './modules/billing/billing.ts'

export interface EvaluationsWiring extends Pick<EvaluationsDeps, 'copyOf' | 'conversations' | 'enqueue'> {
  readonly models: Models
  readonly billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'settleMany'>
  readonly creditValueUsd: number
}

const JUDGE_MS = 60_000

export function wireEvaluations({ models, billing, creditValueUsd, ...deps }: EvaluationsWiring): Evaluations {
  const { hold, settle } = createCharge(billing)
  const judge = createJudge({
    creditValueUsd,
    hold,
    settle,
    async open(ctx, workspaceId, name) {
      const model = await models.open(ctx, workspaceId, name)
      return {
        name: model.name,
        paidBy: model.paidBy,
        async ask(system, user, schema, onText) {
          const call = {
            system,
            messages: [{ role: 'user' as const, content: user }],
            temperature: 0,
            maxTokens: JUDGE_TOKENS,
            signal: AbortSignal.timeout(JUDGE_MS),
            json: { name: 'verdict', schema },
          }
          return (await model.stream(call, onText)).usage
        },
      }
    },
  })
  return createEvaluations({
    ...deps,
    judge,
    available: async (ctx, workspaceId) => (await billing.balance(ctx, workspaceId)).available,
  })
}
