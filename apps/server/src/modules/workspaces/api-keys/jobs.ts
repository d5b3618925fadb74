// Work of API keys outside requests.
import type { Job } from '../../../lib/jobs/jobs.ts'
import type { Keys } from './api-keys.ts'

export const keysJobs = (service: Keys): Job[] => [
  { name: 'workspaces.tidy-keys', cron: '53 2 * * *', run: (ctx) => service.tidy(ctx) },
]
