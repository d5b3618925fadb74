import type { domainsApi } from '@parlance/contract/domains/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { EmailDomains } from './email-domains.ts'
import type { Domains } from './service.ts'

export const createDomainsRouter = (domains: Domains, emailDomains: EmailDomains): Handlers<typeof domainsApi> => ({
  claim: async (ctx, { customDomain: typed, userId: workspaceId, isVGSubdomain }) => ({
    success: true,
    data: await domains.claim(ctx, { workspaceId, typed, type: isVGSubdomain ? 'vgSubdomain' : 'customDomain' }),
  }),
  status: (ctx, { domain, domainType: type, userId: workspaceId = ctx.workspaceId }) =>
    domains.status(ctx, { workspaceId, domain, type }),
  remove: async (ctx, { domain, domainType: type, userId: workspaceId = ctx.workspaceId }) => {
    await domains.remove(ctx, { workspaceId, domain, type })
    return { success: true, message: 'Domain removed' }
  },
  proxy: async (ctx, { domain, userId: workspaceId = ctx.workspaceId }) => {
    await domains.assertLive(ctx, { workspaceId, domain })
    return { success: true }
  },
  available: async (ctx, { domain: typed, domainType: type, userId: workspaceId = ctx.workspaceId }) => {
    await domains.assertAvailable(ctx, { workspaceId, typed, type })
    return { success: true }
  },
  sendDnsInstructions: async (ctx, { to, domain, userId: workspaceId }) => {
    await domains.sendInstructions(ctx, { workspaceId, domain, to })
    return { success: true, message: 'Email sent' }
  },
  sendOwnDnsInstructions: async (ctx, { to, domain, userId: workspaceId, subject = '', htmlContent = '' }) => {
    await domains.sendOwnInstructions(ctx, { to, domain, workspaceId, text: `${subject} ${htmlContent}` })
    return { success: true, message: 'Email sent' }
  },
  addEmailDomain: async (ctx, { domain: typed, userId: workspaceId }) => ({
    success: true,
    data: await emailDomains.add(ctx, { workspaceId, typed }),
  }),
  verifyEmailDomain: async (ctx, { domainId, userId: workspaceId = '' }) => {
    await emailDomains.verify(ctx, { workspaceId, domainId })
    return { success: true }
  },
  emailDomain: async (ctx, { domainId, userId: workspaceId = '' }) => ({
    success: true,
    data: await emailDomains.get(ctx, { workspaceId, domainId }),
  }),
  removeEmailDomain: async (ctx, { domainId, userId: workspaceId = '' }) => {
    await emailDomains.remove(ctx, { workspaceId, domainId })
    return { success: true }
  },
})
