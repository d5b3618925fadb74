// Calls of the writing assistant. The access rule of the call has checked that the caller may edit the agent.
import type { assistantApi } from '@parlance/contract/assistant/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Assistant } from './service.ts'
import type { Starters } from './starters.ts'

export const assistantRouter = (service: Assistant, starters: Starters): Handlers<typeof assistantApi> => ({
  describe: service.describe,
  improve: service.improve,
  starters: async (ctx, { agentId }) => (await starters.generated(ctx, agentId)) ?? { questions: [], madeAt: null },
})
