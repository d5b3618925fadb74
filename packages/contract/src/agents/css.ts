import { z } from 'zod'
import { messageFields } from '../lib/rules.ts'

export const CssProblem = z.object({
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  endLine: z.number().int(),
  endColumn: z.number().int(),
  /** `removed`: visitors do not get it. `unknown`: they do, but their browsers will probably skip it. */
  level: z.enum(['removed', 'unknown']),
  message: z.string(),
  ...messageFields,
})
export type CssProblem = z.infer<typeof CssProblem>

export const CssCheck = z.object({
  css: z.string(),
  problems: z.array(CssProblem),
})
export type CssCheck = z.infer<typeof CssCheck>
