import type { Job } from '../../lib/jobs/jobs.ts'
import type { Requests } from './service.ts'

export const requestsJobs = (requests: Requests): Job[] => [
  { name: 'requests.sweep', cron: '23 * * * *', run: (ctx) => requests.sweep(ctx) },
]
