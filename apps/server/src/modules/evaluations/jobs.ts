import type { Job } from '../../lib/jobs/jobs.ts'
import { type Evaluations, RUN_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const evaluationsJobs = (service: Evaluations): Job[] => [
  { name: RUN_JOB, run: (ctx, data) => service.execute(ctx, named(data['agentId']), named(data['runId'])) },
  {
    name: 'evaluations.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const lost = await service.sweep(ctx)
      if (lost > 0) ctx.log.warn({ lost }, 'lost test runs were ended')
    },
  },
  {
    name: 'evaluations.credits-added',
    run: async (ctx) => {
      await service.resumePaused(ctx)
    },
  },
  { name: 'evaluations.agent-deleted', run: (ctx, data) => service.removeOfAgent(ctx, named(data['agentId'])) },
  {
    name: 'evaluations.agent-copied',
    run: (ctx, { agentId, copyOf }) => service.copyAll(ctx, named(copyOf), named(agentId)),
  },
]
