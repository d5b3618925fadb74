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
  /** Speaking nodes the visitor was in, oldest first, at most 50, for going back. */
  trail: z.array(z.string()),
  attempts: z.record(z.string(), z.number().int()),
  /** A complete collect node asks anyway: the visitor returned to change something. */
  reopened: z.boolean().optional(),
  status: z.enum(['talking', 'handed-off', 'ended']),
  dialogue: DialogueState.optional(),
})
export type EngineState = z.infer<typeof EngineState>

export interface EngineTool {
  /** Tools of MCP servers have ids `mcp:<server id>:<tool name>`. */
  readonly id: string
  readonly spec: ToolSpec
  readonly isGlobal: boolean
  /** Its variables may be set neither by the router nor by the model, unless a collect node asks for them. */
  readonly responseMapping?: Tool['responseMapping']
}

export interface GraphVariable extends Variable {
  readonly options: readonly string[]
  readonly min?: number | undefined
  readonly max?: number | undefined
}

export interface NodeEdges {
  readonly rules: readonly (Edge & { readonly rule: EdgeRule })[]
  readonly conditions: readonly Edge[]
  readonly otherwise: Edge | undefined
}

/** Compiled once per configuration and shared by its turns: do not modify. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, AgentNode>
  readonly startId: string
  readonly globals: readonly AgentNode[]
  readonly variables: ReadonlyMap<string, GraphVariable>
  readonly edges: ReadonlyMap<string, NodeEdges>
  readonly failures: ReadonlyMap<string, NodeEdges>
  readonly names: ReadonlySet<string>
  /** Variables that collect nodes request or rules test: if there are any, messages are searched for values. */
  readonly asked: ReadonlySet<string>
  /** Variables that messages are searched for: requested ones first, then declared ones; no secrets. */
  readonly searched: readonly GraphVariable[]
  readonly formats: ReadonlyMap<string, ValueFormat>
  readonly filled: ReadonlySet<string>
  readonly collected: ReadonlySet<string>
  readonly fromTools: ReadonlySet<string>
  readonly urls: ReadonlySet<string>
  readonly uiEngine: boolean
}

export interface TurnSetup {
  readonly tools?: readonly EngineTool[] | undefined
  readonly without?: readonly SystemTool[] | undefined
  /** For the model; a hand-off node then says so and does not hand off. */
  readonly away?: string | undefined
}

export interface Refusal {
  readonly name: string
  readonly value: string
  readonly reason: MessageDescriptor
}

export interface PendingDecision {
  /** `turn`: a new message. `branch`: the edge of an acting or finished node. `forced`: values, then the node. */
  readonly purpose: 'turn' | 'branch' | 'forced'
  readonly candidates: readonly Candidate[]
  readonly otherwise: Edge | undefined
  readonly by: 'otherwise' | 'success' | 'failure'
  readonly names: readonly string[]
}

export interface Turn {
  readonly text: string
  readonly channel: string
  /** YYYY-MM-DD where the visitor is. */
  readonly today: string
  /** BCP 47 tag. */
  readonly language: string
  /** Nodes entered, model calls and tool calls so far: see LIMITS. */
  readonly steps: number
  readonly modelCalls: number
  readonly toolCalls: number
  readonly spoke: boolean
  readonly waiting: 'decision' | 'speech' | 'tools' | undefined
  readonly pending: readonly string[]
  readonly decision: PendingDecision | undefined
  readonly extracted: boolean
  /** Variables with a new value that no finished collect node has used yet. */
  readonly given: readonly string[]
  readonly refused: readonly Refusal[]
  /** For the next model: results and failures of tool nodes. */
  readonly notes: readonly string[]
  readonly passing: boolean
  /** No tools were offered because a limit is near: a call now ends the turn. */
  readonly toolless: boolean
  /** The model wants to close the conversation once its tools have answered. */
  readonly closing: { readonly type: 'handOff' | 'endChat'; readonly reason: string } | undefined
  readonly urls: readonly string[]
  readonly tools: readonly EngineTool[]
  readonly fromTools: ReadonlySet<string>
  readonly without: readonly SystemTool[]
  readonly away: string
}

export interface TurnState {
  readonly state: EngineState
  readonly turn: Turn
}

export interface Candidate {
  readonly nodeId: string
  readonly name: string
  readonly condition: string
  readonly kind: 'child' | 'global' | 'back'
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

export type EngineEvent =
  /** Starts a turn. A form's values are validated. */
  | {
      readonly type: 'visitor'
      readonly text: string
      readonly channel: string
      /** YYYY-MM-DD where the visitor is. */
      readonly today: string
      /** BCP 47 tag of the conversation; English when absent. */
      readonly language?: string | undefined
      readonly values?: Values | undefined
      readonly nodeId?: string | undefined
    }
  | { readonly type: 'decided'; readonly next: unknown; readonly values: unknown; readonly reason: unknown }
  /** The router model failed or was too slow: the engine stays where it is. */
  | { readonly type: 'undecided'; readonly detail: Message }
  | {
      readonly type: 'spoke'
      readonly text: string
      readonly calls: readonly ToolCall[]
      readonly urls?: Iterable<string> | undefined
    }
  | { readonly type: 'toolAnswered'; readonly id: string; readonly result: ToolCallResult }
  | { readonly type: 'exhausted'; readonly what: 'time' | 'cost' }

/** Commands of the engine, executed in order. Each one marked (answers) is answered by exactly one event. */
export type Command =
  /** (answers `decided` or `undecided`) Ask the router model for the next node and the values in the message. */
  | {
      readonly type: 'decide'
      readonly node: AgentNode
      readonly candidates: readonly Candidate[]
      readonly canStay: boolean
      readonly variables: readonly {
        readonly name: string
        readonly type: Variable['type']
        readonly description: string
        readonly options: readonly string[]
        readonly value: Value | undefined
      }[]
      readonly asking: readonly string[]
    }
  /** (answers `spoke`) Let the model speak at this node; its text streams to the visitor. */
  | {
      readonly type: 'speak'
      readonly node: AgentNode
      /** Variables are filled in; includes the values to ask for and invalid ones. */
      readonly instructions: string
      readonly toolIds: readonly string[]
      readonly systemTools: readonly SystemTool[]
      readonly continued: boolean
    }
  | { readonly type: 'say'; readonly nodeId: string; readonly items: readonly Item[] }
  /** (answers `toolAnswered`) By a tool node or the model. `arguments` are unchecked. */
  | {
      readonly type: 'callTool'
      readonly id: string
      readonly nodeId: string
      readonly toolId: string
      readonly arguments: Readonly<Record<string, unknown>>
    }
  /** Result of a model's call that needed no `callTool`; the model reads it when it continues. */
  | {
      readonly type: 'answerCall'
      readonly id: string
      readonly name: string
      readonly ok: boolean
      readonly text: string
    }
  | { readonly type: 'handOff'; readonly nodeId: string; readonly reason: string }
  /** The visitor reached a hand-off without an available human and was informed. */
  | { readonly type: 'missHandOff'; readonly nodeId: string }
  | { readonly type: 'endChat'; readonly nodeId: string }

export const SYSTEM_TOOLS = ['search_knowledge', 'set_variable', 'hand_off', 'end_chat', 'send_ui'] as const
export type SystemTool = (typeof SYSTEM_TOOLS)[number]

export interface Step {
  readonly next: TurnState
  readonly commands: readonly Command[]
  readonly trace: readonly TraceEntry[]
  readonly done: boolean
}

/** Beyond them the turn ends with its text so far, or an apology. */
export const LIMITS = { steps: 25, modelCalls: 10, toolCalls: 10, turnMs: 90_000 } as const

/** Explains an answer: stored with the turn and streamed to its owner. */
export const TraceEntry = z.discriminatedUnion('type', [
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
    fault: z.string(),
    faultMessage: messageRef,
  }),
  z.object({
    type: z.literal('variable'),
    name: z.string(),
    value: z.string(),
    before: z.string().optional(),
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
    /** Cut to 20,000 characters. */
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
  z.object({
    type: z.literal('attachment'),
    name: z.string(),
    mime: z.string(),
    given: z.enum(['picture', 'text', 'transcript', 'name']),
    chars: z.number().int().optional(),
    isCut: z.boolean().optional(),
    isEarlier: z.boolean(),
  }),
  z.object({
    type: z.literal('tool'),
    toolId: z.string(),
    name: z.string(),
    arguments: z.string(),
    result: z.unknown(),
  }),
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
