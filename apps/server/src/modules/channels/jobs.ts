import type { Ctx } from '../../lib/ctx.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Channels } from './service.ts'

export type Announce = (
  ctx: Ctx,
  connected: { readonly agentId: string; readonly channelType: string; readonly channelId: string },
) => Promise<void>

export const channelsJobs = (service: Channels, announce: Announce): Job[] => [
  {
    name: 'channels.announce',
    retryLimit: 1,
    run: (ctx, { agentId, channel, account }) =>
      announce(ctx, { agentId: String(agentId), channelType: String(channel), channelId: String(account) }),
  },
  {
    name: 'channels.message-stored',
    retryLimit: 8,
    retryDelay: 1,
    run: (ctx, { conversationId, seq }) =>
      service.queueMessage(ctx, { conversationId: String(conversationId), seq: Number(seq) }),
  },
  { name: 'channels.sweep', cron: '52 3 * * *', run: (ctx) => service.sweep(ctx) },
  {
    name: 'channels.agent-deleted',
    async run(ctx, { agentId }) {
      await service.connections.agentDeleted(ctx, String(agentId))
      await service.numbers.agentDeleted(ctx, String(agentId))
      await service.optOuts.forget(ctx, { agentId: String(agentId) })
    },
  },
  {
    name: 'channels.conversations-deleted',
    async run(ctx, { conversationIds }) {
      if (Array.isArray(conversationIds)) await service.forget(ctx, conversationIds.map(String))
    },
  },
  {
    name: 'channels.workspace-deleted',
    async run(ctx, { workspaceId }) {
      await service.connections.workspaceDeleted(ctx, String(workspaceId))
      await service.numbers.workspaceDeleted(ctx, String(workspaceId))
      await service.optOuts.forget(ctx, { workspaceId: String(workspaceId) })
    },
  },
]
