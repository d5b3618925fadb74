// Work of the log outside requests.
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Audit } from './audit.ts'

export const auditJobs = (face: Audit): Job[] => [
  { name: 'audit.tidy', cron: '41 2 * * *', run: (ctx) => face.tidy(ctx) },
]
