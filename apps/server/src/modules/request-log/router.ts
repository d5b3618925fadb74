import type { requestLogApi } from '@parlance/contract/request-log/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { RequestLog } from './service.ts'

export const createRequestLogRouter = (requestLog: RequestLog): Handlers<typeof requestLogApi> => ({
  list: (ctx, input) => requestLog.list(ctx, input),
})
