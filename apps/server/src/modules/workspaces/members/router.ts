import type { mailsApi } from '@parlance/contract/workspaces/mails-api'
import type { membersApi } from '@parlance/contract/workspaces/members-api'
import type { supportApi } from '@parlance/contract/workspaces/support-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Mailing } from '../mailing.ts'
import type { WorkspaceCreation } from '../create-workspace.ts'
import type { Members } from './members.ts'
import type { AccountRegions } from '../regions.ts'
import type { Support } from '../support/support-access.ts'
import type { Workspaces } from '../service.ts'

const OK = { success: true } as const
type WorkspaceProfile = Members & WorkspaceCreation & AccountRegions & Pick<Workspaces, 'get'>

export const createMembersRouter = (service: WorkspaceProfile): Handlers<typeof membersApi> => ({
  create: async (ctx, input) => ({ ...OK, data: await service.get(ctx, await service.create(ctx, input)) }),
  save: async (ctx, input) => {
    await service.save(ctx, input)
    return { ...OK, data: await service.get(ctx, input.uid) }
  },
  uploadLogo: async (ctx, input) => ({ data: { url: await service.uploadLogo(ctx, input) } }),
  delete: async (ctx, { uid }) => {
    await service.delete(ctx, uid)
    return OK
  },
  leave: async (ctx, { uid }) => {
    await service.leave(ctx, uid)
    return OK
  },
  members: (ctx, { uid }) => service.members(ctx, uid),
  invite: async (ctx, input) => ({ ...OK, data: await service.invite(ctx, input) }),
  resendInvitation: async (ctx, input) => {
    await service.resendInvitation(ctx, input)
    return OK
  },
  setRole: async (ctx, input) => ({ ...OK, data: await service.setRole(ctx, input) }),
  removeMember: async (ctx, input) => {
    await service.removeMember(ctx, input)
    return OK
  },
  inviteBySecret: async (ctx, input) => {
    await service.inviteBySecret(ctx, input)
    return OK
  },
  publicUser: async (ctx, { userId }) => ({ data: await service.publicUser(ctx, userId) }),
  newUser: async (ctx, { tolt_referral, ps_xid }) => {
    await service.setReferrer(ctx, tolt_referral || ps_xid || '')
    return OK
  },
  regions: (ctx) => service.regions(ctx),
  hideDoubleAccountWarning: async (ctx, { userId }) => {
    await service.hideDoubleAccountWarning(ctx, userId)
    return OK
  },
})

export const createSupportRouter = (service: Support): Handlers<typeof supportApi> => ({
  support: (ctx, { uid }) => service.support(ctx, uid),
  grantSupport: async (ctx, input) => ({ ...OK, data: await service.grantSupport(ctx, input) }),
  endSupport: async (ctx, { uid }) => {
    await service.endSupport(ctx, uid)
    return OK
  },
})

export const createMailsRouter = (service: Mailing): Handlers<typeof mailsApi> => ({
  sendEmail: async (ctx, input) => {
    await service.sendEmail(ctx, input)
    return OK
  },
  writeLog: async (ctx, input) => ({ ...OK, data: await service.writeLog(ctx, input) }),
  logs: (ctx, input) => service.logs(ctx, input),
})
