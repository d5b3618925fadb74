import type { Job } from '../../lib/jobs/jobs.ts'
import { type Crawler, DELETE_JOB, RUN_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const crawlerJobs = (service: Crawler): Job[] => [
  { name: RUN_JOB, run: (ctx, data) => service.work(ctx, named(data['crawlId'])) },
  { name: DELETE_JOB, run: (ctx, data) => service.forget(ctx, named(data['crawlId'])) },
  {
    name: 'crawler.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const begun = await service.sweep(ctx)
      if (begun > 0) ctx.log.info({ begun }, 'due and lost crawls were queued')
    },
  },
  {
    name: 'crawler.credits-added',
    run: async (ctx) => {
      await service.resumePaused(ctx)
    },
  },
  { name: 'crawler.workspace-deleted', run: (ctx) => service.onWorkspaceDeleted(ctx) },
  { name: 'crawler.agent-deleted', run: (ctx, data) => service.onAgentDeleted(ctx, named(data['agentId'])) },
]
