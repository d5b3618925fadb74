// Builds what agents know: their knowledge, what crawls sites for it, and the questions it must be able to answer.
import type { Billing } from './modules/billing/service.ts'
import type { Crawler } from './modules/crawler/service.ts'
import type { Knowledge } from './modules/knowledge/service.ts'
import type { Ctx } from './lib/ctx.ts'
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
  const goldens = wireGoldens({ knowledge: knowledge.face, trash: deps.trash, enqueue: deps.enqueue, log: deps.log })
  return { knowledge: knowledge.face, closeKnowledge: knowledge.close, search: knowledge.search, crawler, goldens }
}

/** Takes up what a process that is gone was reading. Only for a process that has the database to itself. */
export async function recoverKnowing(
  ctx: Ctx,
  {
    crawler,
    knowledge,
    billing,
  }: {
    readonly crawler: Pick<Crawler, 'recover'>
    readonly knowledge: Pick<Knowledge, 'recover'>
    readonly billing: Pick<Billing, 'sweepHolds'>
  },
): Promise<void> {
  await crawler.recover(ctx)
  await knowledge.recover(ctx)
  // What was set aside for readings that died: they begin anew, under keys of their own.
  await billing.sweepHolds(ctx, 0, ['knowledge:', 'knowledge-page:'])
}
