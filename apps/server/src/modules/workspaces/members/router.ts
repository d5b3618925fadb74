// The edges of members, and of making, naming, leaving and deleting workspaces.
import type { mailsApi } from '@parlance/contract/workspaces/mails-api'
import type { membersApi } from '@parlance/contract/workspaces/members-api'
import type { supportApi } from '@parlance/contract/workspaces/support-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Mailing } from '../mailing.ts'
import type { Making } from '../create-workspace.ts'
import type { Members } from './members.ts'
import type { RegionsOfAccount } from '../regions.ts'
import type { Support } from '../support/support-access.ts'
import type { Workspaces } from '../service.ts'

const done = { success: true } as const
type Face = Members & Making & RegionsOfAccount & Pick<Workspaces, 'get'>

export const membersRoutes = (face: Face): Handlers<typeof membersApi> => ({
  create: async (ctx, input) => ({ ...done, data: await face.get(ctx, await face.create(ctx, input)) }),
  save: async (ctx, input) => {
    await face.save(ctx, input)
    return { ...done, data: await face.get(ctx, input.uid) }
  },
  uploadLogo: async (ctx, input) => ({ data: { url: await face.uploadLogo(ctx, input) } }),
  delete: async (ctx, { uid }) => {
    await face.delete(ctx, uid)
    return done
  },
  leave: async (ctx, { uid }) => {
    await face.leave(ctx, uid)
    return done
  },
  members: (ctx, { uid }) => face.members(ctx, uid),
  invite: async (ctx, input) => ({ ...done, data: await face.invite(ctx, input) }),
  resendInvitation: async (ctx, input) => {
    await face.resendInvitation(ctx, input)
    return done
  },
  setRole: async (ctx, input) => ({ ...done, data: await face.setRole(ctx, input) }),
  removeMember: async (ctx, input) => {
    await face.removeMember(ctx, input)
    return done
  },
  inviteBySecret: async (ctx, input) => {
    await face.inviteBySecret(ctx, input)
    return done
  },
  publicUser: async (ctx, { userId }) => ({ data: await face.publicUser(ctx, userId) }),
  newUser: async (ctx, { tolt_referral, ps_xid }) => {
    await face.referred(ctx, tolt_referral || ps_xid || '')
    return done
  },
  regions: (ctx) => face.regions(ctx),
  hideDoubleAccountWarning: async (ctx, { userId }) => {
    await face.hideDoubleAccountWarning(ctx, userId)
    return done
  },
})

export const supportRoutes = (face: Support): Handlers<typeof supportApi> => ({
  support: (ctx, { uid }) => face.support(ctx, uid),
  grantSupport: async (ctx, input) => ({ ...done, data: await face.grantSupport(ctx, input) }),
  endSupport: async (ctx, { uid }) => {
    await face.endSupport(ctx, uid)
    return done
  },
})

export const mailsRoutes = (face: Mailing): Handlers<typeof mailsApi> => ({
  sendEmail: async (ctx, input) => {
    await face.sendEmail(ctx, input)
    return done
  },
  writeLog: async (ctx, input) => ({ ...done, data: await face.writeLog(ctx, input) }),
  logs: (ctx, input) => face.logs(ctx, input),
})
