import type { Job } from '../../lib/jobs/jobs.ts'
import { createSendFeedback, type FeedbackDeps } from './feedback.ts'
import { createAgencyPictures } from './pictures.ts'
import { createAgenciesRouter } from './router.ts'
import { type AgenciesDeps, createAgencies } from './service.ts'

export { type Agencies, type AgencyFacts, publicAgency } from './service.ts'

type Deps = AgenciesDeps & Pick<FeedbackDeps, 'mailFeedback'> & Parameters<typeof createAgencyPictures>[0]

export function createAgenciesModule(deps: Deps) {
  const service = createAgencies(deps)
  const pictures = createAgencyPictures(deps)
  const jobs: Job[] = [{ name: 'agencies.workspace-deleted', run: (ctx) => service.deleteOfWorkspace(ctx) }]
  const sendFeedback = createSendFeedback({ ...deps, agencies: service })
  return { service, pictures, router: createAgenciesRouter(service, pictures, sendFeedback), jobs }
}
