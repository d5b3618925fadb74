import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { Connections } from '../connections/connections.ts'
import * as identities from '../identities.repository.ts'
import type { Inbound } from '../ports.ts'
import { threadOf } from '../outbound/queue-message.ts'
import * as repository from './reactions.repository.ts'

export interface ReactionsDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: Pick<ChannelConversations, 'channelOf' | 'keyOfMessage'>
  readonly changed: (ctx: Ctx, identityId: string) => Promise<void>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}
interface Reaction {
  readonly agentId: string
  readonly conversationId: string
  readonly seq: number
  readonly emoji: string
}

export const createReactions = ({ connections, conversations, changed, wakeSender }: ReactionsDeps) => ({
  /** Stores a visitor's reaction to a message of the current conversation; ignores others. */
  async take(ctx: Ctx, connectionId: string, { emoji, at, ...to }: Extract<Inbound, { kind: 'reaction' }>) {
    const message = await repository.findSent(ctx.db, connectionId, to)
    if (!message) return
    const said = new Date(Math.min(at, ctx.now().getTime()))
    if (await repository.saveReaction(ctx.db, { ...message, by: 'visitor', emoji, at: said }))
      await changed(ctx, message.identityId)
  },
  /** @throws NOT_FOUND for an unknown conversation, CONFLICT when the message can't have a reaction */
  async react(ctx: Ctx, { agentId, conversationId, seq, emoji }: Reaction) {
    if ((await conversations.channelOf(ctx, { agentId, conversationId })) === undefined) throw new AppError('NOT_FOUND')
    const identity = await identities.findOfConversation(ctx.db, conversationId)
    const connection = identity && (await connections.open(ctx, identity.connection_id))
    const compile = connection && connections.adapterOf(connection.channel).compileReaction
    if (!compile) throw new AppError('CONFLICT', msg('channel_no_reactions'))
    const said = await conversations.keyOfMessage(ctx, conversationId, seq)
    // A retried batch, or one after a form, has a suffixed key.
    const batch = said?.replace(/-(?:again|more)$/, '')
    const providerId = batch && (await repository.inboundOfBatch(ctx.db, identity.id, batch))
    const request = providerId && compile({ providerId, emoji }, threadOf(identity, connection))
    if (!request) throw new AppError('CONFLICT', msg('channel_reaction_old'))
    const at = ctx.now()
    const key = `r${conversationId}:${seq}:${at.getTime()}`
    await ctx.tx(async (tx) => {
      await repository.saveReaction(tx.db, { identityId: identity.id, conversationId, seq, by: 'workspace', emoji, at })
      await identities.queueOut(tx.db, [{ connectionId: connection.id, identityId: identity.id, key, request }], at)
    })
    wakeSender(ctx, identity.id)
    await changed(ctx, identity.id)
    return { success: true as const }
  },
})
export type Reactions = ReturnType<typeof createReactions>
