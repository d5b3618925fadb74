// Work of workspaces outside requests.
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Workspaces } from './workspaces.ts'

export const workspacesJobs = (face: Workspaces): Job[] => [
  {
    // Hourly, so that a month that began while nothing ran is caught up; whoever signs in is refilled at once anyway.
    name: 'workspaces.refill',
    cron: '17 * * * *',
    run: async (ctx) => {
      const seen = await face.refillDue(ctx)
      if (seen > 0) ctx.log.info({ workspaces: seen }, 'refilled the free plans that were due')
    },
  },
]
