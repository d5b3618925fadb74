import { analyticsJobs } from './jobs.ts'
import { createAnalyticsRouter } from './router.ts'
import { type AnalyticsDeps, createAnalytics } from './service.ts'

export { createTurnCounts } from './count-turns.ts'
export { addDays, eachDay, periodOf } from './period.ts'

export function createAnalyticsModule(deps: AnalyticsDeps) {
  const service = createAnalytics(deps)
  return { service, router: createAnalyticsRouter(service), jobs: analyticsJobs(service) }
}
