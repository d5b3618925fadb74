import type { domainsApi } from '@parlance/contract/domains/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Domains } from './service.ts'

export const createDomainsRouter = (domains: Domains): Handlers<typeof domainsApi> => ({
  claim: async (ctx, { customDomain: typed, userId: workspaceId, isVGSubdomain }) => ({
    success: true,
    data: await domains.claim(ctx, { workspaceId, typed, type: isVGSubdomain ? 'vgSubdomain' : 'customDomain' }),
  }),
  status: (ctx, { domain, domainType: type, userId: workspaceId }) =>
    domains.status(ctx, { workspaceId, domain, type }),
  remove: async (ctx, { domain, domainType: type, userId: workspaceId }) => {
    await domains.remove(ctx, { workspaceId, domain, type })
    return { success: true, message: 'Domain removed' }
  },
  proxy: async (ctx, { domain, userId: workspaceId }) => {
    await domains.assertLive(ctx, { workspaceId, domain })
    return { success: true }
  },
  sendDnsInstructions: async (ctx, { to, domain, userId: workspaceId }) => {
    await domains.sendInstructions(ctx, { workspaceId, domain, to })
    return { success: true, message: 'Email sent' }
  },
})
