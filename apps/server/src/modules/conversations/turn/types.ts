// What stages of a turn hand to each other.
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
export interface OfferedTools {
  readonly tools: readonly (EngineTool & { readonly responseMapping: Tool['responseMapping'] })[]
  readonly faults: readonly { readonly server: string; readonly error: MessageDescriptor }[]
}

/** Where an agent's tools come from, and the channel they are called on. */
interface ToolSources extends Pick<AgentConfig, 'tools' | 'functionsIds' | 'mcpServers'> {
  readonly channel: ToolChannel
}
export interface TurnTools {
  readonly toolsFor: (ctx: Ctx, workspaceId: string, sources: ToolSources) => Promise<OfferedTools>
  /** Never rejects for what the called server does. */
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
  /** In place of the key, where only the server knows whose conversation it is. */
  readonly visitorHash?: string | undefined
  readonly messageId: string
  readonly text: string
  /** Addresses of the visitor's own uploads. */
  readonly attachmentUrls?: readonly string[] | undefined
  readonly page?:
    | { readonly url?: string | undefined; readonly title?: string | undefined; readonly language?: string | undefined }
    | undefined
  readonly draft: boolean
  /** The visitor says that they agree to the agent's terms. */
  readonly consent?: boolean | undefined
  readonly channel: ChannelId
  /** The text comes from an item of an earlier answer. */
  readonly submission?: Submission | undefined
  /** Only on the channel `test`. */
  readonly debug?: DebugOptions | undefined
  /** Not listed among the conversations, and gone some time after its last message. */
  readonly ephemeral?: boolean
  /** Given by clients that keep the conversation themselves; otherwise the stored one is used. */
  readonly history?: readonly ChatMessage[] | undefined
}

/** A request whose text and attachments were read and checked. */
export interface CheckedRequest extends TurnRequest {
  /** What the visitor typed; `text` names the attachments as well. */
  readonly typedText: string
  readonly attachments: readonly StoredFile[]
}

/** A stored message that the agent answers. */
export interface AcceptedMessage {
  readonly agent: TurnAgent
  readonly model: Model
  readonly request: CheckedRequest
  /** The workspace or organisation whose credits are held. */
  readonly payerId: string
  readonly turnId: string
  readonly conversationId: string
  /** Id of the answer's message. */
  readonly replyId: string
  readonly visitorId: string
  readonly visitorHash: string
  /** Sequence number of the visitor's message. */
  readonly seq: number
  readonly listed: ListedMessage | undefined
  /** Milli-credits set aside for the turn. */
  readonly hold: number
  /** Where the conversation is in the graph; undefined for a new one. */
  readonly state: EngineState | undefined
  /** Checked values of a submitted form. */
  readonly values: Values | undefined
}

/** What the model is given of attachments. */
export interface ModelAttachments {
  readonly texts: readonly AttachedText[]
  readonly pictures: readonly ModelPicture[]
}

export interface PassageQuery {
  readonly limit: number
  /** Tags of the node; the agent's own when undefined. */
  readonly tags: readonly string[] | undefined
}

/** What a turn searched for, and how many passages each search found. */
export interface SearchSummary {
  /** What the visitor asked; rewritten to stand alone where the search did that. */
  readonly question: string
  readonly found: readonly number[]
}

/** The knowledge base as one turn sees it: each question is rewritten and searched once. */
export interface Retrieval {
  /** Passages for a question, at most what a prompt has room for; none where the search fails. */
  readonly search: (question: string, query: PassageQuery) => Promise<readonly Source[]>
  /** What to search for when this node speaks: the visitor's words, or a question that stands alone. */
  readonly question: (node: AgentNode) => Promise<string>
  /** How many passages have a number to be cited by. */
  readonly citable: () => number
  /** Undefined when nothing was searched or a search failed. */
  readonly summary: () => Promise<SearchSummary | undefined>
}

/** What a turn has used so far. */
export interface Meter {
  /** Returns what this call adds. On keys that are not the platform's, a turn costs the same however many calls it makes. */
  readonly add: (model: Model, used: TokenUsage) => Milli
  readonly cost: () => Milli
  /** The part of the cost that grows with each call. */
  readonly platformCost: () => Milli
  readonly usage: () => TokenUsage
  /** What each model was used for so far. */
  readonly units: () => readonly UsedUnits[]
}
