import { agentQueries } from '../modules/agents/index.ts'
import { createAnalyticsModule } from '../modules/analytics/index.ts'
import { channelQueries } from '../modules/channels/index.ts'
import { conversationQueries } from '../modules/conversations/index.ts'
import type { createGapsModule } from '../modules/gaps/index.ts'
import type { createOrgsModule } from '../modules/orgs/index.ts'
import { isWorkspaceShared } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'
import type { Agents } from './agents.ts'
import type { Knowledge } from './knowledge.ts'

interface Needs {
  readonly orgs: Module<typeof createOrgsModule>
  readonly gaps: Module<typeof createGapsModule>
  readonly agents: Agents['agents']
  readonly publishedAgent: Agents['publishedAgent']
  readonly knowledge: Knowledge['knowledge']
}

export function composeAnalytics(
  { log, geo, appOrigin, system }: Base,
  { orgs, gaps, agents, publishedAgent, knowledge }: Needs,
) {
  return createAnalyticsModule({
    log,
    geo,
    existing: agents.service.existing,
    contextFor: system,
    own: appOrigin,
    counted: async (ctx, agentId) => (await publishedAgent(ctx, agentId))?.config,
    monthlyMessages: conversationQueries.monthlyMessages,
    ratings: conversationQueries.ratings,
    cameBy: conversationQueries.originOf,
    outcomes: conversationQueries.outcomes,
    agentsOfOrg: orgs.service.agentIds,
    isOwnAgent: async (ctx, agentId) => (await agentQueries.workspaceOf(ctx, agentId)) === ctx.workspaceId,
    unanswered: gaps.service.askedIn,
    openQuestions: gaps.service.openQuestions,
    known: {
      agentIds: agentQueries.ids,
      waiting: conversationQueries.waiting,
      channels: channelQueries.working,
      openGaps: gaps.service.openCounts,
      hasDocuments: async (ctx, agentId) => (await knowledge.service.list(ctx, { agentId, limit: 1 })).items.length > 0,
      hasConversations: conversationQueries.hasAny,
      isShared: isWorkspaceShared,
    },
  })
}
