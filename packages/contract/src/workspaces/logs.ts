import { HOUR_MS } from '../lib/time.ts'
import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'

const METADATA_MAX = 10_000

/** Any JSON object of up to 10,000 characters. */
export const LogMetadata = z
  .record(z.string().max(200), z.json())
  .refine((metadata) => JSON.stringify(metadata).length <= METADATA_MAX, 'The metadata is too long.')

export const LogEntry = z.object({
  id: z.string(),
  at: z.string(),
  agentId: z.string(),
  type: z.string(),
  content: z.string(),
  contentMessage: messageRef,
  channel: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  mailed: z.boolean(),
})
export type LogEntry = z.infer<typeof LogEntry>

export const LOGS_KEPT_DAYS = 90

export const MAIL_QUOTAS = [
  { ms: HOUR_MS, max: 3 },
  { ms: 24 * HOUR_MS, max: 10 },
] as const
export const MAIL_WINDOW_MS = Math.max(...MAIL_QUOTAS.map(({ ms }) => ms))

/** In seconds, 0 for now. `sent`: times of mails within the longest window, milliseconds since 1970, in any order. */
export function mailWait(sent: readonly number[], now: number): number {
  const waits = MAIL_QUOTAS.map(({ ms, max }) => {
    const within = sent.filter((at) => at > now - ms).toSorted((a, b) => b - a)
    const oldest = within[max - 1]
    return oldest === undefined ? 0 : Math.ceil((oldest + ms - now) / 1000)
  })
  return Math.max(...waits)
}
