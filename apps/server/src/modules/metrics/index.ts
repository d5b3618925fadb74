import { metricsJobs } from './jobs.ts'
import { createMetricsRouter } from './router.ts'
import { createMetrics, type MetricsDeps } from './service.ts'

export { METRIC_TOKENS } from './judging.ts'

export function createMetricsModule(deps: MetricsDeps) {
  const service = createMetrics(deps)
  return { service, router: createMetricsRouter(service), jobs: metricsJobs(service) }
}
