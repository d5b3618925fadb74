import { createCrawlerWeb } from '../adapters/web/crawler-web.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { createCrawlerModule } from '../modules/crawler/index.ts'
import type { Base, Module } from './base.ts'
import type { Agents } from './agents.ts'
import type { Knowledge } from './knowledge.ts'

interface Needs {
  readonly billing: Module<typeof createBillingModule>
  readonly agents: Agents['agents']
  readonly knowledge: Knowledge['knowledge']
  readonly pages: Knowledge['pages']
  readonly parser: Knowledge['parser']
}

export function composeCrawler(
  { settings, infrastructure: { enqueue } }: Base,
  { billing, agents, knowledge, pages, parser }: Needs,
) {
  const { outboundAllow: allow } = settings
  return createCrawlerModule({
    web: createCrawlerWeb(pages, parser, allow),
    pageStore: knowledge.service,
    ownAgents: async (ctx, ids) => new Set((await agents.service.titles(ctx, ids)).keys()),
    billing: billing.service,
    permittedHosts: allow,
    permittedDelayMs: settings.crawlerOwnDelayMs,
    enqueue,
  })
}
