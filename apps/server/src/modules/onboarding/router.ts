// Calls of onboarding. The access rule of the call has checked the caller's role in the workspace.
import type { onboardingApi } from '@parlance/contract/onboarding/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { FirstStepsOf } from './service.ts'

export const createOnboardingRouter = (service: FirstStepsOf): Handlers<typeof onboardingApi> => ({
  get: async (ctx, { uid }) => ({ data: await service.get(ctx, uid) }),
  preview: async (ctx, input) => ({ data: await service.preview(ctx, input) }),
  finish: async (ctx, input) => ({ success: true, data: await service.finish(ctx, input) }),
  ownerVerified: async (ctx, { uid }) => {
    await service.ownerVerified(ctx, uid)
    return { success: true }
  },
})
