// Calls of retrieval evals. The access rule of the call has checked that the caller owns the agent.
import type { retrievalEvalsApi } from '@parlance/contract/retrieval-evals/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { RetrievalEvals } from './service.ts'

export const createRetrievalEvalsRouter = (service: RetrievalEvals): Handlers<typeof retrievalEvalsApi> => ({
  list: service.list,
  create: service.create,
  update: service.update,
  delete: service.delete,
  restore: service.restore,
  run: service.run,
  runs: service.runs,
})
