// Runs a batch as one agent turn. The stored answer is sent when its event arrives.
import { AppError, errorReason } from '@parlance/contract/lib/errors'
import type { Submission } from '@parlance/contract/items/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Batch, LaneDeps } from './batch.ts'
import type { ChannelTurn, Saying, TurnOutcome } from '../channel-conversations.ts'
import * as repository from '../identities.repository.ts'
import { isShownOnChannels, outKey } from '../outbound/queue-message.ts'

const MAX_TEXT = 16_000
const AGAIN = '-again'
const REFUSED = new Set(['CREDITS_EXHAUSTED', 'LIMIT_REACHED'])
/** Refusals that a retry would not change. */
const FINAL = new Set(['VISITOR_BLOCKED', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN', 'MESSAGE_ID_USED'])

export interface Speech {
  /** The message id: the same key is stored once. */
  readonly key: string
  readonly said: string
  readonly urls: readonly string[]
  readonly submission?: Submission
  readonly consent?: boolean
  readonly isEdited?: boolean
}

/** Resolves once the answer is stored or the message was refused for good. Throws errors that are worth a retry. */
export async function speak(deps: LaneDeps, ctx: Ctx, batch: Batch, speech: Speech): Promise<void> {
  const { identity, connection, rows, say, tell, words } = batch
  const { key, said, urls, submission, consent, isEdited = false } = speech
  const turn = (conversationId: string | undefined): ChannelTurn => ({
    agentId: identity.agent_id,
    conversationId,
    visitorId: deps.visitorKey(identity.connection_id, identity.thread),
    visitorHash: identity.visitor_hash,
    messageId: key,
    text: said.slice(0, MAX_TEXT),
    attachmentUrls: urls,
    // A form submission belongs to a message of that same conversation.
    submission: conversationId === undefined ? undefined : submission,
    consent: consent === true || identity.consented_at !== null,
    channel: connection.channel,
    language: identity.language,
    isEdited,
  })
  try {
    const begun = await deps.conversations
      .say(ctx, turn(identity.conversation_id ?? undefined))
      .catch((error: unknown) => {
        // The conversation was ended or deleted: the next message starts a new one.
        const isOver = error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')
        if (!isOver || identity.conversation_id === null) throw error
        return deps.conversations.say(ctx, turn(undefined))
      })
    if (begun.conversationId !== identity.conversation_id) {
      await repository.setConversation(ctx.db, identity.id, begun.conversationId)
      await deps.conversations.nameVisitor(ctx, begun.conversationId, await nameOf(ctx, batch))
    }
    const outcome = await showTyping(deps, ctx, batch, begun)
    if (outcome === 'running') throw new Error('another process is answering')
    // Channels have no retry button, so one retry is automatic.
    if (outcome === 'broken' && !key.endsWith(AGAIN)) {
      const known = { ...batch, identity: { ...identity, conversation_id: begun.conversationId } }
      return await speak(deps, ctx, known, { ...speech, key: `${key}${AGAIN}`, said: said || '…', urls: [] })
    }
    if (outcome === 'broken' || outcome === 'acted')
      await tell([{ type: 'text', text: say(msg('turn_failed')) }], 'failed')
  } catch (error) {
    if (!(error instanceof AppError) || !(REFUSED.has(error.code) || FINAL.has(error.code))) throw error
    ctx.log.info({ code: error.code, channel: connection.channel }, 'a message of a channel was refused')
    const ids = rows.map(({ id }) => id)
    await repository.noteInbound(ctx.db, ids, msg('channel_unanswered', { reason: errorReason(error) }))
    if (REFUSED.has(error.code) && words.unavailable) await tell([{ type: 'text', text: words.unavailable }], 'away')
  }
}

async function nameOf(ctx: Ctx, { adapter, connection, identity: { id, name, thread } }: Batch): Promise<string> {
  if (name !== '' || !adapter.nameOf) return name
  const found = (await adapter.nameOf(thread, connection).catch(() => '')).slice(0, 100)
  await repository.setName(ctx.db, id, found)
  return found
}

async function showTyping(deps: LaneDeps, ctx: Ctx, batch: Batch, begun: Saying): Promise<TurnOutcome> {
  const { adapter, connection, identity, rows } = batch
  const { isAnswering, ended, soFar } = begun
  const { thread, is_group: isGroup } = identity
  const inboundId = rows.findLast(({ body }) => body.kind === 'message')?.body.id ?? ''
  const drafts = createDrafts(batch, {
    before: async () => (await repository.findIdentity(ctx.db, identity.id))?.draft ?? undefined,
    keep: (shown) => repository.setDraft(ctx.db, identity.id, shown),
  })
  const show = () => {
    if (isAnswering && adapter.typing && !drafts.isShown())
      void adapter.send(adapter.typing({ thread, isGroup }, inboundId), connection, { key: '' })
  }
  show()
  const timer = setInterval(show, adapter.typingMs ?? 4000)
  const drafting = setInterval(() => drafts.show(soFar()), adapter.draftMs?.({ thread, isGroup }) ?? DRAFT_MS)
  try {
    return await ended
  } finally {
    clearInterval(timer)
    clearInterval(drafting)
    if (adapter.settleDraft) {
      await drafts.settled()
      await withdrawDraft(deps, ctx, batch, begun)
    }
  }
}

/** Deletes the draft when no answer replaces it: there is none, or it was queued before the draft was known. */
async function withdrawDraft(
  { conversations }: LaneDeps,
  ctx: Ctx,
  { adapter, connection, identity: { id, thread, is_group: isGroup } }: Batch,
  { conversationId, ended }: Saying,
): Promise<void> {
  const last = await conversations.lastMessage(ctx, conversationId)
  const key = outKey(conversationId, last?.seq ?? 0, 0)
  const isAnswered =
    (await ended.catch(() => 'broken')) === 'answered' && last?.from === 'agent' && isShownOnChannels(last)
  if (isAnswered && !(await repository.knownKeys(ctx.db, id, [key])).has(key)) return
  const draft = await repository.takeDraft(ctx.db, id)
  const request = draft === undefined ? undefined : adapter.settleDraft?.withdraw(draft, { thread, isGroup })
  if (request) await adapter.send(request, connection, { key: '' })
}

/** Providers' rate limit per chat. */
const DRAFT_MS = 1200

interface Kept {
  /** The draft of an attempt that was cut off. */
  readonly before: () => Promise<string | undefined>
  readonly keep: (shown: string) => Promise<void>
}
/** Shows the answer so far if the provider can; one call at a time, and none after a refusal. */
function createDrafts({ adapter, connection, identity, rows }: Batch, { before, keep }: Kept) {
  const { thread, is_group: isGroup } = identity
  const id = Number(rows[0]?.id ?? 1)
  let shown: string | undefined
  let words = ''
  let last = ''
  let running: Promise<void> | undefined
  let isOver = false
  const send = async (text: string) => {
    if (adapter.settleDraft) shown ??= await before()
    const request = adapter.draft?.(text, { thread, isGroup }, { id, shown })
    if (!request) return
    words = text
    // A draft shows only the start of a long answer.
    const asked = JSON.stringify(request.body)
    if (asked === last) return
    last = asked
    const outcome = await adapter.send(request, connection, { key: '' })
    isOver = outcome.kind !== 'sent'
    // Some drafts of a provider disappear by themselves: these have no id.
    if (outcome.kind !== 'sent' || outcome.providerId === '' || !adapter.settleDraft || shown !== undefined) return
    shown = outcome.providerId
    await keep(shown)
  }
  return {
    isShown: () => words !== '',
    show(text: string) {
      if (text === '' || text === words || running || isOver) return
      running = send(text)
        .catch(() => void (isOver = true))
        .finally(() => (running = undefined))
    },
    settled: async () => running,
  }
}
