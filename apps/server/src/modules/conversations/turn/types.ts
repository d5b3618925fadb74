// What stages of a turn hand to each other.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { EffectiveKb } from '@parlance/engine/agents/draft'
import type { Values } from '@parlance/contract/agents/variables'
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import type { EngineTool, EngineState } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Tool, ToolCallResult, ToolChannel } from '@parlance/contract/tools/schemas'
import type { ChatMessage } from '@parlance/engine/prompt'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Source } from '@parlance/contract/conversations/schemas'
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

export interface Accepted {
  readonly agent: TurnAgent
  readonly model: Model
  readonly request: TurnRequest
  /** Sequence number of the visitor's message. */
  readonly seq: number
  readonly hold: number
  /** Where the conversation is in the graph; undefined for a new one. */
  readonly state: EngineState | undefined
  /** What a form brought, checked. */
  readonly values: Values | undefined
}

/** What the model is given of attachments, beside words. */
export interface Attachments {
  readonly texts: readonly AttachedText[]
  readonly pictures: readonly ModelPicture[]
}

/** Of the conversation so far, and of passages, at most this much reaches the model. */
export const HISTORY_CHARS = 16_000
export const PASSAGE_CHARS = 12_000

export interface PassageQuery {
  readonly limit: number
  /** Of the node; the agent's own where it names none. */
  readonly tags: readonly string[] | undefined
}

/** What a turn searched for, and how many passages each search found. */
export interface Searched {
  /** What the visitor asked, put into words of its own where the search did that. */
  readonly question: string
  readonly found: readonly number[]
}

/** The knowledge base as one turn sees it: the same question is searched and put into words once. */
export interface Retrieval {
  /** Passages for a question, at most what a prompt has room for; none where the search fails. */
  readonly search: (question: string, query: PassageQuery) => Promise<readonly Source[]>
  /** What to search for where this node speaks: the visitor's words, or a question that stands alone. */
  readonly question: (node: AgentNode) => Promise<string>
  /** Passages that have a number to be cited by. */
  readonly numbered: () => number
  /** Undefined where nothing was searched, or a search failed. */
  readonly searched: () => Promise<Searched | undefined>
}
