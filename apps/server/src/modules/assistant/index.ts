import { assistantJobs } from './jobs.ts'
import { assistantRouter } from './router.ts'
import { type AssistantDeps, createAssistant } from './service.ts'
import { createStarters, type StarterDeps } from './starters.ts'

export function createAssistantModule({ starters: forStarters, ...deps }: AssistantDeps & { starters: StarterDeps }) {
  const starters = createStarters(forStarters)
  return { starters, router: assistantRouter(createAssistant(deps), starters), jobs: assistantJobs(starters) }
}
