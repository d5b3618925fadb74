// Runs an accepted turn, stores what it said with its receipt, and announces its end.
import { sourcesOfAnswer } from './answer-sources.ts'
import { type Ending, endTurn, finishReasonOf, turnText } from './stream-parts.ts'
import { capturedBetween } from '../../events/index.ts'
import type { Item } from '@parlance/contract/items/schemas'
import { toCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { ModelError } from '../ports.ts'
import { type TurnRuntime, publishNews } from './runtime.ts'
import { type Outcome, run } from './run-engine.ts'
import { type RunningTurn, STOPPED, tell } from './running-turns.ts'
import { noteUnserved } from './unanswered.ts'
import { runVoiceflow } from './voiceflow-turn.ts'
import type { Accepted } from './types.ts'

const VISITOR_SORRY = 'I could not answer just now. Please try again in a moment.'
const BROKE_OFF = 'The answer broke off. You can try again.'

/** Runs the whole turn; resolves once its answer is stored and its readers know that it is over. */
export async function answer(runtime: TurnRuntime, ctx: Ctx, running: RunningTurn, accepted: Accepted): Promise<void> {
  const started = performance.now()
  const lead = accepted.agent.config.agentPlatform === 'vf' ? runVoiceflow : run
  const outcome = await lead(runtime, ctx, running, accepted, (error) =>
    endingOf(error, running, ctx, runtime.deps.log),
  )
  await store(runtime, ctx, running, accepted, outcome)
  const { firstTokenMs } = outcome
  runtime.deps.metrics.turn(
    outcome.ending.status,
    (performance.now() - started) / 1000,
    firstTokenMs === undefined ? undefined : firstTokenMs / 1000,
  )
}

/** Stores the answer first, then says that the turn is over. A database that is away is waited for. */
async function store(
  runtime: TurnRuntime,
  ctx: Ctx,
  running: RunningTurn,
  { agent, hold, request, state: before }: Accepted,
  { ending, usage, cost, engine: state, trace, state: conversationState, searched }: Outcome,
): Promise<void> {
  await runtime.running.close(running)
  const { turn } = running
  const { turnId, conversationId } = turn.metadata
  const sources = sourcesOfAnswer(running.sources, turnText(turn))
  const row = {
    turnId,
    conversationId,
    workspaceId: running.workspaceId,
    agentId: running.agentId,
    replyId: turn.messageId,
    items: turn.body.map(wellFormed),
    status: ending.status,
    error: ending.error ?? '',
    finishReason: finishReasonOf(ending),
    sources,
    cost,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    hold,
    hasChunks: running.hasChunks,
    cause: agent.title,
    engine: state,
    trace,
    state: conversationState,
    waits: conversationState === 'requested_chat' && request.channel !== 'test',
    captured: request.channel === 'test' ? undefined : capturedBetween(before?.variables, state?.variables),
  }
  const seq = await stubbornly(() => runtime.writer.finish(ctx.region, row), runtime.deps.log)
  turn.lateSources.push(...sources)
  tell(running.listeners, endTurn(turn, { ...ending, metadata: { credits: toCredits(cost) } }))
  running.listeners.clear()
  if (seq !== undefined && searched) noteUnserved(runtime, ctx, running, searched)
  if (seq !== undefined)
    publishNews(runtime, running, { type: 'message', agentId: running.agentId, conversationId, seq, from: 'agent' })
  publishNews(runtime, running, { type: 'turn', agentId: running.agentId, conversationId, turnId, status: 'done' })
  if (conversationState)
    publishNews(runtime, running, { type: 'conversation', agentId: running.agentId, conversationId })
}

function endingOf(error: unknown, running: RunningTurn, ctx: Ctx, log: Logger): Ending {
  if (running.abort.signal.reason === STOPPED) return { status: 'interrupted' }
  const kept = running.turn.body.length > 0
  log.warn(
    { err: error, turnId: running.turn.metadata.turnId, agentId: running.agentId },
    'the model gave no complete answer',
  )
  // Owners testing their agent are told what the provider said; visitors are not.
  const owner = ctx.actor.kind !== 'nobody' && ctx.actor.kind !== 'visitor'
  const detail = owner && error instanceof ModelError ? ` (${error.message})` : ''
  return {
    status: kept ? 'interrupted' : 'failed',
    error: (kept ? BROKE_OFF : VISITOR_SORRY) + detail,
    finishReason: 'error',
  }
}

const wellFormed = (item: Item): Item =>
  item.type === 'text' ? { type: 'text', text: item.text.toWellFormed() } : item

async function stubbornly<T>(work: () => Promise<T>, log: Logger): Promise<T | undefined> {
  for (let attempt = 0; attempt < 8; attempt++) {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error, attempt }, 'an answer could not be stored; trying again')
      await new Promise((resolve) => setTimeout(resolve, Math.min(4000, 100 * 2 ** attempt)))
    }
  }
  // The lease runs out, and whichever node sweeps next stores the text that was appended on the way.
  return undefined
}
