import { leadsJobs } from './jobs.ts'
import { createLeadsRouter } from './router.ts'
import { createLeads, type LeadsDeps } from './service.ts'

export function createLeadsModule(deps: LeadsDeps) {
  const service = createLeads(deps)
  return { service, router: createLeadsRouter(service), jobs: leadsJobs(service) }
}
