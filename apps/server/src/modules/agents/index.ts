import type { Ctx } from '../../lib/ctx.ts'
import { createClientAgents, type ClientAgentsDeps } from './client-agents.ts'
import { agentsJobs } from './jobs.ts'
import * as repository from './repository.ts'
import { createAgentsRouter, createAgentTemplatesRouter, createClientAgentsRouter } from './router.ts'
import { type Agents, type AgentsDeps, createAgents } from './service.ts'
import { functionsUse } from './usage.repository.ts'

export type { TurnAgent } from './runtime-config.ts'
export type { Agents, AtAGlance } from './service.ts'

/** Queries for earlier modules that need nothing but a context. */
export const agentQueries: Pick<Agents, 'existing' | 'functionsUse' | 'titles' | 'workspaceOf'> & {
  ids: (ctx: Ctx) => Promise<string[]>
  /** Those of the context's workspace among `agentIds`, or all if undefined; last modified first. */
  summaries: (ctx: Ctx, agentIds: readonly string[] | undefined) => Promise<repository.AgentSummary[]>
} = {
  existing: (ctx: Ctx, agentIds) => repository.existing(ctx.db, agentIds),
  functionsUse: (ctx, workspaceId, functionIds) => functionsUse(ctx.db, workspaceId, functionIds),
  ids: (ctx) => repository.idsOf(ctx.db, ctx.workspaceId),
  summaries: (ctx, agentIds) => repository.summaries(ctx.db, ctx.workspaceId, agentIds),
  titles: (ctx, agentIds) => repository.titles(ctx.db, ctx.workspaceId, agentIds),
  workspaceOf: (ctx, agentId) => repository.workspaceOf(ctx.db, agentId),
}

export function createAgentsModule({ makeAgentFor, ...deps }: AgentsDeps & Pick<ClientAgentsDeps, 'makeAgentFor'>) {
  const service = createAgents(deps)
  return {
    service,
    router: createAgentsRouter(service),
    templatesRouter: createAgentTemplatesRouter(service),
    clientRouter: createClientAgentsRouter(createClientAgents({ agents: service, makeAgentFor })),
    jobs: agentsJobs(service),
  }
}
