import { englishOf, type Message } from '@parlance/i18n/messages'
import type { Db } from '../../lib/db/pool.ts'
import type { ChatMessage } from '@parlance/engine/prompt'
import type { DialogueAction } from '@parlance/contract/dialogue/schemas'
import type { Milli } from '@parlance/contract/lib/money'
import type { HoldPriority, PaidBy, TokenUsage, Usage } from '../billing/index.ts'
import type { ToolSpec } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'

export type ModelMessage =
  | ChatMessage
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ModelToolCall[] }
  | { readonly role: 'user'; readonly content: string; readonly pictures: readonly ModelPicture[] }
  | { readonly role: 'tool'; readonly id: string; readonly name: string; readonly content: string }

/** Only for models with vision. */
export interface ModelPicture {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

export interface ModelToolCall {
  readonly id: string
  readonly name: string
  /** Unchecked: an object when the model wrote valid JSON, otherwise its text. */
  readonly arguments: unknown
}

export interface ModelCall {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly temperature: number
  readonly maxTokens: number
  readonly signal: AbortSignal
  readonly tools?: readonly ToolSpec[] | undefined
  /** Everything may be said already: an end without text or tool calls is no failure. */
  readonly mayBeSilent?: boolean | undefined
  /** The answer should be JSON of this schema; not every provider guarantees it. */
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
  /** Calls `onText` for every piece of text; rejects with a ModelError. Text emitted before a rejection is kept. */
  readonly stream: (call: ModelCall, onText: (delta: string) => void) => Promise<ModelEnd>
}

export interface Models {
  /** Throws MODEL_UNAVAILABLE when no key serves this model and the installation is not in the sandbox. */
  readonly open: (ctx: Ctx, workspaceId: string, model: string) => Promise<Model>
}

/** Why a model gave no (complete) answer; `reason` is for owners and logs, never for visitors. */
export class ModelError extends Error {
  readonly reason: Message
  readonly kind: 'refused' | 'busy' | 'down' | 'timeout' | 'garbled'
  /** Milliseconds the provider asks to wait. */
  readonly retryAfterMs: number | undefined
  constructor(
    kind: ModelError['kind'],
    reason: Message,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(englishOf(reason), { cause: options.cause })
    this.name = 'ModelError'
    this.reason = reason
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}

/** One visitor's conversation in a Voiceflow project. */
export interface DialogueSession {
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
  readonly reason: Message
}
/** `traces` is unchecked. */
export type DialogueAnswer = { readonly ok: true; readonly traces: unknown } | DialogueFailure

/** Runs conversations of agents that live on Voiceflow. Rejects only when the signal aborts. */
export interface Dialogue {
  readonly sandboxed: boolean
  /** `verbose` includes debug traces. */
  readonly interact: (
    session: DialogueSession,
    action: DialogueAction,
    options: { readonly verbose: boolean },
  ) => Promise<DialogueAnswer>
  /** Deletes Voiceflow's state of the conversation, including variables; false on failure. */
  readonly forget: (session: DialogueSession) => Promise<boolean>
}

export interface EndedTurn {
  readonly id: string
  /** Sequence number of the answer; null without one. */
  readonly seq: number | null
  readonly agentId: string
  /** UTC day of the visitor's message: `2026-11-21`. */
  readonly day: string
  readonly channel: string
  /** Page where the conversation started: origin and path. */
  readonly pageUrl: string
  readonly isFirst: boolean
}
/** Counts turns for statistics, inside the caller's transaction. */
export type CountTurns = (db: Db, turns: readonly EndedTurn[]) => Promise<unknown>

export interface HoldItem {
  readonly holdKey: string
  readonly workspaceId: string
  readonly agentId: string
  readonly cause: string
  readonly amount: Milli
  readonly priority: HoldPriority
}
/** The ledger's part in a turn; batches run inside the caller's transaction. */
export interface TurnLedger {
  readonly lockBalances: (db: Db, workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, Milli>>
  /** Credits available to a waiting user, without a lock. */
  readonly availableToVisitors: (ctx: Ctx, workspaceId: string) => Promise<Milli>
  readonly holdMany: (db: Db, items: readonly HoldItem[]) => Promise<unknown>
  /** What less urgent holds could give, and taking it; both under the balance lock. */
  readonly reclaimable: (db: Db, workspaceId: string, priority: HoldPriority) => Promise<Milli>
  readonly reclaim: (
    db: Db,
    room: { readonly workspaceId: string; readonly priority: HoldPriority; readonly amount: Milli },
  ) => Promise<unknown>
  /** Charges the cost, at most the balance; returns what was charged. */
  readonly settleMany: (
    db: Db,
    items: readonly {
      holdKey: string
      workspaceId: string
      agentId: string
      cause: string
      cost: Milli
      usage?: Usage
    }[],
  ) => Promise<readonly TurnSettled[]>
}
interface TurnSettled {
  readonly holdKey: string
  readonly workspaceId: string
  readonly charged: Milli
  /** The charge passed a low-credit mark; in credits. */
  readonly low?: { readonly mark: number; readonly left: number } | undefined
  readonly crossed?: true
  readonly crossedOrg?: true
}

/** Who pays for visitors' turns; undefined, and so refused, when two organisations would have to. */
export type PayerOf = (ctx: Ctx, workspaceId: string, agentId: string) => Promise<string | undefined>

export interface Recording {
  readonly bytes: Uint8Array
  readonly mime: string
  /** Its extension tells providers the format. */
  readonly filename: string
  readonly signal?: AbortSignal
}
export interface Transcript {
  /** Trimmed; empty for silence. */
  readonly text: string
  /** The provider's count; undefined without one. */
  readonly seconds: number | undefined
}
export interface TranscriptionModel {
  readonly model: string
  readonly paidBy: PaidBy
  /** Rejects with a TranscriptionError. */
  readonly transcribe: (recording: Recording) => Promise<Transcript>
}
export interface Transcriber {
  /** Throws MODEL_UNAVAILABLE when no key serves it and the installation is not in the sandbox. */
  readonly open: (ctx: Ctx, workspaceId: string) => Promise<TranscriptionModel>
}

/** Why there is no text; `detail` is for logs, never for visitors. */
export class TranscriptionError extends Error {
  readonly kind: 'refused' | 'busy' | 'down' | 'garbled'
  constructor(kind: TranscriptionError['kind'], detail: string, options: { cause?: unknown } = {}) {
    super(detail, options)
    this.name = 'TranscriptionError'
    this.kind = kind
  }
}
