import type { Job } from '../../lib/jobs/jobs.ts'
import type { Audit } from './service.ts'

export const auditJobs = (service: Audit): Job[] => [
  {
    name: 'audit.account-deleted',
    run: (ctx, { workspaceIds, userId, email, pseudonym }) =>
      service.accountDeleted(ctx, Array.isArray(workspaceIds) ? workspaceIds.map(String) : [], {
        userId: String(userId),
        email: String(email),
        pseudonym: String(pseudonym),
      }),
  },
  { name: 'audit.tidy', cron: '41 2 * * *', run: (ctx) => service.applyRetention(ctx) },
]
