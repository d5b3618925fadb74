import type { Job } from '../../lib/jobs/jobs.ts'
import { createSendFeedback, type FeedbackDeps } from './feedback.ts'
import { createAgenciesRouter } from './router.ts'
import { type AgenciesDeps, createAgencies } from './service.ts'

export { type Agencies, type AgencyFacts, publicAgency } from './service.ts'

export function createAgenciesModule(deps: AgenciesDeps & Pick<FeedbackDeps, 'mailFeedback'>) {
  const service = createAgencies(deps)
  const jobs: Job[] = [{ name: 'agencies.workspace-deleted', run: (ctx) => service.deleteOfWorkspace(ctx) }]
  return { service, router: createAgenciesRouter(service, createSendFeedback({ ...deps, agencies: service })), jobs }
}
