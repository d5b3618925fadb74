// Runs the node engine through one turn: does what it asks for, tells it what came of it, until it has nothing more to do.
import { offersPeople } from '@parlance/contract/conversations/lifecycle'
import { addItem, type Ending } from './stream-parts.ts'
import type { TokenUsage } from '../../billing/index.ts'
import {
  type Command,
  type EngineEvent,
  type EngineState,
  LIMITS,
  type Step,
  type SystemTool,
  type TraceEntry,
  type TurnState,
} from '@parlance/contract/engine/types'
import { begin, step } from '@parlance/engine/step'
import { losses } from '@parlance/engine/items/channels'
import type { Milli } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import { toolAnswer } from '@parlance/engine/tools/response'
import type { ToolCallResult, ToolChannel } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import { type Accepted, NO_OFFER, type Offer, type TurnRequest } from './types.ts'
import type { TurnRuntime } from './runtime.ts'
import { createMeter } from './usage-meter.ts'
import { decide, languageOf, speak, type Spoken, today } from './call-model.ts'
import { type RunningTurn, tell } from './running-turns.ts'
import { createRetrieval, storedHistory } from './retrieve.ts'
import { readAttachments } from './model-attachments.ts'
import type { Attachments, Searched } from './types.ts'
import { graphOf, addTrace, type TurnContext, type TurnScope } from './turn-context.ts'
import { searchedIn } from './unanswered.ts'
import type { Source } from '@parlance/contract/conversations/schemas'
import type { ModelMessage } from '../ports.ts'

export interface Outcome {
  readonly ending: Ending
  readonly usage: TokenUsage
  readonly cost: Milli
  readonly firstTokenMs: number | undefined
  readonly engine?: EngineState | undefined
  readonly trace?: readonly TraceEntry[] | undefined
  readonly state?: 'requested_chat' | 'ended_chat' | 'ai-chatting' | undefined
  /** Of a whole answer to a visitor that searched the knowledge base. */
  readonly searched?: Searched | undefined
}

/** `failed` says how a turn ends that a model or a fault of ours broke off. */
export async function run(
  runtime: TurnRuntime,
  ctx: Ctx,
  running: RunningTurn,
  accepted: Accepted,
  failed: (error: unknown) => Ending,
): Promise<Outcome> {
  const context = await openTurnContext(runtime, ctx, running, accepted)
  const progress = beginProgress(context)
  let ending: Ending
  let searched: Searched | undefined
  try {
    await converse(context, progress)
    ending = { status: 'complete', finishReason: progress.finishReason }
    searched = await searchedIn(context)
  } catch (error) {
    ending = failed(error)
  }
  return {
    ending,
    usage: context.meter.usage(),
    cost: context.meter.cost(),
    firstTokenMs: progress.firstTokenMs,
    searched,
    ...kept(context, progress, ending),
  }
}

/** A plain agent leaves nothing behind but its words; a turn that failed leaves the conversation where it was, for another try. */
function kept(context: TurnContext, progress: Progress, ending: Ending): Pick<Outcome, 'engine' | 'trace' | 'state'> {
  const { plain } = graphOf(context.accepted.agent.config)
  const { state } = progress.now
  const before = context.accepted.state
  const stays = plain && before === undefined && Object.keys(state.variables).length === 0 && state.status === 'talking'
  const wasAway = before !== undefined && before.status !== 'talking' && state.status === 'talking'
  return {
    ...(stays || ending.status === 'failed' ? {} : { engine: state }),
    ...(context.watched || !plain || context.offer.tools.length > 0 || context.accepted.request.carried
      ? { trace: context.trace }
      : {}),
    state: progress.conversation ?? (wasAway ? 'ai-chatting' : undefined),
  }
}

async function openTurnContext(
  runtime: TurnRuntime,
  ctx: Ctx,
  running: RunningTurn,
  accepted: Accepted,
): Promise<TurnContext> {
  const { agent, request } = accepted
  const offer = await offered(runtime, ctx, accepted)
  const history = request.history ?? storedHistory(ctx, running.turn.metadata.conversationId, accepted)
  const scope: TurnScope = {
    runtime,
    ctx,
    running,
    accepted,
    graph: graphOf(agent.config).graph,
    offer,
    meter: createMeter(runtime.deps.creditValueUsd),
    history: Promise.resolve(history),
    started: performance.now(),
    trace: running.trace,
    watched: request.channel === 'test',
  }
  // A failing read is met where it is awaited; until then it must not count as unhandled.
  scope.history.catch(() => undefined)
  for (const { server, error } of offer.faults)
    addTrace(scope, [
      { type: 'tool', toolId: `mcp:${server}`, name: server, arguments: '', result: { ok: false, error } },
    ])
  let attachments: Promise<Attachments> | undefined
  return {
    ...scope,
    retrieval: createRetrieval(scope),
    attachments: (model) => (attachments ??= readAttachments(scope, model)),
  }
}

/** What changes while the engine runs; only this file writes it. */
interface Progress {
  /** Where the engine is. */
  now: TurnState
  /** Calls of models and their answers, in this turn. */
  readonly calls: ModelMessage[]
  passages: readonly Source[]
  firstTokenMs: number | undefined
  finishReason: Spoken['finishReason']
  /** What becomes of the conversation, where the agent decided that. */
  conversation: 'requested_chat' | 'ended_chat' | undefined
}

function beginProgress({ accepted, graph, offer }: TurnContext): Progress {
  const { agent, request, state } = accepted
  const { plain } = graphOf(agent.config)
  const now = begin(graph, state, { tools: offer.tools, without: withheld(agent.config, plain) })
  return {
    now: withVariables(now, request.debug?.variables),
    calls: [],
    passages: [],
    firstTokenMs: undefined,
    finishReason: 'stop',
    conversation: undefined,
  }
}

/** The channel a turn behaves as: owners who try out their agent see the website's unless they choose another. */
export const channelOf = ({ channel, debug }: TurnRequest): ToolChannel =>
  debug?.channel ?? (channel === 'test' ? 'web-chat' : channel)

async function offered(runtime: TurnRuntime, ctx: Ctx, { agent, request }: Accepted): Promise<Offer> {
  const { tools, functionsIds, mcpServers } = agent.config
  if (tools.length + functionsIds.length + mcpServers.length === 0) return NO_OFFER
  return runtime.deps.tools.toolsFor(ctx, agent.workspaceId, {
    tools,
    functionsIds,
    mcpServers,
    channel: channelOf(request),
  })
}

/** Agents of one prompt speak and nothing else; people are offered where somebody said that there are any. */
function withheld(config: Accepted['agent']['config'], plain: boolean): SystemTool[] {
  if (plain) return ['hand_off', 'end_chat']
  return offersPeople(config) ? [] : ['hand_off']
}

function withVariables(now: TurnState, set: NonNullable<TurnRequest['debug']>['variables']): TurnState {
  if (!set) return now
  const variables = { ...now.state.variables }
  for (const [name, value] of Object.entries(set)) {
    if (value === null) delete variables[name]
    else variables[name] = value
  }
  return { ...now, state: { ...now.state, variables } }
}

async function converse(context: TurnContext, progress: Progress): Promise<void> {
  const { request } = context.accepted
  const first: EngineEvent = {
    type: 'visitor',
    text: request.text,
    channel: channelOf(request),
    today: today(context),
    language: languageOf(context),
    values: context.accepted.values,
    nodeId: request.debug?.nodeId,
  }
  let steps = [move(context, progress, first)]
  for (;;) {
    const answers = await perform(
      context,
      progress,
      steps.flatMap(({ commands }) => commands),
    )
    if (answers.length === 0) {
      if (steps.at(-1)?.done) return
      throw new Error('the engine waits for nothing that was asked for')
    }
    steps = answers.map((event) => move(context, progress, event))
  }
}

function move(context: TurnContext, progress: Progress, event: EngineEvent): Step {
  const result = step(context.graph, progress.now, event)
  progress.now = result.next
  addTrace(context, result.trace)
  return result
}

/** One after the other, in order; calls of tools beside each other. Answers what the engine is to hear, in that order. */
async function perform(context: TurnContext, progress: Progress, commands: readonly Command[]): Promise<EngineEvent[]> {
  const answers: Promise<EngineEvent>[] = []
  for (const command of commands) {
    switch (command.type) {
      case 'decide':
      case 'speak': {
        const over = overBudget(context)
        if (over) answers.push(Promise.resolve({ type: 'exhausted', what: over }))
        else
          answers.push(
            Promise.resolve(
              await (command.type === 'decide' ? decide(context, command) : speakNext(context, progress, command)),
            ),
          )
        break
      }
      case 'callTool':
        answers.push(call(context, progress, command))
        break
      default:
        act(context, progress, command)
    }
  }
  return Promise.all(answers)
}

function overBudget({ started, meter, accepted }: TurnContext): 'time' | 'cost' | undefined {
  if (performance.now() - started > LIMITS.turnMs) return 'time'
  // The first call may cost what was held for it; another one begins only while something of that is left.
  return meter.platformCost() > 0 && meter.cost() >= accepted.hold ? 'cost' : undefined
}

type Act = Extract<Command, { type: 'say' | 'answerCall' | 'handOff' | 'endChat' }>

async function speakNext(
  context: TurnContext,
  progress: Progress,
  command: Extract<Command, { type: 'speak' }>,
): Promise<EngineEvent> {
  const spoken = await speak(context, command, {
    state: progress.now,
    calls: progress.calls,
    passages: progress.passages,
    onFirstToken: () => (progress.firstTokenMs ??= performance.now() - context.started),
  })
  progress.passages = spoken.passages
  progress.finishReason = spoken.finishReason
  progress.calls.push(...spoken.calls)
  return spoken.event
}

function act(context: TurnContext, progress: Progress, command: Act): void {
  switch (command.type) {
    case 'say':
      progress.firstTokenMs ??= performance.now() - context.started
      for (const item of command.items) tell(context.running.listeners, addItem(context.running.turn, item))
      addTrace(
        context,
        losses(command.items, channelOf(context.accepted.request)).map((loss) => ({ type: 'loss' as const, ...loss })),
      )
      break
    case 'answerCall':
      progress.calls.push({ role: 'tool', id: command.id, name: command.name, content: command.text })
      break
    case 'handOff':
      progress.conversation = 'requested_chat'
      break
    case 'endChat':
      progress.conversation = 'ended_chat'
      break
  }
}

async function call(
  context: TurnContext,
  progress: Progress,
  command: Extract<Command, { type: 'callTool' }>,
): Promise<EngineEvent> {
  const { id, toolId } = command
  const tool = context.offer.tools.find((offer) => offer.id === toolId)
  const result =
    toolId === 'search_knowledge'
      ? await searched(context, command.arguments)
      : await called(context, progress.now, command)
  // A node's own call is no model's: only answers to a model's calls belong to its conversation.
  const asked = progress.calls.some((message) => 'calls' in message && message.calls.some((one) => one.id === id))
  if (asked)
    progress.calls.push({
      role: 'tool',
      id,
      name: tool?.spec.name ?? toolId,
      content: toolAnswer(result, tool?.responseMapping),
    })
  const args = cut(JSON.stringify(command.arguments), 5000)
  if (toolId !== 'search_knowledge')
    addTrace(context, [{ type: 'tool', toolId, name: tool?.spec.name ?? toolId, arguments: args, result }])
  return { type: 'toolAnswered', id, result }
}

function called(
  context: TurnContext,
  now: TurnState,
  command: Extract<Command, { type: 'callTool' }>,
): Promise<ToolCallResult> {
  const { runtime, ctx, accepted, running } = context
  const { tools, functionsIds, mcpServers } = accepted.agent.config
  const sources = { tools, functionsIds, mcpServers, channel: channelOf(accepted.request) }
  return runtime.deps.tools.call(ctx, accepted.agent.workspaceId, sources, {
    toolId: command.toolId,
    arguments: command.arguments,
    variables: now.state.variables,
    signal: running.abort.signal,
  })
}

async function searched(context: TurnContext, args: Readonly<Record<string, unknown>>): Promise<ToolCallResult> {
  const query =
    typeof args['query'] === 'string'
      ? args['query']
      : (context.accepted.request.words ?? context.accepted.request.text)
  const started = performance.now()
  const { kb } = context.accepted.agent.effective
  const found = await context.retrieval.search(query, { limit: kb.maxChunks, tags: undefined })
  const late = found
    .filter(({ n }) => !context.running.sources.some((known) => known.n === n))
    .map((source) => ({ ...source, late: true }))
  if (kb.showSources) context.running.sources = [...context.running.sources, ...late]
  const response = JSON.stringify(found.map(({ n, title, text }) => ({ n, title, text })))
  const request = { method: 'SEARCH', url: 'knowledge', headers: {}, body: query }
  return { ok: true, status: 200, durationMs: performance.now() - started, request, response, error: '', variables: {} }
}
