// Owns gaps of agents' knowledge: unanswered questions, grouped, and contradictory passages.
import type { Ctx } from '../../lib/ctx.ts'
import { createGapAnswers } from './answer-gap.ts'
import { createConflicts } from './conflicts.ts'
import type { GapsDeps } from './ports.ts'
import { askedIn, countOpen, openQuestions } from './repository.ts'
import { createQuestionRecorder } from './record-questions.ts'

export { GROUP_JOB } from './record-questions.ts'
export { SCAN_JOB } from './scan-conflicts.ts'

/** Every call acts inside `ctx.workspaceId`, whose agent the caller checked. NOT_FOUND for another agent's gap. */
export function createGaps(deps: GapsDeps) {
  const recording = createQuestionRecorder(deps)
  const { followDocuments, ...answers } = createGapAnswers(deps)
  const { removeScans, onKnowledgeChanged, ...conflicts } = createConflicts(deps)
  return {
    ...recording,
    ...answers,
    ...conflicts,
    openCounts: (ctx: Ctx, agentIds: readonly string[]) => countOpen(ctx.db, ctx.workspaceId, agentIds),
    /** The workspace's open groups by how often they were asked in a period. */
    askedIn: (ctx: Ctx, asked: Parameters<typeof askedIn>[2]) => askedIn(ctx.db, ctx.workspaceId, asked),
    openQuestions: (ctx: Ctx, asked: Parameters<typeof openQuestions>[2]) =>
      openQuestions(ctx.db, ctx.workspaceId, asked),
    async onKnowledgeChanged(ctx: Ctx, agentId: string): Promise<void> {
      await followDocuments(ctx, agentId)
      await onKnowledgeChanged(ctx, agentId)
    },
    async removeOfAgent(ctx: Ctx, agentId: string): Promise<void> {
      await recording.removeOfAgent(ctx, agentId)
      await removeScans(ctx, agentId)
    },
  }
}
export type Gaps = ReturnType<typeof createGaps>
