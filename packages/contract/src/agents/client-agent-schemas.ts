import { z } from 'zod'
import { CLIENT_EDITABLE_FIELDS, CLIENT_READ_FIELDS } from './client-fields.ts'
import { AgentConfig, AgentPatch, VoiceConfig, VoicePatch } from './schemas.ts'

const withoutTransfers = { transfers: true } as const
const ClientVoice = VoiceConfig.extend({
  config: VoiceConfig.shape.config.unwrap().omit(withoutTransfers).prefault({}),
})
const ClientVoicePatch = VoicePatch.extend({
  config: VoicePatch.shape.config.unwrap().omit(withoutTransfers).optional(),
})

export const ClientAgentPatch = AgentPatch.pick(CLIENT_EDITABLE_FIELDS).extend({
  voiceConfig: ClientVoicePatch.optional(),
})
export type ClientAgentPatch = z.infer<typeof ClientAgentPatch>

export const ClientAgentConfig = AgentConfig.pick({ ...CLIENT_EDITABLE_FIELDS, ...CLIENT_READ_FIELDS }).extend({
  voiceConfig: ClientVoice.prefault({}),
  /** Null without a first step. */
  opening: z.object({ initialMessage: z.string(), userStarts: z.boolean() }).nullable(),
})
export type ClientAgentConfig = z.infer<typeof ClientAgentConfig>
