// Work of tools outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Tools } from './service.ts'

export const toolsJobs = (tools: Pick<Tools, 'forgetSecrets'>): Job[] => [
  {
    // Whoever had the account before its address was proved may have planted them.
    name: 'tools.forget-secrets',
    run: (ctx, { workspaceId, at }) => tools.forgetSecrets(ctx, String(workspaceId), new Date(Number(at))),
  },
]
