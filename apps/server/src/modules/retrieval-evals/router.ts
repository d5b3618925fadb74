// The edges of golden questions. That the caller owns the agent was checked by the access rule of the call.
import type { goldensApi } from '@parlance/contract/retrieval-evals/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { RetrievalEvals } from './service.ts'

export const retrievalEvalsRoutes = (face: RetrievalEvals): Handlers<typeof goldensApi> => ({
  list: face.list,
  create: face.create,
  update: face.update,
  delete: face.delete,
  restore: face.restore,
  run: face.run,
  runs: face.runs,
})
