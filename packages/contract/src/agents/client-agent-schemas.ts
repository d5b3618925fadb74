// An agent as its client users change and read it.
import { z } from 'zod'
import { CLIENT_EDITABLE_FIELDS, CLIENT_READ_FIELDS } from './client-fields.ts'
import { AgentConfig, AgentPatch } from './schemas.ts'

export const ClientAgentPatch = AgentPatch.pick(CLIENT_EDITABLE_FIELDS)
export type ClientAgentPatch = z.infer<typeof ClientAgentPatch>

/** A copy of an agent as client users read it: nothing that is not named here. */
export const ClientAgentConfig = AgentConfig.pick({ ...CLIENT_EDITABLE_FIELDS, ...CLIENT_READ_FIELDS }).extend({
  /** What the first step says, which comes before `vg_initMessages`; null where no step says how chats open. */
  opening: z.object({ initialMessage: z.string(), userStarts: z.boolean() }).nullable(),
})
export type ClientAgentConfig = z.infer<typeof ClientAgentConfig>
