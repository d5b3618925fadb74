// Connections of an agent to messaging channels, as people of its workspace see them. No secrets.
import { z } from 'zod'
import { MESSAGING_CHANNELS } from './list.ts'

export const Channel = z.enum(MESSAGING_CHANNELS)
export type Channel = z.infer<typeof Channel>

export const ChannelConnectionView = z.object({
  channel: Channel,
  /** `failing`: the provider refuses the token. */
  status: z.enum(['active', 'failing']),
  /** As the provider calls it, e.g. `@acme_bot`. */
  name: z.string(),
  /** What the channel keeps beside its secrets, e.g. `botId`, `agentId`, `webhookUrl`. */
  settings: z.record(z.string(), z.string()),
  lastError: z.string(),
  connectedAt: z.string(),
})
export type ChannelConnectionView = z.infer<typeof ChannelConnectionView>

export const ChannelLogEntry = z.object({
  at: z.string(),
  direction: z.enum(['in', 'out']),
  state: z.string(),
  error: z.string(),
})

/** A channel that this installation can connect; `sandbox`: with a simulator in place of the provider. */
export const AvailableChannel = z.object({ channel: Channel, sandbox: z.boolean() })
export type AvailableChannel = z.infer<typeof AvailableChannel>
