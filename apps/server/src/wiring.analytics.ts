// Builds analytics: countries from the table on this machine, the rest from agents and conversations.
import { createGeo } from './adapters/geo/geo.ts'
import type { Agents } from './modules/agents/service.ts'
import { type Analytics, createAnalytics } from './modules/analytics/service.ts'
import type { Conversations } from './modules/conversations/service.ts'
import type { Contexts } from './lib/context.ts'
import type { Logger } from './lib/log.ts'
import { ownOrigin } from './wiring.origins.ts'

export function wireAnalytics(given: {
  readonly agents: Pick<Agents, 'forTurn' | 'existing'>
  readonly conversations: Pick<Conversations, 'cameBy' | 'monthlyMessages' | 'ratings'>
  readonly contexts: Pick<Contexts, 'system'>
  /** Known once the server listens. */
  readonly settings: { readonly publicUrl: string }
  readonly log: Logger
}): Analytics {
  const { agents, conversations, contexts, settings, log } = given
  return createAnalytics({
    geo: createGeo(log),
    existing: agents.existing,
    contextFor: (region) => contexts.system(region),
    own: () => ownOrigin(settings),
    counted: async (ctx, agentId) => (await agents.forTurn(ctx, agentId, { draft: false }))?.config,
    monthlyMessages: conversations.monthlyMessages,
    ratings: conversations.ratings,
    cameBy: conversations.cameBy,
  })
}
