import type { requestsApi } from '@parlance/core/requests/requests.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Requests } from './service.ts'

export const requestsRoutes = (requests: Requests): Handlers<typeof requestsApi> => ({
  list: (ctx, input) => requests.list(ctx, input),
})
