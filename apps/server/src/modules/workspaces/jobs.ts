import type { Job } from '../../lib/jobs/jobs.ts'
import type { Mailing } from './mailing.ts'
import type { AccountChanges } from './account-changes.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { OwnerPhotos } from './member-photos.ts'
import type { Members } from './members/members.ts'
import type { AccountRegions } from './regions.ts'
import type { Support } from './support/support-access.ts'
import type { Workspaces } from './service.ts'

export const membersJobs = (
  service: Pick<Members, 'sendInvitation'> &
    Pick<Mailing, 'mailLog' | 'deleteOldLogs'> &
    Pick<AccountRegions, 'onSignUp'>,
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
  { name: 'workspaces.sweep-logs', cron: '47 3 * * *', run: service.deleteOldLogs },
  {
    // The referrer of a new account is stored on its personal workspace, which is created if missing.
    name: 'workspaces.account-created',
    run: async (ctx, { userId, email, name, ref }) => {
      if (typeof ref !== 'string') return
      const person = { id: String(userId), email: String(email), name: String(name), emailVerified: false }
      await service.onSignUp(ctx, person, ref)
    },
  },
]

/** Records expired support access in the audit log. */
export const supportJobs = (service: Pick<Support, 'expireOverdue'>): Job[] => [
  { name: 'workspaces.end-support', cron: '*/5 * * * *', run: service.expireOverdue },
]

/** Follow-up of changed addresses and deleted accounts. */
export const accountChangesJobs = (service: AccountChanges): Job[] => [
  {
    name: 'workspaces.account-deleted',
    // Jobs enqueued by an older release have no time.
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
    // Jobs enqueued by an older release have no time; they apply to whatever exists when they run.
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
    // A verified address gets the free credits. Idempotent.
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
    // Someone else may have created the account with this person's address and know its secret.
    name: 'workspaces.renew-secret',
    run: (ctx, { userId, renewal }) => service.renewSecret(ctx, String(userId), String(renewal)),
  },
  {
    // Hourly, to catch up after downtime; signing in refills at once anyway.
    name: 'workspaces.refill',
    cron: '17 * * * *',
    run: async (ctx) => {
      const workspaces = await service.refillDue(ctx)
      if (workspaces > 0) ctx.log.info({ workspaces }, 'refilled the free plans that were due')
    },
  },
]

/** Runs after a workspace was created or the photo of an account changed. */
export const memberPhotosJobs = (service: OwnerPhotos): Job[] => [
  {
    name: 'workspaces.owner-photo',
    run: (ctx, { workspaceId, userId }) =>
      service.syncPhoto(ctx, typeof userId === 'string' ? { userId } : { workspaceId: String(workspaceId) }),
  },
]

export const apiKeysJobs = (service: ApiKeys): Job[] => [
  { name: 'workspaces.tidy-keys', cron: '53 2 * * *', run: (ctx) => service.deleteRevoked(ctx) },
]
