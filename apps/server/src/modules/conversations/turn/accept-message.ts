// The beginning of a turn: who asks what of which agent, what it may cost, and the acceptance that stores it all.
import type { Asked } from './admission-rules.ts'
import { openTurn } from './stream-parts.ts'
import { turnHold } from '../../billing/index.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { newMessageId, newTurnId, newVisitorId } from '@parlance/contract/lib/ids'
import { fromCredits } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Actor, Ctx } from '../../../lib/ctx.ts'
import type { Model } from '../ports.ts'
import { carriedBy } from '../attachments.ts'
import { answer } from './answer.ts'
import { attachedInput, carriedItems, withCarried } from './carried-attachments.ts'
import { meterOf } from './usage-meter.ts'
import { asStored, fromItem, rewound } from './form-submission.ts'
import type { RunningTurn } from './running-turns.ts'
import { graphOf } from './turn-context.ts'
import { type Begun, type TurnRuntime, publishNews, publishEvent } from './runtime.ts'
import { HISTORY_CHARS, PASSAGE_CHARS, type TurnAgent, type TurnRequest } from './types.ts'
import { modelUnlessPeople } from './human-handled-turn.ts'
import { dialogueModel } from './voiceflow-turn.ts'
import type { AcceptRequest } from './persist-turn.ts'

const MAX_RUNNING_PER_PROCESS = 1000
const trusted = (actor: Actor) => actor.kind !== 'nobody' && actor.kind !== 'visitor'

/** Accepts a message: stored, credits held, speaker lease taken, all before this resolves. Throws the refusal. */
export async function begin(runtime: TurnRuntime, ctx: Ctx, sent: TurnRequest): Promise<Begun> {
  const asked = asStored(sent, runtime.deps.files.bare)
  if (runtime.running.size() >= MAX_RUNNING_PER_PROCESS) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 2 })
  const agent = await runtime.deps.forTurn(ctx, asked.agentId, { draft: asked.draft })
  if (!agent) throw new AppError('NOT_FOUND')
  const isElsewhere = agent.config.agentPlatform === 'vf'
  const model = isElsewhere
    ? dialogueModel(runtime)
    : await modelUnlessPeople(ctx, asked, () => runtime.deps.models.open(ctx, agent.workspaceId, agent.effective.model))
  const visitorId = asked.visitorId ?? newVisitorId()
  const given = await fromItem(runtime, ctx, asked, graphOf(agent.config).graph)
  const owner = { agentId: agent.agentId, visitorHash: sha256(visitorId) }
  const carried = await carriedBy(runtime.deps.files, ctx, owner, asked.attachments)
  const request = withCarried(asked, given?.text ?? asked.text, carried)
  const models = isElsewhere ? [model] : [model, ...(await modelsOfNodes(runtime, ctx, agent))]
  const most = holdFor(runtime, request, agent, models)
  const accept = acceptance(runtime, ctx, request, { agent, model, visitorId, hold: most, submission: given?.stored })
  await rewound(runtime, ctx, request, accept.asked)
  const { turnId, hold } = accept.asked
  const admission = await runtime.writer.accept(ctx.region, accept)
  if (admission.kind === 'repeated') return { kind: 'earlier', turnId: admission.turnId, visitorId }
  if (admission.kind === 'refused') throw refusal(admission.code, agent, ctx)
  if (admission.kind === 'silent') {
    const { conversationId, seq } = admission
    const { channel, pageUrl } = accept.row
    runtime.deps.unanswered(ctx, { agentId: agent.agentId, channel, pageUrl })
    publishEvent(runtime, ctx.region, agent, {
      type: 'message',
      agentId: agent.agentId,
      conversationId,
      seq,
      from: 'user',
    })
    return { kind: 'earlier', turnId, visitorId }
  }

  const { conversationId, seq, engine: state } = admission
  const metadata = { conversationId, turnId, visitorId, model: model.name, sandbox: model.paidBy === 'sandbox' }
  const ended = Promise.withResolvers<void>()
  const running: RunningTurn = {
    region: ctx.region,
    turn: openTurn(metadata, accept.row.replyId),
    workspaceId: agent.workspaceId,
    agentId: agent.agentId,
    visitorHash: accept.asked.visitorHash,
    listeners: new Set(),
    abort: new AbortController(),
    sources: [],
    trace: [],
    saved: 0,
    hasChunks: false,
    closing: false,
    ended: ended.promise,
  }
  runtime.running.add(running)
  publishNews(runtime, running, { type: 'message', agentId: agent.agentId, conversationId, seq, from: 'user' })
  publishNews(runtime, running, { type: 'turn', agentId: agent.agentId, conversationId, turnId, status: 'running' })
  // The answer goes on by itself, whether or not the reader stays.
  void answer(runtime, ctx, running, { agent, model, request, seq, hold, state, values: given?.values })
    .catch((error: unknown) => runtime.deps.log.error({ err: error, turnId }, 'a turn ended in an error of ours'))
    .finally(() => (runtime.running.remove(turnId), ended.resolve()))
  return { kind: 'running', running }
}

function acceptance(
  { deps: { files } }: TurnRuntime,
  ctx: Ctx,
  request: TurnRequest,
  known: {
    agent: TurnAgent
    model: Model
    visitorId: string
    hold: number
    submission: AcceptRequest['row']['submission']
  },
): AcceptRequest {
  const { agent, model, visitorId, hold, submission } = known
  const test = request.channel === 'test'
  // Whoever writes through an owner's key is asked on the owner's side.
  const asks = agent.config.consentRequired && !trusted(ctx.actor)
  const consent = asks ? (request.consent === true ? 'given' : 'missing') : undefined
  const asked: Asked = {
    turnId: newTurnId(),
    workspaceId: agent.workspaceId,
    agentId: agent.agentId,
    conversationId: request.conversationId,
    visitorHash: sha256(visitorId),
    clientMessageId: request.messageId,
    bodyHash: hashBody(request, submission),
    attachments: request.carried?.map(({ id }) => id),
    trusted: trusted(ctx.actor),
    consent,
    hold,
    // Owners trying out their agent neither use up its visitors' messages nor are stopped by them.
    messagesLimit: test ? 0 : agent.messagesLimit,
    usageLimit: test ? 0 : fromCredits(agent.maxTokensUsage),
  }
  return {
    asked,
    row: {
      replyId: newMessageId(),
      visitor: visitorName(visitorId),
      channel: request.channel,
      ephemeral: !agent.config.recordChatHistory || request.ephemeral === true,
      consents: consent === 'given',
      counted: !test,
      text: request.text,
      ...carriedItems(request),
      submission,
      pageUrl: pageOf(request.page?.url),
      language: request.page?.language ?? '',
      model: model.name,
      paidBy: model.paidBy,
    },
    cause: agent.title,
    claims: request.carried ? files : undefined,
  }
}

/** Of what makes a message the same one when it is sent again. Passwords of a form are hidden in `submission` and not part of it. */
function hashBody({ text, carried }: TurnRequest, submission: AcceptRequest['row']['submission']): string {
  const { messageId, item, button, values = {} } = submission ?? {}
  const filled = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([text, carried?.map(({ id }) => id), messageId, item, button, filled]))
}

function refusal(
  code:
    | 'NOT_FOUND'
    | 'MESSAGE_ID_USED'
    | 'ATTACHMENT_SENT'
    | 'CONSENT_REQUIRED'
    | 'ENDED'
    | 'CREDITS_EXHAUSTED'
    | 'LIMIT_REACHED'
    | 'TURN_RUNNING',
  agent: TurnAgent,
  ctx: Ctx,
): AppError {
  if (code === 'ENDED') return new AppError('CONFLICT', msg('chat_ended'))
  if (code === 'ATTACHMENT_SENT') return new AppError('INVALID_INPUT', msg('attachments_already_sent'))
  const closed = code === 'CREDITS_EXHAUSTED' || code === 'LIMIT_REACHED'
  return new AppError(code, closed && !trusted(ctx.actor) ? agent.config.unavailableMessage : undefined)
}

/** Calls of a model that a turn with tools makes as a rule; it ends when what was held for it is used up. */
const CALLS_WITH_TOOLS = 3
const DECISIONS = 2
const DECISION_TOKENS = 800

/** Other models that may answer in the turn. One that can't be had costs nothing. */
async function modelsOfNodes(runtime: TurnRuntime, ctx: Ctx, agent: TurnAgent): Promise<Model[]> {
  const names = graphOf(agent.config).models.filter((name) => name !== agent.effective.model)
  const opened = await Promise.allSettled(names.map((name) => runtime.deps.models.open(ctx, agent.workspaceId, name)))
  return opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** By the dearest of the models that the turn may ask, and the longest answer that it may give. */
function holdFor(runtime: TurnRuntime, request: TurnRequest, agent: TurnAgent, models: readonly Model[]): number {
  const estimatedInputTokens = estimatedInput(agent, request)
  const most = (paid: boolean, maxOutputTokens: number) =>
    Math.max(
      0,
      ...models
        .filter(({ paidBy }) => (paidBy === 'platform') === paid)
        .map((model) => {
          const added = attachedInput(agent, request, model.name)
          return turnHold({
            ...meterOf(runtime.deps.creditValueUsd, model),
            estimatedInputTokens: estimatedInputTokens + added,
            maxOutputTokens,
          })
        }),
    )
  const { plain, answerTokens, decisionTokens } = graphOf(agent.config)
  const { tools, functionsIds, mcpServers } = agent.config
  const hasTools = tools.length + functionsIds.length + mcpServers.length > 0
  const answer = most(true, Math.max(agent.effective.maxTokens, answerTokens))
  const decision = most(true, Math.max(DECISION_TOKENS, decisionTokens))
  return most(false, 0) + answer * (hasTools ? CALLS_WITH_TOOLS : 1) + (plain ? 0 : decision * DECISIONS)
}

/** What the request can make of the prompt, in tokens. */
function estimatedInput(agent: TurnAgent, request: TurnRequest): number {
  const given = request.history?.reduce((sum, message) => sum + message.content.length, 0)
  const history = given ?? (request.conversationId ? HISTORY_CHARS : 0)
  const passages = agent.effective.kb.enabled ? PASSAGE_CHARS : 0
  const instructions = agent.effective.instructions.length + graphOf(agent.config).longest
  return Math.ceil((instructions + request.text.length + history + passages) / 4) + 300
}

/** What a visitor without a name is called; nothing of their key can be read from it. */
export const visitorName = (visitorId: string): string => `Visitor ${sha256(`name:${visitorId}`).slice(0, 5)}`

/** Origin and path: queries and fragments carry people's data. */
export function pageOf(url: string | undefined): string {
  if (!url || !URL.canParse(url)) return ''
  const { origin, pathname, protocol } = new URL(url)
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, 500) : ''
}
