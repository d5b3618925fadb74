import type { Job } from '../../lib/jobs/jobs.ts'
import type { Files } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const filesJobs = (
  files: Pick<
    Files,
    'onAgentCopied' | 'onAgentDeleted' | 'onWorkspaceDeleted' | 'onConversationsDeleted' | 'sweep' | 'sweepLeftovers'
  >,
): Job[] => [
  { name: 'files.agent-deleted', run: (ctx, data) => files.onAgentDeleted(ctx, named(data['agentId'])) },
  { name: 'files.workspace-deleted', run: (ctx) => files.onWorkspaceDeleted(ctx) },
  {
    name: 'files.agent-copied',
    run: (ctx, { agentId, copyOf }) => files.onAgentCopied(ctx, named(copyOf), named(agentId)),
  },
  {
    name: 'files.conversations-deleted',
    run: async (ctx, { conversationIds }) => {
      if (Array.isArray(conversationIds)) await files.onConversationsDeleted(ctx, conversationIds.map(named))
    },
  },
  {
    name: 'files.sweep',
    cron: '7 * * * *',
    run: async (ctx) => {
      const deleted = await files.sweep(ctx)
      if (deleted > 0) ctx.log.info({ deleted }, 'temporary files deleted')
    },
  },
  {
    name: 'files.sweep-leftovers',
    cron: '41 3 * * *',
    run: async (ctx) => {
      const swept = await files.sweepLeftovers(ctx)
      if (swept > 0) ctx.log.info({ swept }, 'unfinished uploads deleted')
    },
  },
]
