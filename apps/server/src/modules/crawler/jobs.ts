// Work of the crawler outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import { type Crawler, FORGET_JOB, RUN_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const crawlerJobs = (face: Crawler): Job[] => [
  { name: RUN_JOB, run: (ctx, data) => face.work(ctx, named(data['crawlId'])) },
  { name: FORGET_JOB, run: (ctx, data) => face.forget(ctx, named(data['crawlId'])) },
  {
    name: 'crawler.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const begun = await face.sweep(ctx)
      if (begun > 0) ctx.log.info({ begun }, 'jobs of the crawler that were due or left behind')
    },
  },
  {
    name: 'crawler.credits-added',
    run: async (ctx) => {
      await face.resumePaused(ctx)
    },
  },
  { name: 'crawler.workspace-deleted', run: (ctx) => face.onWorkspaceDeleted(ctx) },
  { name: 'crawler.agent-deleted', run: (ctx, data) => face.onAgentDeleted(ctx, named(data['agentId'])) },
]
