// Handles one message of a visitor on any channel: accept → run → persist → deliver.
import { storedMessage } from '../../../lib/stored-message.ts'
import { contactsIn, haveChanged } from '@parlance/contract/leads/captured'
import type { ListedMessage, LiveEvent } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import type { Metrics } from '../../../lib/metrics.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { EndedTurn } from '../ports.ts'
import { type AcceptDeps, acceptMessage } from './accept-message.ts'
import { previewOfAnswer } from '../preview.ts'
import type { EarlyAnswer } from './early-answer.ts'
import { isUnanswered, sourcesOfAnswer } from './assess-answer.ts'
import { type FinishRequest, persistAnswer, type TurnWriter } from './persist-turn.ts'
import { type EngineDeps, runEngine, type TurnOutcome } from './run-engine.ts'
import { openRunningTurn, type RunningTurn, type RunningTurns, sendParts } from './running-turns.ts'
import { endTurn, finishReasonOf, turnText } from './stream-parts.ts'
import type { AcceptedMessage, TurnRequest } from './types.ts'
import { runVoiceflow, type VoiceflowDeps } from './voiceflow-turn.ts'

interface DeliveryDeps {
  readonly bus: Bus
  /** Called for questions the knowledge base could not answer; returns at once and never throws. */
  readonly reportUnanswered: (
    ctx: Ctx,
    question: {
      readonly agentId: string
      readonly workspaceId: string
      readonly conversationId: string
      readonly turnId: string
      readonly question: string
    },
  ) => void
}

export interface HandleMessageDeps extends AcceptDeps, EngineDeps, VoiceflowDeps, DeliveryDeps {
  readonly files: AcceptDeps['files'] & EngineDeps['files']
  readonly dialogue: AcceptDeps['dialogue'] & VoiceflowDeps['dialogue']
  readonly running: RunningTurns
  readonly writer: TurnWriter
  /** Counts messages that people answer; returns at once and never throws. */
  readonly countHumanHandled: (ctx: Ctx, message: Pick<EndedTurn, 'agentId' | 'channel' | 'pageUrl'>) => void
  readonly metrics: Metrics
  readonly log: Logger
}

export type HandledMessage =
  | { readonly kind: 'running'; readonly running: RunningTurn }
  /** Nothing runs for it here: it is a repeat, or people answer it. Its turn's stored state is given. */
  | { readonly kind: 'stored'; readonly turnId: string; readonly visitorId: string }

const MAX_RUNNING_PER_PROCESS = 1000

/**
 * Resolves once the message is stored; the answer continues on its own, with or without readers. Throws the refusal.
 * `early`: an answer that was begun for this message.
 */
export async function handleMessage(
  base: HandleMessageDeps,
  ctx: Ctx,
  request: TurnRequest,
  early?: Pick<EarlyAnswer, 'models' | 'search'>,
): Promise<HandledMessage> {
  const deps = early ? { ...base, models: early.models, search: early.search } : base
  if (deps.running.size() >= MAX_RUNNING_PER_PROCESS) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 2 })
  const acceptance = await acceptMessage(deps, ctx, request)
  if (acceptance.kind === 'human-handled') {
    const { workspaceId, conversationId, seq, listed, origin } = acceptance
    deps.countHumanHandled(ctx, origin)
    const event = { type: 'message', agentId: origin.agentId, conversationId, seq, from: 'user' } as const
    publishMessage(deps.bus, ctx.region, workspaceId, event, listed)
    const told = { type: 'variables.changed', workspaceId, agentId: origin.agentId, conversationId } as const
    if (request.channel !== 'test' && tellsContacts(request)) await ctx.emit(told)
  }
  if (acceptance.kind !== 'accepted')
    return { kind: 'stored', turnId: acceptance.turnId, visitorId: acceptance.visitorId }

  const { message } = acceptance
  const ended = Promise.withResolvers<void>()
  const running = openRunningTurn(ctx.region, message, ended.promise)
  deps.running.add(running)
  announceTurn(deps.bus, running, message)
  void answerMessage(deps, ctx, running, message)
    .catch((error: unknown) =>
      deps.log.error({ err: error, turnId: message.turnId }, 'a turn ended with an internal error'),
    )
    .finally(() => (deps.running.remove(message.turnId), ended.resolve()))
  return { kind: 'running', running }
}

/** Resolves once the answer is stored and its readers know that it has ended. */
async function answerMessage(
  deps: HandleMessageDeps,
  ctx: Ctx,
  running: RunningTurn,
  message: AcceptedMessage,
): Promise<void> {
  const started = performance.now()
  const run = message.agent.config.agentPlatform === 'vf' ? runVoiceflow : runEngine
  const outcome = await run(deps, ctx, running, message)
  running.endsChat = outcome.conversationState === 'ended_chat'
  await deps.running.close(running)
  const answer = answerOf(running, message, outcome)
  const seq = await persistAnswer(deps, ctx.region, answer)
  deliverAnswer(deps, ctx, running, { outcome, answer, seq, isListed: message.listed !== undefined })
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000)
  deps.metrics.turn(outcome.ending.status, (performance.now() - started) / 1000, seconds(outcome.firstTokenMs))
}

function answerOf(running: RunningTurn, message: AcceptedMessage, outcome: TurnOutcome): FinishRequest {
  const { turn } = running
  const { ending, usage, cost, conversationState } = outcome
  const isTest = message.request.channel === 'test'
  return {
    turnId: turn.metadata.turnId,
    conversationId: turn.metadata.conversationId,
    workspaceId: running.workspaceId,
    agentId: running.agentId,
    replyId: turn.messageId,
    items: turn.body.map(wellFormed),
    status: ending.status,
    error: storedMessage(ending.error),
    finishReason: finishReasonOf(ending),
    sources: sourcesOfAnswer(running.sources, turnText(turn)),
    cost,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    hold: message.hold,
    payerId: message.payerId,
    usage: { channel: message.request.channel, units: outcome.units },
    hasChunks: running.hasChunks,
    cause: message.agent.title,
    engine: outcome.engine,
    trace: outcome.trace,
    state: conversationState,
    missed: outcome.missed,
    waits: conversationState === 'requested_chat' && !isTest,
    variablesChanged:
      !isTest && (tellsContacts(message.request) || haveChanged(message.state?.variables, outcome.engine?.variables)),
  }
}

const tellsContacts = ({ text, submission }: Pick<TurnRequest, 'text' | 'submission'>): boolean =>
  submission?.values !== undefined || Object.keys(contactsIn(text)).length > 0

const wellFormed = (item: Item): Item =>
  item.type === 'text' ? { type: 'text', text: item.text.toWellFormed() } : item

interface StoredAnswer {
  readonly outcome: TurnOutcome
  readonly answer: FinishRequest
  /** Sequence number of the answer; undefined when nothing was stored. */
  readonly seq: number | undefined
  readonly isListed: boolean
}

/** Ends the answer's stream, reports unanswered questions, and notifies all viewers. */
function deliverAnswer(
  deps: DeliveryDeps,
  ctx: Ctx,
  running: RunningTurn,
  { outcome, answer, seq, isListed }: StoredAnswer,
): void {
  const { turn, region, workspaceId, agentId } = running
  const { conversationId, turnId } = turn.metadata
  const { ending, cost, conversationState, search } = outcome
  turn.lateSources.push(...answer.sources)
  // Without text, the chat shows its own notice that people are asked.
  const isSilent = conversationState === 'requested_chat' && answer.items.length === 0
  const metadata = { credits: toCredits(cost), ...(isSilent ? { silent: true as const } : {}) }
  sendParts(running.listeners, endTurn(turn, { ...ending, metadata }))
  running.listeners.clear()
  if (seq !== undefined && search && isUnanswered({ ...search, answer: turnText(turn) })) {
    const { question } = search
    deps.reportUnanswered({ ...ctx, workspaceId }, { agentId, workspaceId, conversationId, turnId, question })
  }
  const publish = (event: LiveUpdate) => publishLiveUpdate(deps.bus, region, workspaceId, event)
  if (seq !== undefined) {
    const preview = previewOfAnswer(answer.items)
    const listed = isListed && preview !== '' ? { preview, at: ctx.now().toISOString() } : undefined
    const event = { type: 'message', agentId, conversationId, seq, from: 'agent' } as const
    publishMessage(deps.bus, region, workspaceId, event, listed)
  }
  publish({ type: 'turn', agentId, conversationId, turnId, status: 'done' })
  if (conversationState || answer.missed) publish({ type: 'conversation', agentId, conversationId })
}

function announceTurn(bus: Bus, running: RunningTurn, { seq, listed }: AcceptedMessage): void {
  const { turn, region, workspaceId, agentId } = running
  const { conversationId, turnId } = turn.metadata
  const event = { type: 'message', agentId, conversationId, seq, from: 'user' } as const
  publishMessage(bus, region, workspaceId, event, listed)
  publishLiveUpdate(bus, region, workspaceId, { type: 'turn', agentId, conversationId, turnId, status: 'running' })
}

export type LiveUpdate = Exclude<LiveEvent, { type: 'ready' | 'notification' }>

/** Publishes to the conversation's viewers and the workspace's lists. */
export function publishLiveUpdate(bus: Bus, region: Region, workspaceId: string, event: LiveUpdate): void {
  bus.publish(region, `conversation:${event.conversationId}`, event)
  bus.publish(region, `workspace:${workspaceId}`, event)
}

type MessageUpdate = Extract<LiveEvent, { type: 'message' }>

/** Includes what lists show, so that they need not read the message. */
export function publishMessage(
  bus: Bus,
  region: Region,
  workspaceId: string,
  event: MessageUpdate,
  listed: ListedMessage | undefined,
): void {
  bus.publish(region, `conversation:${event.conversationId}`, event)
  bus.publish(region, `workspace:${workspaceId}`, { ...event, ...(listed && { listed }) } satisfies LiveEvent)
}
