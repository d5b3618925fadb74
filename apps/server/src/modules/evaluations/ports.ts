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

/** Minimum milli-credits for the next message of a test. */
export type MinimumCost = (ctx: Ctx, copy: TestedCopy) => Promise<Milli>

export type Available = (ctx: Ctx, workspaceId: string) => Promise<Milli>

export interface Judgement extends Verdict {
  readonly credits: number
}
/** Of the judged expectations of one test, by step and position. */
export type Verdicts = Readonly<Record<string, Judgement>>

export interface JudgeRequest extends Judged {
  readonly workspaceId: string
  readonly agentId: string
  /** The model of the agent, which is also the judge. */
  readonly model: string
  readonly key: string
}
/** Rejects with errors of the model, or CREDITS_EXHAUSTED. */
export type Judge = (ctx: Ctx, request: JudgeRequest) => Promise<Judgement>
