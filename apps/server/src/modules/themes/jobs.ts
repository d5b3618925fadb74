import type { Job } from '../../lib/jobs/jobs.ts'
import type { Themes } from './service.ts'

export const themesJobs = (service: Themes): Job[] => [
  { name: 'themes.workspace-deleted', run: (ctx) => service.deleteAll(ctx) },
]
