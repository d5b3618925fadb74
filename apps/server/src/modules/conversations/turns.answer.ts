// The middle and the end of a turn: find passages, ask the model, stream its words, store the answer with its receipt.
import { METER_DEFAULTS, type TokenUsage, turnCost } from '@parlance/core/billing/metering'
import { priceOf } from '@parlance/core/billing/prices'
import type { Source } from '@parlance/core/conversations/conversations'
import { type ChatMessage, estimateTokens, recentHistory, systemPrompt } from '@parlance/core/conversations/prompt'
import { isSmallTalk } from '@parlance/core/conversations/small-talk'
import { addSources, addText, type Ending, endTurn, finishReasonOf, turnText } from '@parlance/core/conversations/turn'
import type { Item } from '@parlance/core/items/items'
import { toCredits } from '@parlance/core/kit/money'
import type { Ctx } from '../../platform/ctx.ts'
import type { Logger } from '../../platform/log.ts'
import { type Model, ModelError } from './conversations.port.ts'
import { readHistory } from './conversations.store.ts'
import { type RunningTurn, STOPPED, tell } from './turns.running.ts'
import {
  type Engine,
  HISTORY_CHARS,
  PASSAGE_CHARS,
  type TurnAgent,
  type TurnRequest,
  tellNews,
} from './turns.engine.ts'

export interface Accepted {
  readonly agent: TurnAgent
  readonly model: Model
  readonly request: TurnRequest
  /** Sequence number of the visitor's message. */
  readonly seq: number
  readonly hold: number
}

interface Outcome {
  readonly ending: Ending
  readonly usage: TokenUsage
  readonly firstTokenMs: number | undefined
}

const VISITOR_SORRY = 'I could not answer just now. Please try again in a moment.'
const BROKE_OFF = 'The answer broke off. You can try again.'

export const meterOf = (engine: Engine, model: Model) => ({
  paidBy: model.paidBy,
  price: priceOf(model.name),
  settings: { ...METER_DEFAULTS, creditValueUsd: engine.deps.creditValueUsd },
})

/** Runs the whole turn; resolves once its answer is stored and its readers know that it is over. */
export async function answer(engine: Engine, ctx: Ctx, running: RunningTurn, accepted: Accepted): Promise<void> {
  const started = performance.now()
  const outcome = await generate(engine, ctx, running, accepted)
  const cost = turnCost({ ...meterOf(engine, accepted.model), usage: outcome.usage })
  await store(engine, ctx, running, accepted, outcome, cost)
  const { firstTokenMs } = outcome
  engine.deps.metrics.turn(
    outcome.ending.status,
    (performance.now() - started) / 1000,
    firstTokenMs === undefined ? undefined : firstTokenMs / 1000,
  )
}

async function generate(engine: Engine, ctx: Ctx, running: RunningTurn, accepted: Accepted): Promise<Outcome> {
  const { agent, model, request } = accepted
  const started = performance.now()
  let firstTokenMs: number | undefined
  let asked = ''
  try {
    const [found, history] = await Promise.all([
      retrieve(engine, ctx, agent, request),
      request.history ?? storedHistory(ctx, running, accepted),
    ])
    running.sources = found
    tell(running.listeners, addSources(running.turn, found))
    const system = systemPrompt({
      agentTitle: agent.title,
      instructions: agent.effective.instructions,
      passages: found,
      searched: agent.effective.kb.enabled && !isSmallTalk(request.text),
      language: request.page?.language ?? agent.config.lang,
      page: request.page,
      today: ctx.now().toISOString().slice(0, 10),
    })
    const messages: ChatMessage[] = [...history, { role: 'user', content: request.text }]
    asked = system + messages.map(({ content }) => content).join('')
    const end = await model.stream(
      {
        system,
        messages,
        temperature: agent.effective.temperature,
        maxTokens: agent.effective.maxTokens,
        signal: running.abort.signal,
      },
      (delta) => {
        firstTokenMs ??= performance.now() - started
        tell(running.listeners, addText(running.turn, delta))
      },
    )
    return {
      ending: { status: 'complete', finishReason: end.finishReason === 'tools' ? 'other' : end.finishReason },
      usage: end.usage ?? estimated(running, asked),
      firstTokenMs,
    }
  } catch (error) {
    return {
      ending: endingOf(error, running, ctx, engine.deps.log),
      usage: estimated(running, asked),
      firstTokenMs,
    }
  }
}

/**
 * Where no provider says what was used: all it was given, and what was generated, whether or not it was delivered.
 * A model that failed before its first word costs nothing; one that a reader stopped had read the question.
 */
function estimated({ turn, abort }: RunningTurn, asked: string): TokenUsage {
  const text = turnText(turn)
  const read = text !== '' || abort.signal.reason === STOPPED
  return { inputTokens: read ? estimateTokens(asked) : 0, outputTokens: estimateTokens(text) }
}

/** Stores the answer first, then says that the turn is over. A database that is away is waited for. */
async function store(
  engine: Engine,
  ctx: Ctx,
  running: RunningTurn,
  { agent, hold }: Accepted,
  { ending, usage }: Outcome,
  cost: number,
): Promise<void> {
  await engine.running.close(running)
  const { turn } = running
  const { turnId, conversationId } = turn.metadata
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
    sources: running.sources,
    cost,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    hold,
    hasChunks: running.hasChunks,
    cause: agent.title,
  }
  const seq = await stubbornly(() => engine.writer.finish(ctx.region, row), engine.deps.log)
  tell(running.listeners, endTurn(turn, { ...ending, metadata: { credits: toCredits(cost) } }))
  running.listeners.clear()
  if (seq !== undefined)
    tellNews(engine, running, { type: 'message', agentId: running.agentId, conversationId, seq, from: 'agent' })
  tellNews(engine, running, { type: 'turn', agentId: running.agentId, conversationId, turnId, status: 'done' })
}

async function retrieve(engine: Engine, ctx: Ctx, agent: TurnAgent, request: TurnRequest): Promise<readonly Source[]> {
  if (!agent.effective.kb.enabled || isSmallTalk(request.text)) return []
  try {
    const found = await engine.deps.search(ctx, {
      agentId: agent.agentId,
      query: request.text.slice(0, 2000),
      limit: agent.effective.kb.maxChunks,
    })
    let room = PASSAGE_CHARS
    return found.filter((source, index) => (room -= source.text.length) >= 0 || index === 0)
  } catch (error) {
    // An answer without passages is better than none; the owner sees the missing sources.
    engine.deps.log.warn({ err: error, agentId: agent.agentId }, 'the knowledge base could not be searched')
    return []
  }
}

async function storedHistory(ctx: Ctx, running: RunningTurn, { agent, seq }: Accepted): Promise<ChatMessage[]> {
  const greeting = agent.effective.greeting.map((content) => ({ role: 'assistant' as const, content }))
  const stored = seq > 1 ? await readHistory(ctx.db, running.turn.metadata.conversationId, seq) : []
  return recentHistory([...greeting, ...stored], HISTORY_CHARS)
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
