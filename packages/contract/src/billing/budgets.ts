// Budgets: what an agent or an organisation may cost in a calendar month, and a what-if of a month at other prices.
import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { BUDGET, WHAT_IF } from './budget-rules.ts'

export const BudgetKind = z.enum(['agent', 'org'])
const Percent = z.number().int().min(1).max(100)

export const BudgetInput = {
  /** Credits a month (UTC). */
  limit: z.number().int().min(BUDGET.min, rule('budget_limit')).max(BUDGET.max, rule('budget_limit')),
  /** Percents at which people are told, by mail and in the dashboard; at 100 they always are. */
  alerts: z.array(Percent).max(BUDGET.alerts, rule('budget_alerts')),
  /** At 100 percent: only tell, or also stop answering until the next month. */
  action: z.enum(['warn', 'stop']),
}

const spending = {
  ...BudgetInput,
  /** `2026-11`, in UTC. */
  month: z.string(),
  /** Credits charged in this month. */
  spent: z.number(),
  limitUsd: z.number(),
  spentUsd: z.number(),
  /** It stops answering until the next month. */
  isStopped: z.boolean(),
}
export const Budget = z.object({
  kind: BudgetKind,
  subjectId: z.string(),
  /** Title of the agent, or name of the organisation; empty for one that is gone. */
  name: z.string(),
  ...spending,
})
export type Budget = z.infer<typeof Budget>
/** What an organisation sees of its own. Dollars at the price that it pays. */
export const ClientBudget = z.object(spending)
export type ClientBudget = z.infer<typeof ClientBudget>

export const WhatIfInput = {
  /** `2026-10`, in UTC; the last one without it. */
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
    .optional(),
  /** Dollars that clients pay for a credit on top of its value. */
  usdPerToken: z.coerce.number().min(0).max(WHAT_IF.maxUsdPerToken).optional(),
  /** Percent on top of what providers ask. */
  markup: z.coerce.number().min(0).max(WHAT_IF.maxMarkup).optional(),
  /** A model that would have answered instead. */
  model: z.string().trim().min(1).max(100).optional(),
}
const Figures = z.object({
  credits: z.number(),
  /** Of them, those that organisations paid. */
  clientCredits: z.number(),
  /** Dollars: what providers asked, what the credits are worth, what organisations pay for theirs, the fee on that. */
  base: z.number(),
  worth: z.number(),
  clientPrice: z.number(),
  fee: z.number(),
  /** What is left to the agency of its clients' credits: their price less their worth and the fee. */
  margin: z.number(),
})
export type Figures = z.infer<typeof Figures>
export const WhatIf = z.object({
  month: z.string(),
  count: z.number().int(),
  /** Dollars on top of a credit's value, percent on top of providers' prices: those that hold today. */
  prices: z.object({ usdPerToken: z.number(), markup: z.number() }),
  real: Figures,
  whatIf: Figures,
})
export type WhatIf = z.infer<typeof WhatIf>
