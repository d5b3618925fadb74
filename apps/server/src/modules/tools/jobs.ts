import type { Job } from '../../lib/jobs/jobs.ts'
import type { Tools } from './service.ts'

export const toolsJobs = (tools: Pick<Tools, 'deleteSecretsUntil'>): Job[] => [
  {
    // Someone who created the account with another person's address may have planted them.
    name: 'tools.forget-secrets',
    run: (ctx, { workspaceId, at }) => tools.deleteSecretsUntil(ctx, String(workspaceId), new Date(Number(at))),
  },
]
