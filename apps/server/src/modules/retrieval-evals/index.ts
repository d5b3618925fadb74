import { goldensJobs } from './jobs.ts'
import { goldensRoutes } from './router.ts'
import { createGoldens, type GoldensDeps } from './service.ts'

export function createRetrievalEvalsModule(deps: GoldensDeps) {
  const service = createGoldens(deps)
  return { service, router: goldensRoutes(service), jobs: goldensJobs(service) }
}
