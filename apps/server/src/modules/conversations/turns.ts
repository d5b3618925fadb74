// A turn from the visitor's message to the stored answer. Every channel speaks through these lines.
import { type ChatMessage, estimateTokens, recentHistory, systemPrompt } from '@parlance/core/conversations/prompt'
import { addSources, addText, type Ending, endTurn, openTurn } from '@parlance/core/conversations/turn'
import type { LiveEvent, Source } from '@parlance/core/conversations/conversations'
import { METER_DEFAULTS, turnCost, turnHold } from '@parlance/core/billing/metering'
import { priceOf } from '@parlance/core/billing/prices'
import { AppError } from '@parlance/core/kit/errors'
import { newMessageId, newTurnId, newVisitorId } from '@parlance/core/kit/ids'
import { fromCredits, toCredits } from '@parlance/core/kit/money'
import type { Region } from '@parlance/core/kit/regions'
import { sha256 } from '../../platform/crypto.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Bus } from '../../platform/realtime/bus.ts'
import { type Model, ModelError, type Models } from './conversations.port.ts'
import { readHistory } from './conversations.store.ts'
import { createRunning, type RunningTurn, SHUTTING_DOWN, STOPPED, tell } from './turns.running.ts'
import { createTurnWriter, type TurnLedger } from './turns.writer.ts'

export interface TurnAgent {
  readonly agentId: string
  readonly workspaceId: string
  readonly title: string
  readonly config: {
    readonly messagesLimit: number
    readonly maxTokensUsage: number
    readonly recordChatHistory: boolean
    readonly lang: string
    readonly unavailableMessage: string
  }
  readonly effective: {
    readonly instructions: string
    readonly greeting: readonly string[]
    readonly model: string
    readonly temperature: number
    readonly maxTokens: number
    readonly kb: { readonly enabled: boolean; readonly maxChunks: number }
  }
}

export interface TurnsDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly search: (ctx: Ctx, query: { agentId: string; query: string; limit: number }) => Promise<readonly Source[]>
  readonly ledger: TurnLedger
  readonly models: Models
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Logger
  readonly node: string
  readonly creditValueUsd: number
  readonly contextFor: (region: Region) => Ctx
}

export interface TurnRequest {
  readonly agentId: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string | undefined
  readonly messageId: string
  readonly text: string
  readonly page?:
    | { readonly url?: string | undefined; readonly title?: string | undefined; readonly language?: string | undefined }
    | undefined
  readonly draft: boolean
  readonly channel: 'web-chat' | 'test' | 'api'
  /** Given by clients that keep the conversation themselves; otherwise the stored one is used. */
  readonly history?: readonly ChatMessage[] | undefined
}

export type Begun =
  | { readonly kind: 'running'; readonly running: RunningTurn }
  | { readonly kind: 'earlier'; readonly turnId: string; readonly visitorId: string }

const VISITOR_SORRY = 'I could not answer just now. Please try again in a moment.'
const MAX_RUNNING_PER_PROCESS = 1000
const HISTORY_CHARS = 16_000
const PASSAGE_CHARS = 12_000

export function createTurns(deps: TurnsDeps) {
  const { log, metrics, bus } = deps
  const running = createRunning(
    (region) => deps.contextFor(region).db,
    () => new Date(),
    log,
  )
  const writer = createTurnWriter(deps.ledger, deps.node, deps.contextFor)

  /** Accepts a message: stored, credits held, speaker lease taken, all before this resolves. Throws the refusal. */
  async function begin(ctx: Ctx, request: TurnRequest): Promise<Begun> {
    if (running.size() >= MAX_RUNNING_PER_PROCESS) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 2 })
    const agent = await deps.forTurn(ctx, request.agentId, { draft: request.draft })
    if (!agent) throw new AppError('NOT_FOUND')
    const model = await deps.models.open(ctx, agent.workspaceId, agent.effective.model)
    const visitorId = request.visitorId ?? newVisitorId()
    const turnId = newTurnId()
    const replyId = newMessageId()
    const hold = turnHold({
      ...meter(model),
      estimatedInputTokens: estimatedInput(agent, request),
      maxOutputTokens: agent.effective.maxTokens,
    })
    const test = request.channel === 'test'
    const admission = await writer.accept(ctx.region, {
      asked: {
        turnId,
        workspaceId: agent.workspaceId,
        agentId: agent.agentId,
        conversationId: request.conversationId,
        visitorHash: sha256(visitorId),
        clientMessageId: request.messageId,
        trusted: ctx.actor.kind !== 'nobody' && ctx.actor.kind !== 'visitor',
        hold,
        messagesLimit: test ? 0 : agent.config.messagesLimit,
        usageLimit: test ? 0 : fromCredits(agent.config.maxTokensUsage),
      },
      row: {
        replyId,
        visitor: `Visitor ${sha256(`name:${visitorId}`).slice(0, 5)}`,
        channel: request.channel,
        ephemeral: !agent.config.recordChatHistory,
        counted: !test,
        text: request.text,
        pageUrl: pageOf(request.page?.url),
        language: request.page?.language ?? '',
        model: model.name,
      },
      cause: agent.title,
    })
    if (admission.kind === 'repeated') return { kind: 'earlier', turnId: admission.turnId, visitorId }
    if (admission.kind === 'refused') throw refusal(admission.code, agent, ctx)
    const metadata = {
      conversationId: admission.conversationId,
      turnId,
      visitorId,
      model: model.name,
      sandbox: model.paidBy === 'sandbox',
    }
    let ended = () => {}
    const one: RunningTurn = {
      region: ctx.region,
      turn: openTurn(metadata, replyId),
      workspaceId: agent.workspaceId,
      agentId: agent.agentId,
      visitorHash: sha256(visitorId),
      listeners: new Set(),
      abort: new AbortController(),
      savedChars: 0,
      hasChunks: false,
      ended: new Promise((resolve) => (ended = resolve)),
    }
    running.add(one)
    news(one, {
      type: 'message',
      agentId: agent.agentId,
      conversationId: admission.conversationId,
      seq: admission.seq,
      from: 'user',
    })
    // The answer goes on by itself, whether or not the reader stays.
    void execute(ctx, one, agent, model, request, { seq: admission.seq, hold }).finally(() => {
      running.remove(turnId)
      ended()
    })
    return { kind: 'running', running: one }
  }

  async function execute(
    ctx: Ctx,
    one: RunningTurn,
    agent: TurnAgent,
    model: Model,
    request: TurnRequest,
    accepted: { seq: number; hold: number },
  ): Promise<void> {
    const started = performance.now()
    let firstToken: number | undefined
    let sources: readonly Source[] = []
    let usage: { inputTokens: number; outputTokens: number } | undefined
    let ending: Ending
    let prompt = ''
    try {
      const [found, history] = await Promise.all([
        retrieve(ctx, agent, request),
        request.history ?? storedHistory(ctx, one, accepted.seq, agent),
      ])
      sources = found
      tell(one.listeners, addSources(one.turn, sources))
      prompt = systemPrompt({
        agentTitle: agent.title,
        instructions: agent.effective.instructions,
        passages: sources,
        searched: agent.effective.kb.enabled,
        language: request.page?.language ?? agent.config.lang,
        page: request.page,
        today: ctx.now().toISOString().slice(0, 10),
      })
      const end = await model.stream(
        {
          system: prompt,
          messages: [...history, { role: 'user', content: request.text }],
          temperature: agent.effective.temperature,
          maxTokens: agent.effective.maxTokens,
          signal: one.abort.signal,
        },
        (delta) => {
          firstToken ??= (performance.now() - started) / 1000
          tell(one.listeners, addText(one.turn, delta))
        },
      )
      usage = end.usage
      ending = { status: 'complete', finishReason: end.finishReason }
    } catch (error) {
      ending = endingOf(error, one, ctx, log)
    }
    const used = usage ?? {
      inputTokens: one.turn.text === '' ? 0 : estimateTokens(prompt + request.text),
      outputTokens: estimateTokens(one.turn.text),
    }
    const cost = turnCost({ ...meter(model), usage: used })
    await store(ctx, one, ending, { sources, cost, used, hold: accepted.hold, cause: agent.title })
    metrics.turn(ending.status, (performance.now() - started) / 1000, firstToken)
  }

  /** Stores the answer, then says that the turn is over. A database that is away is waited for. */
  async function store(
    ctx: Ctx,
    one: RunningTurn,
    ending: Ending,
    receipt: {
      sources: readonly Source[]
      cost: number
      used: { inputTokens: number; outputTokens: number }
      hold: number
      cause: string
    },
  ): Promise<void> {
    const { turnId, conversationId } = one.turn.metadata
    const row = {
      turnId,
      conversationId,
      workspaceId: one.workspaceId,
      agentId: one.agentId,
      replyId: one.turn.messageId,
      text: one.turn.text.toWellFormed(),
      status: ending.status,
      error: ending.error ?? '',
      sources: receipt.sources,
      cost: receipt.cost,
      inputTokens: receipt.used.inputTokens,
      outputTokens: receipt.used.outputTokens,
      hold: receipt.hold,
      hasChunks: one.hasChunks,
      cause: receipt.cause,
    }
    const seq = await stubbornly(() => writer.finish(ctx.region, row), log)
    tell(one.listeners, endTurn(one.turn, { ...ending, metadata: { credits: toCredits(receipt.cost) } }))
    one.listeners.clear()
    if (seq !== undefined) news(one, { type: 'message', agentId: one.agentId, conversationId, seq, from: 'agent' })
    news(one, { type: 'turn', agentId: one.agentId, conversationId, turnId, status: 'done' })
  }

  const meter = (model: Model) => ({
    paidBy: model.paidBy,
    price: priceOf(model.name),
    settings: { ...METER_DEFAULTS, creditValueUsd: deps.creditValueUsd },
  })

  const news = (one: RunningTurn, event: Exclude<LiveEvent, { type: 'ready' }>) => {
    bus.publish(one.region, `conversation:${event.conversationId}`, event)
    bus.publish(one.region, `workspace:${one.workspaceId}`, event)
  }

  async function retrieve(ctx: Ctx, agent: TurnAgent, request: TurnRequest): Promise<readonly Source[]> {
    if (!agent.effective.kb.enabled) return []
    try {
      const found = await deps.search(ctx, {
        agentId: agent.agentId,
        query: request.text.slice(0, 2000),
        limit: agent.effective.kb.maxChunks,
      })
      let room = PASSAGE_CHARS
      return found.filter((source) => (room -= source.text.length) >= 0 || source === found[0])
    } catch (error) {
      // An answer without passages is better than none; the owner sees the missing sources.
      log.warn({ err: error, agentId: agent.agentId }, 'the knowledge base could not be searched')
      return []
    }
  }

  async function storedHistory(ctx: Ctx, one: RunningTurn, seq: number, agent: TurnAgent): Promise<ChatMessage[]> {
    const greeting = agent.effective.greeting.map((content) => ({ role: 'assistant' as const, content }))
    const stored = seq > 1 ? await readHistory(ctx.db, one.turn.metadata.conversationId, seq) : []
    return recentHistory([...greeting, ...stored], HISTORY_CHARS)
  }

  return {
    begin,
    get: running.get,
    /** Stops a turn that runs here; resolves once what there is of it is stored. False when it does not run here. */
    async stop(turnId: string): Promise<boolean> {
      const one = running.get(turnId)
      if (!one) return false
      one.abort.abort(STOPPED)
      await one.ended
      return true
    },
    /** Lets running turns end for `ms`, then interrupts and stores what is left. */
    async drain(ms: number): Promise<void> {
      const timer = setTimeout(() => running.all().forEach((one) => one.abort.abort(SHUTTING_DOWN)), ms)
      await Promise.all(running.all().map((one) => one.ended))
      clearTimeout(timer)
    },
    writer,
  }
}
export type Turns = ReturnType<typeof createTurns>

function endingOf(error: unknown, one: RunningTurn, ctx: Ctx, log: Logger): Ending {
  if (one.abort.signal.reason === STOPPED) return { status: 'interrupted' }
  const kept = one.turn.text !== ''
  const status = kept ? 'interrupted' : 'failed'
  log.warn({ err: error, turnId: one.turn.metadata.turnId, agentId: one.agentId }, 'the model gave no complete answer')
  // Owners testing their agent are told what the provider said; visitors are not.
  const owner = ctx.actor.kind === 'session' || ctx.actor.kind === 'workspace' || ctx.actor.kind === 'agent'
  const detail = owner && error instanceof ModelError ? ` (${error.message})` : ''
  const sentence = kept ? 'The answer broke off. You can try again.' : VISITOR_SORRY
  return { status, error: sentence + detail, finishReason: 'error' }
}

function refusal(
  code: 'NOT_FOUND' | 'CREDITS_EXHAUSTED' | 'LIMIT_REACHED' | 'TURN_RUNNING',
  agent: TurnAgent,
  ctx: Ctx,
): AppError {
  const visitor = ctx.actor.kind === 'nobody' || ctx.actor.kind === 'visitor'
  const closed = code === 'CREDITS_EXHAUSTED' || code === 'LIMIT_REACHED'
  return new AppError(code, visitor && closed ? agent.config.unavailableMessage : undefined)
}

/** What the request can make of the prompt at most, in tokens. */
function estimatedInput(agent: TurnAgent, request: TurnRequest): number {
  const history = request.history
    ? request.history.reduce((sum, message) => sum + message.content.length, 0)
    : request.conversationId
      ? HISTORY_CHARS
      : 0
  const passages = agent.effective.kb.enabled ? PASSAGE_CHARS : 0
  return (
    Math.ceil(
      (agent.effective.instructions.length + request.text.length + Math.min(history, 4 * HISTORY_CHARS) + passages) / 4,
    ) + 300
  )
}

/** Origin and path: queries and fragments carry people's data. */
function pageOf(url: string | undefined): string {
  if (!url) return ''
  try {
    const { origin, pathname, protocol } = new URL(url)
    return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, 500) : ''
  } catch {
    return ''
  }
}

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
