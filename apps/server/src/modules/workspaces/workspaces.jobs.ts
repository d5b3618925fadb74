// Work of workspaces outside requests.
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Workspaces } from './workspaces.ts'

export const workspacesJobs = (face: Workspaces): Job[] => [
  {
    // A verified address earns the free credits; heard from accounts, and harmless when heard twice.
    name: 'workspaces.account-verified',
    run: async (ctx, { userId, email, name }) => {
      await face.ensurePersonal(ctx, {
        id: String(userId),
        email: String(email),
        name: String(name),
        emailVerified: true,
      })
    },
  },
  {
    // Somebody else may have made the account under this person's address, and may know its secret.
    name: 'workspaces.renew-secret',
    run: (ctx, { userId, renewal }) => face.renewSecret(ctx, String(userId), String(renewal)),
  },
  {
    // Hourly, so that a month that began while nothing ran is caught up; whoever signs in is refilled at once anyway.
    name: 'workspaces.refill',
    cron: '17 * * * *',
    run: async (ctx) => {
      const seen = await face.refillDue(ctx)
      if (seen > 0) ctx.log.info({ workspaces: seen }, 'refilled the free plans that were due')
    },
  },
]
