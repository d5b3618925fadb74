// A batch as one turn of the agent. Its answer is stored, and goes out by the event of that.
import { AppError } from '@parlance/contract/lib/errors'
import type { Submission } from '@parlance/contract/items/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Batch, LaneDeps } from './batch.ts'
import type { ChannelTurn, TurnOutcome } from './channel-conversations.ts'
import * as repository from './identities.repository.ts'

const MAX_TEXT = 16_000
const AGAIN = '-again'
const REFUSED = new Set(['CREDITS_EXHAUSTED', 'LIMIT_REACHED'])
/** Refusals that another try would not change. */
const FINAL = new Set(['VISITOR_BLOCKED', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN', 'MESSAGE_ID_USED'])

export interface Speech {
  /** The id of the message: under the same one it is said once. */
  readonly key: string
  readonly said: string
  readonly urls: readonly string[]
  readonly submission?: Submission
  readonly consent?: boolean
}

/** Resolves once the answer is stored, or the message was refused for good. Throws what is tried again later. */
export async function speak(deps: LaneDeps, ctx: Ctx, batch: Batch, speech: Speech): Promise<void> {
  const { identity, connection, rows, say, tell, words } = batch
  const { key, said, urls, submission, consent } = speech
  const turn = (conversationId: string | undefined): ChannelTurn => ({
    agentId: identity.agent_id,
    conversationId,
    visitorId: deps.visitorKey(identity.connection_id, identity.thread),
    messageId: key,
    text: said.slice(0, MAX_TEXT),
    attachmentUrls: urls,
    // What is filled in belongs to a message of that very conversation.
    submission: conversationId === undefined ? undefined : submission,
    consent: consent === true || identity.consented_at !== null,
    channel: connection.channel,
    language: identity.language,
  })
  try {
    const begun = await deps.conversations
      .say(ctx, turn(identity.conversation_id ?? undefined))
      .catch((error: unknown) => {
        // It was ended or deleted: whoever writes again begins another one.
        const isOver = error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')
        if (!isOver || identity.conversation_id === null) throw error
        return deps.conversations.say(ctx, turn(undefined))
      })
    if (begun.conversationId !== identity.conversation_id) {
      await repository.setConversation(ctx.db, identity.id, begun.conversationId)
      await deps.conversations.nameVisitor(ctx, begun.conversationId, await nameOf(ctx, batch))
    }
    const outcome = await showTyping(batch, begun.ended)
    if (outcome === 'running') throw new Error('another process is answering')
    // Nobody on a channel can ask for another try, so there is one by itself.
    if (outcome === 'broken' && !key.endsWith(AGAIN)) {
      const known = { ...batch, identity: { ...identity, conversation_id: begun.conversationId } }
      return await speak(deps, ctx, known, { ...speech, key: `${key}${AGAIN}`, said: said || '…', urls: [] })
    }
    if (outcome === 'broken') await tell([{ type: 'text', text: say(msg('turn_failed')) }], 'failed')
  } catch (error) {
    if (!(error instanceof AppError) || !(REFUSED.has(error.code) || FINAL.has(error.code))) throw error
    ctx.log.info({ code: error.code, channel: connection.channel }, 'a message of a channel was refused')
    const ids = rows.map(({ id }) => id)
    await repository.noteInbound(ctx.db, ids, `It was not answered: ${error.message}`)
    if (REFUSED.has(error.code) && words.unavailable) await tell([{ type: 'text', text: words.unavailable }], 'away')
  }
}

/** Who writes there without saying so is looked up; a name is worth no failure. */
async function nameOf(ctx: Ctx, { adapter, connection, identity: { id, name, thread } }: Batch): Promise<string> {
  if (name !== '' || !adapter.nameOf) return name
  const found = (await adapter.nameOf(thread, connection).catch(() => '')).slice(0, 100)
  await repository.setName(ctx.db, id, found)
  return found
}

/** Until the answer is stored. */
async function showTyping(
  { adapter, connection, identity, rows }: Batch,
  ended: Promise<TurnOutcome>,
): Promise<TurnOutcome> {
  const { thread, is_group: isGroup } = identity
  const inboundId = rows.findLast(({ body }) => body.kind === 'message')?.body.id ?? ''
  const show = () => {
    if (adapter.typing) void adapter.send(adapter.typing({ thread, isGroup }, inboundId), connection, { key: '' })
  }
  show()
  const timer = setInterval(show, adapter.typingMs ?? 4000)
  return ended.finally(() => clearInterval(timer))
}
