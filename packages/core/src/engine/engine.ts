// The node engine's words: the state of a conversation in a graph, what happens to it, what it asks for, and its trace.
import { z } from 'zod'
import type { AgentNode } from '../agents/nodes.ts'
import type { Value, Values, Variable } from '../agents/variables.ts'
import type { Item } from '../items/items.ts'
import type { ToolCallResult, ToolSpec } from '../tools/tools.ts'

/** What is kept between turns. A graph that changed meanwhile is fine: an unknown node is taken for the start. */
export const EngineState = z.object({
  nodeId: z.string(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Nodes the visitor was in, oldest first, at most 50: where they can be taken back to. */
  trail: z.array(z.string()),
  /** Where a collect node failed to understand a value, how often in a row. */
  attempts: z.record(z.string(), z.number().int()),
  status: z.enum(['talking', 'handed-off', 'ended']),
})
export type EngineState = z.infer<typeof EngineState>

/** A tool as the engine knows it: offered to the model, or called by a tool node. */
export interface EngineTool {
  readonly id: string
  readonly spec: ToolSpec
  /** Also where no node names it. */
  readonly isGlobal: boolean
}

/** Compiled once for a configuration and shared by its turns: nobody may change it. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, AgentNode>
  readonly startId: string
  readonly globals: readonly AgentNode[]
  /** Declared ones and all that collect nodes ask for. */
  readonly variables: ReadonlyMap<string, Variable & { readonly options: readonly string[] }>
}

/** Within one turn; thrown away after it. */
export interface TurnState {
  readonly state: EngineState
  readonly turn: {
    readonly text: string
    readonly channel: string
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
  }
}

export interface Candidate {
  readonly nodeId: string
  readonly name: string
  /** In plain language; never empty. */
  readonly condition: string
  readonly kind: 'child' | 'global' | 'back'
}

export type EngineEvent =
  /** A visitor said something, or sent a form whose values are checked already. Begins a turn. */
  | {
      readonly type: 'visitor'
      readonly text: string
      readonly channel: string
      readonly values?: Values
      readonly nodeId?: string
    }
  /** What the router model answered, as it came: the engine trusts nothing of it. */
  | { readonly type: 'decided'; readonly next: unknown; readonly values: unknown; readonly reason: unknown }
  /** The router model failed or was too slow: the engine stays where it is. */
  | { readonly type: 'undecided'; readonly detail: string }
  /** The model finished speaking, perhaps with calls. */
  | {
      readonly type: 'spoke'
      readonly text: string
      readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[]
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
    }
  /** (answers `spoke`) Let the model speak at this node; its text streams to the visitor. */
  | {
      readonly type: 'speak'
      readonly node: AgentNode
      /** The node's instructions with variables filled in, and what the engine adds (what to ask for, what was not valid). */
      readonly instructions: string
      readonly toolIds: readonly string[]
      readonly systemTools: readonly SystemTool[]
      /** True when it goes on after its tools answered: the transcript of this turn's calls is continued. */
      readonly continued: boolean
    }
  /** Fixed items, variables filled in. */
  | { readonly type: 'say'; readonly nodeId: string; readonly items: readonly Item[] }
  /** (answers `toolAnswered`) By a tool node or by the model; `arguments` are not checked yet. */
  | {
      readonly type: 'callTool'
      readonly id: string
      readonly nodeId: string
      readonly toolId: string
      readonly arguments: Readonly<Record<string, unknown>>
    }
  | { readonly type: 'handOff'; readonly nodeId: string; readonly reason: string }
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
  }),
  z.object({
    type: z.literal('decision'),
    candidates: z.array(z.object({ nodeId: z.string(), name: z.string(), condition: z.string(), kind: z.string() })),
    chosen: z.string(),
    reason: z.string(),
    /** What was wrong with the router's answer; empty when nothing was. */
    fault: z.string(),
  }),
  z.object({
    type: z.literal('variable'),
    name: z.string(),
    value: z.string(),
    before: z.string().optional(),
    /** Why a value was refused; empty when it was taken. */
    refused: z.string(),
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
    purpose: z.enum(['router', 'answer', 'judge']),
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
  }),
  z.object({
    type: z.literal('tool'),
    toolId: z.string(),
    name: z.string(),
    arguments: z.string(),
    result: z.unknown(),
  }),
  /** What the chosen channel would not show as it is. */
  z.object({ type: z.literal('loss'), item: z.string(), channel: z.string(), detail: z.string() }),
  z.object({ type: z.literal('limit'), what: z.string() }),
  z.object({ type: z.literal('status'), status: EngineState.shape.status, reason: z.string() }),
])
export type TraceEntry = z.infer<typeof TraceEntry>
