// Builds what agents know: their knowledge, what crawls sites for it, and the questions it must be able to answer.
import { wireCrawler } from './wiring.crawler.ts'
import { wireGoldens } from './wiring.goldens.ts'
import { type KnowledgeWiring, wireKnowledge } from './wiring.knowledge.ts'

export async function wireKnowing(deps: KnowledgeWiring) {
  const knowledge = await wireKnowledge(deps)
  const crawler = wireCrawler({
    settings: deps.settings,
    pages: knowledge.pages,
    parser: knowledge.parser,
    learning: knowledge.face,
    agents: deps.agents,
    billing: deps.billing,
    enqueue: deps.enqueue,
  })
  const goldens = wireGoldens({ knowledge: knowledge.face, enqueue: deps.enqueue, log: deps.log })
  return { knowledge: knowledge.face, closeKnowledge: knowledge.close, search: knowledge.search, crawler, goldens }
}
