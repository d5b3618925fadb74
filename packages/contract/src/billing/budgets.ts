import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { BUDGET, WHAT_IF } from './budget-rules.ts'

export const BudgetKind = z.enum(['agent', 'org'])
const Percent = z.number().int().min(1).max(100)
/** `2026-10`, in UTC. */
export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)

export const BudgetInput = {
  /** Credits a month (UTC). */
  limit: z.number().int().min(BUDGET.min, rule('budget_limit')).max(BUDGET.max, rule('budget_limit')),
  /** Percentages that trigger an alert by mail and in the dashboard; 100 always does. */
  alerts: z.array(Percent).max(BUDGET.alerts, rule('budget_alerts')),
  action: z.enum(['warn', 'stop']),
}

const spending = {
  ...BudgetInput,
  /** `2026-11`, in UTC. */
  month: z.string(),
  spent: z.number(),
  limitUsd: z.number(),
  spentUsd: z.number(),
  isStopped: z.boolean(),
}
export const Budget = z.object({
  kind: BudgetKind,
  subjectId: z.string(),
  name: z.string(),
  ...spending,
})
export type Budget = z.infer<typeof Budget>
export const ClientBudget = z.object(spending)
export type ClientBudget = z.infer<typeof ClientBudget>

export const WhatIfInput = {
  /** The previous month when absent. */
  month: Month.optional(),
  /** Dollars that clients pay per credit on top of its value. */
  usdPerToken: z.coerce.number().min(0).max(WHAT_IF.maxUsdPerToken).optional(),
  /** Percent on top of providers' prices. */
  markup: z.coerce.number().min(0).max(WHAT_IF.maxMarkup).optional(),
  model: z.string().trim().min(1).max(100).optional(),
}
const Figures = z.object({
  credits: z.number(),
  clientCredits: z.number(),
  /** Dollars: provider cost, value of the credits, price paid by organisations, and the fee on it. */
  base: z.number(),
  worth: z.number(),
  clientPrice: z.number(),
  fee: z.number(),
  margin: z.number(),
})
export type Figures = z.infer<typeof Figures>
export const WhatIf = z.object({
  month: z.string(),
  count: z.number().int(),
  /** Current prices: dollars on top of a credit's value, percent on top of providers' prices. */
  prices: z.object({ usdPerToken: z.number(), markup: z.number() }),
  /** Dollars per million tokens of the other model, where it has no list price. */
  assumed: z.object({ input: z.number(), output: z.number() }).nullable(),
  real: Figures,
  whatIf: Figures,
})
export type WhatIf = z.infer<typeof WhatIf>
