import { retrievalEvalsJobs } from './jobs.ts'
import { createRetrievalEvalsRouter } from './router.ts'
import { createRetrievalEvals } from './service.ts'
import type { RetrievalEvalsDeps } from './ports.ts'

export function createRetrievalEvalsModule(deps: RetrievalEvalsDeps) {
  const service = createRetrievalEvals(deps)
  return { service, router: createRetrievalEvalsRouter(service), jobs: retrievalEvalsJobs(service) }
}
