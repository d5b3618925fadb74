import type { MessageRef } from '@parlance/i18n/messages'
import { messageRef, rule } from '../lib/rules.ts'
import { z } from 'zod'
import { VariableName } from '../agents/variables.ts'
import type { TraceEntry } from '../engine/types.ts'
import { MAX_ATTACHMENTS } from '../files/limits.ts'
import { Item, Submission } from '../items/schemas.ts'
import { OPENAI_VISITOR } from '../lib/ids.ts'
import { cut } from '../lib/text.ts'
import { CHANNEL_IDS } from '../channels/list.ts'

export const CHANNELS = CHANNEL_IDS
export const STATES = ['ai-chatting', 'requested_chat', 'human-chatting', 'ended_chat'] as const
export const MAX_MESSAGE_CHARS = 16_000

export const Source = z.object({
  docId: z.string(),
  title: z.string(),
  /** The passage the answer could draw on. */ text: z.string(),
  score: z.number(),
  /** Found after the answer had begun. */ late: z.boolean().optional(),
  /** Its citation number, from 1; fixed for the whole answer. */
  n: z.number().int().optional(),
  url: z.string().optional(),
})
export type Source = z.infer<typeof Source>

export const Person = z.object({
  kind: z.enum(['user', 'client']),
  id: z.string().max(100),
  name: z.string(),
  /** A path on this installation's origin. */
  photoURL: z.string().optional(),
})
export type Person = z.infer<typeof Person>

/** As shown to visitors; `photoURL` is a path on this installation's origin. */
export const Speaker = z.object({ name: z.string(), photoURL: z.string().optional() })
export type Speaker = z.infer<typeof Speaker>

export const SeenPage = z.object({
  /** Origin and path only. */
  url: z.string(),
  title: z.string(),
  at: z.string(),
})
export type SeenPage = z.infer<typeof SeenPage>

export const Presence = z.object({
  isHere: z.boolean(),
  /** The page they are on; empty if pages are not recorded. */
  pageUrl: z.string(),
  /** ISO time: when they were last known to be there. */
  at: z.string(),
})
export type Presence = z.infer<typeof Presence>

export const Message = z.object({
  id: z.string(),
  /** Gapless from 1 within the conversation. */
  seq: z.number().int(),
  turnId: z.string(),
  from: z.enum(['user', 'agent', 'human', 'system']),
  /** In display order. A submission from an item is a text, with its values in `submission`. */
  items: z.array(z.union([Item, z.object({ type: z.literal('text'), text: z.string() })])),
  submission: Submission.optional(),
  by: Speaker.optional(),
  /** `interrupted`: the answer was cut or stopped, and its text is kept. `failed`: there was no answer. */
  status: z.enum(['complete', 'streaming', 'interrupted', 'failed']),
  sources: z.array(Source),
  at: z.string(),
  /** When the visitor edited it on their channel. */
  editedAt: z.string().optional(),
})
export type Message = z.infer<typeof Message>

export const Conversation = z.object({
  id: z.string(),
  agentId: z.string(),
  channel: z.enum(CHANNELS),
  state: z.enum(STATES),
  visitor: z.string(),
  visitorMessage: messageRef,
  title: z.string(),
  messageCount: z.number().int(),
  /** Page where the conversation started; origin and path only. */
  pageUrl: z.string(),
  startedAt: z.string(),
  lastMessageAt: z.string(),
  /** From a token signed by the visitor's site. */
  signed: z.object({ name: z.string(), email: z.string() }).optional(),
  readSeq: z.number().int(),
  handoffAt: z.string().nullable(),
  /** When the visitor ended it: then it is closed. Null after an end by the agent. */
  endedAt: z.string().nullable(),
  human: Speaker.optional(),
  /** Position in the queue, starting at 1; absent without a request. */
  queuePosition: z.number().int().optional(),
  missed: z
    .object({
      reason: z.enum(['closed', 'timeout']),
      opensAt: z.string().nullable(),
      asksEmail: z.boolean(),
    })
    .optional(),
  isRated: z.boolean(),
  /** 1 to 5; only for the team, like left messages. */
  rating: z.object({ score: z.number().int(), comment: z.string(), at: z.string() }).optional(),
  leftMessage: z.object({ email: z.string(), message: z.string(), at: z.string() }).optional(),
  /** Only for the team. */
  inbox: z
    .object({
      assignee: Person.nullable(),
      team: z.object({ id: z.string(), name: z.string() }).optional(),
      tags: z.array(z.string()),
      snoozedUntil: z.string().nullable(),
      seenSeq: z.number().int(),
      /** When the visitor had read up to `readSeq`; absent if not recorded. */
      readAt: z.string().optional(),
      presence: Presence.optional(),
    })
    .optional(),
})
export type Conversation = z.infer<typeof Conversation>

/** A user message of the AI SDK (`useChat`): its text parts are read. */
const UiMessage = z.looseObject({
  id: z.string().min(1).max(100).optional(),
  role: z.literal('user').optional(),
  parts: z
    .array(z.looseObject({ type: z.string().max(50), text: z.string().max(MAX_MESSAGE_CHARS).optional() }))
    .min(1)
    .max(100),
})
const PlainMessage = z
  .strictObject({
    id: z.string().min(1).max(100),
    text: z.string().trim().max(MAX_MESSAGE_CHARS),
    /** Set when the text comes from an item of an earlier answer: a pressed button, a submitted form. */
    submission: Submission.optional(),
    /** URLs of the visitor's own unsent uploads; the text may then be empty. */
    attachments: z.array(z.string().max(200)).max(MAX_ATTACHMENTS).optional(),
  })
  .refine(({ text, attachments = [] }) => text !== '' || attachments.length > 0, {
    path: ['text'],
    ...rule('message_required'),
  })

export const DebugOptions = z.strictObject({
  nodeId: z.string().max(100).optional(),
  /** Variables to set before the turn; null clears one. */
  variables: z.record(VariableName, z.union([z.string().max(5000), z.number(), z.boolean(), z.null()])).optional(),
  /** Behave as on this channel; the trace shows what it would lose. */
  channel: z.enum(CHANNEL_IDS).optional(),
  /** Delete everything from this sequence number on, then answer this message instead. */
  rewindTo: z.number().int().min(1).max(2_147_483_647).optional(),
})
export type DebugOptions = z.infer<typeof DebugOptions>

/** A visitor's own key, as callers choose it. */
export const VisitorKey = z
  .string()
  .min(1)
  .max(200)
  .refine((key) => !key.startsWith(OPENAI_VISITOR), { error: `visitorId must not start with «${OPENAI_VISITOR}».` })

export const Interact = z.strictObject({
  agentId: z.string().max(100),
  /** Absent for the first message; the `start` event returns the new id. */
  conversationId: z.string().max(100).optional(),
  /** The visitor's own key, at least 16 characters from browsers; when absent, the `start` event returns a new one. */
  visitorId: VisitorKey.optional(),
  message: z.union([PlainMessage, UiMessage], {
    error: 'message must be { id, text }, or a user message of the AI SDK with text parts.',
  }),
  /** Where the visitor is: page address without query, its title, the browser's language. */
  context: z
    .strictObject({
      url: z.string().max(2000).optional(),
      title: z.string().max(500).optional(),
      language: z.string().max(20).optional(),
    })
    .optional(),
  /** Required to start a conversation if the agent asks for it. */
  consent: z.boolean().optional(),
  /** Only for those who may edit the agent. */
  draft: z.boolean().optional(),
  /** Only in test conversations of those who may edit the agent. */
  debug: DebugOptions.optional(),
})
export type Interact = z.infer<typeof Interact>

export function messageText(message: Interact['message']): string {
  if ('text' in message && typeof message.text === 'string') return message.text
  const parts = (message as z.infer<typeof UiMessage>).parts
  const text = parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text ?? '')
    .join('\n')
    .trim()
  return cut(text, MAX_MESSAGE_CHARS)
}

/** Sent with the `start` event of a turn, and again with `finish`. */
export interface TurnMetadata {
  conversationId: string
  turnId: string
  visitorId: string
  model?: string
  sandbox?: boolean
  credits?: number
  status?: Message['status']
  silent?: true
  errorMessage?: MessageRef
}

/** The AI SDK's UI message stream (version 1). */
export type StreamPart =
  | { type: 'start'; messageId: string; messageMetadata: TurnMetadata }
  | { type: 'start-step' }
  | {
      type: 'source-document'
      sourceId: string
      mediaType: string
      title: string
      providerMetadata: { parlance: { docId: string; passage: string; score: number; n?: number; url?: string } }
    }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  /** Sent after the text before it has ended. */
  | { type: 'data-item'; id: string; data: Item }
  | { type: 'data-trace'; data: TraceEntry }
  | { type: 'finish-step' }
  | { type: 'finish'; finishReason?: string; messageMetadata: TurnMetadata }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }

export interface ListedMessage {
  preview: string
  at: string
  begins?: Pick<Conversation, 'channel' | 'visitor' | 'visitorMessage' | 'pageUrl'>
}

export type LiveEvent =
  | {
      type: 'message'
      agentId: string
      conversationId: string
      seq: number
      from: Message['from']
      /** Only for the team; absent if it has to be fetched. */
      listed?: ListedMessage
    }
  | { type: 'turn'; agentId: string; conversationId: string; turnId: string; status: 'running' | 'done' }
  | { type: 'conversation'; agentId: string; conversationId: string }
  | { type: 'delivery'; agentId: string; conversationId: string }
  | { type: 'read'; agentId: string; conversationId: string; seq: number }
  /** Not stored; valid for a few seconds. */
  | { type: 'typing'; agentId: string; conversationId: string; from: 'user' | 'human'; name?: string }
  | ({ type: 'presence'; agentId: string; conversationId: string } & Presence)
  | { type: 'notification'; agentId: string }
  | { type: 'ready' }
