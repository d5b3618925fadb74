// What a turn needs of a language model, whoever provides it.
import type { Db } from '../../lib/db/pool.ts'
import type { ChatMessage } from '@parlance/engine/prompt'
import type { DialogueAction } from '@parlance/contract/dialogue/schemas'
import type { PaidBy, TokenUsage } from '../billing/index.ts'
import type { ToolSpec } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'

/** What was said, with the calls a model made in between and what they answered. */
export type ModelMessage =
  | ChatMessage
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ModelToolCall[] }
  | { readonly role: 'user'; readonly content: string; readonly pictures: readonly ModelPicture[] }
  | { readonly role: 'tool'; readonly id: string; readonly name: string; readonly content: string }

/** Only for models that can see. */
export interface ModelPicture {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

export interface ModelToolCall {
  readonly id: string
  readonly name: string
  /** As the model wrote them: an object where its JSON was valid, the text otherwise. Nobody has checked them. */
  readonly arguments: unknown
}

export interface ModelCall {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly temperature: number
  readonly maxTokens: number
  readonly signal: AbortSignal
  readonly tools?: readonly ToolSpec[] | undefined
  /** The answer shall be JSON of this schema; providers promise it as well as they can. */
  readonly json?: { readonly name: string; readonly schema: Record<string, unknown> } | undefined
}
export interface ModelEnd {
  readonly finishReason: 'stop' | 'length' | 'tools' | 'other'
  /** Undefined where the provider reports none. */
  readonly usage: TokenUsage | undefined
  readonly calls: readonly ModelToolCall[]
}

export interface Model {
  /** The name the provider knows, e.g. `gpt-4o`. */
  readonly name: string
  readonly paidBy: PaidBy
  /** Calls `onText` for every piece of text; rejects with a ModelError. Text given before a rejection stands. */
  readonly stream: (call: ModelCall, onText: (delta: string) => void) => Promise<ModelEnd>
}

export interface Models {
  /** Throws MODEL_UNAVAILABLE when no key serves this model and the installation is not in the sandbox. */
  readonly open: (ctx: Ctx, workspaceId: string, model: string) => Promise<Model>
}

/** Puts what was found in order. */
export interface Reranker {
  /** The passages that answer the question, best first; all of them as they were where no order could be had. */
  readonly rank: <P extends { readonly title: string; readonly text: string }>(
    question: string,
    passages: readonly P[],
  ) => Promise<readonly P[]>
}

/** Why a model gave no (complete) answer; `detail` is for owners and logs, never for visitors. */
export class ModelError extends Error {
  readonly kind: 'refused' | 'busy' | 'down' | 'timeout' | 'garbled'
  /** Milliseconds the provider asks to wait. */
  readonly retryAfterMs: number | undefined
  constructor(
    kind: ModelError['kind'],
    detail: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.name = 'ModelError'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}

/** One visitor's conversation in a project of Voiceflow. */
export interface DialoguePlace {
  /** Never in a message, a log or a trace. */
  readonly key: string
  /** At most 128 characters. */
  readonly userId: string
  readonly version: 'development' | 'production'
  readonly signal: AbortSignal
}
export interface DialogueFailure {
  readonly ok: false
  readonly kind: ModelError['kind']
  /** One sentence for owners and logs, never for visitors. */
  readonly detail: string
}
/** `traces` is whatever came: nobody has checked it. */
export type DialogueAnswer = { readonly ok: true; readonly traces: unknown } | DialogueFailure

/** Leads conversations of agents that run on Voiceflow. Rejects only when the signal aborts. */
export interface Dialogue {
  /** A stand-in answers. */
  readonly sandboxed: boolean
  /** `verbose`: also the steps that only tell how the answer came about. */
  readonly interact: (
    place: DialoguePlace,
    action: DialogueAction,
    options: { readonly verbose: boolean },
  ) => Promise<DialogueAnswer>
  /** Forgets the conversation there, variables included; false when that could not be done. */
  readonly forget: (place: DialoguePlace) => Promise<boolean>
}

/** A message of a visitor whose turn has ended. */
export interface EndedTurn {
  readonly id: string
  /** Of the answer; null where nothing was said. */
  readonly seq: number | null
  readonly agentId: string
  /** When the visitor wrote, in UTC: `2026-11-21`. */
  readonly day: string
  readonly channel: string
  /** Where its conversation began: origin and path. */
  readonly pageUrl: string
  /** The message began its conversation. */
  readonly isFirst: boolean
}
/** Counts them for statistics, inside the caller's transaction. */
export type CountTurns = (db: Db, turns: readonly EndedTurn[]) => Promise<unknown>
