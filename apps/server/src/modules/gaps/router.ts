// The edges of gaps and contradictions. That the caller owns the agent was checked by the access rule of the call.
import type { gapsApi } from '@parlance/contract/gaps/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Gaps } from './service.ts'

export const gapsRoutes = (face: Gaps): Handlers<typeof gapsApi> => ({
  list: face.list,
  answer: face.answer,
  setStatus: face.setStatus,
  conflicts: face.conflicts,
  setConflict: face.setConflict,
  scan: face.scan,
})
