// Messages someone who may never have written: in their known thread, or a new one for their address.
import { languageFor } from '@parlance/contract/accounts/languages'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { Connections } from '../connections/connections.ts'
import * as repository from '../identities.repository.ts'
import type { ChannelAdapter, ChannelConnection, ChannelRequest, SentTemplate } from '../ports.ts'
import type { OptOuts } from './opt-outs.ts'
import { optedOutOf, optedOutPhones } from './opt-outs.repository.ts'
import type { QueueMessage } from './queue-message.ts'
import { withdraw } from './withdraw.repository.ts'

export interface Addressee {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly conversationIds: readonly string[]
  /** A language tag, if known. */
  readonly language?: string | undefined
}
export interface Reachable {
  /** Undefined when the channel can't reach them. */
  readonly address: string | undefined
  /** The same for all addresses of one person. */
  readonly thread: string | undefined
  readonly isBlocked: boolean
}
export interface BeginDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'openOfAgent'>
  readonly conversations: Pick<ChannelConversations, 'begin' | 'words'>
  readonly optOuts: Pick<OptOuts, 'link'>
  readonly visitorKey: (connectionId: string, thread: string) => string
  /** Wakes no sender: that comes after the transaction. */
  readonly queueMessage: QueueMessage
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '')

const NOBODY = { known: undefined, thread: undefined, address: undefined, isBlocked: false }
const SET = 1000

export function createBeginThread({
  connections,
  conversations,
  optOuts,
  visitorKey,
  queueMessage,
  wakeSender,
}: BeginDeps) {
  const openOf = async (ctx: Ctx, agentId: string, channel: MessagingChannel): Promise<ChannelConnection> => {
    const connection = await connections.openOfAgent(ctx, agentId, channel)
    if (!connection) throw new AppError('CONFLICT', msg('channel_not_connected'))
    return connection
  }
  const find = async (ctx: Ctx, connection: ChannelConnection, adapter: ChannelAdapter, to: Addressee) => {
    const [found] = await findAll(ctx, connection, adapter, [to])
    return found ?? NOBODY
  }
  /** Finds all of them with three statements. */
  const findAll = async (
    ctx: Ctx,
    connection: ChannelConnection,
    adapter: ChannelAdapter,
    people: readonly Addressee[],
  ) => {
    const asked = people.map((to) => ({ to, thread: adapter.threadOf?.(to) }))
    const threads = asked.flatMap(({ thread }) => (thread === undefined ? [] : [thread]))
    const byThread = new Map(
      (await repository.listByThreads(ctx.db, connection.id, threads)).map((row) => [row.thread, row]),
    )
    const knownBy = (thread: string | undefined) => (thread === undefined ? undefined : byThread.get(thread))
    // Where a first message has a thread of its own, it doesn't go into a conversation about something else.
    const isSettled = (thread: string | undefined) =>
      knownBy(thread) !== undefined || (adapter.first !== undefined && thread !== undefined)
    const conversationIds = asked.flatMap(({ to, thread }) => (isSettled(thread) ? [] : to.conversationIds))
    const lately = await repository.listOfConversations(ctx.db, connection.id, conversationIds)
    const byConversation = new Map<string, { row: repository.IdentityRow; nth: number }>()
    for (const [nth, row] of lately.entries())
      if (row.conversation_id !== null && !byConversation.has(row.conversation_id))
        byConversation.set(row.conversation_id, { row, nth })
    const found = asked.map(({ to, thread }) => {
      const [last] = to.conversationIds
        .flatMap((id) => byConversation.get(id) ?? [])
        .toSorted((one, other) => one.nth - other.nth)
      const known = knownBy(thread) ?? (isSettled(thread) ? undefined : last?.row)
      const own = known?.thread ?? thread
      const address = adapter.first ? (adapter.first.addressOf(to) ?? known?.details['address']) : own
      return { known, thread: address === undefined ? undefined : own, address }
    })
    const { first } = adapter
    if (!first) return found.map((one) => ({ ...one, isBlocked: one.known?.is_blocked ?? false }))
    const senderOf = ({ thread }: { thread: string | undefined }) =>
      thread === undefined ? [] : first.senderOf(thread)
    const { agentId, channel } = connection
    const optedOut = await optedOutOf(ctx.db, { agentId, channel }, found.flatMap(senderOf))
    return found.map((one) => ({
      ...one,
      isBlocked: (one.known?.is_blocked ?? false) || [senderOf(one)].flat().some((sender) => optedOut.has(sender)),
    }))
  }
  return {
    /** Whether an agent's channel can reach a person. @throws CONFLICT when it is not connected */
    async reachOf(ctx: Ctx, of: { agentId: string; channel: MessagingChannel }, people: readonly Addressee[]) {
      const connection = await openOf(ctx, of.agentId, of.channel)
      const adapter = connections.adapterOf(of.channel)
      const reached: Reachable[] = []
      for (let at = 0; at < people.length; at += SET)
        for (const { address, thread, isBlocked } of await findAll(
          ctx,
          connection,
          adapter,
          people.slice(at, at + SET),
        ))
          reached.push({ address, thread, isBlocked })
      return reached
    },
    /** Call it in a transaction. Undefined when they can't be reached. @throws CONFLICT without the channel */
    async begin(
      tx: Ctx,
      of: { agentId: string; channel: MessagingChannel },
      to: Addressee,
      said: {
        text: string
        key: string
        template: SentTemplate | undefined
        mail?: { readonly subject: string; readonly sender: string } | undefined
        /** It is not sent afterwards. */
        notAfter: Date
      },
    ) {
      const connection = await openOf(tx, of.agentId, of.channel)
      const adapter = connections.adapterOf(of.channel)
      const { known, thread, address, isBlocked } = await find(tx, connection, adapter, to)
      if (thread === undefined || address === undefined || isBlocked) return undefined
      const visitorHash = known?.visitor_hash ?? sha256(visitorKey(connection.id, thread))
      const identityId =
        known?.id ??
        (
          await repository.upsertIdentity(
            tx.db,
            {
              id: `chi_${randomId(20)}`,
              workspaceId: connection.workspaceId,
              agentId: of.agentId,
              connectionId: connection.id,
              externalId: address,
              thread,
              isGroup: false,
              visitorHash,
              name: to.name,
              language: '',
            },
            tx.now(),
          )
        ).id
      const stored = await conversations.begin(tx, {
        agentId: of.agentId,
        channel: of.channel,
        visitorHash,
        visitor: to.name || address,
        text: said.text,
        conversationId: known?.conversation_id ?? undefined,
        key: said.key,
      })
      const { conversationId, seq } = stored
      if (conversationId !== known?.conversation_id) await repository.setConversation(tx.db, identityId, conversationId)
      const key = `m${conversationId}:${seq}:0`
      const { notAfter } = said
      // Takes the outbox key of the compiled message, so the request is sent in its place.
      const queue = (request: ChannelRequest) =>
        repository.queueOut(tx.db, [{ connectionId: connection.id, identityId, key, request, notAfter }], tx.now())
      if (said.template && adapter.compileTemplate)
        await queue(adapter.compileTemplate(said.template, { thread, isGroup: false }))
      if (adapter.first) {
        const agentLanguage = (await conversations.words(tx, of.agentId))?.language ?? ''
        const language = languageFor([to.language ?? '', known?.language ?? '', agentLanguage])
        const sender = adapter.first.senderOf(thread)
        const { subject = '', sender: signedBy = '' } = said.mail ?? {}
        const { request, details } = adapter.first.compile(
          {
            text: said.text,
            subject,
            sender: signedBy,
            language,
            unsubscribe: await optOuts.link(tx, { agentId: of.agentId, channel: of.channel, sender, language }),
            key: said.key,
          },
          { thread, address },
        )
        await repository.setDetails(tx.db, identityId, details)
        await queue(request)
      }
      if (!said.template && !adapter.first) await queueMessage(tx, { conversationId, seq, notAfter })
      return { identityId, conversationId, outKey: key, address }
    },
    /** Those of these numbers that opted out of the agent's messages. */
    optedOut: async (ctx: Ctx, agentId: string, phones: readonly string[]): Promise<ReadonlySet<string>> => {
      const digits = new Set(await optedOutPhones(ctx.db, agentId, phones.map(digitsOf)))
      return new Set(phones.filter((phone) => digits.has(digitsOf(phone))))
    },
    wake: wakeSender,
    /** Takes messages back that were not sent yet. Returns those that it took back. */
    withdraw: (ctx: Ctx, begun: readonly { identityId: string; outKey: string }[], reason: MessageDescriptor) =>
      withdraw(ctx.db, begun, storedMessage(reason), ctx.now()),
    /** The state of begun threads, and whether the person wrote back since. */
    outcomes: (ctx: Ctx, begun: readonly { identityId: string; outKey: string; at: Date }[]) =>
      repository.outcomesOf(ctx.db, begun),
  }
}
