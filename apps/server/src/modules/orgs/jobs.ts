import type { Job } from '../../lib/jobs/jobs.ts'
import { removeOldSessions } from './client-sessions.ts'
import type { Orgs } from './service.ts'
import { type ClientSignIn, MAIL_CODE } from './sign-in.ts'

export const orgsJobs = (orgs: Orgs, signIn: Pick<ClientSignIn, 'sendInvitation' | 'mailCode'>): Job[] => [
  { name: 'orgs.workspace-deleted', run: (ctx) => orgs.deleteOfWorkspace(ctx) },
  { name: 'orgs.agent-deleted', run: (ctx, { agentId }) => orgs.agentDeleted(ctx, String(agentId)) },
  { name: 'orgs.client-invited', run: (ctx, { clientId }) => signIn.sendInvitation(ctx, String(clientId)) },
  {
    name: MAIL_CODE,
    run: async (ctx, { clientId, browserHash, addressHash }) =>
      void (await signIn.mailCode(ctx, {
        clientId: String(clientId),
        browserHash: String(browserHash),
        addressHash: String(addressHash),
      })),
  },
  { name: 'orgs.tidy-sessions', cron: '40 3 * * *', run: removeOldSessions },
]
