// Connections of an agent to messaging channels, as people of its workspace see them. No secrets.
import { z } from 'zod'
import { messageFields } from '../lib/rules.ts'
import { MESSAGING_CHANNELS } from './list.ts'

export const Channel = z.enum(MESSAGING_CHANNELS)
export type Channel = z.infer<typeof Channel>

export const ChannelConnectionView = z.object({
  channel: Channel,
  /** `failing`: the provider refuses the token. */
  status: z.enum(['active', 'failing']),
  /** As the provider calls it, e.g. `@acme_bot`. */
  name: z.string(),
  /** What the channel keeps beside its secrets, e.g. `botId`, `agentId`, `webhookUrl`. */
  settings: z.record(z.string(), z.string()),
  /** What the provider said last, in words; empty once something was sent again. */
  lastError: z.string(),
  lastErrorAt: z.string().nullable(),
  connectedAt: z.string(),
})
export type ChannelConnectionView = z.infer<typeof ChannelConnectionView>

export const ChannelLogEntry = z.object({
  at: z.string(),
  direction: z.enum(['in', 'out']),
  /** What came in: `received`, `handled`, `failed`, or `refused`; what went out: `queued` to `read`, `failed` or `unknown`. */
  state: z.string(),
  /** Why, in English words; of a refused call `signature`, `malformed`, `unknown` or `unconfigured`. */
  error: z.string(),
  /** How often the same came. */
  count: z.number().int(),
})

/** Somebody who wrote there, or a group. */
export const ChannelThread = z.object({
  id: z.string(),
  name: z.string(),
  isGroup: z.boolean(),
  /** They opted out, or blocked the agent: nothing is sent to them. */
  isBlocked: z.boolean(),
  lastMessageAt: z.string().nullable(),
})

/** The specification's collections of connections, each with the fields that it names. Secrets are in none of them. */
export const CHANNEL_COLLECTIONS = {
  metaPages: { channel: 'messenger', fields: ['pageId', 'pageName', 'igPageId', 'igPageName', 'agentId'] },
  discordChannels: { channel: 'discord', fields: ['ID', 'agentID', 'channelId', 'webhookUrl'] },
  telegramBots: { channel: 'telegram', fields: ['botId', 'agentId', 'webhookUrl'] },
  waNumbers: { channel: 'whatsapp', fields: ['wabaId', 'phoneId', 'phoneNumber', 'agentId'] },
} as const satisfies Readonly<Record<string, { channel: Channel; fields: readonly string[] }>>
export const ChannelCollection = z.enum(['metaPages', 'discordChannels', 'telegramBots', 'waNumbers'])
export type ChannelCollection = z.infer<typeof ChannelCollection>

/** What a channel cannot show of something that the agent says. */
export const ChannelLoss = z.object({
  nodeId: z.string(),
  /** Name of the step; empty for one without a name. */
  node: z.string(),
  item: z.string(),
  detail: z.string(),
  ...messageFields,
})

/** A channel that this installation can connect; `sandbox`: with a simulator in place of the provider. */
export const AvailableChannel = z.object({
  channel: Channel,
  sandbox: z.boolean(),
  /** Where people let us in before they connect, e.g. add a bot to their server. */
  inviteUrl: z.string().optional(),
})
export type AvailableChannel = z.infer<typeof AvailableChannel>

/** What became of a message on its channel. */
export const MessageDelivery = z.object({
  seq: z.number().int(),
  state: z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'unknown', 'failed']),
  /** What the provider said, where it failed. */
  error: z.string(),
})
export type MessageDelivery = z.infer<typeof MessageDelivery>

/** The emoji that somebody put under a message. */
export const MessageReaction = z.object({
  seq: z.number().int(),
  /** `workspace` for people of ours. */
  by: z.enum(['visitor', 'workspace']),
  emoji: z.string(),
})
export type MessageReaction = z.infer<typeof MessageReaction>

export const ConversationDelivery = z.object({
  channel: Channel,
  /** They opted out, or blocked us. */
  isBlocked: z.boolean(),
  /** Until when people may answer freely; null where there is no end. */
  repliesUntil: z.string().nullable(),
  messages: z.array(MessageDelivery),
  reactions: z.array(MessageReaction),
  /** Whether people can react to messages of the visitor. */
  canReact: z.boolean(),
})
export type ConversationDelivery = z.infer<typeof ConversationDelivery>
