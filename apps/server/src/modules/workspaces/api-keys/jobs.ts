// Background jobs of API keys.
import type { Job } from '../../../lib/jobs/jobs.ts'
import type { ApiKeys } from './api-keys.ts'

export const apiKeysJobs = (service: ApiKeys): Job[] => [
  { name: 'workspaces.tidy-keys', cron: '53 2 * * *', run: (ctx) => service.deleteRevoked(ctx) },
]
