// Calls of gaps and contradictions. The access rule of the call has checked that the caller owns the agent.
import type { gapsApi } from '@parlance/contract/gaps/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Gaps } from './service.ts'

export const createGapsRouter = (service: Gaps): Handlers<typeof gapsApi> => ({
  list: service.list,
  answer: service.answer,
  setStatus: service.setStatus,
  conflicts: service.conflicts,
  setConflict: service.setConflict,
  scan: service.scan,
})
