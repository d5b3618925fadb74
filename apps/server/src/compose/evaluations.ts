import { questionModel } from '../adapters/models/question-model.ts'
import {
  type createBillingModule,
  METER_DEFAULTS,
  priceOf,
  thinkingTokens,
  turnHold,
} from '../modules/billing/index.ts'
import type { createConversationsModule } from '../modules/conversations/index.ts'
import { createEvaluationsModule, JUDGE_TOKENS } from '../modules/evaluations/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import type { createTrashModule } from '../modules/trash/index.ts'
import type { Base, Module } from './base.ts'
import type { Agents } from './agents.ts'
import type { Models } from './models.ts'

interface Needs {
  readonly billing: Module<typeof createBillingModule>
  readonly conversations: Module<typeof createConversationsModule>
  readonly trash: Module<typeof createTrashModule>
  readonly agents: Agents['agents']
  readonly models: Models['models']
}

export function composeEvaluations(
  { settings, infrastructure: { enqueue } }: Base,
  { billing, conversations, trash, agents, models }: Needs,
) {
  const { creditValueUsd } = settings
  const { hold, settle } = createCharge(billing.service)
  return createEvaluationsModule({
    trash: trash.service,
    copyOf: agents.service.forTurn,
    conversations: { ...conversations.service, turns: conversations.turns },
    enqueue,
    available: async (ctx, workspaceId) => (await billing.service.balance(ctx, workspaceId)).available,
    judge: {
      hold,
      settle,
      creditValueUsd,
      open: async (ctx, workspaceId, name) => questionModel(await models.open(ctx, workspaceId, name), JUDGE_TOKENS),
    },
    async minimumCost(ctx, { workspaceId, config, effective }) {
      // Without a provider there is nothing to charge, and the turn reports the error.
      const open = (name: string) => models.open(ctx, workspaceId, name).catch(() => undefined)
      const model =
        (await open(effective.model)) ?? (config.vg_fallbackModel ? await open(config.vg_fallbackModel) : undefined)
      if (!model) return 0
      return turnHold({
        paidBy: model.paidBy,
        price: priceOf(model.name),
        settings: { ...METER_DEFAULTS, creditValueUsd },
        estimatedInputTokens: Math.ceil(effective.instructions.length / 4),
        maxOutputTokens: effective.maxTokens + thinkingTokens(model.name),
      })
    },
  })
}
