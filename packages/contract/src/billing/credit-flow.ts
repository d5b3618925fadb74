import { z } from 'zod'
import { Month } from './budgets.ts'
import { CREDIT_FLOW_GROUPS } from './receipt-groups.ts'

/**
 * `free` the free plan's month · `plan` included in a paid plan · `topup` bought · `recharge` bought automatically ·
 * `sale` bought from the agency by an organization · `transfer` from another balance · `grant` given by the operator.
 */
export const CREDIT_SOURCES = ['free', 'plan', 'topup', 'recharge', 'sale', 'transfer', 'grant'] as const
export type CreditSource = (typeof CREDIT_SOURCES)[number]

/**
 * `answer` in chats · `voice` calls and previews of voices · `knowledge` indexed documents and pages · `campaign`
 * messages · `test` answers and judgements of tests, metrics and scans · `inbox` help for teammates · `assistant` help
 * for builders.
 */
export const CREDIT_USES = ['answer', 'voice', 'knowledge', 'campaign', 'test', 'inbox', 'assistant', 'other'] as const
export type CreditUse = (typeof CREDIT_USES)[number]

export const CreditFlowInput = {
  /** The current month when absent. */
  month: Month.optional(),
  /** `client` groups by who paid: an organization, or the workspace. */
  by: z.enum(CREDIT_FLOW_GROUPS).default('agent'),
}

export const CreditFlow = z.object({
  month: z.string(),
  by: z.enum(CREDIT_FLOW_GROUPS),
  /** Whether organizations paid for some of it. */
  hasClients: z.boolean(),
  flows: z.array(
    z.object({
      source: z.enum(CREDIT_SOURCES),
      /** An agent or organization; null for the sum of those after the largest. */
      key: z.string().nullable(),
      /** Its name; empty for a deleted one. */
      label: z.string(),
      use: z.enum(CREDIT_USES),
      credits: z.number(),
    }),
  ),
  /** How many agents or organizations `null` adds up. */
  others: z.number().int(),
})
export type CreditFlow = z.infer<typeof CreditFlow>
