import type { requestsApi } from '@parlance/contract/requests/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Requests } from './service.ts'

export const createRequestsRouter = (requests: Requests): Handlers<typeof requestsApi> => ({
  list: (ctx, input) => requests.list(ctx, input),
})
