// Builds gaps and contradictions: a judge over the models of turns, paid through holds of the ledger.
import type { Agents } from './modules/agents/service.ts'
import type { Billing } from './modules/billing/service.ts'
import type { Models } from './modules/conversations/ports.ts'
import { createJudgeFor, JUDGE_TOKENS } from './modules/gaps/judge-passages.ts'
import type { GapsDeps } from './modules/gaps/ports.ts'
import { createGaps, type Gaps } from './modules/gaps/service.ts'
import { createCharge } from './modules/knowledge/charge.ts'
import type { Logger } from './lib/log.ts'
import { judging } from './wiring.judging.ts'

export interface GapsWiring extends Pick<GapsDeps, 'knowledge' | 'conversationsLeft' | 'enqueue'> {
  readonly agents: Pick<Agents, 'forTurn'>
  readonly models: Models
  readonly billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'yieldable' | 'makeRoom' | 'settleMany'>
  readonly creditValueUsd: number
  readonly log: Logger
}

export function wireGaps({ agents, models, billing, creditValueUsd, log, ...deps }: GapsWiring): Gaps {
  const judgeFor = createJudgeFor({
    ...createCharge(billing),
    creditValueUsd,
    async open(ctx, agentId) {
      const agent = await agents.forTurn(ctx, agentId, { draft: false })
      if (!agent) return undefined
      // A provider without a key can't be asked; rules can.
      const model = await models.open(ctx, ctx.workspaceId, agent.effective.model).catch(() => undefined)
      return model && judging(model, JUDGE_TOKENS)
    },
  })
  return createGaps({
    ...deps,
    judgeFor,
    available: async (ctx, workspaceId) => (await billing.balance(ctx, workspaceId)).available,
    later: laterWith(log),
  })
}

function laterWith(log: Logger): GapsDeps['later'] {
  const waiting = new Map<string, NodeJS.Timeout>()
  return (key, ms, work) => {
    clearTimeout(waiting.get(key))
    const timer = setTimeout(() => {
      waiting.delete(key)
      // What is lost here, the sweep finds.
      work().catch((error: unknown) => log.debug({ err: error }, 'work on gaps was not done in time'))
    }, ms)
    waiting.set(key, timer.unref())
  }
}
