// A stored message on its way to the channel of its conversation: compiled once, queued part by part.
import type { Message } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import { CAPABILITIES } from '@parlance/contract/channels/capabilities'
import type { Ctx } from '../../lib/ctx.ts'
import { hasEnoughAnswers } from './answers-a-day.ts'
import type { Connections } from './connections.ts'
import { beginForm } from './fill-form.ts'
import * as repository from './identities.repository.ts'
import { arrivedKey } from './take-echoes.ts'
import type { ChannelConversations } from './channel-conversations.ts'
import type { ChannelAdapter, Compiled, ThreadRef } from './ports.ts'

export interface QueueDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: Pick<ChannelConversations, 'readMessage'>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}

export const threadOf = ({ thread, is_group: isGroup, details }: repository.IdentityRow): ThreadRef => ({
  thread,
  isGroup,
  details,
})

/** The same message always has the same options: what is pressed later is looked up by compiling it again. */
export function compiledOf(adapter: ChannelAdapter, message: Message, to: ThreadRef): Compiled {
  const cited = message.sources.map(({ title, url }) => ({ title, url }))
  const from = message.from === 'user' ? 'system' : message.from
  return adapter.compile({ ref: String(message.seq), from, items: message.items, sources: cited }, to)
}

/** How much older messages may be that are queued with the one after them. */
const CATCH_UP_MS = 60_000
const isOfPeople = ({ from }: Message) => from === 'human' || from === 'system'

interface Stored {
  readonly conversationId: string
  readonly seq: number
}

export const createQueueMessage = ({ connections, conversations, wakeSender }: QueueDeps) => {
  /** Jobs run side by side, on several nodes: what people wrote just before is queued first, whoever comes first. */
  return async function queueMessage(ctx: Ctx, { conversationId, seq }: Stored): Promise<void> {
    const message = await conversations.readMessage(ctx, conversationId, seq)
    // Deleted meanwhile.
    if (!message) return
    const all = [message]
    while (isOfPeople(message)) {
      const before = await conversations.readMessage(ctx, conversationId, seq - all.length)
      if (!before || !isOfPeople(before) || Date.parse(message.at) - Date.parse(before.at) > CATCH_UP_MS) break
      all.unshift(before)
    }
    for (const one of all) await queueOne(ctx, conversationId, one)
  }

  async function queueOne(ctx: Ctx, conversationId: string, message: Message): Promise<void> {
    const stored = { conversationId, seq: message.seq }
    // The empty answer of a failed turn.
    if (message.items.length === 0) return
    // Half an answer is not shown; the lane asks once more.
    if (message.from === 'agent' && message.status === 'interrupted') return
    const identity = await repository.findOfConversation(ctx.db, stored.conversationId)
    if (!identity) throw new Error('the conversation of a channel has no thread yet')
    if (identity.is_blocked) return
    if (
      message.from === 'human' &&
      (await repository.hasArrived(ctx.db, identity.id, arrivedKey(stored.conversationId, stored.seq)))
    )
      return
    const connection = await connections.open(ctx, identity.connection_id)
    if (!connection) return
    const adapter = connections.adapterOf(connection.channel)
    if (message.from === 'system' && adapter.withoutNotices) return
    if (message.from === 'agent' && (await hasEnoughAnswers(ctx, adapter, identity))) {
      const { channel, agentId } = connection
      ctx.log.warn({ channel, agentId }, 'a sender gets no more answers today')
      return
    }
    const { requests } = compiledOf(adapter, message, threadOf(identity))
    if (message.from !== 'system' && !CAPABILITIES[connection.channel].form) {
      // Whoever speaks next ends a form that is still open.
      const form = message.from === 'agent' ? beginForm(message.id, message.items as readonly Item[]) : undefined
      // The job may run twice: what is filled in by then stays.
      if (!form || form.messageId !== identity.form?.messageId)
        await repository.setForm(ctx.db, identity.id, form ?? null)
    }
    await repository.queueOut(
      ctx.db,
      requests.map((request, part) => ({
        connectionId: connection.id,
        identityId: identity.id,
        key: `m${stored.conversationId}:${message.seq}:${part}`,
        request,
      })),
      ctx.now(),
    )
    wakeSender(ctx, identity.id)
  }
}
