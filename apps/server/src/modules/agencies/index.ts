import type { Job } from '../../lib/jobs/jobs.ts'
import { createAgenciesRouter } from './router.ts'
import { type AgenciesDeps, createAgencies } from './service.ts'

export { type Agencies, type AgencyFacts, publicAgency } from './service.ts'

export function createAgenciesModule(deps: AgenciesDeps) {
  const service = createAgencies(deps)
  const jobs: Job[] = [{ name: 'agencies.workspace-deleted', run: (ctx) => service.deleteOfWorkspace(ctx) }]
  return { service, router: createAgenciesRouter(service), jobs }
}
