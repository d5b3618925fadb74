import { knowledgeJobs } from './jobs.ts'
import { createKnowledgeRouter } from './router.ts'
import { createKnowledge } from './service.ts'
import type { KnowledgeDeps } from './deps.ts'

export { createCharge } from './charge.ts'
export { bytesOfOriginals } from './ingestion/sources.repository.ts'
export { vectorStore } from './retrieval/search.repository.ts'

export function createKnowledgeModule(deps: KnowledgeDeps) {
  const service = createKnowledge(deps)
  return { service, router: createKnowledgeRouter(service), jobs: knowledgeJobs(service) }
}
