import { toolsJobs } from './jobs.ts'
import { createToolsRouter } from './router.ts'
import { createTools, type ToolsDeps } from './service.ts'

export { McpFailure } from './service.ts'

export function createToolsModule(deps: ToolsDeps) {
  const service = createTools(deps)
  return { service, router: createToolsRouter(service), jobs: toolsJobs(service) }
}
