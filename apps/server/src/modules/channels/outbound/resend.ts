// Sends what was not delivered again, e.g. after the channel was reconnected.
import { channelLabel } from '@parlance/contract/channels/list'
import { replyWindowEnd } from '@parlance/contract/channels/reply-window'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { Connections } from '../connections/connections.ts'
import * as identities from '../identities.repository.ts'
import { outKey, type PartsOf } from './queue-message.ts'
import * as repository from './resend.repository.ts'

/** A campaign that goes on sends these itself, so that nobody gets them twice. */
const TAKEN_BACK = new Map(
  [msg('campaign_not_running'), msg('campaign_outside_hours')].map((reason) => [storedMessage(reason), reason]),
)

export interface ResendDeps {
  readonly connections: Pick<Connections, 'open'>
  readonly conversations: Pick<ChannelConversations, 'channelOf' | 'readMessage'>
  readonly partsOf: PartsOf
  readonly changed: (ctx: Ctx, identityId: string) => Promise<void>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}
interface One {
  readonly agentId: string
  readonly conversationId: string
  readonly seq: number
}

export const createResend = ({ connections, conversations, partsOf, changed, wakeSender }: ResendDeps) =>
  /** @throws NOT_FOUND for an unknown message, CONFLICT when the channel doesn't take it */
  async function resend(ctx: Ctx, { agentId, conversationId, seq }: One) {
    if ((await conversations.channelOf(ctx, { agentId, conversationId })) === undefined) throw new AppError('NOT_FOUND')
    const identity = await identities.findOfConversation(ctx.db, conversationId)
    const connection = identity && (await connections.open(ctx, identity.connection_id))
    if (!connection) throw new AppError('CONFLICT', msg('channel_not_connected'))
    const message = await conversations.readMessage(ctx, conversationId, seq)
    if (!message || message.from === 'user') throw new AppError('NOT_FOUND')
    if (identity.is_blocked) throw new AppError('CONFLICT', msg('channel_opted_out'))
    const parts = await repository.listParts(ctx.db, identity.id, outKey(conversationId, seq, 0))
    const reason = parts.flatMap(({ error }) => TAKEN_BACK.get(error) ?? [])[0]
    if (reason) throw new AppError('CONFLICT', reason)
    const { channel } = connection
    const end = replyWindowEnd(channel, new Date(identity.last_inbound_at ?? 0).getTime())
    if (end !== undefined && end < ctx.now().getTime())
      throw new AppError(
        'CONFLICT',
        channel === 'whatsapp'
          ? msg('reply_window_whatsapp')
          : msg('reply_window_over', { channel: channelLabel(channel) }),
      )
    const requests = await partsOf(ctx, { identity, connection, message })
    // A draft that was replaced by another kind of message had a part of its own.
    const first = Math.max(0, parts.length - requests.length)
    const failed = parts.flatMap(({ id, state }, index) => {
      const request = requests[Math.max(0, index - first)]
      return state === 'failed' && request ? [{ id, request }] : []
    })
    await repository.queueAgain(ctx.db, failed, ctx.now())
    wakeSender(ctx, identity.id)
    await changed(ctx, identity.id)
    return { success: true as const }
  }
