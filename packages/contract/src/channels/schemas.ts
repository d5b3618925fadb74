import { z } from 'zod'
import { messageFields, messageRef } from '../lib/rules.ts'
import { MESSAGING_CHANNELS } from './list.ts'

export const Channel = z.enum(MESSAGING_CHANNELS)
export type Channel = z.infer<typeof Channel>

export const ChannelConnectionView = z.object({
  channel: Channel,
  /** `failing`: the provider refuses the token. */
  status: z.enum(['active', 'failing']),
  /** The provider's display name, e.g. `@acme_bot`. */
  name: z.string(),
  settings: z.record(z.string(), z.string()),
  lastError: z.string(),
  lastErrorMessage: messageRef,
  lastErrorAt: z.string().nullable(),
  connectedAt: z.string(),
})
export type ChannelConnectionView = z.infer<typeof ChannelConnectionView>

export const ChannelLogEntry = z.object({
  at: z.string(),
  direction: z.enum(['in', 'out']),
  /** Inbound: `received`, `handled`, `failed`, or `refused`; outbound: `queued` to `read`, `failed` or `unknown`. */
  state: z.string(),
  /** The reason in English; for a refused call `signature`, `malformed`, `unknown` or `unconfigured`. */
  error: z.string(),
  errorMessage: messageRef,
  count: z.number().int(),
})

export const ChannelThread = z.object({
  id: z.string(),
  name: z.string(),
  isGroup: z.boolean(),
  isBlocked: z.boolean(),
  lastMessageAt: z.string().nullable(),
})

/** The specification's collections of connections with their fields; secrets are masked to their last characters. */
export const CHANNEL_COLLECTIONS = {
  metaPages: { channel: 'messenger', fields: ['pageId', 'pageName', 'igPageId', 'igPageName', 'agentId'] },
  discordChannels: { channel: 'discord', fields: ['ID', 'agentID', 'channelId', 'webhookUrl'] },
  telegramBots: { channel: 'telegram', fields: ['botId', 'agentId', 'botToken', 'webhookUrl'] },
  waNumbers: { channel: 'whatsapp', fields: ['wabaId', 'phoneId', 'phoneNumber', 'agentId', 'longAccessToken'] },
} as const satisfies Readonly<Record<string, { channel: Channel; fields: readonly string[] }>>
export const ChannelCollection = z.enum(['metaPages', 'discordChannels', 'telegramBots', 'waNumbers'])
export type ChannelCollection = z.infer<typeof ChannelCollection>

export const ChannelLoss = z.object({
  nodeId: z.string(),
  node: z.string(),
  item: z.string(),
  detail: z.string(),
  ...messageFields,
})

export const AvailableChannel = z.object({
  channel: Channel,
  sandbox: z.boolean(),
  /** Where users grant access before connecting, e.g. add a bot to their server. */
  inviteUrl: z.string().optional(),
})
export type AvailableChannel = z.infer<typeof AvailableChannel>

export const MessageDelivery = z.object({
  seq: z.number().int(),
  state: z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'unknown', 'failed']),
  error: z.string(),
  errorMessage: messageRef,
})
export type MessageDelivery = z.infer<typeof MessageDelivery>

export const MessageReaction = z.object({
  seq: z.number().int(),
  by: z.enum(['visitor', 'workspace']),
  emoji: z.string(),
})
export type MessageReaction = z.infer<typeof MessageReaction>

export const ConversationDelivery = z.object({
  channel: Channel,
  /** False once the channel was disconnected or moved to another agent: nothing reaches the visitor here. */
  isConnected: z.boolean(),
  isBlocked: z.boolean(),
  repliesUntil: z.string().nullable(),
  messages: z.array(MessageDelivery),
  reactions: z.array(MessageReaction),
  canReact: z.boolean(),
})
export type ConversationDelivery = z.infer<typeof ConversationDelivery>
