// Conversations, as channels use them.
import type { ChannelId, MessagingChannel } from '@parlance/contract/channels/list'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Say } from './inbound/fill-form.ts'

export interface ChannelTurn {
  readonly agentId: string
  readonly conversationId: string | undefined
  readonly visitorId: string
  /** The visitor of the thread's first contact: its key changes with the master key and with a renamed thread. */
  readonly visitorHash: string
  readonly messageId: string
  readonly text: string
  readonly attachmentUrls: readonly string[]
  readonly submission: Submission | undefined
  readonly consent: boolean
  readonly channel: MessagingChannel
  readonly language: string
  readonly isEdited: boolean
}
/**
 * `broken`: the model or its process failed, and nothing of it is shown. `acted`: likewise, but tools were called, and a
 * second try would call them again. `running`: another process is answering.
 */
export type TurnOutcome = 'running' | 'answered' | 'broken' | 'acted'
export interface Saying {
  readonly conversationId: string
  /** False when people answer, or the message is a repeat. */
  readonly isAnswering: boolean
  readonly ended: Promise<TurnOutcome>
  /** The answer so far; empty when another process writes it. */
  readonly soFar: () => string
}
export interface ChannelWords {
  readonly greeting: readonly string[]
  readonly unavailable: string
  /** `auto` or a tag. */
  readonly language: string
  /** Undefined when the agent asks for no consent; '' for our default text. */
  readonly consent: string | undefined
}
export interface StoredWords {
  readonly agentId: string
  readonly conversationId: string
  readonly seq: number
  readonly text: string
  /** The agent has the conversation, and nothing came after the message until then. */
  readonly isAwaited: boolean
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
export interface ChannelConversations {
  /** Undefined for an unknown conversation. */
  readonly channelOf: (
    ctx: Ctx,
    conversation: { agentId: string; conversationId: string },
  ) => Promise<ChannelId | undefined>
  /** Resolves once the message is stored; `ended` resolves once the answer is. Throws refusals. */
  readonly say: (ctx: Ctx, turn: ChannelTurn) => Promise<Saying>
  /** Call it in a transaction: an unsolicited message of the agent. */
  readonly begin: (tx: Ctx, words: FirstWords) => Promise<{ conversationId: string; seq: number }>
  readonly readMessage: (ctx: Ctx, conversationId: string, seq: number) => Promise<Message | undefined>
  /** The newest messages up to `seq`, or of all; oldest first. */
  readonly messagesUpTo: (
    ctx: Ctx,
    conversationId: string,
    seq: number | undefined,
    limit: number,
  ) => Promise<readonly Message[]>
  /** The key under which a visitor's message was stored; undefined for others. */
  readonly keyOfMessage: (ctx: Ctx, conversationId: string, seq: number) => Promise<string | undefined>
  /** The last visitor's message with one of these keys; undefined when it is gone. */
  readonly findSaid: (
    ctx: Ctx,
    said: { agentId: string; visitorHashes: readonly string[]; keys: readonly string[]; at: Date },
  ) => Promise<StoredWords | undefined>
  /** Replaces the words of a visitor's message and marks it as edited. */
  readonly editSaid: (
    ctx: Ctx,
    said: Omit<StoredWords, 'isAwaited'> & { inSameTransaction: (tx: Ctx) => Promise<void> },
  ) => Promise<void>
  readonly lastMessage: (ctx: Ctx, conversationId: string) => Promise<Message | undefined>
  readonly nameVisitor: (ctx: Ctx, conversationId: string, name: string) => Promise<void>
  /** Whether people have the conversation or are asked to take it, so that no agent turn is charged. */
  readonly isWithPeople: (ctx: Ctx, conversation: { agentId: string; conversationId: string }) => Promise<boolean>
  /** Hands the conversation to people without telling the visitor. False when it is over. */
  readonly silenceAgent: (ctx: Ctx, conversation: { agentId: string; conversationId: string }) => Promise<boolean>
  /** Ends the conversation for everyone; nothing for one that is over or deleted. */
  readonly end: (ctx: Ctx, conversation: { agentId: string; conversationId: string }) => Promise<void>
  /** Stores a person's answer from the provider's own inbox; once per id. */
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
  /** Undefined for a deleted agent. */
  readonly words: (ctx: Ctx, agentId: string) => Promise<ChannelWords | undefined>
  /** In the agent's language, or the visitor's if the agent has none. */
  readonly sayIn: (agentLanguage: string, visitorLanguage: string) => Promise<Say>
  /** Stores a file privately if visitors may send its kind. Throws the reason otherwise. */
  readonly attach: (
    ctx: Ctx,
    file: { agentId: string; visitorHash: string; filename: string; bytes: Buffer },
  ) => Promise<{ id: string; url: string; mime: string }>
  /** The transcript of an attached recording; '' for silence. */
  readonly transcribe: (
    ctx: Ctx,
    file: { agentId: string; visitorHash: string; attachmentId: string },
  ) => Promise<string>
}
