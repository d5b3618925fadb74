import type { ChannelId } from '@parlance/contract/channels/list'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { EffectiveKb } from '@parlance/engine/agents/draft'
import type { Values } from '@parlance/contract/agents/variables'
import type { DebugOptions, ListedMessage } from '@parlance/contract/conversations/schemas'
import type { EngineTool, EngineState } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Tool, ToolCallResult, ToolChannel } from '@parlance/contract/tools/schemas'
import type { ChatMessage } from '@parlance/engine/prompt'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Source } from '@parlance/contract/conversations/schemas'
import type { Milli } from '@parlance/contract/lib/money'
import type { TokenUsage, UsedUnits } from '../../billing/index.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { StoredFile } from '../files.ts'
import type { Model, ModelPicture } from '../ports.ts'
import type { AttachedText } from '@parlance/contract/conversations/attachments'

export interface TurnAgent {
  readonly agentId: string
  readonly workspaceId: string
  readonly title: string
  /** From the published copy, even when the draft answers. */
  readonly messagesLimit: number
  readonly maxTokensUsage: number
  /** Without secrets, and shared between turns: do not modify. */
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

export interface OfferedTools {
  readonly tools: readonly (EngineTool & { readonly responseMapping: Tool['responseMapping'] })[]
  readonly faults: readonly { readonly server: string; readonly error: MessageDescriptor }[]
}

/** An agent's tools, and the channel they are called on. */
interface ToolSources extends Pick<AgentConfig, 'tools' | 'functionsIds' | 'mcpServers'> {
  readonly channel: ToolChannel
}
export interface TurnTools {
  readonly toolsFor: (ctx: Ctx, workspaceId: string, sources: ToolSources) => Promise<OfferedTools>
  /** Never rejects because of the called server. */
  readonly call: (
    ctx: Ctx,
    workspaceId: string,
    sources: ToolSources,
    call: {
      readonly toolId: string
      readonly arguments: Readonly<Record<string, unknown>>
      readonly variables: Values
      readonly language?: string | undefined
      readonly signal?: AbortSignal | undefined
    },
  ) => Promise<ToolCallResult>
}

export interface TurnRequest {
  readonly agentId: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string | undefined
  /** Used instead of the key when only the server knows the visitor. */
  readonly visitorHash?: string | undefined
  readonly messageId: string
  readonly text: string
  /** URLs of the visitor's own uploads. */
  readonly attachmentUrls?: readonly string[] | undefined
  readonly page?:
    | { readonly url?: string | undefined; readonly title?: string | undefined; readonly language?: string | undefined }
    | undefined
  readonly draft: boolean
  /** People this phone call can be transferred to, by name; a hand-off goes to the first one. */
  readonly transfers?: readonly string[] | undefined
  /** What the agent said first, where that is not its configured greeting. */
  readonly opening?: string | undefined
  /** The visitor agrees to the agent's terms. */
  readonly consent?: boolean | undefined
  readonly channel: ChannelId
  /** The visitor changed an earlier message to this one. */
  readonly isEdited?: boolean | undefined
  /** The text comes from an item of an earlier answer. */
  readonly submission?: Submission | undefined
  readonly debug?: DebugOptions | undefined
  /** Unlisted, and deleted some time after its last message. */
  readonly ephemeral?: boolean
  /** Set by clients that keep the conversation themselves; otherwise the stored one is used. */
  readonly history?: readonly ChatMessage[] | undefined
}

export interface CheckedRequest extends TurnRequest {
  /** The typed text; `text` also names the attachments. */
  readonly typedText: string
  readonly attachments: readonly StoredFile[]
}

export interface AcceptedMessage {
  readonly agent: TurnAgent
  readonly model: Model
  readonly request: CheckedRequest
  /** The workspace or organisation whose credits are held. */
  readonly payerId: string
  readonly turnId: string
  readonly conversationId: string
  readonly replyId: string
  readonly visitorId: string
  readonly visitorHash: string
  readonly seq: number
  readonly listed: ListedMessage | undefined
  readonly hold: number
  /** Where the conversation is in the graph; undefined for a new one. */
  readonly state: EngineState | undefined
  /** Validated values of a submitted form. */
  readonly values: Values | undefined
}

export interface ModelAttachments {
  readonly texts: readonly AttachedText[]
  readonly pictures: readonly ModelPicture[]
}

export interface PassageQuery {
  readonly limit: number
  /** The node's tags; the agent's own when undefined. */
  readonly tags: readonly string[] | undefined
}

/** A turn's searches, and the number of passages each found. */
export interface SearchSummary {
  /** The visitor's question, rewritten to stand alone if the search did that. */
  readonly question: string
  readonly found: readonly number[]
}

/** The knowledge base within one turn: each question is rewritten and searched once. */
export interface Retrieval {
  /** Passages for a question, at most what fits a prompt; none when the search fails. */
  readonly search: (question: string, query: PassageQuery) => Promise<readonly Source[]>
  /** The search text for a node: the visitor's words, or a standalone question. */
  readonly question: (node: AgentNode) => Promise<string>
  /** Number of passages that can be cited. */
  readonly citable: () => number
  /** Undefined when nothing was searched or a search failed. */
  readonly summary: () => Promise<SearchSummary | undefined>
}

export interface Meter {
  /** Returns what this call adds. Without the platform's key, a turn has a fixed price. */
  readonly add: (model: Model, used: TokenUsage) => Milli
  readonly cost: () => Milli
  readonly platformCost: () => Milli
  readonly usage: () => TokenUsage
  readonly units: () => readonly UsedUnits[]
}
