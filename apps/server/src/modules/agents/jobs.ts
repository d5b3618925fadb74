// Work of agents outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Agents } from './service.ts'

export const agentsJobs = (face: Agents): Job[] => [
  {
    // Heard once the workspace has a new secret of its own.
    name: 'agents.renew-secrets',
    run: (ctx, { renewal }) => face.renewSecrets(ctx, String(renewal)),
  },
  { name: 'agents.workspace-deleted', run: (ctx) => face.deleteAll(ctx) },
  {
    name: 'agents.announce',
    retryLimit: 1,
    run: (ctx, { agentId }) => face.announce(ctx, String(agentId)),
  },
]
