// What tests need of others: agents as they are, turns that answer, a model that judges, and credits to pay it with.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { Verdict } from './expectations.ts'
import type { Judged } from './judge-prompt.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'

export interface TestedCopy {
  readonly workspaceId: string
  readonly version: number
  readonly config: AgentConfig
  readonly effective: { readonly model: string; readonly instructions: string; readonly maxTokens: number }
}

/** One copy of an agent; undefined for an unknown id. */
export type CopyOf = (
  ctx: Ctx,
  agentId: string,
  options: { readonly draft: boolean },
) => Promise<TestedCopy | undefined>

/** Milli-credits that must be there for the next message of a test, at least. */
export type MinimumCost = (ctx: Ctx, copy: TestedCopy) => Promise<Milli>

/** What a workspace can spend. */
export type Available = (ctx: Ctx, workspaceId: string) => Promise<Milli>

export interface Judgement extends Verdict {
  /** Credits it cost. */
  readonly credits: number
}
export interface JudgeRequest extends Judged {
  readonly workspaceId: string
  readonly agentId: string
  /** The model of the agent: it judges as well. */
  readonly model: string
  /** Names this judgement in the ledger: the same one again costs nothing more. */
  readonly key: string
}
/** Throws what the model throws; CREDITS_EXHAUSTED when it can't be paid. */
export type Judge = (ctx: Ctx, request: JudgeRequest) => Promise<Judgement>
