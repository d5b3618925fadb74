import type { Ctx } from '../../lib/ctx.ts'
import { monthKey } from '@parlance/contract/lib/time'
import { type AttachmentsDeps, createAttachmentsRouter, createAttachments } from './attachments.ts'
import { eventPayload, readVisitorDetails } from './event-payloads.ts'
import { conversationsJobs } from './jobs.ts'
import * as ended from './ended.repository.ts'
import * as outcomes from './outcomes.repository.ts'
import * as repository from './repository.ts'
import { createConversationsRouter, type RouterDeps } from './router.ts'
import { type ConversationsDeps, createConversations } from './service.ts'
import { createMessageDispatcher, type MessageDispatcherDeps } from './outbox/dispatch-messages.ts'
import { holdOfFirstMessage } from './turn/accept-message.ts'
import { findTurn, hasCalledTools } from './turn/repository.ts'
import { createTurns, type TurnsDeps } from './turn/turns.ts'
import { refuseBlocked } from './visitors/blocks.ts'
import { idsOfContact } from './visitors/contacts.repository.ts'

export { personNamed, personOf } from './access.ts'
export type { OutcomesScope } from './outcomes.repository.ts'
export type { MessageHandler } from './outbox/dispatch-messages.ts'
export { hashOfReplyAddress, regionOfReplyAddress } from './lifecycle/mail-replies.ts'
export { ModelError } from './ports.ts'
export type { EarlyAnswer } from './turn/early-answer.ts'
export { replay, type Turn, turnText } from './turn/stream-parts.ts'

const MAX_OF_CONTACT = 100

export { beginConversation } from './lifecycle/begin.ts'

export const conversationQueries = {
  eventPayload,
  readVisitorDetails,
  /** The channel and page where a conversation started; undefined for a deleted one. */
  async originOf(ctx: Ctx, { agentId, conversationId }: { agentId: string; conversationId: string }) {
    const row = await repository.findConversation(ctx.db, agentId, conversationId)
    return row && { channel: row.channel, pageUrl: row.page_url }
  },
  /** Data for notifications; undefined for a deleted one. The visitor's words only if history is kept. */
  async noticeOf(ctx: Ctx, of: { agentId: string; conversationId: string; messageId?: string; at?: number }) {
    const [row, payload, [said], answeredSeq] = await Promise.all([
      repository.findConversation(ctx.db, of.agentId, of.conversationId),
      eventPayload(ctx, of),
      of.messageId === undefined ? repository.readSaid(ctx.db, of.conversationId, 1) : [],
      of.at === undefined ? 0 : repository.lastPersonSeq(ctx.db, of.conversationId, new Date(of.at)),
    ])
    if (!row || !payload) return undefined
    const { channel, state, assignee, visitor, person_name: name, ephemeral } = row
    const { message } = payload
    const left = ephemeral ? undefined : row.left_message?.message
    return {
      channel,
      state,
      assignee,
      answeredSeq,
      visitor: name || visitor,
      visitorCode: name ? '' : row.visitor_code,
      ...(!ephemeral && { text: message?.text ?? said ?? '' }),
      ...(left !== undefined && { left }),
    }
  },
  /** The result of a turn: `broken` when its model or process failed, `acted` if tools were called before. Undefined for a deleted one. */
  async outcomeOfTurn(ctx: Ctx, turnId: string): Promise<'running' | 'answered' | 'broken' | 'acted' | undefined> {
    const turn = await findTurn(ctx.db, turnId)
    if (!turn) return undefined
    if (turn.status === 'running') return 'running'
    const isBroken = turn.status === 'failed' || (turn.status === 'interrupted' && turn.error)
    if (!isBroken) return 'answered'
    return (await hasCalledTools(ctx.db, turnId)) ? 'acted' : 'broken'
  },
  /** The client's id of a visitor's message; undefined for others. */
  clientMessageId: (ctx: Ctx, conversationId: string, seq: number) =>
    repository.clientMessageId(ctx.db, conversationId, seq),
  monthlyMessages: async (ctx: Ctx, agentId: string) =>
    (await repository.readUsage(ctx.db, agentId, monthKey(ctx.now()))).messages,
  /** Number waiting for a human, by agent of the context's workspace. */
  waiting: (ctx: Ctx, agentIds: readonly string[]) => repository.countWaiting(ctx.db, ctx.workspaceId, agentIds),
  /** Whether anyone has talked to an agent of the context's workspace. */
  hasAny: (ctx: Ctx, agentId: string) => repository.hasAny(ctx.db, ctx.workspaceId, agentId),
  ratings: (ctx: Ctx, filter: Parameters<typeof repository.readRatings>[1]) => repository.readRatings(ctx.db, filter),
  outcomes,
  ended,
  /** Ids of all conversations of the visitor and of merged visitors; this one first. */
  ofContact: (ctx: Ctx, { agentId, conversationId }: { agentId: string; conversationId: string }) =>
    idsOfContact(ctx.db, agentId, conversationId, MAX_OF_CONTACT),
  /**
   * The team member who has the conversation, whether the visitor waits for one or nobody came, and people's messages
   * after a given one; none from before the first call.
   */
  async people(ctx: Ctx, { after, ...of }: { agentId: string; conversationId: string; after: number | undefined }) {
    const row = await repository.findConversation(ctx.db, of.agentId, of.conversationId)
    if (!row) return undefined
    const { message_count: seq, state, assignee, missed } = row
    const replies =
      after === undefined || after >= seq
        ? []
        : await repository.readRepliesAfter(ctx.db, of.conversationId, after, seq)
    return {
      by: state === 'human-chatting' ? (assignee?.name ?? '') : undefined,
      waits: state === 'requested_chat',
      isMissed: missed !== null,
      seq,
      replies,
    }
  },
  messagesBefore: (ctx: Ctx, conversationId: string, before: number | undefined, limit: number) =>
    repository.readMessages(ctx.db, conversationId, before, limit),
  /** Stores a visitor's name from their channel; a name set by people stays. */
  nameVisitor: (ctx: Ctx, conversationId: string, name: string) => repository.nameVisitor(ctx.db, conversationId, name),
  /** Throws VISITOR_BLOCKED. */
  refuseBlocked,
  /** Counts milli-credits that an agent used outside turns. */
  addUsage: (ctx: Ctx, agentId: string, milli: number) =>
    repository.addUsage(ctx.db, agentId, monthKey(ctx.now()), milli),
  /** Those of these ids that exist. */
  existing: (ctx: Ctx, ids: readonly string[]) => repository.existingConversations(ctx.db, ids),
}

type ConversationsModuleDeps = Omit<ConversationsDeps, 'turns' | 'messagesStored' | 'holdOfFirstMessage'> &
  RouterDeps & {
    readonly turn: Omit<TurnsDeps, 'messagesStored'>
    readonly messages: Omit<MessageDispatcherDeps, 'log'>
    readonly attachments: AttachmentsDeps
  }

export function createConversationsModule({ turn, messages, attachments, agentOf, ...deps }: ConversationsModuleDeps) {
  const dispatcher = createMessageDispatcher({ ...messages, log: deps.log })
  const messagesStored: TurnsDeps['messagesStored'] = (region, messages) => void dispatcher.wake(region, messages)
  const turns = createTurns({ ...turn, messagesStored })
  const service = createConversations({
    ...deps,
    turns,
    messagesStored,
    holdOfFirstMessage: (ctx, agent) => holdOfFirstMessage(turn, ctx, agent),
  })
  const attached = createAttachments(attachments)
  return {
    service,
    turns,
    attachments: attached,
    dispatcher,
    router: {
      ...createConversationsRouter(service, { agentOf }),
      ...createAttachmentsRouter(attached),
    },
    jobs: conversationsJobs(service),
  }
}
