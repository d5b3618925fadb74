import { createAssistantModule } from '../modules/assistant/index.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'
import type { Knowledge } from './knowledge.ts'

interface Needs extends Pick<Agents, 'agents' | 'agentModel'> {
  readonly billing: Module<typeof createBillingModule>
  readonly knowledge: Knowledge['knowledge']
}
export function composeAssistant(
  { settings: { creditValueUsd }, infrastructure: { enqueue } }: Base,
  { agents, agentModel, billing, knowledge }: Needs,
) {
  const { hold, settle } = createCharge(billing.service, 'waiting')
  return createAssistantModule({
    starters: { agents: agents.service, knowledge: knowledge.service, enqueue },
    hold,
    settle,
    creditValueUsd,
    open: async (ctx, agentId, maxTokens) =>
      agentModel(ctx, await agents.service.forTurn(ctx, agentId, { draft: true }), maxTokens),
  })
}
