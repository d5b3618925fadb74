// Credits as people see them: entries of the credit log, derived from the ledger.
import { z } from 'zod'

export const CreditLogEntry = z.object({
  id: z.string(),
  /** Credits, always positive; `direction` says which way they went. */
  amount: z.number(),
  direction: z.enum(['increase', 'decrease']),
  /** The agent's title or the feature that caused it, e.g. `Monthly free credits`. */
  causedBy: z.string(),
  agentId: z.string().nullable(),
  /** Unix seconds. */
  ts: z.number().int(),
})
export type CreditLogEntry = z.infer<typeof CreditLogEntry>
