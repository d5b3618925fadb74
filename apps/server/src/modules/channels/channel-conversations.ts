// What channels need of conversations.
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Ctx } from '../../lib/ctx.ts'

export interface ChannelTurn {
  readonly agentId: string
  readonly conversationId: string | undefined
  readonly visitorId: string
  readonly messageId: string
  readonly text: string
  readonly attachmentUrls: readonly string[]
  readonly submission: Submission | undefined
  readonly channel: MessagingChannel
  readonly language: string
}
/** The conversations that the lane speaks in. */
export interface ChannelConversations {
  /** Resolves once the message is stored; `ended` once its answer is. Throws refusals. */
  readonly say: (ctx: Ctx, turn: ChannelTurn) => Promise<{ conversationId: string; ended: Promise<void> }>
  readonly readMessage: (ctx: Ctx, conversationId: string, seq: number) => Promise<Message | undefined>
  readonly lastMessage: (ctx: Ctx, conversationId: string) => Promise<Message | undefined>
  readonly nameVisitor: (ctx: Ctx, conversationId: string, name: string) => Promise<void>
  /** Undefined for an agent that is gone. */
  readonly words: (
    ctx: Ctx,
    agentId: string,
  ) => Promise<{ readonly greeting: readonly string[]; readonly unavailable: string } | undefined>
  readonly attach: (
    ctx: Ctx,
    file: { agentId: string; visitorHash: string; filename: string; bytes: Buffer },
  ) => Promise<{ url: string }>
}
