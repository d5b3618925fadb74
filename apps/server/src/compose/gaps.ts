import { createDebounce } from '../lib/debounce.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { conversationQueries } from '../modules/conversations/index.ts'
import { createGapsModule, JUDGE_TOKENS } from '../modules/gaps/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import type { Base, Module } from './base.ts'
import type { Agents } from './agents.ts'
import type { Knowledge } from './knowledge.ts'

interface Needs {
  readonly billing: Module<typeof createBillingModule>
  readonly knowledge: Knowledge['knowledge']
  readonly publishedAgent: Agents['publishedAgent']
  readonly agentModel: Agents['agentModel']
}

export function composeGaps(
  { settings, log, infrastructure: { enqueue } }: Base,
  { billing, knowledge, publishedAgent, agentModel }: Needs,
) {
  const { creditValueUsd } = settings
  return createGapsModule({
    knowledge: knowledge.service,
    conversationsLeft: conversationQueries.existing,
    judge: {
      ...createCharge(billing.service),
      creditValueUsd,
      // Without a key for the agent's model, passages are only compared by rules.
      open: async (ctx, agentId) => agentModel(ctx, await publishedAgent(ctx, agentId), JUDGE_TOKENS),
    },
    available: async (ctx, workspaceId) => (await billing.service.balance(ctx, workspaceId)).available,
    enqueue,
    log,
    later: createDebounce(log, 'grouping questions or comparing passages failed'),
  })
}
