import type { visitorsApi } from '@parlance/contract/conversations/visitors-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Visitors } from './visitors.ts'

export const visitorsRoutes = (visitors: Visitors): Handlers<typeof visitorsApi> => ({
  identify: async (ctx, input) => ({ data: await visitors.identify(ctx, input) }),
  read: async (ctx, input) => ({ data: await visitors.read(ctx, input) }),
})
