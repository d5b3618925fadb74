// Owns golden questions of agents: what their knowledge must be able to find, and how every look at it ended.
import type { Ctx } from '../../lib/ctx.ts'
import type { RetrievalEvalsDeps } from './ports.ts'
import { copyQuestions, createQuestions } from './questions.ts'
import { createRuns, RUN_JOB } from './runs.ts'

export { RUN_JOB }

/**
 * Every call acts inside `ctx.workspaceId`; that the agent belongs to it is checked by the caller. NOT_FOUND for a question
 * or document of another agent. Asking is as free of charge as searching.
 */
export function createRetrievalEvals(deps: RetrievalEvalsDeps) {
  const runs = createRuns(deps)
  return {
    ...createQuestions(deps.knowledge, deps.trash),
    ...runs,
    /** A duplicate brings its questions along; they are asked once its knowledge has arrived. Harmless to repeat. */
    async copyAll(ctx: Ctx, from: string, to: string): Promise<void> {
      await copyQuestions(deps.knowledge, ctx, from, to)
      await runs.onKnowledgeChanged(ctx, to)
    },
  }
}
export type RetrievalEvals = ReturnType<typeof createRetrievalEvals>
