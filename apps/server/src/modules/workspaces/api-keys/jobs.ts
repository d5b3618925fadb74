// Work of API keys outside requests.
import type { Job } from '../../../lib/jobs/jobs.ts'
import type { Keys } from './api-keys.ts'

export const keysJobs = (face: Keys): Job[] => [
  { name: 'workspaces.tidy-keys', cron: '53 2 * * *', run: (ctx) => face.tidy(ctx) },
]
