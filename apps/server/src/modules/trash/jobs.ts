import type { Job } from '../../lib/jobs/jobs.ts'
import type { Trash } from './service.ts'

export const trashJobs = (trash: Trash): Job[] => [
  {
    name: 'trash.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const items = await trash.purgeExpired(ctx)
      if (items > 0) ctx.log.info({ items }, 'deleted items were removed for good')
    },
  },
  {
    name: 'trash.agent-deleted',
    run: (ctx, { agentId }) => (typeof agentId === 'string' ? trash.purge(ctx, agentId) : Promise.resolve()),
  },
  { name: 'trash.workspace-deleted', run: (ctx) => trash.purge(ctx) },
]
