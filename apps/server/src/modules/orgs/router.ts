import type { orgsApi } from '@parlance/contract/orgs/api'
import type { clientAccountApi } from '@parlance/contract/orgs/client-account-api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Sink } from '../../lib/http/streams/stream.ts'
import type { ClientAccount } from './client-account.ts'
import type { OrgPictures } from './pictures.ts'
import type { Orgs } from './service.ts'
import type { ClientSignIn } from './sign-in.ts'

export const createOrgsRouter = (
  orgs: Orgs,
  signIn: ClientSignIn,
  pictures: OrgPictures,
): Handlers<typeof orgsApi> => ({
  list: (ctx, input) => orgs.list(ctx, input),
  create: async (ctx, { uid, ...change }) => ({ success: true, data: await orgs.create(ctx, uid, change) }),
  get: async (ctx, name) => ({ data: await orgs.get(ctx, name) }),
  update: async (ctx, { uid, orgId, ...change }) => ({
    success: true,
    data: await orgs.update(ctx, { uid, orgId }, change),
  }),
  delete: async (ctx, name) => {
    await orgs.delete(ctx, name)
    return { success: true }
  },
  setPhoto: async (ctx, upload) => ({ success: true, data: await pictures.setLogo(ctx, upload) }),
  removePhoto: async (ctx, name) => ({ success: true, data: await pictures.removeLogo(ctx, name) }),
  clients: async (ctx, query) => ({ items: await orgs.clients(ctx, query) }),
  addClient: async (ctx, { uid, orgId, ...client }) => ({
    success: true,
    data: await orgs.addClient(ctx, { uid, orgId }, client),
  }),
  updateClient: async (ctx, { uid, orgId, clientId, ...change }) => ({
    success: true,
    data: await orgs.updateClient(ctx, { uid, orgId, clientId }, change),
  }),
  deleteClient: async (ctx, name) => {
    await orgs.deleteClient(ctx, name)
    return { success: true }
  },
  inviteClient: async (ctx, name) => {
    await orgs.inviteClient(ctx, name)
    return { success: true }
  },
  createSignInLink: async (ctx, name) => ({ data: await signIn.createSignInLink(ctx, name) }),
  createAdminLink: async (ctx, { uid }) => ({ data: await signIn.createAdminLink(ctx, uid) }),
})

export const createClientAccountRouter = (
  signIn: ClientSignIn,
  account: ClientAccount,
  pictures: OrgPictures,
): Handlers<typeof clientAccountApi> => {
  type RouterCtx = Parameters<ClientSignIn['signInByLink']>[0]
  const signedIn = async (ctx: RouterCtx, token: string) => ({
    success: true as const,
    token,
    data: await account.sessionOf(ctx, token),
  })
  const ownSession = async (ctx: RouterCtx) => {
    const token = ctx.actor.kind === 'client' ? ctx.actor.sessionToken : ''
    return { success: true as const, data: await account.sessionOf(ctx, token) }
  }
  return {
    signIn: async (ctx, input) => signedIn(ctx, await signIn.signIn(ctx, input)),
    signInWithSecret: async (ctx, input) => signedIn(ctx, await signIn.signInWithSecret(ctx, input)),
    ssoClient: async (ctx, { agencyId, email, code }) => {
      if (code !== undefined)
        return { success: true, data: { clientData: await signIn.proveCode(ctx, { agencyId, email, code }) } }
      await signIn.sendCode(ctx, { agencyId, email })
      return { success: true, data: { clientData: null } }
    },
    validateClientLoginToken: async (ctx, { token: link }) => {
      const token = await signIn.signInByLink(ctx, link)
      return { success: true, token, clientData: await account.sessionOf(ctx, token) }
    },
    setPassword: async (ctx, input) => signedIn(ctx, await signIn.setPassword(ctx, input)),
    me: async (ctx, input) => {
      const token = ctx.actor.kind === 'client' ? ctx.actor.sessionToken : ''
      return { data: await account.sessionOf(ctx, token, input?.orgId) }
    },
    followAccess: async () => ({ run: (sink: Sink) => sink.send(JSON.stringify({ type: 'ready' })) }),
    updateMe: async (ctx, change) => ({ success: true, data: await account.updateMe(ctx, change) }),
    setPhoto: async (ctx, upload) => {
      await pictures.setOwnPhoto(ctx, upload)
      return ownSession(ctx)
    },
    removePhoto: async (ctx) => {
      await pictures.removeOwnPhoto(ctx)
      return ownSession(ctx)
    },
    changePassword: async (ctx, input) => {
      await signIn.changePassword(ctx, input)
      return { success: true }
    },
    mailPasswordLink: async (ctx) => {
      await signIn.mailPasswordLink(ctx)
      return { success: true }
    },
    signOut: async (ctx, { everywhere = false }) => {
      await account.signOut(ctx, everywhere)
      return { success: true }
    },
  }
}
