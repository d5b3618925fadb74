// Types of the node engine: the state of a conversation in a graph, its events, its commands and its trace.
import { z } from 'zod'
import type { Message, MessageDescriptor } from '@parlance/i18n/messages'
import { messageFields, messageRef } from '../lib/rules.ts'
import type { AgentNode, Edge, EdgeRule } from '../agents/nodes.ts'
import type { ValueFormat } from '../agents/format-value.ts'
import type { Value, Values, Variable } from '../agents/variables.ts'
import { DialogueState } from '../dialogue/schemas.ts'
import type { Item } from '../items/schemas.ts'
import type { Tool, ToolCallResult, ToolSpec } from '../tools/schemas.ts'

/** State stored between turns. The graph may change meanwhile: an unknown node is replaced by the start. */
export const EngineState = z.object({
  nodeId: z.string(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Talking nodes the visitor was in, oldest first, at most 50: where they can be taken back to. */
  trail: z.array(z.string()),
  /** How often in a row a value for this variable was not valid. */
  attempts: z.record(z.string(), z.number().int()),
  /** A collect node that knows everything asks all the same: the visitor came back to change something. */
  reopened: z.boolean().optional(),
  status: z.enum(['talking', 'handed-off', 'ended']),
  /** Where the conversation is led elsewhere: no graph is walked then. */
  dialogue: DialogueState.optional(),
})
export type EngineState = z.infer<typeof EngineState>

/** A tool as the engine knows it: offered to the model, or called by a tool node. */
export interface EngineTool {
  /** One of an MCP server is `mcp:<server's id>:<its name there>` and is offered at the nodes that name the server. */
  readonly id: string
  readonly spec: ToolSpec
  /** Also where no node names it. */
  readonly isGlobal: boolean
  /** Its variables may be set neither by the router nor by the model, unless a collect node asks for them. */
  readonly responseMapping?: Tool['responseMapping']
}

/** A variable as the graph knows it: declared, asked for by a collect node, or both. */
export interface GraphVariable extends Variable {
  readonly options: readonly string[]
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** The edges of a node by how they are decided, each kind in the order drawn. */
export interface NodeEdges {
  readonly rules: readonly (Edge & { readonly rule: EdgeRule })[]
  readonly conditions: readonly Edge[]
  readonly otherwise: Edge | undefined
}

/** Compiled once for a configuration and shared by its turns: nobody may change it. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, AgentNode>
  readonly startId: string
  readonly globals: readonly AgentNode[]
  /** Declared ones and all that collect nodes ask for. */
  readonly variables: ReadonlyMap<string, GraphVariable>
  /** Of every node; of a tool node those for a call that worked. */
  readonly edges: ReadonlyMap<string, NodeEdges>
  /** Of tool nodes, for a call that failed. */
  readonly failures: ReadonlyMap<string, NodeEdges>
  /** Names that a text may hold in braces. */
  readonly names: ReadonlySet<string>
  /** Variables that collect nodes ask for or rules test: while there are any, messages are searched for values. */
  readonly asked: ReadonlySet<string>
  /** What a message may be searched for: those asked for first, then the declared ones; no secrets. */
  readonly searched: readonly GraphVariable[]
  /** How values are written for people, by variable. Names that only tools set are not among them. */
  readonly formats: ReadonlyMap<string, ValueFormat>
  /** Nodes whose items hold `{variables}`. */
  readonly filled: ReadonlySet<string>
  /** Variables that collect nodes ask for. */
  readonly collected: ReadonlySet<string>
  /** Variables that answers of the agent's own tools set. */
  readonly fromTools: ReadonlySet<string>
  /** Addresses the configuration names: the model may show these. */
  readonly urls: ReadonlySet<string>
  /** The model may answer with items. */
  readonly uiEngine: boolean
}

/** What of a turn does not come from the graph or the visitor. */
export interface TurnSetup {
  /** All that may be called in this turn and on its channel. */
  readonly tools?: readonly EngineTool[] | undefined
  /** System tools that are unavailable in this conversation, e.g. hand_off if it is disabled. */
  readonly without?: readonly SystemTool[] | undefined
  /** Why nobody can take over, in words for the model; a hand-off node then says so and hands nothing over. */
  readonly away?: string | undefined
}

export interface Refusal {
  readonly name: string
  readonly value: string
  readonly reason: MessageDescriptor
}

/** What a decision is for, and what it may choose. */
export interface PendingDecision {
  /**
   * `turn`: about a new message. `branch`: which edge of an acting or finished node. `forced`: values only, then enter the
   * node.
   */
  readonly purpose: 'turn' | 'branch' | 'forced'
  readonly candidates: readonly Candidate[]
  /** Where a branch goes when no condition holds. */
  readonly otherwise: Edge | undefined
  /** What the trace calls an otherwise of this branch. */
  readonly by: 'otherwise' | 'success' | 'failure'
  readonly names: readonly string[]
}

export interface Turn {
  readonly text: string
  readonly channel: string
  /** YYYY-MM-DD where the visitor is. */
  readonly today: string
  /** What fixed texts write values in: a BCP 47 tag. */
  readonly language: string
  /** Nodes entered, model calls and tool calls so far: see LIMITS. */
  readonly steps: number
  readonly modelCalls: number
  readonly toolCalls: number
  /** Something reached the visitor. */
  readonly spoke: boolean
  /** What the engine is waiting for; undefined between commands. */
  readonly waiting: 'decision' | 'speech' | 'tools' | undefined
  /** Answers of tools still to come, by call id. */
  readonly pending: readonly string[]
  readonly decision: PendingDecision | undefined
  /** The message was searched for values. */
  readonly extracted: boolean
  /** Variables that took a new value and were not yet used up by a finished collect node. */
  readonly given: readonly string[]
  readonly refused: readonly Refusal[]
  /** For the model that speaks next: what tools of tool nodes answered, what failed. */
  readonly notes: readonly string[]
  /** The model speaks for an acting node, which goes on afterwards. */
  readonly passing: boolean
  /** No tools were offered because a limit is near: a call now ends the turn. */
  readonly toolless: boolean
  /** The model wants the conversation closed once the tools it called have answered. */
  readonly closing: { readonly type: 'handOff' | 'endChat'; readonly reason: string } | undefined
  /** Addresses that tools answered in this turn. */
  readonly urls: readonly string[]
  readonly tools: readonly EngineTool[]
  /** Variables that answers of these tools set. */
  readonly fromTools: ReadonlySet<string>
  readonly without: readonly SystemTool[]
  /** Empty while a human can be asked for. */
  readonly away: string
}

/** Within one turn; thrown away after it. */
export interface TurnState {
  readonly state: EngineState
  readonly turn: Turn
}

export interface Candidate {
  readonly nodeId: string
  readonly name: string
  /** In plain language; never empty. */
  readonly condition: string
  readonly kind: 'child' | 'global' | 'back'
}

/** A call as the model made it. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

export type EngineEvent =
  /** A visitor said something, or sent a form whose values are checked already. Begins a turn. */
  | {
      readonly type: 'visitor'
      readonly text: string
      readonly channel: string
      /** YYYY-MM-DD where the visitor is: dates are measured from it. */
      readonly today: string
      /** Of the conversation, as a BCP 47 tag; English when absent. */
      readonly language?: string | undefined
      readonly values?: Values | undefined
      /** Begin at this node, wherever the conversation is. */
      readonly nodeId?: string | undefined
    }
  /** What the router model answered, as it came: the engine trusts nothing of it. */
  | { readonly type: 'decided'; readonly next: unknown; readonly values: unknown; readonly reason: unknown }
  /** The router model failed or was too slow: the engine stays where it is. */
  | { readonly type: 'undecided'; readonly detail: Message }
  /** The model finished speaking, perhaps with calls. */
  | {
      readonly type: 'spoke'
      readonly text: string
      readonly calls: readonly ToolCall[]
      /** Addresses that passages, and tool answers of earlier turns, put before the model: send_ui may show them. */
      readonly urls?: Iterable<string> | undefined
    }
  | { readonly type: 'toolAnswered'; readonly id: string; readonly result: ToolCallResult }
  /** Time or money of the turn is used up. */
  | { readonly type: 'exhausted'; readonly what: 'time' | 'cost' }

/** What the engine wants done, one after the other. Those marked (answers) are answered by exactly one event each. */
export type Command =
  /** (answers `decided` or `undecided`) Ask the router model where to go and which values the message holds. */
  | {
      readonly type: 'decide'
      readonly node: AgentNode
      readonly candidates: readonly Candidate[]
      /** May the router stay where it is? */
      readonly canStay: boolean
      readonly variables: readonly {
        readonly name: string
        readonly type: Variable['type']
        readonly description: string
        readonly options: readonly string[]
        readonly value: Value | undefined
      }[]
      /** Required variables that the node still asks for. */
      readonly asking: readonly string[]
    }
  /** (answers `spoke`) Let the model speak at this node; its text streams to the visitor. */
  | {
      readonly type: 'speak'
      readonly node: AgentNode
      /**
       * The node's instructions with variables filled in, and what the engine adds (what to ask for, what was not valid).
       */
      readonly instructions: string
      readonly toolIds: readonly string[]
      readonly systemTools: readonly SystemTool[]
      /** True when it goes on after its tools answered: the transcript of this turn's calls is continued. */
      readonly continued: boolean
    }
  /** Items, variables filled in and checked: of a node, of the model (send_ui), or the engine's apology. */
  | { readonly type: 'say'; readonly nodeId: string; readonly items: readonly Item[] }
  /**
   * (answers `toolAnswered`) By a tool node or by the model; `arguments` are not checked yet. `search_knowledge` is a tool
   * id too.
   */
  | {
      readonly type: 'callTool'
      readonly id: string
      readonly nodeId: string
      readonly toolId: string
      readonly arguments: Readonly<Record<string, unknown>>
    }
  /** What a call of the model came to that no `callTool` was needed for: the model reads it when it goes on. */
  | {
      readonly type: 'answerCall'
      readonly id: string
      readonly name: string
      readonly ok: boolean
      readonly text: string
    }
  | { readonly type: 'handOff'; readonly nodeId: string; readonly reason: string }
  /** The visitor came to a hand-off while no human can be asked for; they were told so. */
  | { readonly type: 'missHandOff'; readonly nodeId: string }
  | { readonly type: 'endChat'; readonly nodeId: string }

export const SYSTEM_TOOLS = ['search_knowledge', 'set_variable', 'hand_off', 'end_chat', 'send_ui'] as const
export type SystemTool = (typeof SYSTEM_TOOLS)[number]

export interface Step {
  readonly next: TurnState
  readonly commands: readonly Command[]
  readonly trace: readonly TraceEntry[]
  /** True when nothing is waited for: the turn is over. */
  readonly done: boolean
}

/** Of one turn. Whatever passes them ends the turn with what was said, or with a sentence of apology. */
export const LIMITS = { steps: 25, modelCalls: 10, toolCalls: 10, turnMs: 90_000 } as const

/** Why the agent said what it said: stored with the turn and streamed to its owner while it runs. */
export const TraceEntry = z.discriminatedUnion('type', [
  /** A node was entered, or stayed in. */
  z.object({
    type: z.literal('node'),
    nodeId: z.string(),
    name: z.string(),
    /** `start`, `stay`, `rule`, `router`, `otherwise`, `global`, `back`, `success`, `failure`, `forced`. */
    by: z.string(),
    reason: z.string(),
    reasonMessage: messageRef,
  }),
  z.object({
    type: z.literal('decision'),
    candidates: z.array(z.object({ nodeId: z.string(), name: z.string(), condition: z.string(), kind: z.string() })),
    chosen: z.string(),
    reason: z.string(),
    /** What was wrong with the router's answer; empty when nothing was. */
    fault: z.string(),
    faultMessage: messageRef,
  }),
  z.object({
    type: z.literal('variable'),
    name: z.string(),
    value: z.string(),
    before: z.string().optional(),
    /** Why a value was refused; empty when it was taken. */
    refused: z.string(),
    refusedMessage: messageRef,
  }),
  z.object({
    type: z.literal('retrieval'),
    query: z.string(),
    passages: z.array(
      z.object({ docId: z.string(), title: z.string(), score: z.number(), text: z.string(), used: z.boolean() }),
    ),
    ms: z.number(),
  }),
  z.object({
    type: z.literal('model'),
    purpose: z.enum(['router', 'answer', 'judge', 'search']),
    model: z.string(),
    paidBy: z.string(),
    /** What the model was told, cut to 20,000 characters. */
    prompt: z.string(),
    answer: z.string(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    credits: z.number(),
    firstTokenMs: z.number().optional(),
    ms: z.number(),
    error: z.string(),
    errorMessage: messageRef,
  }),
  /** What the model was given of a file that a visitor sent. */
  z.object({
    type: z.literal('attachment'),
    name: z.string(),
    mime: z.string(),
    given: z.enum(['picture', 'text', 'transcript', 'name']),
    /** Characters of its text, and whether there were more. */
    chars: z.number().int().optional(),
    isCut: z.boolean().optional(),
    /** Of a message before this one. */
    isEarlier: z.boolean(),
  }),
  z.object({
    type: z.literal('tool'),
    toolId: z.string(),
    name: z.string(),
    arguments: z.string(),
    result: z.unknown(),
  }),
  /** What the chosen channel would not show as it is. */
  z.object({
    type: z.literal('loss'),
    item: z.string(),
    channel: z.string(),
    detail: z.string(),
    ...messageFields,
  }),
  z.object({ type: z.literal('limit'), what: z.string() }),
  z.object({
    type: z.literal('status'),
    status: EngineState.shape.status,
    reason: z.string(),
    reasonMessage: messageRef,
  }),
])
export type TraceEntry = z.infer<typeof TraceEntry>
