// Owns what the knowledge of agents lacks: questions it could not serve, grouped, and passages that contradict each other.
import type { Ctx } from '../../platform/ctx.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { createAnswers } from './gaps.answers.ts'
import { createConflicts } from './gaps.conflicts.ts'
import type { Available, ConversationsLeft, Enqueue, JudgeFor, Later } from './gaps.port.ts'
import { createRecording } from './gaps.recording.ts'

export { GROUP_JOB } from './gaps.recording.ts'
export { SCAN_JOB } from './gaps.scanning.ts'

export interface GapsDeps {
  readonly knowledge: Pick<
    Knowledge,
    'addQa' | 'names' | 'embed' | 'similarities' | 'newestPassages' | 'neighbours' | 'stillHeld'
  >
  readonly conversationsLeft: ConversationsLeft
  readonly judgeFor: JudgeFor
  readonly available: Available
  readonly enqueue: Enqueue
  readonly later: Later
}

/**
 * Every call acts inside `ctx.workspaceId`; that the agent belongs to it is checked by the caller. NOT_FOUND for a gap or
 * contradiction of another agent.
 */
export function createGaps(deps: GapsDeps) {
  const recording = createRecording(deps)
  const { reopen, ...answers } = createAnswers(deps)
  const { removeScans, onKnowledgeChanged, ...conflicts } = createConflicts(deps)
  return {
    ...recording,
    ...answers,
    ...conflicts,
    async onKnowledgeChanged(ctx: Ctx, agentId: string): Promise<void> {
      await reopen(ctx, agentId)
      await onKnowledgeChanged(ctx, agentId)
    },
    async removeOfAgent(ctx: Ctx, agentId: string): Promise<void> {
      await recording.removeOfAgent(ctx, agentId)
      await removeScans(ctx, agentId)
    },
  }
}
export type Gaps = ReturnType<typeof createGaps>
