import { assistantRouter } from './router.ts'
import { type AssistantDeps, createAssistant } from './service.ts'

export function createAssistantModule(deps: AssistantDeps) {
  return { router: assistantRouter(createAssistant(deps)) }
}
