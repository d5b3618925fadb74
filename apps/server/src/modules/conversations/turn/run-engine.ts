// Runs the node engine through one turn: executes its commands and feeds back the results until there are none left.
import { withRef } from '@parlance/i18n/messages'
import type { TokenUsage, UsedUnits } from '../../billing/index.ts'
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
import type { Source } from '@parlance/contract/conversations/schemas'
import type { ModelMessage } from '../ports.ts'
import { type HandoffAvailabilityDeps, readHandoffAvailability } from '../handoff/handoff-availability.ts'
import type { Missed } from '../handoff/repository.ts'
import { type AttachmentDeps, readAttachments } from './attachments.ts'
import { decide, languageOf, speak, type Speech } from './call-model.ts'
import { localNow } from './local-now.ts'
import { createMeter } from './model-calls.ts'
import { createRetrieval, type RetrievalDeps, storedHistory } from './retrieve.ts'
import { type RunningTurn, sendParts } from './running-turns.ts'
import { addItem, type Ending } from './stream-parts.ts'
import { TRANSFER_CALL, transferCall, withTransfer } from './transfer-tool.ts'
import { addTrace, failedEnding, graphOf, type TurnContext, type TurnScope } from './turn-context.ts'
import type { AcceptedMessage, ModelAttachments, OfferedTools, SearchSummary, TurnRequest, TurnTools } from './types.ts'

export interface EngineDeps extends RetrievalDeps, AttachmentDeps, HandoffAvailabilityDeps {
  readonly tools: TurnTools
  readonly creditValueUsd: number
}

export interface TurnOutcome {
  readonly ending: Ending
  readonly usage: TokenUsage
  readonly units: readonly UsedUnits[]
  readonly cost: Milli
  readonly firstTokenMs: number | undefined
  readonly engine?: EngineState | undefined
  readonly trace?: readonly TraceEntry[] | undefined
  /** Undefined keeps the conversation's state. */
  readonly conversationState?: 'requested_chat' | 'ended_chat' | 'ai-chatting' | undefined
  /** The hand-off failed: no one can be asked now. */
  readonly missed?: Missed | undefined
  /** Set for a complete answer to a visitor that searched the knowledge base. */
  readonly search?: SearchSummary | undefined
}

export async function runEngine(
  deps: EngineDeps,
  ctx: Ctx,
  running: RunningTurn,
  accepted: AcceptedMessage,
): Promise<TurnOutcome> {
  const context = await openTurnContext(deps, ctx, running, accepted)
  const progress = beginProgress(context)
  let ending: Ending
  let search: SearchSummary | undefined
  try {
    await converse(context, progress)
    ending = { status: 'complete', finishReason: progress.finishReason }
    search = await summarizeSearch(context)
  } catch (error) {
    ending = failedEnding({ running, ctx, log: deps.log }, error)
  }
  return {
    ending,
    usage: context.meter.usage(),
    units: context.meter.units(),
    cost: context.meter.cost(),
    firstTokenMs: progress.firstTokenMs,
    search,
    ...storedProgress(context, progress, ending),
  }
}

/** A single prompt stores no engine state; a failed turn keeps the conversation's state for a retry. */
function storedProgress(
  context: Pick<TurnContext, 'accepted' | 'isTest' | 'offer' | 'trace' | 'people'>,
  progress: Progress,
  ending: Ending,
): Pick<TurnOutcome, 'engine' | 'trace' | 'conversationState' | 'missed'> {
  const { isSinglePrompt } = graphOf(context.accepted.agent.config)
  const { state } = progress.now
  const before = context.accepted.state
  const hasNoState =
    isSinglePrompt && before === undefined && Object.keys(state.variables).length === 0 && state.status === 'talking'
  const wasAway = before !== undefined && before.status !== 'talking' && state.status === 'talking'
  return {
    ...(hasNoState || ending.status === 'failed' ? {} : { engine: state }),
    ...(context.isTest ||
    !isSinglePrompt ||
    context.offer.tools.length > 0 ||
    context.accepted.request.attachments.length > 0
      ? { trace: context.trace }
      : {}),
    missed: progress.missed ? context.people.missed : undefined,
    conversationState: progress.conversation ?? (wasAway ? 'ai-chatting' : undefined),
  }
}

/** Undefined for tests, drafts and forms, for agents without history, and when a search failed. */
async function summarizeSearch({
  accepted,
  retrieval,
}: Pick<TurnContext, 'accepted' | 'retrieval'>): Promise<SearchSummary | undefined> {
  const { agent, request, values } = accepted
  const isVisitor = request.channel !== 'test' && !request.draft && values === undefined
  const isKept = agent.config.recordChatHistory && request.ephemeral !== true
  return isVisitor && isKept ? retrieval.summary() : undefined
}

async function openTurnContext(
  deps: EngineDeps,
  ctx: Ctx,
  running: RunningTurn,
  accepted: AcceptedMessage,
): Promise<TurnContext<EngineDeps>> {
  const { agent, request } = accepted
  const [offer, people] = await Promise.all([
    offerTools(deps.tools, ctx, accepted),
    readHandoffAvailability(deps, ctx, accepted),
  ])
  // Where people can't be asked for, nobody is called either.
  const transfers = people.away === '' ? (request.transfers ?? []) : []
  const history = request.history ?? storedHistory(ctx, running.turn.metadata.conversationId, accepted)
  const scope: TurnScope<EngineDeps> = {
    deps,
    ctx,
    running,
    accepted,
    graph: graphOf(agent.config).graph,
    offer: transfers.length === 0 ? offer : withTransfer(offer, transfers),
    people: transfers.length === 0 ? people : { ...people, byModel: false },
    transfers,
    meter: createMeter(deps.creditValueUsd),
    history: Promise.resolve(history),
    started: performance.now(),
    trace: running.trace,
    isTest: request.channel === 'test',
  }
  // A failed read is handled where it is awaited; until then it must not count as an unhandled rejection.
  scope.history.catch(() => undefined)
  for (const { server, error } of offer.faults)
    addTrace(scope, [
      {
        type: 'tool',
        toolId: `mcp:${server}`,
        name: server,
        arguments: '',
        result: { ok: false, ...withRef('error', error) },
      },
    ])
  let attachments: Promise<ModelAttachments> | undefined
  return {
    ...scope,
    retrieval: createRetrieval(scope),
    attachments: (model) => (attachments ??= readAttachments(scope, model)),
  }
}

/** Mutable state of the running engine, written only in this file. */
interface Progress {
  now: TurnState
  /** Tool calls of models and their results, in this turn. */
  readonly calls: ModelMessage[]
  passages: readonly Source[]
  firstTokenMs: number | undefined
  finishReason: Speech['finishReason']
  conversation: 'requested_chat' | 'ended_chat' | undefined
  /** The visitor reached a hand-off while no one is available. */
  missed: boolean
}

function beginProgress({
  accepted,
  graph,
  offer,
  people,
}: Pick<TurnContext, 'accepted' | 'graph' | 'offer' | 'people'>): Progress {
  const { agent, request, state } = accepted
  const { isSinglePrompt } = graphOf(agent.config)
  const now = begin(graph, state, {
    tools: offer.tools,
    without: withheldTools(people.byModel, isSinglePrompt, agent.effective.kb.enabled),
    away: people.away,
  })
  return {
    now: setVariables(now, request.debug?.variables),
    calls: [],
    passages: [],
    firstTokenMs: undefined,
    finishReason: 'stop',
    conversation: undefined,
    missed: false,
  }
}

/** The channel that a turn behaves as: owners' tests use the website's unless another one is chosen. */
export const channelOf = ({ channel, debug }: TurnRequest): ToolChannel =>
  debug?.channel ?? (channel === 'test' ? 'web-chat' : channel)

const NO_TOOLS: OfferedTools = { tools: [], faults: [] }

async function offerTools(
  { toolsFor }: TurnTools,
  ctx: Ctx,
  { agent, request }: AcceptedMessage,
): Promise<OfferedTools> {
  const { tools, functionsIds, mcpServers } = agent.config
  if (tools.length + functionsIds.length + mcpServers.length === 0) return NO_TOOLS
  return toolsFor(ctx, agent.workspaceId, {
    tools,
    functionsIds,
    mcpServers,
    channel: channelOf(request),
  })
}

/** A single prompt can't end the chat. */
const withheldTools = (mayHandOff: boolean, isSinglePrompt: boolean, hasKnowledge: boolean): SystemTool[] => [
  ...(hasKnowledge ? [] : (['search_knowledge'] as const)),
  ...(mayHandOff ? [] : (['hand_off'] as const)),
  ...(isSinglePrompt ? (['end_chat'] as const) : []),
]

function setVariables(now: TurnState, set: NonNullable<TurnRequest['debug']>['variables']): TurnState {
  if (!set) return now
  const variables = { ...now.state.variables }
  for (const [name, value] of Object.entries(set)) {
    if (value === null) delete variables[name]
    else variables[name] = value
  }
  return { ...now, state: { ...now.state, variables } }
}

async function converse(context: TurnContext<EngineDeps>, progress: Progress): Promise<void> {
  const { request } = context.accepted
  const first: EngineEvent = {
    type: 'visitor',
    text: request.text,
    channel: channelOf(request),
    today: localNow(context.ctx, context.accepted.agent).today,
    language: languageOf(context),
    values: context.accepted.values,
    nodeId: request.debug?.nodeId,
  }
  let steps = [stepEngine(context, progress, first)]
  for (;;) {
    const events = await executeCommands(
      context,
      progress,
      steps.flatMap(({ commands }) => commands),
    )
    if (events.length === 0) {
      if (steps.at(-1)?.done) return
      throw new Error('the engine waits without having sent a command')
    }
    steps = events.map((event) => stepEngine(context, progress, event))
  }
}

function stepEngine(context: TurnContext, progress: Progress, event: EngineEvent): Step {
  const result = step(context.graph, progress.now, event)
  progress.now = result.next
  addTrace(context, result.trace)
  return result
}

/** In order, tool calls in parallel. Returns the engine's events in the order of their commands. */
async function executeCommands(
  context: TurnContext<EngineDeps>,
  progress: Progress,
  commands: readonly Command[],
): Promise<EngineEvent[]> {
  const events: Promise<EngineEvent>[] = []
  for (const command of commands) {
    switch (command.type) {
      case 'decide':
      case 'speak': {
        const limit = exceededLimit(context)
        if (limit) events.push(Promise.resolve({ type: 'exhausted', what: limit }))
        else
          events.push(
            Promise.resolve(
              await (command.type === 'decide' ? decide(context, command) : speakAsNode(context, progress, command)),
            ),
          )
        break
      }
      case 'callTool':
        events.push(callTool(context, progress, command))
        break
      default:
        applyCommand(context, progress, command)
    }
  }
  return Promise.all(events)
}

function exceededLimit({
  started,
  meter,
  accepted,
}: Pick<TurnContext, 'started' | 'meter' | 'accepted'>): 'time' | 'cost' | undefined {
  if (performance.now() - started > LIMITS.turnMs) return 'time'
  // The first call may use the whole hold; another one starts only if some is left.
  return meter.platformCost() > 0 && meter.cost() >= accepted.hold ? 'cost' : undefined
}

type ImmediateCommand = Extract<Command, { type: 'say' | 'answerCall' | 'handOff' | 'missHandOff' | 'endChat' }>

async function speakAsNode(
  context: TurnContext<EngineDeps>,
  progress: Progress,
  command: Extract<Command, { type: 'speak' }>,
): Promise<EngineEvent> {
  const speech = await speak(context, command, {
    state: progress.now,
    calls: progress.calls,
    passages: progress.passages,
    onFirstToken: () => (progress.firstTokenMs ??= performance.now() - context.started),
  })
  progress.passages = speech.passages
  progress.finishReason = speech.finishReason
  progress.calls.push(...speech.calls)
  return speech.event
}

function applyCommand(context: TurnContext, progress: Progress, command: ImmediateCommand): void {
  switch (command.type) {
    case 'say':
      progress.firstTokenMs ??= performance.now() - context.started
      for (const item of command.items) sendParts(context.running.listeners, addItem(context.running.turn, item))
      addTrace(
        context,
        losses(command.items, channelOf(context.accepted.request)).map((loss) => ({ type: 'loss' as const, ...loss })),
      )
      break
    case 'answerCall':
      progress.calls.push({ role: 'tool', id: command.id, name: command.name, content: command.text })
      break
    case 'handOff': {
      const [first] = context.transfers
      if (first === undefined) progress.conversation = 'requested_chat'
      else context.running.transfer ??= { to: first, about: '' }
      break
    }
    case 'missHandOff':
      progress.missed = true
      break
    case 'endChat':
      progress.conversation = 'ended_chat'
      break
  }
}

async function callTool(
  context: TurnContext<EngineDeps>,
  progress: Progress,
  command: Extract<Command, { type: 'callTool' }>,
): Promise<EngineEvent> {
  const { id, toolId } = command
  const tool = context.offer.tools.find((offer) => offer.id === toolId)
  const { toolListeners } = context.running
  for (const listener of toolListeners) listener(true)
  const result = await (
    toolId === 'search_knowledge'
      ? searchKnowledge(context, command)
      : toolId === TRANSFER_CALL && tool
        ? Promise.resolve(transferCall(context, command.arguments))
        : callOfferedTool(context, progress.now, command)
  ).finally(() => toolListeners.forEach((listener) => listener(false)))
  // A node's own calls are not part of the conversation with the model.
  const isModelCall = progress.calls.some((message) => 'calls' in message && message.calls.some((one) => one.id === id))
  if (isModelCall)
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

function callOfferedTool(
  context: TurnContext<EngineDeps>,
  now: TurnState,
  command: Extract<Command, { type: 'callTool' }>,
): Promise<ToolCallResult> {
  const { deps, ctx, accepted, running } = context
  const { tools, functionsIds, mcpServers } = accepted.agent.config
  const sources = { tools, functionsIds, mcpServers, channel: channelOf(accepted.request) }
  return deps.tools.call(ctx, accepted.agent.workspaceId, sources, {
    toolId: command.toolId,
    arguments: command.arguments,
    variables: now.state.variables,
    language: now.turn.language,
    signal: running.abort.signal,
  })
}

async function searchKnowledge(
  context: TurnContext,
  { nodeId, arguments: args }: Extract<Command, { type: 'callTool' }>,
): Promise<ToolCallResult> {
  const query = typeof args['query'] === 'string' ? args['query'] : context.accepted.request.typedText
  const started = performance.now()
  const { kb } = context.accepted.agent.effective
  const own = context.graph.nodes.get(nodeId)?.kb
  const found = await context.retrieval.search(query, { limit: own?.maxChunks ?? kb.maxChunks, tags: own?.tags })
  const late = found
    .filter(({ n }) => !context.running.sources.some((known) => known.n === n))
    .map((source) => ({ ...source, late: true }))
  if (kb.showSources) context.running.sources = [...context.running.sources, ...late]
  const response = JSON.stringify(found.map(({ n, title, text }) => ({ n, title, text })))
  const request = { method: 'SEARCH', url: 'knowledge', headers: {}, body: query }
  return { ok: true, status: 200, durationMs: performance.now() - started, request, response, error: '', variables: {} }
}
