// The edges of the first steps. That the caller owns the workspace was checked by the access rule of the call.
import type { onboardingApi } from '@parlance/contract/onboarding/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { FirstStepsOf } from './service.ts'

export const onboardingRoutes = (face: FirstStepsOf): Handlers<typeof onboardingApi> => ({
  get: async (ctx, { uid }) => ({ data: await face.get(ctx, uid) }),
  preview: async (ctx, input) => ({ data: await face.preview(ctx, input) }),
  finish: async (ctx, input) => ({ success: true, data: await face.finish(ctx, input) }),
  ownerVerified: async (ctx, { uid }) => {
    await face.ownerVerified(ctx, uid)
    return { success: true }
  },
})
