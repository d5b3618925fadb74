import type { PassageText } from './contradiction/contradiction.ts'
import type { Verdict } from './conflict-prompt.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import type { Knowledge } from '../knowledge/service.ts'

export type ConversationsLeft = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlySet<string>>

export type Enqueue = (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>

/** Debounces `work` by key; it is lost if the process ends. */
export type Later = (key: string, ms: number, work: () => Promise<void>) => void

export type Available = (ctx: Ctx, workspaceId: string) => Promise<Milli>

export interface PairJudge {
  readonly name: string
  /** Undefined for an invalid answer. Rejects with errors of the model, or CREDITS_EXHAUSTED. */
  readonly judge: (
    ctx: Ctx,
    pair: { readonly a: PassageText; readonly b: PassageText; readonly key: string },
  ) => Promise<Verdict | undefined>
}
/** The judge for an agent; undefined if only the sandbox model is available. */
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
