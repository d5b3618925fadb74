// Calls of tests. The access rule of the call has checked that the caller owns the agent.
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
