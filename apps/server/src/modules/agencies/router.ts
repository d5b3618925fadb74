import type { agenciesApi } from '@parlance/contract/agencies/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { createSendFeedback } from './feedback.ts'
import type { Agencies } from './service.ts'

export const createAgenciesRouter = (
  agencies: Agencies,
  sendFeedback: ReturnType<typeof createSendFeedback>,
): Handlers<typeof agenciesApi> => ({
  get: async (ctx, { uid }) => ({ data: await agencies.get(ctx, uid) }),
  update: async (ctx, { uid, ...change }) => ({ success: true, data: await agencies.update(ctx, uid, change) }),
  renewSecret: async (ctx, { uid }) => ({ success: true, data: await agencies.renewSecret(ctx, uid) }),
  sendFeedback: async (ctx, feedback) => {
    await sendFeedback(ctx, feedback)
    return { success: true }
  },
  getPublic: async (ctx, { agencyId }) => ({ data: await agencies.getPublic(ctx, agencyId) }),
})
