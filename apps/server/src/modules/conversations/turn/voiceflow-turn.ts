// The turn of an agent on Voiceflow: sends the visitor's action there, and shows the response.
import { type Message, type MessageDescriptor, msg, withRef } from '@parlance/i18n/messages'
import { formValues } from '@parlance/engine/variables'
import { actionFor, rememberReplies } from '@parlance/engine/voiceflow/actions'
import {
  DIALOGUE_KEY_REQUIRED,
  DIALOGUE_MODEL,
  type DialogueAction,
  type DialogueReply,
  type DialogueState,
  LAUNCH,
  NOT_LAUNCHED,
} from '@parlance/contract/dialogue/schemas'
import { type TraceResult, readTraces } from '@parlance/engine/voiceflow/traces'
import { type HandoffAvailabilityDeps, readHandoffAvailability } from '../handoff/handoff-availability.ts'
import type { Values } from '@parlance/contract/agents/variables'
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import { losses } from '@parlance/engine/items/channels'
import { OWN_KEY_TURN, toCredits } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import { usedUnits } from '../../billing/index.ts'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { type Dialogue, type DialogueSession, type Model, ModelError } from '../ports.ts'
import { localNow } from './local-now.ts'
import { channelOf, type TurnOutcome } from './run-engine.ts'
import { type RunningTurn, sendParts } from './running-turns.ts'
import { addItem, type Ending } from './stream-parts.ts'
import { addTrace, failedEnding, graphOf } from './turn-context.ts'
import type { AcceptedMessage } from './types.ts'

export interface VoiceflowDeps extends HandoffAvailabilityDeps {
  readonly dialogue: Pick<Dialogue, 'interact' | 'forget'>
  /** API key of the copy that answers; empty when it has none. */
  readonly dialogueKey: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<string>
  readonly log: Logger
}

interface Exchange {
  readonly dialogue: VoiceflowDeps['dialogue']
  readonly running: RunningTurn
  readonly accepted: AcceptedMessage
  readonly session: DialogueSession
  readonly trace: TraceEntry[]
  readonly isTest: boolean
  readonly started: number
  state: DialogueState
  /** Voiceflow answered, so the turn is charged. */
  answered: boolean
  firstTokenMs: number | undefined
  conversation: 'requested_chat' | 'ended_chat' | undefined
}

/** Stands in for a model: it has a name, and costs as much as a model on the workspace's own key. */
export const voiceflowModel = (dialogue: Pick<Dialogue, 'sandboxed'>): Model => ({
  name: DIALOGUE_MODEL,
  paidBy: dialogue.sandboxed ? 'sandbox' : 'ownKey',
  stream: () => Promise.reject(new ModelError('refused', msg('voiceflow_no_model'))),
})

export async function runVoiceflow(
  deps: VoiceflowDeps,
  ctx: Ctx,
  running: RunningTurn,
  accepted: AcceptedMessage,
): Promise<TurnOutcome> {
  const { agent, request } = accepted
  let exchange: Exchange | undefined
  let ending: Ending
  try {
    const key = (await deps.dialogueKey(ctx, agent.agentId, { draft: request.draft })).trim()
    if (key === '') return missingKey(ctx, accepted)
    exchange = openExchange(deps.dialogue, running, accepted, key)
    await converse(exchange)
    ending = { status: 'complete', finishReason: 'stop' }
  } catch (error) {
    ending = failedEnding({ running, ctx, log: deps.log }, error)
  }
  const outcome = { ending, usage: NO_TOKENS, units: [], cost: 0, firstTokenMs: undefined }
  if (!exchange) return outcome
  const { state, trace, firstTokenMs, answered } = exchange
  const { missed } =
    exchange.conversation === 'requested_chat' ? await readHandoffAvailability(deps, ctx, accepted) : {}
  const conversation = missed ? undefined : exchange.conversation
  const isKept = ending.status !== 'failed'
  const told = formValues(graphOf(agent.config).graph, accepted.values ?? {}, localNow(ctx, agent).today)
  const variables = { ...accepted.state?.variables, ...told }
  const wasAway = accepted.state !== undefined && accepted.state.status !== 'talking'
  return {
    ...outcome,
    cost: answered && isKept ? OWN_KEY_TURN : 0,
    units: [usedUnits(accepted.model, NO_TOKENS)],
    firstTokenMs,
    trace,
    missed: isKept ? missed : undefined,
    ...(isKept ? { engine: engineStateOf(state, conversation, variables) } : {}),
    conversationState: isKept ? (conversation ?? (wasAway ? 'ai-chatting' : undefined)) : undefined,
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 }

/** Stores the visitor's message, so that the owner sees what was not answered. */
function missingKey({ actor }: Ctx, { agent }: AcceptedMessage): TurnOutcome {
  const isOwner = actor.kind !== 'nobody' && actor.kind !== 'visitor'
  const error = isOwner ? DIALOGUE_KEY_REQUIRED.message : agent.config.unavailableMessage
  return {
    ending: { status: 'failed', error, finishReason: 'error' },
    usage: NO_TOKENS,
    units: [],
    cost: 0,
    firstTokenMs: undefined,
  }
}

/** No node has an empty id, so an agent that moves to our engine starts at its start node. */
const engineStateOf = (
  dialogue: DialogueState,
  conversation: Exchange['conversation'],
  variables: Values,
): EngineState => ({
  nodeId: '',
  variables,
  trail: [],
  attempts: {},
  status: conversation === undefined ? 'talking' : conversation === 'ended_chat' ? 'ended' : 'handed-off',
  dialogue,
})

function openExchange(
  dialogue: VoiceflowDeps['dialogue'],
  running: RunningTurn,
  accepted: AcceptedMessage,
  key: string,
): Exchange {
  const { request } = accepted
  return {
    dialogue,
    running,
    accepted,
    session: {
      key,
      // Does not reveal the conversation or its visitor.
      userId: `parlance-${sha256(`voiceflow:${running.turn.metadata.conversationId}`).slice(0, 40)}`,
      version: request.draft ? 'development' : 'production',
      signal: running.abort.signal,
    },
    trace: running.trace,
    isTest: request.channel === 'test',
    started: performance.now(),
    state: accepted.state?.dialogue ?? NOT_LAUNCHED,
    answered: false,
    firstTokenMs: undefined,
    conversation: undefined,
  }
}

async function converse(exchange: Exchange): Promise<void> {
  const { request, values } = exchange.accepted
  if (request.debug) await restart(exchange, request.debug)
  const action = actionFor({ text: request.text, submission: request.submission, values }, exchange.state)
  // Launching greets; a project that ends with its greeting has nothing to answer.
  if (!exchange.state.live) await interact(exchange, LAUNCH)
  if (exchange.state.live) await interact(exchange, action)
}

/** Voiceflow cannot go back to an earlier message, so its state is deleted and the conversation restarts. */
async function restart(exchange: Exchange, debug: NonNullable<AcceptedMessage['request']['debug']>): Promise<void> {
  if (debug.nodeId !== undefined || debug.variables !== undefined)
    traceStatus(exchange, msg('voiceflow_state_elsewhere'))
  if (debug.rewindTo === undefined) return
  exchange.state = NOT_LAUNCHED
  const isForgotten = await exchange.dialogue.forget(exchange.session)
  traceStatus(exchange, msg(isForgotten ? 'voiceflow_no_way_back' : 'voiceflow_not_forgotten'))
}

const traceStatus = (exchange: Exchange, reason: MessageDescriptor) =>
  addTrace(exchange, [{ type: 'status', status: 'talking', ...withRef('reason', reason) }])

async function interact(exchange: Exchange, action: DialogueAction): Promise<void> {
  const { dialogue, session, isTest } = exchange
  const started = performance.now()
  const answer = await dialogue.interact(session, action, { verbose: isTest })
  const ms = performance.now() - started
  const reading = answer.ok ? readTraces(answer.traces) : undefined
  const failure = answer.ok ? { kind: 'garbled' as const, reason: msg('voiceflow_unreadable') } : answer
  traceCall(exchange, { action, reading, ms, error: reading ? '' : failure.reason })
  if (!reading) throw new ModelError(failure.kind, failure.reason)
  exchange.answered = true
  exchange.state = rememberReplies(exchange.state, showItems(exchange, reading), reading.ended)
  if (reading.handOff) exchange.conversation = 'requested_chat'
  if (reading.ended) exchange.conversation = 'ended_chat'
  traceReading(exchange, reading)
}

/** Shows items; returns what to send to Voiceflow when they are used. */
function showItems(exchange: Exchange, { shown }: TraceResult): DialogueReply[] {
  const { running, accepted } = exchange
  const { turn } = running
  if (shown.length > 0) exchange.firstTokenMs ??= performance.now() - exchange.started
  return shown.flatMap(({ item, replies }) => {
    sendParts(running.listeners, addItem(turn, item))
    addTrace(
      exchange,
      losses([item], channelOf(accepted.request)).map((loss) => ({ type: 'loss' as const, ...loss })),
    )
    return replies.map((reply) => ({ ...reply, messageId: turn.messageId, item: turn.body.length - 1 }))
  })
}

/** Owners' tests show calls in full; less is stored for visitors' turns. */
const TRACED_CHARS = { test: 20_000, visitor: 4000 }

function traceCall(
  exchange: Exchange,
  call: { action: DialogueAction; reading: TraceResult | undefined; ms: number; error: Message },
): void {
  const { accepted, answered, isTest } = exchange
  const maxChars = isTest ? TRACED_CHARS.test : TRACED_CHARS.visitor
  const isPaid = !answered && call.reading !== undefined
  addTrace(exchange, [
    {
      type: 'model',
      purpose: 'answer',
      model: accepted.model.name,
      paidBy: accepted.model.paidBy,
      prompt: cut(JSON.stringify(call.action), maxChars),
      answer: call.reading ? cut(JSON.stringify(call.reading.clean), maxChars) : '',
      ...NO_TOKENS,
      // Charged once per turn, however many calls it takes.
      credits: isPaid ? toCredits(OWN_KEY_TURN) : 0,
      ms: call.ms,
      ...withRef('error', call.error),
    },
  ])
}

function traceReading(exchange: Exchange, { retrievals, notes, ended, handOff }: TraceResult): void {
  addTrace(
    exchange,
    retrievals.map(({ query, passages }) => ({
      type: 'retrieval' as const,
      query,
      passages: passages.map((passage) => ({ ...passage, used: true })),
      ms: 0,
    })),
  )
  for (const reason of notes) traceStatus(exchange, reason)
  if (handOff)
    addTrace(exchange, [{ type: 'status', status: 'handed-off', ...withRef('reason', msg('voiceflow_hands_over')) }])
  if (ended) addTrace(exchange, [{ type: 'status', status: 'ended', ...withRef('reason', msg('voiceflow_ended')) }])
}
