// Work of workspaces outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Mailing } from './mailing.ts'
import type { AccountChanges } from './account-changes.ts'
import type { Members } from './members/members.ts'
import type { RegionsOfAccount } from './regions.ts'
import type { Support } from './support/support-access.ts'
import type { Workspaces } from './service.ts'

/** What people and integrations do with workspaces leaves work for later. */
export const membersJobs = (
  service: Pick<Members, 'sendInvitation'> &
    Pick<Mailing, 'mailLog' | 'sweepLogs'> &
    Pick<RegionsOfAccount, 'signedUp'>,
): Job[] => [
  {
    name: 'workspaces.send-invitation',
    run: (ctx, { workspaceId, email }) =>
      service.sendInvitation(ctx, { uid: String(workspaceId), email: String(email) }),
  },
  {
    name: 'workspaces.mail-log',
    run: (ctx, { logId, to }) => service.mailLog(ctx, { logId: String(logId), to: String(to) }),
  },
  { name: 'workspaces.sweep-logs', cron: '47 3 * * *', run: service.sweepLogs },
  {
    // Who referred a new account is kept on its personal workspace, whichever of both is there first.
    name: 'workspaces.account-created',
    run: async (ctx, { userId, email, name, ref }) => {
      if (typeof ref !== 'string') return
      const person = { id: String(userId), email: String(email), name: String(name), emailVerified: false }
      await service.signedUp(ctx, person, ref)
    },
  },
]

/** Access ends by the clock; the log of the workspace is told of it within minutes. */
export const supportJobs = (service: Pick<Support, 'endOverdue'>): Job[] => [
  { name: 'workspaces.end-support', cron: '*/5 * * * *', run: service.endOverdue },
]

/** What becomes of workspaces when the account of somebody changes its address or ends. */
export const leavingJobs = (service: AccountChanges): Job[] => [
  {
    name: 'workspaces.account-deleted',
    // As below: jobs of before wait without the time.
    run: (ctx, { userId, email, pseudonym, at = ctx.now().toISOString() }) =>
      service.accountDeleted(ctx, {
        userId: String(userId),
        email: String(email),
        pseudonym: String(pseudonym),
        at: String(at),
      }),
  },
  {
    name: 'workspaces.account-moved',
    // Jobs of before this was told wait without the time; what is there when they run is what they are about.
    run: (ctx, { userId, before, after, at = ctx.now().toISOString() }) =>
      service.accountMoved(ctx, {
        userId: String(userId),
        before: String(before),
        after: String(after),
        at: String(at),
      }),
  },
]

export const workspacesJobs = (service: Workspaces): Job[] => [
  {
    // A verified address earns the free credits; heard from accounts, and harmless when heard twice.
    name: 'workspaces.account-verified',
    run: async (ctx, { userId, email, name }) => {
      await service.ensurePersonal(ctx, {
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
    run: (ctx, { userId, renewal }) => service.renewSecret(ctx, String(userId), String(renewal)),
  },
  {
    // Hourly, so that a month that began while nothing ran is caught up; whoever signs in is refilled at once anyway.
    name: 'workspaces.refill',
    cron: '17 * * * *',
    run: async (ctx) => {
      const workspaces = await service.refillDue(ctx)
      if (workspaces > 0) ctx.log.info({ workspaces }, 'refilled the free plans that were due')
    },
  },
]
