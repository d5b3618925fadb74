// What conversations need from outside: models, the ledger, transcription, Voiceflow and statistics.
import { englishOf, type Message } from '@parlance/i18n/messages'
import type { Db } from '../../lib/db/pool.ts'
import type { ChatMessage } from '@parlance/engine/prompt'
import type { DialogueAction } from '@parlance/contract/dialogue/schemas'
import type { Milli } from '@parlance/contract/lib/money'
import type { HoldPriority, PaidBy, TokenUsage, Usage } from '../billing/index.ts'
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
  /** Calls `onText` for every piece of text; rejects with a ModelError. Text given before a rejection stands. */
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
  /** For owners and logs, never for visitors. */
  readonly reason: Message
}
/** `traces` is unchecked. */
export type DialogueAnswer = { readonly ok: true; readonly traces: unknown } | DialogueFailure

/** Runs conversations of agents that live on Voiceflow. Rejects only when the signal aborts. */
export interface Dialogue {
  /** A simulator answers. */
  readonly sandboxed: boolean
  /** `verbose`: also the steps that explain how the answer came about. */
  readonly interact: (
    session: DialogueSession,
    action: DialogueAction,
    options: { readonly verbose: boolean },
  ) => Promise<DialogueAnswer>
  /** Forgets the conversation there, variables included; false when that could not be done. */
  readonly forget: (session: DialogueSession) => Promise<boolean>
}

/** An ended turn, for statistics. */
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
  readonly holdMany: (db: Db, items: readonly HoldItem[]) => Promise<unknown>
  /** What less urgent work holds and would give, and taking it; both under the lock of the balance. */
  readonly reclaimable: (db: Db, workspaceId: string, priority: HoldPriority) => Promise<Milli>
  readonly reclaim: (
    db: Db,
    room: { readonly workspaceId: string; readonly priority: HoldPriority; readonly amount: Milli },
  ) => Promise<unknown>
  /** Charges what was used, at most what is there; answers what each was really charged. */
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
  /** The charge passed a mark on the way down; in credits. */
  readonly low?: { readonly mark: number; readonly left: number } | undefined
  /** It passed a threshold of automatic recharge. */
  readonly crossed?: true
  readonly crossedOrg?: true
}

/**
 * The workspace or organisation whose balance pays for visitors' turns of an agent; undefined where two organisations would
 * have to, which is refused.
 */
export type PayerOf = (ctx: Ctx, workspaceId: string, agentId: string) => Promise<string | undefined>

export interface Recording {
  readonly bytes: Uint8Array
  readonly mime: string
  /** Its ending tells providers the kind. */
  readonly filename: string
  readonly signal?: AbortSignal
}
export interface Transcript {
  /** Trimmed; empty where nothing was said. */
  readonly text: string
  /** As the provider counted them; undefined where it says nothing. */
  readonly seconds: number | undefined
}
/** A speech-to-text model of one provider. */
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
