// What the stages of one running turn share, and the compiled graph of its agent.
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

/** At most so many characters of the conversation so far, and of passages, reach the model. */
export const HISTORY_CHARS = 16_000
export const PASSAGE_CHARS = 12_000

/** One turn; nothing in it is replaced while it runs. `Deps` is what a stage uses from outside. */
export interface TurnScope<Deps = unknown> {
  readonly deps: Deps
  readonly ctx: Ctx
  readonly running: RunningTurn
  readonly accepted: AcceptedMessage
  readonly graph: Graph
  readonly offer: OfferedTools
  readonly people: HandoffAvailability
  readonly meter: Meter
  readonly history: Promise<readonly ChatMessage[]>
  /** `performance.now()` when it began. */
  readonly started: number
  readonly trace: TraceEntry[]
  /** The owner tests the agent: the trace is streamed as it grows, with prompts and answers. */
  readonly isTest: boolean
}

export interface TurnContext<Deps = unknown> extends TurnScope<Deps> {
  readonly retrieval: Retrieval
  /** Read once, for the model that speaks first. */
  readonly attachments: (model: string) => Promise<ModelAttachments>
}

export interface CompiledGraph {
  readonly graph: Graph
  /** One prompt: no turn asks for a decision, and nothing is remembered. */
  readonly isSinglePrompt: boolean
  /** Characters of the longest instructions of a node. */
  readonly longest: number
  /** Models that nodes name, and the fallback model. */
  readonly models: readonly string[]
  /** Highest output limit of a node's answers and decisions; 0 when no node sets one. */
  readonly answerTokens: number
  readonly decisionTokens: number
}

const graphs = new WeakMap<AgentConfig, CompiledGraph>()

/** Compiled once per configuration object. */
export function graphOf(config: AgentConfig): CompiledGraph {
  let known = graphs.get(config)
  if (!known) {
    // Nodes without a start can't be saved; should one be stored all the same, its system prompt answers.
    const graph = compile(config) ?? compile({ ...config, enableNodes: false })
    if (!graph) throw new Error('an agent without nodes has a graph of one')
    const nodes = [...graph.nodes.values()]
    known = {
      graph,
      // A graph of actions alone asks for no decision either, but its turns continue where the last one ended.
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

/** How a turn ends that a reader stopped, or that a model or a fault of ours broke off. */
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
  // Owners testing their agent are told what the provider said; visitors are not.
  const isOwner = ctx.actor.kind !== 'nobody' && ctx.actor.kind !== 'visitor'
  const message = msg(hasText ? 'turn_broke_off' : 'turn_failed')
  return {
    status: hasText ? 'interrupted' : 'failed',
    error: isOwner && error instanceof ModelError ? msg('with_detail', { message, detail: error.reason }) : message,
    finishReason: 'error',
  }
}
