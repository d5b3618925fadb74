// What the parts of turn handling share: what a turn needs from outside, what is asked of it, and the running process.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { EffectiveKb } from '@parlance/engine/agents/draft'
import type { Values } from '@parlance/contract/agents/variables'
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import type { EngineTool } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Tool, ToolCallResult, ToolChannel } from '@parlance/contract/tools/schemas'
import type { LiveEvent, Source } from '@parlance/contract/conversations/schemas'
import type { ChatMessage } from '@parlance/engine/prompt'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import type { PipelinedTransactions } from '../../../lib/db/pipelined-transaction.ts'
import type { Logger } from '../../../lib/log.ts'
import type { Metrics } from '../../../lib/metrics.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { AttachmentStore, ConversationFiles, StoredFile } from '../files.ts'
import type { CountTurns, Dialogue, EndedTurn, Models } from '../ports.ts'
import type { Running, RunningTurn } from './running-turns.ts'
import type { Telling, TurnLedger, TurnWriter } from './persist-turn.ts'

export interface TurnAgent {
  readonly agentId: string
  readonly workspaceId: string
  readonly title: string
  /** Of the published copy, also while its draft is talked to. */
  readonly messagesLimit: number
  readonly maxTokensUsage: number
  /** Without secrets, and shared between turns: nobody may change it. */
  readonly config: AgentConfig
  readonly effective: {
    readonly instructions: string
    readonly greeting: readonly string[]
    readonly model: string
    readonly temperature: number
    readonly maxTokens: number
    readonly kb: EffectiveKb
  }
}

/** What may be called in a turn. */
export interface Offer {
  readonly tools: readonly (EngineTool & { readonly responseMapping: Tool['responseMapping'] })[]
  readonly faults: readonly { readonly server: string; readonly error: string }[]
}
export const NO_OFFER: Offer = { tools: [], faults: [] }

/** Where an agent's tools come from, and the channel they are called on. */
interface ToolSources extends Pick<AgentConfig, 'tools' | 'functionsIds' | 'mcpServers'> {
  readonly channel: ToolChannel
}
export interface TurnTools {
  readonly toolsFor: (ctx: Ctx, workspaceId: string, sources: ToolSources) => Promise<Offer>
  /** Never rejects for what the called server does. */
  readonly call: (
    ctx: Ctx,
    workspaceId: string,
    sources: ToolSources,
    call: {
      readonly toolId: string
      readonly arguments: Readonly<Record<string, unknown>>
      readonly variables: Values
      readonly signal?: AbortSignal | undefined
    },
  ) => Promise<ToolCallResult>
}

export interface TurnsDeps extends Telling {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** Passages that a model may see, best first. */
  readonly search: (
    ctx: Ctx,
    query: {
      readonly agentId: string
      readonly query: string
      readonly limit: number
      readonly tags: readonly string[]
      readonly threshold: number | undefined
    },
  ) => Promise<readonly Source[]>
  /** Told of questions that the knowledge base could not serve; answers at once and never throws. */
  readonly unserved: (
    ctx: Ctx,
    asked: {
      readonly agentId: string
      readonly workspaceId: string
      readonly conversationId: string
      readonly turnId: string
      readonly question: string
    },
  ) => void
  readonly tools: TurnTools
  readonly files: Pick<ConversationFiles, 'isOfConversation' | 'bare' | 'forReaders'> & AttachmentStore
  readonly ledger: TurnLedger
  readonly count: CountTurns
  /** Told of messages that people answer, so that they count too; answers at once and never throws. */
  readonly unanswered: (ctx: Ctx, said: Pick<EndedTurn, 'agentId' | 'channel' | 'pageUrl'>) => void
  readonly models: Models
  readonly dialogue: Dialogue
  /** Of the copy that answers; empty when it has none. */
  readonly dialogueKey: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<string>
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Logger
  readonly node: string
  readonly creditValueUsd: number
  readonly contextFor: (region: Region) => Ctx
  /** For the two transactions of a turn. */
  readonly transactions: (region: Region) => PipelinedTransactions
}

export interface TurnRequest {
  readonly agentId: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string | undefined
  readonly messageId: string
  /** All of it, what it carries included. */
  readonly text: string
  /** Addresses of the visitor's own uploads. */
  readonly attachments?: readonly string[] | undefined
  /** Where it carries something: the words alone, and what that is. */
  readonly words?: string | undefined
  readonly carried?: readonly StoredFile[] | undefined
  readonly page?:
    | { readonly url?: string | undefined; readonly title?: string | undefined; readonly language?: string | undefined }
    | undefined
  readonly draft: boolean
  /** The visitor says that they agree to the agent's terms. */
  readonly consent?: boolean | undefined
  readonly channel: 'web-chat' | 'test' | 'api'
  /** The text comes from an item of an earlier answer. */
  readonly submission?: Submission | undefined
  /** Only on the channel `test`. */
  readonly debug?: DebugOptions | undefined
  /** Not listed among the conversations, and gone some time after its last message. */
  readonly ephemeral?: boolean
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

export type News = Exclude<LiveEvent, { type: 'ready' }>
export const tellNews = (engine: Engine, turn: RunningTurn, event: News): void =>
  tellOf(engine, turn.region, turn, event)

export function tellOf(
  { deps }: Pick<Engine, 'deps'>,
  region: Region,
  { workspaceId }: { readonly workspaceId: string },
  event: News,
): void {
  deps.bus.publish(region, `conversation:${event.conversationId}`, event)
  deps.bus.publish(region, `workspace:${workspaceId}`, event)
}
