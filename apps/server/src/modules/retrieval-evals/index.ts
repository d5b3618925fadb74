import { goldensJobs } from './jobs.ts'
import { goldensRoutes } from './router.ts'
import { createGoldens } from './service.ts'
import type { GoldensDeps } from './types.ts'

export function createRetrievalEvalsModule(deps: GoldensDeps) {
  const service = createGoldens(deps)
  return { service, router: goldensRoutes(service), jobs: goldensJobs(service) }
}
