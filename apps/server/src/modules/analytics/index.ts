import { analyticsJobs } from './jobs.ts'
import { analyticsRoutes } from './router.ts'
import { type AnalyticsDeps, createAnalytics } from './service.ts'

export { createTurnCounts } from './count-turns.ts'

export function createAnalyticsModule(deps: AnalyticsDeps) {
  const service = createAnalytics(deps)
  return { service, router: analyticsRoutes(service), jobs: analyticsJobs(service) }
}
