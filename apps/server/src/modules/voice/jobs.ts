import type { Job } from '../../lib/jobs/jobs.ts'
import type { Voice } from './service.ts'

export const voiceJobs = (service: Voice): Job[] => [
  { name: 'voice.sweep', cron: '*/2 * * * *', run: (ctx) => service.sweep(ctx) },
  { name: 'voice.settle-transfers', cron: '*/2 * * * *', run: (ctx) => service.settleTransfers(ctx) },
  { name: 'voice.sync-vapi', run: (ctx, { agentId }) => service.vapi.sync(ctx, String(agentId)) },
  { name: 'voice.agent-deleted', run: (ctx, { agentId }) => service.agentDeleted(ctx, String(agentId)) },
  {
    name: 'voice.workspace-deleted',
    run: (ctx, { workspaceId, vapiKey }) =>
      service.workspaceDeleted(ctx, String(workspaceId), typeof vapiKey === 'string' ? vapiKey : undefined),
  },
  {
    name: 'voice.conversations-deleted',
    run: (ctx, { conversationIds }) =>
      service.conversationsDeleted(ctx, (conversationIds as string[] | undefined) ?? []),
  },
]
