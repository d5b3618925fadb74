import type { Job } from '../../lib/jobs/jobs.ts'
import { PUSH_JOB } from './push-job.ts'
import type { Fleet } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const fleetJobs = (service: Fleet): Job[] => [
  { name: PUSH_JOB, run: (ctx, { agentId, pushId }) => service.work(ctx, named(agentId), named(pushId)) },
  { name: 'fleet.sweep', cron: '* * * * *', run: (ctx) => service.sweep(ctx) },
  {
    name: 'fleet.agent-deleted',
    async run(ctx, { agentId }) {
      await service.agentDeleted(ctx, named(agentId))
    },
  },
]
