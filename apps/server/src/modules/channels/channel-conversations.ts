// What channels need of conversations.
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Say } from './fill-form.ts'

export interface ChannelTurn {
  readonly agentId: string
  readonly conversationId: string | undefined
  readonly visitorId: string
  readonly messageId: string
  readonly text: string
  readonly attachmentUrls: readonly string[]
  readonly submission: Submission | undefined
  readonly consent: boolean
  readonly channel: MessagingChannel
  readonly language: string
}
/** `broken`: the model or its process failed, and nothing of it is shown. `running`: another process answers. */
export type TurnOutcome = 'running' | 'answered' | 'broken'
export interface Saying {
  readonly conversationId: string
  readonly ended: Promise<TurnOutcome>
  /** What there is of the answer; empty where another process writes it. */
  readonly soFar: () => string
}
export interface ChannelWords {
  readonly greeting: readonly string[]
  readonly unavailable: string
  /** `auto` or a tag. */
  readonly language: string
  /** Undefined where the agent asks for no consent; '' for our own words. */
  readonly consent: string | undefined
}
export interface FirstWords {
  readonly agentId: string
  readonly channel: MessagingChannel
  readonly visitorHash: string
  readonly visitor: string
  readonly text: string
  readonly conversationId: string | undefined
  readonly key: string
}
/** The conversations that the lane speaks in. */
export interface ChannelConversations {
  readonly exists: (ctx: Ctx, conversation: { agentId: string; conversationId: string }) => Promise<boolean>
  /** Resolves once the message is stored; `ended` once its answer is. Throws refusals. */
  readonly say: (ctx: Ctx, turn: ChannelTurn) => Promise<Saying>
  /** In a transaction: a message of the agent that nobody asked for. */
  readonly begin: (tx: Ctx, words: FirstWords) => Promise<{ conversationId: string; seq: number }>
  readonly readMessage: (ctx: Ctx, conversationId: string, seq: number) => Promise<Message | undefined>
  /** The newest ones up to `seq`, or of all; oldest first. */
  readonly messagesUpTo: (
    ctx: Ctx,
    conversationId: string,
    seq: number | undefined,
    limit: number,
  ) => Promise<readonly Message[]>
  /** The id under which a message of a visitor was said; undefined for others. */
  readonly keyOfMessage: (ctx: Ctx, conversationId: string, seq: number) => Promise<string | undefined>
  readonly lastMessage: (ctx: Ctx, conversationId: string) => Promise<Message | undefined>
  readonly nameVisitor: (ctx: Ctx, conversationId: string, name: string) => Promise<void>
  /** Whether people answer: no turn of the agent is paid for. */
  readonly isWithPeople: (ctx: Ctx, conversation: { agentId: string; conversationId: string }) => Promise<boolean>
  /** People answer from now on; the visitor is not told. False where the conversation is over. */
  readonly silenceAgent: (ctx: Ctx, conversation: { agentId: string; conversationId: string }) => Promise<boolean>
  /** What somebody answered at the provider itself; the same id is kept once. */
  readonly keepReply: (
    ctx: Ctx,
    reply: {
      agentId: string
      conversationId: string
      id: string
      text: string
      by: string
      inSameTransaction: (tx: Ctx, seq: number) => Promise<void>
    },
  ) => Promise<void>
  /** Undefined for an agent that is gone. */
  readonly words: (ctx: Ctx, agentId: string) => Promise<ChannelWords | undefined>
  /** In the language that the agent speaks, or else that of the visitor. */
  readonly sayIn: (agentLanguage: string, visitorLanguage: string) => Promise<Say>
  /** Kept privately, if its bytes are of a kind that visitors may send. Throws why not. */
  readonly attach: (
    ctx: Ctx,
    file: { agentId: string; visitorHash: string; filename: string; bytes: Buffer },
  ) => Promise<{ id: string; url: string; mime: string }>
  /** What was said in a recording that is attached; '' for silence. */
  readonly transcribe: (
    ctx: Ctx,
    file: { agentId: string; visitorHash: string; attachmentId: string },
  ) => Promise<string>
}
