// Work of tests outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import { type Evaluations, RUN_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const evaluationsJobs = (face: Evaluations): Job[] => [
  { name: RUN_JOB, run: (ctx, data) => face.execute(ctx, named(data['agentId']), named(data['runId'])) },
  {
    name: 'evaluations.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const lost = await face.sweep(ctx)
      if (lost > 0) ctx.log.warn({ lost }, 'runs of tests were ended whose process is gone')
    },
  },
  {
    name: 'evaluations.credits-added',
    run: async (ctx) => {
      await face.resumePaused(ctx)
    },
  },
  { name: 'evaluations.agent-deleted', run: (ctx, data) => face.removeOfAgent(ctx, named(data['agentId'])) },
  {
    name: 'evaluations.agent-created',
    run: async (ctx, { agentId, copyOf }) => {
      if (typeof copyOf === 'string') await face.copyAll(ctx, copyOf, named(agentId))
    },
  },
]
