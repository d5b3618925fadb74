// What gaps need of others: which conversations are left, a model that compares passages, and credits to pay it with.
import type { PassageText } from '@parlance/contract/gaps/contradiction'
import type { Verdict } from './conflict-prompt.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import type { Knowledge } from '../knowledge/service.ts'

/** Those of these conversations that still exist. */
export type ConversationsLeft = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Inside a transaction the job exists exactly when it commits. */
export type Enqueue = (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>

/** Calls `work` once after so many milliseconds; the same key again begins to wait anew. It may be lost. */
export type Later = (key: string, ms: number, work: () => Promise<void>) => void

/** What a workspace can spend. */
export type Available = (ctx: Ctx, workspaceId: string) => Promise<Milli>

/** A model that compares passages. */
export interface PairJudge {
  readonly name: string
  /** Undefined for what is no verdict. Throws what the model throws; CREDITS_EXHAUSTED when it can't be paid. */
  readonly judge: (
    ctx: Ctx,
    pair: { readonly a: PassageText; readonly b: PassageText; readonly key: string },
  ) => Promise<Verdict | undefined>
}
/** The model of an agent; undefined when there is none but the sandbox's. */
export type JudgeFor = (ctx: Ctx, agentId: string) => Promise<PairJudge | undefined>

export interface GapsDeps {
  readonly knowledge: Pick<
    Knowledge,
    'addQa' | 'names' | 'embed' | 'similarities' | 'newestPassages' | 'neighbours' | 'stillHeld'
  >
  readonly conversationsLeft: ConversationsLeft
  readonly judgeFor: JudgeFor
  readonly available: Available
  readonly enqueue: Enqueue
  readonly log: Logger
  readonly later: Later
}
