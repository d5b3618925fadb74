import { z } from 'zod'
import { CLIENT_EDITABLE_FIELDS, CLIENT_READ_FIELDS } from './client-fields.ts'
import { AgentConfig, AgentPatch } from './schemas.ts'

export const ClientAgentPatch = AgentPatch.pick(CLIENT_EDITABLE_FIELDS)
export type ClientAgentPatch = z.infer<typeof ClientAgentPatch>

export const ClientAgentConfig = AgentConfig.pick({ ...CLIENT_EDITABLE_FIELDS, ...CLIENT_READ_FIELDS }).extend({
  /** Null without a first step. */
  opening: z.object({ initialMessage: z.string(), userStarts: z.boolean() }).nullable(),
})
export type ClientAgentConfig = z.infer<typeof ClientAgentConfig>
