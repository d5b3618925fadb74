// Accepts a message: checks the caller and the agent, computes the turn's maximum cost, and stores everything in one
// transaction.
import { formValues } from '@parlance/engine/variables'
import { speakerOf } from '@parlance/contract/conversations/lifecycle'
import { messageItems, messagePlain } from '@parlance/contract/conversations/attachments'
import type { ListedMessage } from '@parlance/contract/conversations/schemas'
import { pageAddress } from '@parlance/contract/conversations/page-address'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { newMessageId, newTurnId, newVisitorId } from '@parlance/contract/lib/ids'
import { fromCredits, type Milli } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import { thinkingTokens, turnHold } from '../../billing/index.ts'
import { sha256 } from '../../../lib/crypto.ts'
import type { Actor, Ctx } from '../../../lib/ctx.ts'
import type { AttachmentStore, ConversationFiles } from '../files.ts'
import type { Dialogue, EndedTurn, Model, Models, PayerOf, TurnLedger } from '../ports.ts'
import { listedMessage } from '../preview.ts'
import { findConversation, speakerStateOf } from '../repository.ts'
import type { Admission, IncomingMessage, Refusal } from './admission.ts'
import { attachmentTokens, findAttachments } from './attachments.ts'
import { localNow } from './local-now.ts'
import { readSubmission, rewindTestConversation, withStoredAddresses } from './form-submission.ts'
import { meterSettings } from './model-calls.ts'
import { type AcceptRequest, foresee, type TurnWriter } from './persist-turn.ts'
import { NO_MODEL } from './repository.ts'
import { graphOf, HISTORY_CHARS, PASSAGE_CHARS } from './turn-context.ts'
import type { AcceptedMessage, CheckedRequest, TurnAgent, TurnRequest } from './types.ts'
import { voiceflowModel } from './voiceflow-turn.ts'

export interface AcceptDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly models: Models
  readonly dialogue: Pick<Dialogue, 'sandboxed'>
  readonly files: Pick<ConversationFiles, 'isOfConversation' | 'unsignedUrl'> &
    Pick<AttachmentStore, 'attached' | 'lockUnsent' | 'markSent'>
  readonly ledger: Pick<TurnLedger, 'lockBalances' | 'availableToVisitors'>
  readonly creditValueUsd: number
  readonly payerOf: PayerOf
  /** Called when the credits didn't cover the message's hold; returns at once and never throws. */
  readonly creditsExhausted: (ctx: Ctx, workspaceId: string, payerId: string, hold: Milli) => void
  readonly writer: Pick<TurnWriter, 'accept'>
}

export type Acceptance =
  | { readonly kind: 'accepted'; readonly message: AcceptedMessage }
  /** People answer it: its turn ends at once. */
  | {
      readonly kind: 'human-handled'
      readonly turnId: string
      readonly visitorId: string
      readonly workspaceId: string
      readonly conversationId: string
      readonly seq: number
      readonly listed: ListedMessage | undefined
      readonly origin: Pick<EndedTurn, 'agentId' | 'channel' | 'pageUrl'>
    }
  /** The same message was accepted before, in this turn. */
  | { readonly kind: 'repeated'; readonly turnId: string; readonly visitorId: string }

const isTrusted = (actor: Actor) => actor.kind !== 'nobody' && actor.kind !== 'visitor'

/** A message that was read and checked, and is not stored yet. */
interface ReadMessage extends Pick<
  AcceptedMessage,
  'agent' | 'model' | 'request' | 'visitorId' | 'visitorHash' | 'values'
> {
  readonly accept: AcceptRequest
}

async function readMessage(deps: AcceptDeps, ctx: Ctx, received: TurnRequest): Promise<ReadMessage> {
  const sent = withStoredAddresses(received, deps.files.unsignedUrl)
  const agent = await deps.forTurn(ctx, sent.agentId, { draft: sent.draft })
  if (!agent) throw new AppError('NOT_FOUND')
  const isVoiceflow = agent.config.agentPlatform === 'vf'
  const model = isVoiceflow ? voiceflowModel(deps.dialogue) : await openModel(deps, ctx, agent, sent)
  const visitorId = sent.visitorId ?? newVisitorId()
  const { graph } = graphOf(agent.config)
  const submission = await readSubmission(deps.files, ctx, sent, graph)
  const visitorHash = sent.visitorHash ?? sha256(visitorId)
  const owner = { agentId: agent.agentId, visitorHash }
  const attachments = await findAttachments(deps.files, ctx, owner, sent.attachmentUrls)
  const typedText = submission?.text ?? sent.text
  const text = attachments.length === 0 ? typedText : messagePlain(typedText, attachments)
  const request: CheckedRequest = { ...sent, text, typedText, attachments }
  const models = isVoiceflow ? [model] : [model, ...(await openModelsOfNodes(deps, ctx, agent))]
  const isTest = sent.channel === 'test'
  const payerId = isTest ? agent.workspaceId : await deps.payerOf(ctx, agent.workspaceId, agent.agentId)
  if (payerId === undefined) throw refusal('CREDITS_EXHAUSTED', agent, ctx)
  const accept = acceptRequest(deps.files, ctx, request, {
    agent,
    payerId,
    model,
    visitorId,
    visitorHash,
    hold: worstCost(deps.creditValueUsd, request, agent, models),
    submission: submission?.stored,
    values: submission && formValues(graph, submission.values, localNow(ctx, agent).today),
  })
  return { agent, model, request, visitorId, visitorHash, values: submission?.values, accept }
}

const acceptedMessage = (
  ctx: Ctx,
  { accept, ...read }: ReadMessage,
  { conversationId, seq, engine: state }: Extract<Admission, { kind: 'admitted' }>,
): AcceptedMessage => {
  const { turnId, payerId, hold } = accept.message
  const { replyId } = accept.row
  const listed = listedMessage(read.request.text, seq, ctx.now(), accept.row)
  return { ...read, turnId, payerId, conversationId, replyId, seq, listed, hold, state }
}

/** Resolves once the message is stored, its credits held and the speaker lease taken. Throws the refusal. */
export async function acceptMessage(deps: AcceptDeps, ctx: Ctx, received: TurnRequest): Promise<Acceptance> {
  const read = await readMessage(deps, ctx, received)
  const { agent, request, visitorId, accept } = read
  await rewindTestConversation(deps.ledger, ctx, request, accept.message)

  const { turnId, payerId, hold } = accept.message
  const admission = await deps.writer.accept(ctx.region, accept)
  switch (admission.kind) {
    case 'refused':
      if (admission.code === 'CREDITS_EXHAUSTED') deps.creditsExhausted(ctx, agent.workspaceId, payerId, hold)
      throw refusal(admission.code, agent, ctx)
    case 'repeated':
      return { kind: 'repeated', turnId: admission.turnId, visitorId }
    case 'human-handled': {
      const { conversationId, seq } = admission
      const { channel, pageUrl } = accept.row
      const origin = { agentId: agent.agentId, channel, pageUrl }
      return {
        kind: 'human-handled',
        turnId,
        visitorId,
        workspaceId: agent.workspaceId,
        conversationId,
        seq,
        listed: listedMessage(request.text, seq, ctx.now(), accept.row),
        origin,
      }
    }
    case 'admitted':
      return { kind: 'accepted', message: acceptedMessage(ctx, read, admission) }
  }
}

/** The message as it would be accepted now. Stores, holds and announces nothing; undefined if it would not be answered. */
export async function foreseeMessage(
  deps: AcceptDeps,
  ctx: Ctx,
  received: TurnRequest,
): Promise<AcceptedMessage | undefined> {
  const read = await readMessage(deps, ctx, received)
  if (read.agent.config.agentPlatform === 'vf') return undefined
  const admission = await foresee(ctx, deps.ledger, read.accept)
  return admission.kind === 'admitted' ? acceptedMessage(ctx, read, admission) : undefined
}

/** The agent's model, or its fallback. Rejects without either, unless people have the conversation: then it is silent. */
async function openModel(
  { models }: Pick<AcceptDeps, 'models'>,
  ctx: Ctx,
  agent: TurnAgent,
  { agentId, conversationId }: Pick<TurnRequest, 'agentId' | 'conversationId'>,
): Promise<Model> {
  try {
    return await models.open(ctx, agent.workspaceId, agent.effective.model)
  } catch (error) {
    const fallback = agent.config.vg_fallbackModel
    const standIn = fallback && (await models.open(ctx, agent.workspaceId, fallback).catch(() => undefined))
    if (standIn) return standIn
    const found = conversationId === undefined ? undefined : await findConversation(ctx.db, agentId, conversationId)
    if (!found || speakerOf(speakerStateOf(found)) !== 'people') throw error
    return { name: NO_MODEL, paidBy: 'platform', stream: () => Promise.reject(error) }
  }
}

function acceptRequest(
  files: NonNullable<AcceptRequest['claims']>,
  ctx: Ctx,
  request: CheckedRequest,
  known: {
    agent: TurnAgent
    payerId: string
    model: Model
    visitorId: string
    visitorHash: string
    hold: number
    submission: AcceptRequest['row']['submission']
    values: AcceptRequest['row']['values']
  },
): AcceptRequest {
  const { agent, payerId, model, visitorId, visitorHash, hold, submission, values } = known
  const isTest = request.channel === 'test'
  // Visitors who write through an owner's key are asked for consent by the owner.
  const needsConsent = agent.config.consentRequired && !isTrusted(ctx.actor)
  const consent = needsConsent ? (request.consent === true ? 'given' : 'missing') : undefined
  const hasAttachments = request.attachments.length > 0
  const message: IncomingMessage = {
    turnId: newTurnId(),
    workspaceId: agent.workspaceId,
    payerId,
    agentId: agent.agentId,
    conversationId: request.conversationId,
    visitorHash,
    clientMessageId: request.messageId,
    bodyHash: hashBody(request, submission),
    attachments: request.attachments.map(({ id }) => id),
    trusted: isTrusted(ctx.actor),
    consent,
    hold,
    // Owners' tests neither count towards visitors' limits nor are stopped by them.
    messagesLimit: isTest ? 0 : agent.messagesLimit,
    usageLimit: isTest ? 0 : fromCredits(agent.maxTokensUsage),
    ignoresBudgets: isTest,
  }
  return {
    message,
    row: {
      replyId: newMessageId(),
      ...visitorName(visitorId),
      channel: request.channel,
      ephemeral: !agent.config.recordChatHistory || request.ephemeral === true,
      consents: consent === 'given',
      counted: !isTest,
      text: request.text,
      isEdited: request.isEdited === true,
      ...(hasAttachments ? { items: messageItems(request.typedText, request.attachments) } : {}),
      submission,
      values,
      pageUrl: pageAddress(request.page?.url),
      language: request.page?.language ?? '',
      model: model.name,
      paidBy: model.paidBy,
    },
    cause: agent.title,
    claims: hasAttachments ? files : undefined,
  }
}

/** The content that makes a repeated message the same. `submission` hides passwords, so they don't count. */
function hashBody({ text, attachments }: CheckedRequest, submission: AcceptRequest['row']['submission']): string {
  const { messageId, item, button, values = {} } = submission ?? {}
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const ids = attachments.length > 0 ? attachments.map(({ id }) => id) : undefined
  return sha256(JSON.stringify([text, ids, messageId, item, button, sorted]))
}

function refusal(code: Refusal, agent: TurnAgent, ctx: Ctx): AppError {
  if (code === 'ENDED') return new AppError('CONFLICT', msg('chat_ended'))
  if (code === 'ATTACHMENT_SENT') return new AppError('INVALID_INPUT', msg('attachments_already_sent'))
  const isUnpaid = code === 'CREDITS_EXHAUSTED' || code === 'LIMIT_REACHED'
  const toldOwnWords = isUnpaid && !isTrusted(ctx.actor)
  return new AppError(code, toldOwnWords ? untranslated(agent.config.unavailableMessage) : undefined)
}

/** Usual number of model calls in a turn with tools; it ends once its hold is used up. */
const CALLS_WITH_TOOLS = 3
const DECISIONS = 2
const DECISION_TOKENS = 800

/** Other models that the turn may use. One that can't be opened costs nothing. */
async function openModelsOfNodes({ models }: Pick<AcceptDeps, 'models'>, ctx: Ctx, agent: TurnAgent): Promise<Model[]> {
  const names = graphOf(agent.config).models.filter((name) => name !== agent.effective.model)
  const opened = await Promise.allSettled(names.map((name) => models.open(ctx, agent.workspaceId, name)))
  return opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

type HoldDeps = Pick<AcceptDeps, 'models' | 'dialogue' | 'creditValueUsd'>

/** Milli-credits that a new conversation's first message must find. Throws if the agent's model can't be opened. */
export async function holdOfFirstMessage(deps: HoldDeps, ctx: Ctx, agent: TurnAgent): Promise<Milli> {
  const request = { text: '', attachments: [] }
  if (agent.config.agentPlatform === 'vf')
    return worstCost(deps.creditValueUsd, request, agent, [voiceflowModel(deps.dialogue)])
  const model = await openModel(deps, ctx, agent, { agentId: agent.agentId })
  return worstCost(deps.creditValueUsd, request, agent, [model, ...(await openModelsOfNodes(deps, ctx, agent))])
}

type SizedRequest = Pick<CheckedRequest, 'text' | 'attachments' | 'history' | 'conversationId'>

/** Milli-credits for the most expensive possible model with the longest possible answer. */
function worstCost(creditValueUsd: number, request: SizedRequest, agent: TurnAgent, models: readonly Model[]): number {
  const estimatedInputTokens = estimateInputTokens(agent, request)
  const dearest = (isPaid: boolean, maxOutputTokens: number) =>
    Math.max(
      0,
      ...models
        .filter(({ paidBy }) => (paidBy === 'platform') === isPaid)
        .map((model) => {
          const added = attachmentTokens(agent, request, model.name)
          return turnHold({
            ...meterSettings(creditValueUsd, model),
            estimatedInputTokens: estimatedInputTokens + added,
            maxOutputTokens: maxOutputTokens + thinkingTokens(model.name),
          })
        }),
    )
  const { isSinglePrompt, answerTokens, decisionTokens } = graphOf(agent.config)
  const { tools, functionsIds, mcpServers } = agent.config
  const hasTools = tools.length + functionsIds.length + mcpServers.length > 0
  const answer = dearest(true, Math.max(agent.effective.maxTokens, answerTokens))
  const decision = dearest(true, Math.max(DECISION_TOKENS, decisionTokens))
  return dearest(false, 0) + answer * (hasTools ? CALLS_WITH_TOOLS : 1) + (isSinglePrompt ? 0 : decision * DECISIONS)
}

/** Tokens of the longest possible prompt. */
function estimateInputTokens(agent: TurnAgent, request: Omit<SizedRequest, 'attachments'>): number {
  const sent = request.history?.reduce((sum, message) => sum + message.content.length, 0)
  const history = sent ?? (request.conversationId ? HISTORY_CHARS : 0)
  const passages = agent.effective.kb.enabled ? PASSAGE_CHARS : 0
  const instructions = agent.effective.instructions.length + graphOf(agent.config).longest
  return Math.ceil((instructions + request.text.length + history + passages) / 4) + 300
}

/** The name of an anonymous visitor and its code; neither reveals their key. */
export function visitorName(visitorId: string): { readonly visitor: string; readonly visitorCode: string } {
  const code = sha256(`name:${visitorId}`).slice(0, 5)
  return { visitor: msg('visitor_label', { code }).message, visitorCode: code }
}
