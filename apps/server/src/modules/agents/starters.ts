import type { GeneratedStarters } from '@parlance/contract/agents/generated-starters'
import type { Ctx } from '../../lib/ctx.ts'
import { owned } from './create-agent.ts'
import * as agentRows from './repository.ts'
import * as repository from './starters.repository.ts'

/** Questions are generated once the knowledge is unchanged for this time. */
const QUIET_MS = 60_000
const AT_ONCE = 20

export interface AgentStarters {
  readonly generatedStarters: (ctx: Ctx, agentId: string) => Promise<GeneratedStarters | null>
  /** Call it after a change of the agent's knowledge: new questions become due. */
  readonly wantStarters: (ctx: Ctx, agentId: string) => Promise<void>
  /** Claims agents of the region whose questions are due. */
  readonly claimStarters: (ctx: Ctx) => Promise<{ agentId: string; workspaceId: string }[]>
  readonly keepStarters: (ctx: Ctx, agentId: string, questions: readonly string[]) => Promise<void>
}

export const agentStarters: AgentStarters = {
  generatedStarters: async (ctx, agentId) => (await owned(ctx, agentId, agentRows.find)).generatedStarters,
  wantStarters: (ctx, agentId) =>
    repository.want(ctx.db, { agentId, workspaceId: ctx.workspaceId }, new Date(ctx.now().getTime() + QUIET_MS)),
  claimStarters: (ctx) => repository.claim(ctx.db, ctx.now(), AT_ONCE),
  keepStarters: (ctx, agentId, questions) =>
    repository.keep(
      ctx.db,
      { agentId, workspaceId: ctx.workspaceId },
      { questions: [...questions], madeAt: ctx.now().getTime() },
    ),
}
