// The edges of tests. That the caller owns the agent was checked by the access rule of the call.
import type { evaluationsApi } from '@parlance/contract/evaluations/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Evaluations } from './service.ts'

export const evaluationsRoutes = (face: Evaluations): Handlers<typeof evaluationsApi> => ({
  list: face.list,
  save: face.save,
  fromConversation: face.fromConversation,
  delete: face.delete,
  restore: face.restore,
  run: face.run,
  getRun: face.getRun,
  continueRun: face.continueRun,
  cancelRun: face.cancelRun,
  comparison: face.comparison,
})
