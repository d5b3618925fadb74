import { z } from 'zod'
import { limitInput, line, regional, success } from '../lib/operation.ts'
import { messageRef } from '../lib/rules.ts'
import { metaPagesCalls } from './meta-pages-api.ts'
import {
  AvailableChannel,
  ChannelCollection,
  Channel,
  ChannelConnectionView,
  ChannelLogEntry,
  ChannelLoss,
  ChannelThread,
  ConversationDelivery,
} from './schemas.ts'

const by = ['session', 'workspace', 'client', 'agency', 'agent'] as const
const access = { by, agent: 'agentId', client: { tabs: ['/channels'] } } as const
const agentId = z.string().max(100)
const one = z.strictObject({ agentId, channel: Channel })

export const channelsApi = {
  list: regional({
    method: 'GET',
    path: '/agents/{agentId}/channels',
    tag: 'Channels',
    access,
    summary: 'List the messaging channels an agent is connected to, and those you can connect',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(ChannelConnectionView), available: z.array(AvailableChannel) })),
  connect: regional({
    method: 'POST',
    path: '/agents/{agentId}/channels/{channel}',
    tag: 'Channels',
    access: { ...access, limit: 'keyTest' },
    summary: 'Connect an agent to a messaging channel',
    description: '`fields` depends on the channel. Telegram: the bot’s `token`. Secrets are never returned.',
    errors: ['CONFLICT', 'UPSTREAM_FAILED'],
  })
    .input(one.extend({ fields: z.record(z.string().max(50), z.string().max(5000)) }))
    .output(z.object({ data: ChannelConnectionView })),
  disconnect: regional({
    method: 'DELETE',
    path: '/agents/{agentId}/channels/{channel}',
    tag: 'Channels',
    access,
    summary: 'Disconnect an agent from a messaging channel',
  })
    .input(one)
    .output(success),
  log: regional({
    method: 'GET',
    path: '/agents/{agentId}/channels/{channel}/log',
    tag: 'Channels',
    access,
    summary: 'List recent messages in and out of a messaging channel, and refusals',
  })
    .input(z.strictObject({ ...one.shape, ...limitInput }))
    .output(z.object({ items: z.array(ChannelLogEntry) })),
  threads: regional({
    method: 'GET',
    path: '/agents/{agentId}/channels/{channel}/threads',
    tag: 'Channels',
    access,
    summary: 'List people who wrote on a messaging channel recently',
  })
    .input(z.strictObject({ ...one.shape, ...limitInput }))
    .output(z.object({ items: z.array(ChannelThread) })),
  sendTest: regional({
    method: 'POST',
    path: '/agents/{agentId}/channels/{channel}/test',
    tag: 'Channels',
    access: { ...access, limit: 'keyTest' },
    summary: 'Send a test message to someone who wrote there',
    description: 'Returns the result within a few seconds: `sent`, `failed`, `unknown`, or still `queued`.',
    errors: ['CONFLICT'],
  })
    .input(one.extend({ threadId: z.string().max(100), text: line(1000) }))
    .output(z.object({ data: z.object({ state: z.string(), error: z.string(), errorMessage: messageRef }) })),
  records: regional({
    method: 'GET',
    path: '/agents/{agentId}/channel-records/{collection}',
    tag: 'Channels',
    access,
    summary: 'Get an agent’s connection to one kind of channel, as a list of at most one',
  })
    .input(z.strictObject({ agentId, collection: ChannelCollection, ...limitInput }))
    .output(z.object({ items: z.array(z.record(z.string(), z.string())) })),
  losses: regional({
    method: 'GET',
    path: '/agents/{agentId}/channels/{channel}/losses',
    tag: 'Channels',
    access,
    summary: 'List the parts of an agent’s steps that a messaging channel can’t show',
  })
    .input(z.strictObject({ ...one.shape, ...limitInput }))
    .output(z.object({ items: z.array(ChannelLoss) })),
  delivery: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/delivery',
    tag: 'Channels',
    access: { by, agent: 'agentId', client: { tabs: ['/convos'] } },
    summary: 'Get the delivery state of a conversation’s messages on its channel, and how long teammates can reply',
    description: 'Null for a conversation in our own widget or API. States are kept for 90 days.',
  })
    .input(z.strictObject({ agentId, conversationId: z.string().max(100) }))
    .output(z.object({ data: ConversationDelivery.nullable() })),
  react: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/reactions/{seq}',
    tag: 'Channels',
    access: { by, agent: 'agentId', client: { tabs: ['/convos'] }, audit: 'never' },
    errors: ['CONFLICT'],
    summary: 'React to a visitor’s message on its channel, or remove the reaction',
    description:
      'Send one emoji, or an empty string to remove it. Returns CONFLICT if the channel has no reactions or the message is too old.',
  })
    .input(
      z.strictObject({
        agentId,
        conversationId: z.string().max(100),
        seq: z.coerce.number().int().min(1).max(2_000_000_000),
        emoji: z
          .string()
          .max(16)
          .regex(/^(?:\p{RGI_Emoji})?$/v),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  resend: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/delivery/{seq}',
    tag: 'Channels',
    access: { by, agent: 'agentId', client: { tabs: ['/convos'] }, audit: 'never' },
    errors: ['CONFLICT'],
    summary: 'Send a message again that was not delivered on its channel',
    description:
      'Only the parts that failed are sent. Returns CONFLICT if the channel isn’t connected, the visitor opted out, the campaign took the message back, or the channel no longer accepts replies.',
  })
    .input(
      z.strictObject({
        agentId,
        conversationId: z.string().max(100),
        seq: z.coerce.number().int().min(1).max(2_000_000_000),
      }),
    )
    .output(success),
  telegramWebhook: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/telegram-webhook',
    tag: 'Channels',
    access: { by: ['provider'], audit: 'never' },
    webhook: 'telegram',
    summary: 'Receive updates from Telegram, verified by the secret token of the bot’s webhook',
  })
    .input(z.looseObject({ agentId }))
    .output(z.object({ received: z.boolean() })),
  ...metaPagesCalls,
}
