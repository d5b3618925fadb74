import { toolsJobs } from './jobs.ts'
import { toolsRoutes } from './router.ts'
import { createTools, type ToolsDeps } from './service.ts'

export { McpFailure } from './service.ts'

export function createToolsModule(deps: ToolsDeps) {
  const service = createTools(deps)
  return { service, router: toolsRoutes(service), jobs: toolsJobs(service) }
}
