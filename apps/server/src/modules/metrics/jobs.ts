// Work of measures outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Metrics } from './service.ts'

export const metricsJobs = (service: Metrics): Job[] => [
  { name: 'metrics.judge', cron: '*/5 * * * *', run: service.judgeEnded },
  {
    name: 'metrics.agent-deleted',
    run: async (ctx, { agentId }) => {
      await service.removeOfAgent(ctx, String(agentId))
    },
  },
]
