import type { Job } from '../../lib/jobs/jobs.ts'
import type { Agents } from './service.ts'

export const agentsJobs = (service: Agents): Job[] => [
  {
    // Runs after the workspace has a new secret.
    name: 'agents.renew-secrets',
    run: (ctx, { renewal }) => service.renewSecrets(ctx, String(renewal)),
  },
  {
    name: 'agents.workspace-deleted',
    async run(ctx) {
      await service.deleteAll(ctx)
      await service.templates.deleteAll(ctx)
    },
  },
  {
    name: 'agents.announce',
    retryLimit: 1,
    run: (ctx, { agentId }) => service.announce(ctx, String(agentId)),
  },
]
