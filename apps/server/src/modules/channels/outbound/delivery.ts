// Delivery states of a conversation's messages, and until when people may answer freely.
import { isMessagingChannel } from '@parlance/contract/channels/list'
import { replyWindowEnd } from '@parlance/contract/channels/reply-window'
import type { MessageDelivery } from '@parlance/contract/channels/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { withRef } from '@parlance/i18n/messages'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../../../lib/ctx.ts'
import { readMessage, storedMessage } from '../../../lib/stored-message.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { Connections } from '../connections/connections.ts'
import * as repository from '../identities.repository.ts'
import type { Inbound } from '../ports.ts'
import { listReactions } from '../reactions/reactions.repository.ts'

export interface DeliveryDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: Pick<ChannelConversations, 'channelOf'>
  readonly deliveryChanged: (ctx: Ctx, of: { agentId: string; conversationId: string; workspaceId: string }) => void
}

/** A message of several parts is as far as its last part, and failed as soon as one part did. */
const ORDER: readonly MessageDelivery['state'][] = [
  'read',
  'delivered',
  'sent',
  'sending',
  'queued',
  'unknown',
  'failed',
]
/** Providers may report a message's state before they answer the call that sent it. */
const TRIES = 20
const PAUSE_MS = 250

export const createDelivery = ({ connections, conversations, deliveryChanged }: DeliveryDeps) => {
  const changed = async (ctx: Ctx, identityId: string) => {
    const identity = await repository.findIdentity(ctx.db, identityId)
    if (!identity?.conversation_id) return
    const { agent_id: agentId, conversation_id: conversationId, workspace_id: workspaceId } = identity
    deliveryChanged(ctx, { agentId, conversationId, workspaceId })
  }
  return {
    changed,
    async take(ctx: Ctx, connectionId: string, status: Extract<Inbound, { kind: 'status' }>): Promise<void> {
      const { providerId, state, error, thread, until } = status
      if (until !== undefined) {
        const found = await repository.setDeliveryUntil(ctx.db, { connectionId, thread, until, state })
        return found?.moved ? changed(ctx, found.identityId) : undefined
      }
      const given = { connectionId, providerId, state, error: storedMessage(error) }
      for (let tries = 0; tries < TRIES; tries += 1) {
        const found = await repository.setDelivery(ctx.db, given)
        if (found) return found.moved ? changed(ctx, found.identityId) : undefined
        if (!(await repository.isSending(ctx.db, connectionId))) return
        await wait(PAUSE_MS)
      }
    },
    /** @throws NOT_FOUND for an unknown conversation, or one of another agent. */
    async of(ctx: Ctx, { agentId, conversationId }: { agentId: string; conversationId: string }) {
      const channel = await conversations.channelOf(ctx, { agentId, conversationId })
      if (channel === undefined) throw new AppError('NOT_FOUND')
      if (!isMessagingChannel(channel)) return { data: null }
      const reactions = await listReactions(ctx.db, conversationId)
      const identity = await repository.findOfConversation(ctx.db, conversationId)
      const connection = identity?.agent_id === agentId && (await connections.open(ctx, identity.connection_id))
      if (!identity || !connection) {
        const nothing = { isConnected: false, isBlocked: false, repliesUntil: null, messages: [], canReact: false }
        return { data: { channel, reactions, ...nothing } }
      }
      const last = identity.last_inbound_at === null ? 0 : new Date(identity.last_inbound_at).getTime()
      const end = replyWindowEnd(connection.channel, last)
      const states = new Map<number, MessageDelivery>()
      for (const { key, state, error } of await repository.listDeliveries(ctx.db, identity.id, conversationId)) {
        const seq = Number(/:(\d+):\d+$/.exec(key)?.[1])
        const before = states.get(seq)
        if (!before || ORDER.indexOf(state) > ORDER.indexOf(before.state))
          states.set(seq, { seq, state, ...withRef('error', readMessage(error)) })
      }
      return {
        data: {
          channel,
          isConnected: true,
          isBlocked: identity.is_blocked,
          repliesUntil: end === undefined ? null : new Date(end).toISOString(),
          messages: [...states.values()],
          reactions,
          canReact: connections.adapterOf(connection.channel).compileReaction !== undefined,
        },
      }
    },
  }
}
export type Delivery = ReturnType<typeof createDelivery>
