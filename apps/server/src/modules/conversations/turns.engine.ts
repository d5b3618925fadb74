// What the parts of turn handling share: what a turn needs from outside, what is asked of it, and the running process.
import type { LiveEvent, Source } from '@parlance/core/conversations/conversations'
import type { ChatMessage } from '@parlance/core/conversations/prompt'
import type { Region } from '@parlance/core/kit/regions'
import type { Ctx } from '../../platform/ctx.ts'
import type { Quick } from '../../platform/db/quick.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Bus } from '../../platform/realtime/bus.ts'
import type { Models } from './conversations.port.ts'
import type { Running, RunningTurn } from './turns.running.ts'
import type { TurnLedger, TurnWriter } from './turns.writer.ts'

export interface TurnAgent {
  readonly agentId: string
  readonly workspaceId: string
  readonly title: string
  /** Of the published copy, also while its draft is talked to. */
  readonly messagesLimit: number
  readonly maxTokensUsage: number
  readonly config: {
    readonly recordChatHistory: boolean
    readonly lang: string
    readonly unavailableMessage: string
  }
  readonly effective: {
    readonly instructions: string
    readonly greeting: readonly string[]
    readonly model: string
    readonly temperature: number
    readonly maxTokens: number
    readonly kb: { readonly enabled: boolean; readonly maxChunks: number }
  }
}

export interface TurnsDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly search: (ctx: Ctx, query: { agentId: string; query: string; limit: number }) => Promise<readonly Source[]>
  readonly ledger: TurnLedger
  readonly models: Models
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Logger
  readonly node: string
  readonly creditValueUsd: number
  readonly contextFor: (region: Region) => Ctx
  /** For the two transactions of a turn. */
  readonly transactions: (region: Region) => Quick
}

export interface TurnRequest {
  readonly agentId: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string | undefined
  readonly messageId: string
  readonly text: string
  readonly page?:
    | { readonly url?: string | undefined; readonly title?: string | undefined; readonly language?: string | undefined }
    | undefined
  readonly draft: boolean
  readonly channel: 'web-chat' | 'test' | 'api'
  /** Given by clients that keep the conversation themselves; otherwise the stored one is used. */
  readonly history?: readonly ChatMessage[] | undefined
}

export type Begun =
  | { readonly kind: 'running'; readonly running: RunningTurn }
  | { readonly kind: 'earlier'; readonly turnId: string; readonly visitorId: string }

/** What all parts of turn handling share in one process. */
export interface Engine {
  readonly deps: TurnsDeps
  readonly running: Running
  readonly writer: TurnWriter
}

/** Of the conversation so far, and of passages, at most this much reaches the model. */
export const HISTORY_CHARS = 16_000
export const PASSAGE_CHARS = 12_000

export function tellNews({ deps }: Engine, turn: RunningTurn, event: Exclude<LiveEvent, { type: 'ready' }>): void {
  deps.bus.publish(turn.region, `conversation:${event.conversationId}`, event)
  deps.bus.publish(turn.region, `workspace:${turn.workspaceId}`, event)
}
