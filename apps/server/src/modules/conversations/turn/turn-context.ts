// Shared state of the stages of a running turn, and the agent's compiled graph.
import { msg } from '@parlance/i18n/messages'
import type { ChatMessage } from '@parlance/engine/prompt'
import { compile, needsNoRouter } from '@parlance/engine/compile'
import type { Graph, TraceEntry } from '@parlance/contract/engine/types'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { ModelError } from '../ports.ts'
import type { HandoffAvailability } from '../handoff/handoff-availability.ts'
import { type RunningTurn, sendParts, STOPPED } from './running-turns.ts'
import type { Ending } from './stream-parts.ts'
import type { AcceptedMessage, Meter, ModelAttachments, OfferedTools, Retrieval } from './types.ts'

/** Limits, in characters, of the conversation and passages given to the model. */
export const HISTORY_CHARS = 16_000
export const PASSAGE_CHARS = 12_000

/** One turn; its fields don't change while it runs. `Deps` are a stage's dependencies. */
export interface TurnScope<Deps = unknown> {
  readonly deps: Deps
  readonly ctx: Ctx
  readonly running: RunningTurn
  readonly accepted: AcceptedMessage
  readonly graph: Graph
  readonly offer: OfferedTools
  readonly people: HandoffAvailability
  readonly transfers: readonly string[]
  readonly meter: Meter
  readonly history: Promise<readonly ChatMessage[]>
  /** `performance.now()` when it began. */
  readonly started: number
  readonly trace: TraceEntry[]
  /** The owner tests the agent: the trace is streamed live, with prompts and answers. */
  readonly isTest: boolean
}

export interface TurnContext<Deps = unknown> extends TurnScope<Deps> {
  readonly retrieval: Retrieval
  /** Read once, for the first model that speaks. */
  readonly attachments: (model: string) => Promise<ModelAttachments>
}

export interface CompiledGraph {
  readonly graph: Graph
  /** A single prompt: no decisions, and no stored state. */
  readonly isSinglePrompt: boolean
  /** Characters of a node's longest instructions. */
  readonly longest: number
  readonly models: readonly string[]
  /** Highest output limit of nodes' answers and decisions; 0 when none is set. */
  readonly answerTokens: number
  readonly decisionTokens: number
}

const graphs = new WeakMap<AgentConfig, CompiledGraph>()

/** Compiled once per configuration object. */
export function graphOf(config: AgentConfig): CompiledGraph {
  let known = graphs.get(config)
  if (!known) {
    // Nodes without a start can't be saved; should one be stored anyway, its system prompt answers.
    const graph = compile(config) ?? compile({ ...config, enableNodes: false })
    if (!graph) throw new Error('an agent without nodes has a graph of one')
    const nodes = [...graph.nodes.values()]
    known = {
      graph,
      // A graph of actions alone needs no decisions either, but its turns continue where the last one ended.
      isSinglePrompt: nodes.length === 1 && needsNoRouter(graph) && nodes.every((node) => node.items.length === 0),
      longest: Math.max(...nodes.map(({ instructions }) => instructions.length)),
      ...modelLimits(nodes, config.vg_fallbackModel),
    }
    graphs.set(config, known)
  }
  return known
}

function modelLimits(nodes: readonly AgentNode[], fallback: string | undefined) {
  const configs = nodes.flatMap(({ llmConfig, routerLlmConfig }) => [llmConfig, routerLlmConfig])
  return {
    models: [...new Set([...configs.map((llm) => llm?.model), fallback].flatMap((name) => name || []))],
    answerTokens: Math.max(0, ...nodes.map(({ llmConfig }) => llmConfig?.maxTokens ?? 0)),
    decisionTokens: Math.max(0, ...nodes.map(({ routerLlmConfig }) => routerLlmConfig?.maxTokens ?? 0)),
  }
}

const MAX_TRACE_ENTRIES = 300

export function addTrace(
  context: Pick<TurnScope, 'trace' | 'isTest' | 'running'>,
  entries: readonly TraceEntry[],
): void {
  for (const entry of entries) {
    if (context.trace.length >= MAX_TRACE_ENTRIES) return
    context.trace.push(entry)
    if (context.isTest)
      sendParts(context.running.listeners, [{ id: context.running.turn.at, part: { type: 'data-trace', data: entry } }])
  }
}

/** The ending of a turn that a reader, a model or an error interrupted. */
export function failedEnding(
  { running, ctx, log }: { readonly running: RunningTurn; readonly ctx: Ctx; readonly log: Logger },
  error: unknown,
): Ending {
  if (running.abort.signal.reason === STOPPED) return { status: 'interrupted' }
  const hasText = running.turn.body.length > 0
  log.warn(
    { err: error, turnId: running.turn.metadata.turnId, agentId: running.agentId },
    'the model gave no complete answer',
  )
  // Owners testing their agent see the provider's error; visitors do not.
  const isOwner = ctx.actor.kind !== 'nobody' && ctx.actor.kind !== 'visitor'
  const message = msg(hasText ? 'turn_broke_off' : 'turn_failed')
  return {
    status: hasText ? 'interrupted' : 'failed',
    error: isOwner && error instanceof ModelError ? msg('with_detail', { message, detail: error.reason }) : message,
    finishReason: 'error',
  }
}
