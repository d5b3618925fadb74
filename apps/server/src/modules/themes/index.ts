import { themesJobs } from './jobs.ts'
import { createThemesRouter } from './router.ts'
import { createThemes } from './service.ts'

export function createThemesModule(deps: Parameters<typeof createThemes>[0]) {
  const service = createThemes(deps)
  return { service, router: createThemesRouter(service), jobs: themesJobs(service) }
}
