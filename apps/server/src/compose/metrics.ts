import type { createBillingModule } from '../modules/billing/index.ts'
import type { createCampaignsModule } from '../modules/campaigns/index.ts'
import { conversationQueries } from '../modules/conversations/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import { createMetricsModule, METRIC_TOKENS } from '../modules/metrics/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'

interface Needs extends Pick<Agents, 'agentModel' | 'publishedAgent'> {
  readonly billing: Module<typeof createBillingModule>
  readonly campaigns: Module<typeof createCampaignsModule>
}
export function composeMetrics(
  { settings: { creditValueUsd }, infrastructure: { enqueue } }: Base,
  { agentModel, billing, campaigns, publishedAgent }: Needs,
) {
  const { hold, settle } = createCharge(billing.service)
  return createMetricsModule({
    conversations: conversationQueries.ended,
    ofCampaign: campaigns.service.conversationIds,
    enqueue,
    hold,
    settle,
    creditValueUsd,
    open: async (ctx, agentId) => agentModel(ctx, await publishedAgent(ctx, agentId), METRIC_TOKENS),
  })
}
