// Conversations with visitors: their messages, and the events of one turn as they stream.
import type { MessageRef } from '@parlance/i18n/messages'
import { messageRef, rule } from '../lib/rules.ts'
import { z } from 'zod'
import { VariableName } from '../agents/variables.ts'
import type { TraceEntry } from '../engine/types.ts'
import { MAX_ATTACHMENTS } from '../files/limits.ts'
import { Item, Submission } from '../items/schemas.ts'
import { cut } from '../lib/text.ts'
import { CHANNEL_IDS } from '../channels/list.ts'

/** Where conversations are held. */
export const CHANNELS = CHANNEL_IDS
export const STATES = ['ai-chatting', 'requested_chat', 'human-chatting', 'ended_chat'] as const
export const MAX_MESSAGE_CHARS = 16_000

export const Source = z.object({
  docId: z.string(),
  title: z.string(),
  /** The passage the answer could draw on. */ text: z.string(),
  score: z.number(),
  /** Found after the answer had begun. */ late: z.boolean().optional(),
  /** The number under which the answer cites it, from 1; it stays the same for the whole answer. */
  n: z.number().int().optional(),
  /** Where readers can open it; without one they are shown its text. */
  url: z.string().optional(),
})
export type Source = z.infer<typeof Source>

/** A person of the team: of the workspace, or a client user of an org. */
export const Person = z.object({
  kind: z.enum(['user', 'client']),
  id: z.string().max(100),
  name: z.string(),
  /** A path on this installation's origin. */
  photoURL: z.string().optional(),
})
export type Person = z.infer<typeof Person>

/** A person of the team as shown to visitors; `photoURL` is a path on this installation's origin. */
export const Speaker = z.object({ name: z.string(), photoURL: z.string().optional() })
export type Speaker = z.infer<typeof Speaker>

/** A page that a visitor saw during a conversation. */
export const SeenPage = z.object({
  /** Origin and path only. */
  url: z.string(),
  title: z.string(),
  at: z.string(),
})
export type SeenPage = z.infer<typeof SeenPage>

/** Whether a visitor has the site open, as shown to the team. */
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
  /** In the order they were shown. What a visitor sent from an item is a text, with the values beside it in `submission`. */
  items: z.array(z.union([Item, z.object({ type: z.literal('text'), text: z.string() })])),
  submission: Submission.optional(),
  /** The person who wrote it, as visitors are told. */
  by: Speaker.optional(),
  /** `interrupted`: the answer broke off or was stopped; what there was of it is kept. `failed`: nothing came. */
  status: z.enum(['complete', 'streaming', 'interrupted', 'failed']),
  sources: z.array(Source),
  /** ISO time. */
  at: z.string(),
})
export type Message = z.infer<typeof Message>

export const Conversation = z.object({
  id: z.string(),
  agentId: z.string(),
  channel: z.enum(CHANNELS),
  state: z.enum(STATES),
  /** A short name for the visitor, derived and not their key. */
  visitor: z.string(),
  visitorMessage: messageRef,
  title: z.string(),
  messageCount: z.number().int(),
  /** Where the visitor was when the conversation began; origin and path only. */
  pageUrl: z.string(),
  startedAt: z.string(),
  lastMessageAt: z.string(),
  /** The visitor's identity from a token signed by their site; absent for anonymous visitors. */
  signed: z.object({ name: z.string(), email: z.string() }).optional(),
  /** The highest sequence number the visitor has seen. */
  readSeq: z.number().int(),
  /** When a human was asked for; null while nobody is waited for. */
  handoffAt: z.string().nullable(),
  /** When the visitor ended it: nothing more is said then. Null after an end of the agent's own. */
  endedAt: z.string().nullable(),
  /** The person who speaks in place of the agent, as visitors are told; absent while nobody does. */
  human: Speaker.optional(),
  /** How many visitors of the agent are waited on before this one, and this one; absent while nobody is waited for. */
  queuePosition: z.number().int().optional(),
  /** A human was asked for and none came: nobody was there at that time, or nobody was free. */
  missed: z
    .object({
      reason: z.enum(['closed', 'timeout']),
      /** When the team is there again; null while that is not known. */
      opensAt: z.string().nullable(),
      /** Whether a message may be left now. */
      asksEmail: z.boolean(),
    })
    .optional(),
  /** The visitor has rated it. */
  isRated: z.boolean(),
  /** 1 to 5; told to the agent's people alone, like what was left. */
  rating: z.object({ score: z.number().int(), comment: z.string(), at: z.string() }).optional(),
  /** What the visitor left because no human came. */
  leftMessage: z.object({ email: z.string(), message: z.string(), at: z.string() }).optional(),
  /** How the agent's people keep it; told to them alone. */
  inbox: z
    .object({
      assignee: Person.nullable(),
      /** The team it is assigned to, whose members are asked; absent where it is no team’s. */
      team: z.object({ id: z.string(), name: z.string() }).optional(),
      tags: z.array(z.string()),
      /** Until then it is put aside; null otherwise. */
      snoozedUntil: z.string().nullable(),
      /** The highest sequence number that one of them has seen. */
      seenSeq: z.number().int(),
      /** When the visitor had read up to `readSeq`; absent where that was not kept. */
      readAt: z.string().optional(),
      /** Absent where the visitor has not been followed. */
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
    /** Where the text comes from an item of an earlier answer: a pressed button, a filled form. */
    submission: Submission.optional(),
    /** Addresses of the visitor's own uploads that no message carries yet; the text may then be empty. */
    attachments: z.array(z.string().max(200)).max(MAX_ATTACHMENTS).optional(),
  })
  .refine(({ text, attachments = [] }) => text !== '' || attachments.length > 0, {
    path: ['text'],
    ...rule('message_required'),
  })

/** What owners may set when they try out their agent. */
export const DebugOptions = z.strictObject({
  /** Begin this turn at a node, whatever the conversation's own place is. */
  nodeId: z.string().max(100).optional(),
  /** Set before the turn; null forgets one. */
  variables: z.record(VariableName, z.union([z.string().max(5000), z.number(), z.boolean(), z.null()])).optional(),
  /** Behave as on this channel; the trace tells what it would lose. */
  channel: z.enum(CHANNEL_IDS).optional(),
  /** Forget everything from this sequence number on, then answer this message in its place. */
  rewindTo: z.number().int().min(1).max(2_147_483_647).optional(),
})
export type DebugOptions = z.infer<typeof DebugOptions>

export const Interact = z.strictObject({
  agentId: z.string().max(100),
  /** Absent on the first message; the `start` event answers the new one. */
  conversationId: z.string().max(100).optional(),
  /**
   * The visitor's own key, at least 16 characters when a browser makes it; the `start` event answers a new one when absent.
   */
  visitorId: z.string().min(1).max(200).optional(),
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
  /** The visitor has agreed to the agent's terms; where it asks for that, a conversation does not begin without. */
  consent: z.boolean().optional(),
  /** Talk to the unpublished draft; only for those who may edit the agent. */
  draft: z.boolean().optional(),
  /** Only in test conversations of those who may edit the agent; the answer carries the trace of the turn. */
  debug: DebugOptions.optional(),
})
export type Interact = z.infer<typeof Interact>

/** The plain text of an interact message, whichever of both forms it came in. */
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

/** Said with the `start` event of a turn, and again with `finish`. */
export interface TurnMetadata {
  conversationId: string
  turnId: string
  visitorId: string
  model?: string
  sandbox?: boolean
  credits?: number
  status?: Message['status']
  /** People are asked for or there: the message is stored, and no answer comes by itself. */
  silent?: true
  /** Beside the sentence of the `error` event: its code, and what is put into it. */
  errorMessage?: MessageRef
}

/** The parts of the AI SDK's UI message stream (version 1) that a turn speaks. */
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
  /** An item of the UI engine, after the text before it has ended. */
  | { type: 'data-item'; id: string; data: Item }
  /** What the engine did, in test conversations. */
  | { type: 'data-trace'; data: TraceEntry }
  | { type: 'finish-step' }
  | { type: 'finish'; finishReason?: string; messageMetadata: TurnMetadata }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }

/** What lists show of a conversation from a message on. */
export interface ListedMessage {
  preview: string
  /** ISO time. */
  at: string
  /** Of a conversation that begins with it. */
  begins?: Pick<Conversation, 'channel' | 'visitor' | 'visitorMessage' | 'pageUrl'>
}

/** Events of a live subscription; readers fetch what changed. */
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
  /** The state of a message on its channel changed; only for the team. */
  | { type: 'delivery'; agentId: string; conversationId: string }
  /** The visitor has read up to this message, wherever they did. */
  | { type: 'read'; agentId: string; conversationId: string; seq: number }
  /** The visitor, or the person who speaks with them, is typing; not stored, valid for a few seconds. */
  | { type: 'typing'; agentId: string; conversationId: string; from: 'user' | 'human'; name?: string }
  /** The visitor came, left, or went to another page; only for the team. */
  | ({ type: 'presence'; agentId: string; conversationId: string } & Presence)
  /** A notification for somebody about this agent. */
  | { type: 'notification'; agentId: string }
  | { type: 'ready' }
