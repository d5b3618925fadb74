// Routes of tests. That the caller owns the agent was checked by the access rule of the call.
import type { evaluationsApi } from '@parlance/contract/evaluations/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Evaluations } from './service.ts'

export const createEvaluationsRouter = (service: Evaluations): Handlers<typeof evaluationsApi> => ({
  list: service.list,
  save: service.save,
  fromConversation: service.fromConversation,
  delete: service.delete,
  restore: service.restore,
  run: service.run,
  getRun: service.getRun,
  continueRun: service.continueRun,
  cancelRun: service.cancelRun,
  comparison: service.comparison,
})
