import { retrievalEvalsJobs } from './jobs.ts'
import { retrievalEvalsRoutes } from './router.ts'
import { createRetrievalEvals } from './service.ts'
import type { RetrievalEvalsDeps } from './ports.ts'

export function createRetrievalEvalsModule(deps: RetrievalEvalsDeps) {
  const service = createRetrievalEvals(deps)
  return { service, router: retrievalEvalsRoutes(service), jobs: retrievalEvalsJobs(service) }
}
