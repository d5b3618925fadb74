import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'
import { leadsJobs } from './jobs.ts'
import { createLeadsRouter } from './router.ts'
import { createLeads, type LeadsDeps } from './service.ts'

export const leadQueries = {
  /** Newest first; all leads of the agent without a group. */
  ofGroup: (ctx: Ctx, { agentId, group, limit }: { agentId: string; group: string; limit: number }) =>
    repository.list(ctx.db, { agentId, after: undefined, limit, group: group === '' ? undefined : group }),
  byIds: (ctx: Ctx, agentId: string, ids: readonly string[]) => repository.findAll(ctx.db, agentId, ids),
}

export function createLeadsModule(deps: LeadsDeps) {
  const service = createLeads(deps)
  return { service, router: createLeadsRouter(service), jobs: leadsJobs(service) }
}
