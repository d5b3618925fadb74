// Queues a stored message for its conversation's channel: compiled once, queued part by part.
import type { Message } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import { CAPABILITIES } from '@parlance/contract/channels/capabilities'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Connections } from '../connections/connections.ts'
import { beginForm, type Say } from '../inbound/fill-form.ts'
import * as repository from '../identities.repository.ts'
import { endFormBefore } from '../inbound/inbound.repository.ts'
import { hasEnoughAnswers } from '../inbound/sender-limits.ts'
import { arrivedKey } from '../inbound/take-echoes.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { ChannelAdapter, ChannelConnection, ChannelRequest, Compiled, ThreadRef } from '../ports.ts'

export interface QueueDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: Pick<ChannelConversations, 'messagesUpTo' | 'words' | 'sayIn'>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}

export const threadOf = (
  { thread, is_group: isGroup, details }: repository.IdentityRow,
  { settings }: Pick<ChannelConnection, 'settings'>,
): ThreadRef => ({ thread, isGroup, details, settings })

/** Options are deterministic: a pressed one is looked up by compiling the message again. */
export function compiledOf(adapter: ChannelAdapter, message: Message, to: ThreadRef, say?: Say): Compiled {
  const cited = message.sources.map(({ title, url }) => ({ title, url }))
  const from = message.from === 'user' ? 'system' : message.from
  return adapter.compile({ ref: String(message.seq), from, items: message.items, sources: cited }, to, say)
}

/** How far back catching up goes, and how many messages it looks at. */
const CATCH_UP_MS = 60_000
const CATCH_UP = 12
/** A conversation gets its thread right after its first message. */
const NEW_MS = 5000

const spoken = (all: readonly Message[], since: number) =>
  all.filter(({ from, at }) => from !== 'user' && Date.parse(at) >= since)

export const outKey = (conversationId: string, seq: number, part: number) => `m${conversationId}:${seq}:${part}`

/** False for the empty answer of a failed turn and for half an answer: the lane retries. */
export const isShownOnChannels = ({ from, items, status }: Message): boolean =>
  items.length > 0 && !(from === 'agent' && status === 'interrupted')

interface Leaving {
  readonly notAfter: Date | undefined
  readonly conversationId: string
  readonly message: Message
  readonly identity: repository.IdentityRow
}
interface Known {
  readonly identity: repository.IdentityRow
  readonly connection: ChannelConnection
  readonly message: Message
}
interface Stored {
  readonly conversationId: string
  readonly seq: number
  /** The message is not sent afterwards. */
  readonly notAfter?: Date | undefined
}

export type QueueMessage = ReturnType<typeof createQueueMessage>['queueMessage']
export type PartsOf = ReturnType<typeof createQueueMessage>['partsOf']

export const createQueueMessage = ({ connections, conversations, wakeSender }: QueueDeps) => {
  /**
   * Jobs run concurrently on several nodes: each queues earlier messages first, so the conversation's order is kept.
   */
  async function queueMessage(ctx: Ctx, { conversationId, seq, notAfter }: Stored): Promise<void> {
    const all = await conversations.messagesUpTo(ctx, conversationId, seq, CATCH_UP)
    const message = all.at(-1)
    if (message?.seq !== seq) return
    await queueAll(ctx, conversationId, spoken(all, Date.parse(message.at) - CATCH_UP_MS), { seq, notAfter })
  }

  async function partsOf(ctx: Ctx, { identity, connection, message }: Known): Promise<readonly ChannelRequest[]> {
    const adapter = connections.adapterOf(connection.channel)
    const say = await sayTo(ctx, identity, message)
    return compiledOf(adapter, message, threadOf(identity, connection), say).requests
  }

  /** Only items other than texts come with words of ours. */
  async function sayTo(ctx: Ctx, identity: repository.IdentityRow, { items }: Message): Promise<Say | undefined> {
    if (items.every(({ type }) => type === 'text')) return undefined
    const words = await conversations.words({ ...ctx, workspaceId: identity.workspace_id }, identity.agent_id)
    return words && conversations.sayIn(words.language, identity.language)
  }

  /** Queues recent messages that come before a new one. */
  async function catchUp(ctx: Ctx, conversationId: string): Promise<void> {
    const all = await conversations.messagesUpTo(ctx, conversationId, undefined, CATCH_UP)
    await queueAll(ctx, conversationId, spoken(all, ctx.now().getTime() - CATCH_UP_MS))
  }

  async function queueAll(
    ctx: Ctx,
    conversationId: string,
    said: readonly Message[],
    limited?: Pick<Stored, 'seq' | 'notAfter'>,
  ): Promise<void> {
    if (said.length === 0) return
    const identity = await repository.findOfConversation(ctx.db, conversationId)
    if (!identity) {
      if (said.some(({ at }) => Date.parse(at) > ctx.now().getTime() - NEW_MS))
        throw new Error('the conversation of a channel has no thread yet')
      ctx.log.warn({ conversationId }, 'a message reached nobody: its channel was disconnected or moved')
      return
    }
    if (identity.is_blocked) return
    const keys = said.map(({ seq }) => outKey(conversationId, seq, 0))
    const queued = await repository.knownKeys(ctx.db, identity.id, keys)
    for (const one of said)
      if (!queued.has(outKey(conversationId, one.seq, 0)))
        await queueOne(ctx, {
          conversationId,
          message: one,
          identity,
          notAfter: one.seq === limited?.seq ? limited.notAfter : undefined,
        })
  }

  async function queueOne(ctx: Ctx, { conversationId, message, identity, notAfter }: Leaving): Promise<void> {
    if (!isShownOnChannels(message)) return
    if (
      message.from === 'human' &&
      (await repository.hasArrived(ctx.db, identity.id, arrivedKey(conversationId, message.seq)))
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
    const to = threadOf(identity, connection)
    const requests = await partsOf(ctx, { identity, connection, message })
    if (message.from !== 'system' && !CAPABILITIES[connection.channel].form) {
      // The next message ends an open form.
      const at = Date.parse(message.at)
      const form = message.from === 'agent' ? beginForm(message.id, message.items as readonly Item[], at) : undefined
      if (!form) await endFormBefore(ctx.db, identity.id, at)
      // The job may run twice: answers so far are kept.
      else if (form.messageId !== identity.form?.messageId) await repository.setForm(ctx.db, identity.id, form)
    }
    const queue = ({ db, now }: Ctx, whole: readonly ChannelRequest[]) =>
      repository.queueOut(
        db,
        whole.map((request, part) => ({
          connectionId: connection.id,
          identityId: identity.id,
          key: outKey(conversationId, message.seq, part),
          request,
          notAfter,
        })),
        now(),
      )
    const [first, ...rest] = requests
    const { settleDraft } = adapter
    if (first && settleDraft && message.from === 'agent')
      await ctx.tx(async (tx) => {
        const draft = await repository.takeDraft(tx.db, identity.id)
        await queue(tx, draft === undefined ? requests : [...settleDraft.finish(first, draft, to), ...rest])
      })
    else await queue(ctx, requests)
    wakeSender(ctx, identity.id)
  }
  return { queueMessage, catchUp, partsOf }
}
