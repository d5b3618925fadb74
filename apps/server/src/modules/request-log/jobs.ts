import type { Job } from '../../lib/jobs/jobs.ts'
import type { RequestLog } from './service.ts'

export const requestLogJobs = (requestLog: RequestLog): Job[] => [
  { name: 'requests.sweep', cron: '23 * * * *', run: (ctx) => requestLog.sweep(ctx) },
]
