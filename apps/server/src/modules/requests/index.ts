import { requestsJobs } from './jobs.ts'
import { createRequestsRouter } from './router.ts'
import { createRequests } from './service.ts'

export function createRequestsModule(deps: Parameters<typeof createRequests>[0]) {
  const service = createRequests(deps)
  return { service, router: createRequestsRouter(service), jobs: requestsJobs(service) }
}
