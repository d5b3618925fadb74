// Owns golden questions of agents: what search must find, and runs with results.
import type { Ctx } from '../../lib/ctx.ts'
import type { RetrievalEvalsDeps } from './ports.ts'
import { copyQuestions, createQuestions } from './questions.ts'
import { createRuns, RUN_JOB } from './runs.ts'

export { RUN_JOB }

/** Acts inside `ctx.workspaceId`, whose agent the caller checked. NOT_FOUND for other agents. */
export function createRetrievalEvals(deps: RetrievalEvalsDeps) {
  const runs = createRuns(deps)
  return {
    ...createQuestions(deps),
    ...runs,
    /** Copies questions to a duplicated agent; they are searched once its knowledge is copied. Idempotent. */
    async copyAll(ctx: Ctx, from: string, to: string): Promise<void> {
      await copyQuestions(deps.knowledge, ctx, from, to)
      await runs.onKnowledgeChanged(ctx, to)
    },
  }
}
export type RetrievalEvals = ReturnType<typeof createRetrievalEvals>
