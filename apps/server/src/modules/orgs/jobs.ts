// Work of orgs outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import { removeOldSessions } from './client-sessions.ts'
import type { Orgs } from './service.ts'
import type { ClientSignIn } from './sign-in.ts'

export const orgsJobs = (orgs: Orgs, signIn: Pick<ClientSignIn, 'sendInvitation'>): Job[] => [
  { name: 'orgs.workspace-deleted', run: (ctx) => orgs.deleteOfWorkspace(ctx) },
  { name: 'orgs.agent-deleted', run: (ctx, { agentId }) => orgs.agentDeleted(ctx, String(agentId)) },
  { name: 'orgs.client-invited', run: (ctx, { clientId }) => signIn.sendInvitation(ctx, String(clientId)) },
  { name: 'orgs.tidy-sessions', cron: '40 3 * * *', run: removeOldSessions },
]
