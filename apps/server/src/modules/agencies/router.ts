import type { agenciesApi } from '@parlance/contract/agencies/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { CustomTabs } from './custom-tabs.ts'
import type { createSendFeedback } from './feedback.ts'
import type { AgencyFonts } from './fonts/fonts.ts'
import type { AgencyPictures } from './pictures.ts'
import type { Agencies } from './service.ts'

export const createAgenciesRouter = (
  agencies: Agencies,
  pictures: AgencyPictures,
  fonts: Pick<AgencyFonts, 'ensure' | 'facesOf'>,
  tabs: CustomTabs,
  sendFeedback: ReturnType<typeof createSendFeedback>,
): Handlers<typeof agenciesApi> => ({
  get: async (ctx, { uid }) => (await agencies.get(ctx, uid)) ?? { data: null, version: 0 },
  initialize: async (ctx, { uid }) => ({ success: true, ...(await agencies.initialize(ctx, uid)) }),
  update: async (ctx, { uid, ...change }) => ({ success: true, ...(await agencies.update(ctx, uid, change)) }),
  uploadPicture: async (ctx, upload) => ({ success: true, data: await pictures.upload(ctx, upload) }),
  renewSecret: async (ctx, { uid }) => ({ success: true, ...(await agencies.renewSecret(ctx, uid)) }),
  activateTrial: async (ctx, { workspaceId }) => ({
    success: true,
    whitelabelTrialEndsAt: await agencies.activateTrial(ctx, workspaceId),
  }),
  listTabs: async (ctx, { limit }) => ({ items: (await tabs.list(ctx)).slice(0, limit) }),
  openTab: async (ctx, { href }) => ({ data: await tabs.open(ctx, href) }),
  verifyIdentity: async (ctx, { agencyId, token }) => ({ data: await tabs.verify(ctx, agencyId, token) }),
  checkFont: async ({ region }, { name }) => {
    await fonts.ensure(region, name)
    return { success: true, css: await fonts.facesOf(region, name) }
  },
  sendFeedback: async (ctx, feedback) => {
    await sendFeedback(ctx, feedback)
    return { success: true }
  },
  getPublic: async (ctx, { agencyId }) => ({ data: await agencies.getPublic(ctx, agencyId) }),
})
