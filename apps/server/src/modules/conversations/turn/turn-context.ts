// What the stages of one running turn share, and the graph of its agent.
import type { ChatMessage } from '@parlance/engine/prompt'
import { compile, needsNothing } from '@parlance/engine/compile'
import type { Graph, TraceEntry } from '@parlance/contract/engine/types'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Accepted, Attachments, Offer, Retrieval } from './types.ts'
import type { TurnRuntime } from './runtime.ts'
import type { Meter } from './usage-meter.ts'
import { type RunningTurn, tell } from './running-turns.ts'

/** One turn; nothing in it is replaced while the turn runs. */
export interface TurnScope {
  readonly runtime: TurnRuntime
  readonly ctx: Ctx
  readonly running: RunningTurn
  readonly accepted: Accepted
  readonly graph: Graph
  readonly offer: Offer
  readonly meter: Meter
  readonly history: Promise<readonly ChatMessage[]>
  /** `performance.now()` when it began. */
  readonly started: number
  readonly trace: TraceEntry[]
  /** The owner watches: the trace is streamed as it grows, with prompts and answers. */
  readonly watched: boolean
}

export interface TurnContext extends TurnScope {
  readonly retrieval: Retrieval
  /** What the model is given of attachments: read once, for the model that speaks first. */
  readonly attachments: (model: string) => Promise<Attachments>
}

export interface Compiled {
  readonly graph: Graph
  /** One prompt: no turn asks for a decision, and nothing is remembered. */
  readonly plain: boolean
  /** Characters of the longest instructions of a node. */
  readonly longest: number
  /** Models that nodes name beside the agent's own, and its fallback. */
  readonly models: readonly string[]
  /** The most that a node lets its model write; 0 where none says. */
  readonly answerTokens: number
  readonly decisionTokens: number
}

const graphs = new WeakMap<AgentConfig, Compiled>()

/** The graph of a configuration, made once for as long as that very configuration is kept in memory. */
export function graphOf(config: AgentConfig): Compiled {
  let known = graphs.get(config)
  if (!known) {
    // Nodes without a start can't be saved; one that got here all the same still has its system prompt.
    const graph = compile(config) ?? compile({ ...config, enableNodes: false })
    if (!graph) throw new Error('an agent without nodes has a graph of one')
    const nodes = [...graph.nodes.values()]
    known = {
      graph,
      // A graph that only acts asks for no decision either, but its turns go on where the last one ended.
      plain: nodes.length === 1 && needsNothing(graph) && nodes.every((node) => node.items.length === 0),
      longest: Math.max(...nodes.map(({ instructions }) => instructions.length)),
      ...costs(nodes, config.vg_fallbackModel),
    }
    graphs.set(config, known)
  }
  return known
}

function costs(nodes: readonly AgentNode[], fallback: string | undefined) {
  const configs = nodes.flatMap(({ llmConfig, routerLlmConfig }) => [llmConfig, routerLlmConfig])
  return {
    models: [...new Set([...configs.map((llm) => llm?.model), fallback].flatMap((name) => name || []))],
    answerTokens: Math.max(0, ...nodes.map(({ llmConfig }) => llmConfig?.maxTokens ?? 0)),
    decisionTokens: Math.max(0, ...nodes.map(({ routerLlmConfig }) => routerLlmConfig?.maxTokens ?? 0)),
  }
}

/** A trace of a long turn: its first part tells most. */
const MAX_TRACE = 300

export function addTrace(
  context: Pick<TurnScope, 'trace' | 'watched' | 'running'>,
  entries: readonly TraceEntry[],
): void {
  for (const entry of entries) {
    if (context.trace.length >= MAX_TRACE) return
    context.trace.push(entry)
    if (context.watched)
      tell(context.running.listeners, [{ id: context.running.turn.at, part: { type: 'data-trace', data: entry } }])
  }
}
