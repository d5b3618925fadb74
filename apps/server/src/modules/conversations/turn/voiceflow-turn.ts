// The turn of an agent that runs on Voiceflow: what the visitor did goes there, what comes back is shown, nothing else speaks.
import { addItem, type Ending } from './stream-parts.ts'
import { actionFor, remembered } from '@parlance/engine/voiceflow/actions'
import {
  DIALOGUE_KEY_REQUIRED,
  DIALOGUE_MODEL,
  type DialogueAction,
  type DialogueReply,
  type DialogueState,
  LAUNCH,
  NOT_LAUNCHED,
} from '@parlance/contract/dialogue/schemas'
import { type Reading, readTraces } from '@parlance/engine/voiceflow/traces'
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import { losses } from '@parlance/engine/items/channels'
import { OWN_KEY_TURN, toCredits } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { type DialoguePlace, type Model, ModelError } from '../ports.ts'
import type { Accepted } from './types.ts'
import type { TurnRuntime } from './runtime.ts'
import { channelOf, type Outcome } from './run-engine.ts'
import { type RunningTurn, tell } from './running-turns.ts'
import { addTrace } from './turn-context.ts'

interface Exchange {
  readonly runtime: TurnRuntime
  readonly running: RunningTurn
  readonly accepted: Accepted
  readonly place: DialoguePlace
  readonly trace: TraceEntry[]
  readonly watched: boolean
  readonly started: number
  state: DialogueState
  /** Something came back: the turn costs. */
  answered: boolean
  firstTokenMs: number | undefined
  conversation: 'requested_chat' | 'ended_chat' | undefined
}

/** Stands where other agents have their model: it has a name and costs what a model on the workspace's own key does. */
export const dialogueModel = ({ deps }: TurnRuntime): Model => ({
  name: DIALOGUE_MODEL,
  paidBy: deps.dialogue.sandboxed ? 'sandbox' : 'ownKey',
  stream: () => Promise.reject(new ModelError('refused', 'This agent runs on Voiceflow and has no model here.')),
})

/** `failed` says how a turn ends that Voiceflow or a fault of ours broke off. */
export async function runVoiceflow(
  runtime: TurnRuntime,
  ctx: Ctx,
  running: RunningTurn,
  accepted: Accepted,
  failed: (error: unknown) => Ending,
): Promise<Outcome> {
  const { agent, request } = accepted
  let exchange: Exchange | undefined
  let ending: Ending
  try {
    const key = (await runtime.deps.dialogueKey(ctx, agent.agentId, { draft: request.draft })).trim()
    if (key === '') return without(ctx, accepted)
    exchange = open(runtime, running, accepted, key)
    await converse(exchange)
    ending = { status: 'complete', finishReason: 'stop' }
  } catch (error) {
    ending = failed(error)
  }
  const outcome = { ending, usage: NO_TOKENS, cost: 0, firstTokenMs: undefined }
  if (!exchange) return outcome
  const { state, trace, firstTokenMs, conversation, answered } = exchange
  const isKept = ending.status !== 'failed'
  const wasAway = accepted.state !== undefined && accepted.state.status !== 'talking'
  return {
    ...outcome,
    cost: answered && isKept ? OWN_KEY_TURN : 0,
    firstTokenMs,
    trace,
    ...(isKept ? { engine: kept(state, conversation) } : {}),
    state: isKept ? (conversation ?? (wasAway ? 'ai-chatting' : undefined)) : undefined,
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 }

/** The visitor's message is kept: its owner sees what could not be answered. */
function without({ actor }: Ctx, { agent }: Accepted): Outcome {
  const owner = actor.kind !== 'nobody' && actor.kind !== 'visitor'
  const error = owner ? DIALOGUE_KEY_REQUIRED.message : agent.config.unavailableMessage
  return {
    ending: { status: 'failed', error, finishReason: 'error' },
    usage: NO_TOKENS,
    cost: 0,
    firstTokenMs: undefined,
  }
}

/** In a graph of ours this is a place that no node has, so an agent that moves to our engine begins at its start. */
const kept = (dialogue: DialogueState, conversation: Exchange['conversation']): EngineState => ({
  nodeId: '',
  variables: {},
  trail: [],
  attempts: {},
  status: conversation === undefined ? 'talking' : conversation === 'ended_chat' ? 'ended' : 'handed-off',
  dialogue,
})

function open(runtime: TurnRuntime, running: RunningTurn, accepted: Accepted, key: string): Exchange {
  const { request } = accepted
  return {
    runtime,
    running,
    accepted,
    place: {
      key,
      // Nobody can tell from it which conversation it is, let alone whose.
      userId: `parlance-${sha256(`voiceflow:${running.turn.metadata.conversationId}`).slice(0, 40)}`,
      version: request.draft ? 'development' : 'production',
      signal: running.abort.signal,
    },
    trace: running.trace,
    watched: request.channel === 'test',
    started: performance.now(),
    state: accepted.state?.dialogue ?? NOT_LAUNCHED,
    answered: false,
    firstTokenMs: undefined,
    conversation: undefined,
  }
}

async function converse(exchange: Exchange): Promise<void> {
  const { request, values } = exchange.accepted
  if (request.debug) await goBack(exchange, request.debug)
  const action = actionFor({ text: request.text, submission: request.submission, values }, exchange.state)
  // The launch greets; a project that ends with its greeting has nothing to answer.
  if (!exchange.state.live) await interact(exchange, LAUNCH)
  if (exchange.state.live) await interact(exchange, action)
}

/** Voiceflow remembers where a conversation is and can't be taken back to any place: it forgets and begins anew. */
async function goBack(exchange: Exchange, debug: NonNullable<Accepted['request']['debug']>): Promise<void> {
  if (debug.nodeId !== undefined || debug.variables !== undefined)
    say(exchange, 'Steps and variables of Voiceflow are not set from here.')
  if (debug.rewindTo === undefined) return
  exchange.state = NOT_LAUNCHED
  const { dialogue } = exchange.runtime.deps
  const isForgotten = await dialogue.forget(exchange.place)
  say(
    exchange,
    isForgotten
      ? 'Voiceflow can’t go back to an earlier message: its conversation begins anew.'
      : 'Voiceflow could not forget its conversation: it begins anew, but its variables may still hold values.',
  )
}

const say = (exchange: Exchange, reason: string) => addTrace(exchange, [{ type: 'status', status: 'talking', reason }])

async function interact(exchange: Exchange, action: DialogueAction): Promise<void> {
  const { runtime, place, watched } = exchange
  const began = performance.now()
  const answer = await runtime.deps.dialogue.interact(place, action, { verbose: watched })
  const ms = performance.now() - began
  const reading = answer.ok ? readTraces(answer.traces) : undefined
  const failure = answer.ok ? { kind: 'garbled' as const, detail: 'Voiceflow answered something unreadable.' } : answer
  tellCall(exchange, { action, reading, ms, error: reading ? '' : failure.detail })
  if (!reading) throw new ModelError(failure.kind, failure.detail)
  exchange.answered = true
  exchange.state = remembered(exchange.state, show(exchange, reading), reading.ended)
  if (reading.handOff) exchange.conversation = 'requested_chat'
  if (reading.ended) exchange.conversation = 'ended_chat'
  tellReading(exchange, reading)
}

/** Shows items as they come and answers what Voiceflow wants to hear when they are used. */
function show(exchange: Exchange, { shown }: Reading): DialogueReply[] {
  const { running, accepted } = exchange
  const { turn } = running
  if (shown.length > 0) exchange.firstTokenMs ??= performance.now() - exchange.started
  return shown.flatMap(({ item, replies }) => {
    tell(running.listeners, addItem(turn, item))
    addTrace(
      exchange,
      losses([item], channelOf(accepted.request)).map((loss) => ({ type: 'loss' as const, ...loss })),
    )
    return replies.map((reply) => ({ ...reply, messageId: turn.messageId, item: turn.body.length - 1 }))
  })
}

/** Told in full to owners who look on; of visitors' turns less is stored. */
const TOLD = { watched: 20_000, stored: 4000 }

function tellCall(
  exchange: Exchange,
  call: { action: DialogueAction; reading: Reading | undefined; ms: number; error: string },
): void {
  const { accepted, answered, watched } = exchange
  const most = watched ? TOLD.watched : TOLD.stored
  const isPaid = !answered && call.reading !== undefined
  addTrace(exchange, [
    {
      type: 'model',
      purpose: 'answer',
      model: accepted.model.name,
      paidBy: accepted.model.paidBy,
      prompt: cut(JSON.stringify(call.action), most),
      answer: call.reading ? cut(JSON.stringify(call.reading.clean), most) : '',
      ...NO_TOKENS,
      // Once for a turn, however many calls it takes.
      credits: isPaid ? toCredits(OWN_KEY_TURN) : 0,
      ms: call.ms,
      error: call.error,
    },
  ])
}

function tellReading(exchange: Exchange, { retrievals, notes, ended, handOff }: Reading): void {
  addTrace(
    exchange,
    retrievals.map(({ query, passages }) => ({
      type: 'retrieval' as const,
      query,
      passages: passages.map((passage) => ({ ...passage, used: true })),
      ms: 0,
    })),
  )
  for (const reason of notes) say(exchange, reason)
  if (handOff) addTrace(exchange, [{ type: 'status', status: 'handed-off', reason: 'Voiceflow hands over to people.' }])
  if (ended) addTrace(exchange, [{ type: 'status', status: 'ended', reason: 'Voiceflow ended the conversation.' }])
}
