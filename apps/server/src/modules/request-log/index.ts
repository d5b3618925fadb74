import { requestLogJobs } from './jobs.ts'
import { createRequestLogRouter } from './router.ts'
import { createRequestLog } from './service.ts'

export function createRequestLogModule(deps: Parameters<typeof createRequestLog>[0]) {
  const service = createRequestLog(deps)
  return { service, router: createRequestLogRouter(service), jobs: requestLogJobs(service) }
}
