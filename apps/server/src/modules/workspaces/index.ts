import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Contexts } from '../../lib/context.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Guard } from '../../lib/http/pipeline/authorize.ts'
import type { Logger } from '../../lib/log.ts'
import type { Mailers } from '../../lib/mail.ts'
import type { Settings } from '../../lib/settings.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { createAccessAudit } from './access-audit.ts'
import { createAccountChanges } from './account-changes.ts'
import { createApiKeys } from './api-keys/api-keys.ts'
import { createApiKeysRouter } from './api-keys/router.ts'
import { lockWorkspaceAs } from './lock-workspace.ts'
import { createWorkspaceCreation, type WorkspaceCreationDeps } from './create-workspace.ts'
import { accountChangesJobs, apiKeysJobs, memberPhotosJobs, membersJobs, supportJobs, workspacesJobs } from './jobs.ts'
import { createMailing, type MailingDeps } from './mailing.ts'
import { createListColleagues, createOwnerPhotos, withProfiles } from './member-photos.ts'
import { createMembers } from './members/members.ts'
import { countMembers, shareLockMembers, shareLockWorkspace } from './members/repository.ts'
import { createMailsRouter, createMembersRouter, createSupportRouter } from './members/router.ts'
import { createAccountRegions } from './regions.ts'
import { createEntitlements, createPlans } from './plan.ts'
import { createWorkspacesRouter } from './router.ts'
import { createWorkspaces, type WorkspacesDeps } from './service.ts'
import { createSupport, createIsOnlySupport } from './support/support-access.ts'
import { createWorkspaceMails } from './workspace-mails.ts'

export { accountMoved } from './account-changes.ts'
export { billingEmails, ownerEmail, workspaceEmails, workspaceName } from './mailing.ts'
export { invitationDetails } from './members/members.ts'
export { workspacesOfMember } from './api-keys/api-keys.ts'
export { createActsAsSupport } from './support/support-access.ts'

/** Locks for work that depends on the workspace existing, its members or the caller's admin role. */
export const workspaceLocks = {
  /** Keeps the workspace from being deleted until the transaction ends; false if it does not exist. */
  shareLockWorkspace: (ctx: Ctx, uid: string): Promise<boolean> => shareLockWorkspace(ctx.db, uid),
  runAsAdmin: <T>(ctx: Ctx, uid: string, work: (tx: Ctx) => Promise<T>): Promise<T> =>
    lockWorkspaceAs(ctx, uid, 'admin', work),
  /** Keeps the members of the workspace from changing until the transaction ends. */
  shareLockMembers: (ctx: Ctx, uid: string): Promise<boolean> => shareLockMembers(ctx.db, uid),
}

/** The workspace's current entitlements, for modules created before this one. */
export const createEntitlementsReader = (settings: Pick<Settings, 'planLimits' | 'baseWorkspaceSeats'>) =>
  createPlans(createEntitlements({ planLimits: settings.planLimits, baseSeats: settings.baseWorkspaceSeats }))
    .entitlements

/** Whether the context's workspace has more than one member, including invited ones. */
export const isWorkspaceShared = async (ctx: Ctx): Promise<boolean> => (await countMembers(ctx.db, ctx.workspaceId)) > 1

export interface WorkspacesModuleDeps
  extends
    Omit<WorkspacesDeps, 'audit' | 'billing' | 'support' | 'entitlementsOf'>,
    Pick<WorkspaceCreationDeps, 'logos'>,
    Pick<MailingDeps, 'agentTitles'> {
  readonly settings: Settings
  readonly appOrigin: () => string
  readonly accounts: Accounts
  readonly audit: Audit
  readonly billing: WorkspacesDeps['billing'] & WorkspaceCreationDeps['billing']
  readonly contexts: Contexts
  readonly mailers: Mailers
  readonly mailIsSandboxed: boolean
  /** Called after access was lost other than by a call, and with the time at which access will end. */
  readonly onAccessEnded: () => void
  readonly onAccessEnds: (time: Date) => void
  readonly log: Logger
}

export function createWorkspacesModule(deps: WorkspacesModuleDeps) {
  const { accounts, audit, contexts, mailIsSandboxed, settings } = deps
  const { supportEmails: emails = [], regions } = settings
  const support = createSupport({
    emails,
    audit,
    hasSecondFactor: accounts.hasSecondFactor,
    onAccessEnds: deps.onAccessEnds,
  })
  const keys = createApiKeys({ vault: deps.vault, audit, log: deps.log })
  const entitlementsOf = createEntitlements({ planLimits: settings.planLimits, baseSeats: settings.baseWorkspaceSeats })
  const workspaces = createWorkspaces({ ...deps, support, entitlementsOf })
  const { forgetKeys } = workspaces
  const mails = createWorkspaceMails(deps)
  const members = createMembers({ audit, entitlementsOf, sandboxMail: mailIsSandboxed, mails })
  const people = {
    ...members,
    ...withProfiles(members, accounts),
    colleagues: createListColleagues(members, accounts),
    ...createOwnerPhotos(accounts),
    ...createWorkspaceCreation({ ...deps, forgetKeys }),
    ...createAccountChanges({ forgetKeys, audit, onAccessEnded: deps.onAccessEnded }),
    ...createMailing({ sandboxMail: mailIsSandboxed, mails, agentTitles: deps.agentTitles }),
    ...createAccountRegions({
      workspaces,
      support,
      contextsOfAllRegions: () => regions.map((region) => contexts.system(region)),
    }),
  }
  const access = createAccessAudit({ audit, keys, contexts, regions, log: deps.log })
  const isOnly = createIsOnlySupport(emails)
  const guard: Pick<Guard, 'apiKey' | 'keyUsed' | 'refused' | 'isSupport' | 'workspaceBySecret' | 'roleOf' | 'hold'> = {
    workspaceBySecret: workspaces.bySecretHash,
    roleOf: workspaces.roleOf,
    hold: workspaceLocks.shareLockMembers,
    isSupport: async (ctx, uid) => {
      const { actor } = ctx
      return actor.kind === 'session' && isOnly(ctx, uid, actor)
    },
    apiKey: keys.findByHash,
    keyUsed: keys.recordUse,
    refused: access.refused,
  }
  return {
    service: workspaces,
    people,
    keys,
    support,
    guard,
    access,
    /** The caller's personal workspace, created if missing. FORBIDDEN for others, NOT_FOUND in another region. */
    async personalWorkspace(ctx: Ctx): Promise<string> {
      const { actor } = ctx
      if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
      if (actor.region !== ctx.region) throw new AppError('NOT_FOUND', msg('no_personal_workspace'))
      return workspaces.ensurePersonal(ctx, { ...actor, id: actor.userId })
    },
    router: (models: Parameters<typeof createWorkspacesRouter>[1]) => ({
      ...createWorkspacesRouter(workspaces, models),
      ...createMembersRouter({
        ...workspaces,
        ...people,
      }),
      ...createMailsRouter(people),
      ...createApiKeysRouter(keys),
      ...createSupportRouter(support),
    }),
    jobs: [
      ...apiKeysJobs(keys),
      ...workspacesJobs(workspaces),
      ...membersJobs(people),
      ...supportJobs(support),
      ...accountChangesJobs(people),
      ...memberPhotosJobs(people),
    ],
  }
}
