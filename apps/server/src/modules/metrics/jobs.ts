import type { Job } from '../../lib/jobs/jobs.ts'
import { JUDGE_JOB } from './judging.ts'
import type { Metrics } from './service.ts'

export const metricsJobs = (service: Metrics): Job[] => [
  { name: 'metrics.judge', cron: '*/5 * * * *', run: service.enqueueAll },
  {
    name: JUDGE_JOB,
    // The cron runs it again.
    retryLimit: 0,
    onlyOne: ({ metricId }) => String(metricId),
    run: (ctx, { agentId, metricId }) =>
      service.judgeEnded(ctx, { agentId: String(agentId), metricId: String(metricId) }),
  },
  {
    name: 'metrics.agent-deleted',
    run: async (ctx, { agentId }) => {
      await service.removeOfAgent(ctx, String(agentId))
    },
  },
]
