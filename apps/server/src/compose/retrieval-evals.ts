import { createDebounce } from '../lib/debounce.ts'
import { createRetrievalEvalsModule } from '../modules/retrieval-evals/index.ts'
import type { createTrashModule } from '../modules/trash/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'
import type { Knowledge } from './knowledge.ts'

interface Needs {
  readonly knowledge: Knowledge['knowledge']
  readonly publishedAgent: Agents['publishedAgent']
  readonly trash: Module<typeof createTrashModule>
}
export const composeRetrievalEvals = (
  { log, infrastructure: { enqueue } }: Base,
  { knowledge, publishedAgent, trash }: Needs,
) =>
  createRetrievalEvalsModule({
    knowledge: knowledge.service,
    searchOf: async (ctx, agentId) => (await publishedAgent(ctx, agentId))?.effective.kb,
    trash: trash.service,
    enqueue,
    // Losing a call is fine: the sweep runs anyway.
    later: createDebounce(log, 'running due retrieval evals failed'),
  })
