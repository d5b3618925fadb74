import { channelLabel, isMessagingChannel } from '@parlance/contract/channels/list'
import { REPLY_WINDOW_MS, replyWindowEnd } from '@parlance/contract/channels/reply-window'
import type { Attachment } from '@parlance/contract/conversations/attachments'
import { refusesReply } from '@parlance/contract/conversations/lifecycle'
import type { Person } from '@parlance/contract/conversations/schemas'
import type { repliesApi } from '@parlance/contract/conversations/replies-api'
import { AppError } from '@parlance/contract/lib/errors'
import { customIssue } from '@parlance/contract/lib/rules'
import type { Region } from '@parlance/contract/lib/regions'
import type { OrgProfile } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { invalidInput } from '../../../lib/http/errors.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { orgOf, speakingPerson, requireConversation } from '../access.ts'
import type { AttachmentStore, ConversationFiles } from '../files.ts'
import { lockConversation } from '../lifecycle/repository.ts'
import { type ConversationRow, readMessages, speakerStateOf } from '../repository.ts'
import type { StoredMessage } from '../outbox/dispatch-messages.ts'
import * as repository from './replies.repository.ts'

export interface RepliesDeps {
  readonly bus: Pick<Bus, 'publish'>
  readonly orgProfile: (ctx: Ctx, orgId: string) => Promise<Pick<OrgProfile, 'disableHandoff'> | undefined>
  readonly messagesStored: (region: Region, messages: readonly StoredMessage[]) => void
  /** Whether messages of a messaging channel's conversation still have a way to the visitor. */
  readonly hasThread: (ctx: Ctx, conversationId: string) => Promise<boolean>
  readonly lockBalances: (db: Db, workspaceIds: readonly string[]) => Promise<unknown>
  readonly files: Pick<ConversationFiles, 'signFileUrls'> &
    Pick<AttachmentStore, 'attach' | 'attached' | 'detach' | 'lockUnsent' | 'markSent'>
}
interface One {
  readonly agentId: string
  readonly conversationId: string
}
interface Reply extends One {
  readonly id: string
  readonly text: string
  readonly attachments?: readonly string[] | undefined
  readonly original?: string | undefined
}

export interface SpecialReply {
  /** For channels that accept it outside their answer window. */
  readonly ignoresWindow?: true
  readonly stored?: (tx: Ctx, seq: number, attachments: readonly Attachment[]) => Promise<void>
}

/** The same file types as for visitors; voice notes are for visitors only. */
const ALLOWED = { files: true, sound: false }

/** An upload for a reply belongs to one person and one conversation; no one else finds it. */
const ownerOf = ({ agentId, conversationId }: One, { kind, id }: Person) => ({
  agentId,
  visitorHash: sha256(JSON.stringify(['reply', kind, id, conversationId])),
})

function assertSpeaks(row: ConversationRow, person: Person): void {
  const reason = refusesReply(speakerStateOf(row), row.assignee, person)
  if (reason) throw new AppError('CONFLICT', msg(reason))
}

/** @throws CONFLICT when the conversation's channel no longer accepts replies */
async function assertInWindow(tx: Ctx, { id, channel }: ConversationRow): Promise<void> {
  if (REPLY_WINDOW_MS[channel] === undefined) return
  const last = await repository.lastVisitorMessageAt(tx.db, id)
  const end = replyWindowEnd(channel, last?.getTime() ?? 0)
  if (end !== undefined && end <= tx.now().getTime())
    throw new AppError(
      'CONFLICT',
      channel === 'whatsapp'
        ? msg('reply_window_whatsapp')
        : msg('reply_window_over', { channel: channelLabel(channel) }),
    )
}

export function publishReply(
  { bus, messagesStored }: Pick<RepliesDeps, 'bus' | 'messagesStored'>,
  ctx: Ctx,
  row: ConversationRow,
  seq: number,
): void {
  const event = { agentId: row.agent_id, conversationId: row.id }
  for (const topic of [`conversation:${row.id}`, `workspace:${row.workspace_id}`]) {
    bus.publish(ctx.region, topic, { type: 'message', ...event, seq, from: 'human' })
    bus.publish(ctx.region, topic, { type: 'conversation', ...event })
  }
  messagesStored(ctx.region, [{ workspaceId: row.workspace_id, from: 'human', channel: row.channel }])
}

export function createReplies({ bus, hasThread, lockBalances, files, messagesStored, orgProfile }: RepliesDeps) {
  /** @throws CONFLICT when the conversation's channel was disconnected or moved */
  const assertConnected = async (ctx: Ctx, { id, channel }: ConversationRow): Promise<void> => {
    if (isMessagingChannel(channel) && !(await hasThread(ctx, id)))
      throw new AppError('CONFLICT', msg('reply_not_connected', { channel: channelLabel(channel) }))
  }
  /** @throws FORBIDDEN for people of an org that leaves answering to the agency */
  const mayReply = async (ctx: Ctx): Promise<Person> => {
    const orgId = orgOf(ctx)
    if (orgId !== undefined && (await orgProfile(ctx, orgId))?.disableHandoff)
      throw new AppError('FORBIDDEN', msg('handoff_disabled'))
    return speakingPerson(ctx.actor)
  }
  /** In the order of the reply; INVALID_INPUT unless each is this person's upload for this conversation. */
  const attachedTo = async (ctx: Ctx, input: Reply, person: Person) => {
    if (!input.attachments?.length) return []
    const found = await files.attached(ctx, ownerOf(input, person), input.attachments)
    if (!found) throw invalidInput([customIssue(msg('attachments_not_uploaded'), ['attachments'])])
    return found
  }
  return {
    /** @throws CONFLICT unless the person has it; decided under the lock, so that two people never both do */
    async reply(ctx: Ctx, input: Reply, special: SpecialReply = {}) {
      const person = await mayReply(ctx)
      const attachments = await attachedTo(ctx, input, person)
      const ids = attachments.map(({ id }) => id)
      const { row, seq, isNew } = await ctx.tx(async (tx) => {
        const found = await requireConversation(tx, input)
        // Like turns, so that messages get consecutive numbers.
        await lockBalances(tx.db, [found.workspace_id])
        const row = await lockConversation(tx.db, input.agentId, input.conversationId)
        if (!row) throw new AppError('NOT_FOUND')
        const before = await repository.findReply(tx.db, row.id, input.id)
        if (before !== undefined) return { row, seq: before, isNew: false }
        assertSpeaks(row, person)
        await assertConnected(tx, row)
        if (!special.ignoresWindow) await assertInWindow(tx, row)
        const unsent = await files.lockUnsent(tx.db, ids, tx.now())
        if (ids.some((id) => !unsent.has(id))) throw new AppError('INVALID_INPUT', msg('attachments_already_sent'))
        const reply = {
          conversationId: row.id,
          clientId: input.id,
          text: input.text,
          attachments,
          by: row.assignee ?? person,
        }
        const { seq, id } = await repository.insertReply(tx.db, reply, tx.now())
        await files.markSent(
          tx.db,
          ids.map((fileId) => ({ id: fileId, conversationId: row.id })),
        )
        if (input.original !== undefined && input.text !== '' && input.original !== input.text)
          await repository.insertTranslations(tx.db, [
            {
              conversationId: row.id,
              workspaceId: row.workspace_id,
              messageId: id,
              language: repository.ORIGINAL,
              text: input.original,
              at: tx.now(),
            },
          ])
        await special.stored?.(tx, seq, attachments)
        return { row, seq, isNew: true }
      })
      if (isNew) publishReply({ bus, messagesStored }, ctx, row, seq)
      const [data] = files.signFileUrls(ctx, row.id, await readMessages(ctx.db, row.id, seq + 1, 1))
      if (!data) throw new AppError('NOT_FOUND')
      return { data }
    },
    async attachToReply(
      ctx: Ctx,
      input: One & { readonly filename: string; readonly base64Payload: string },
    ): Promise<{ data: Attachment }> {
      const person = await mayReply(ctx)
      const row = await requireConversation(ctx, input)
      assertSpeaks(row, person)
      await assertConnected(ctx, row)
      const { filename, base64Payload } = input
      const upload = { filename, base64Payload, allowed: ALLOWED, userId: person.id }
      return { data: await files.attach(ctx, { ...upload, ...ownerOf(input, person) }) }
    },
    async detachFromReply(ctx: Ctx, input: One & { readonly attachmentId: string }) {
      const person = speakingPerson(ctx.actor)
      if (!(await files.detach(ctx, ownerOf(input, person), input.attachmentId))) throw new AppError('NOT_FOUND')
      return { success: true as const }
    },
  } satisfies Pick<Handlers<typeof repliesApi>, 'reply' | 'attachToReply' | 'detachFromReply'>
}
