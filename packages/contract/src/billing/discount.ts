import { z } from 'zod'

export const Discount = z.object({
  valid: z.boolean(),
  percent_off: z.number().nullable(),
  /** Minor units of `currency`. */
  amount_off: z.number().int().nullable(),
  currency: z.string().nullable(),
  name: z.string(),
  duration: z.enum(['forever', 'once', 'repeating', 'other']),
})
export type Discount = z.infer<typeof Discount>
