// What a turn needs of a language model, whoever provides it.
import type { ChatMessage } from '@parlance/core/conversations/prompt'
import type { PaidBy, TokenUsage } from '@parlance/core/billing/metering'
import type { Ctx } from '../../platform/ctx.ts'

export interface ModelCall {
  readonly system: string
  readonly messages: readonly ChatMessage[]
  readonly temperature: number
  readonly maxTokens: number
  readonly signal: AbortSignal
}
export interface ModelEnd {
  readonly finishReason: 'stop' | 'length' | 'other'
  /** Undefined where the provider reports none. */
  readonly usage: TokenUsage | undefined
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
