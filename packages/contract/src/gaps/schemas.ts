import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'

export const Gap = z.object({
  id: z.string(),
  question: z.string(),
  count: z.number().int(),
  status: z.enum(['open', 'answered', 'dismissed']),
  docId: z.string(),
  /** Unix seconds. */
  firstAt: z.number().int(),
  lastAt: z.number().int(),
  examples: z.array(
    z.object({
      question: z.string(),
      conversationId: z.string(),
      ts: z.number().int(),
      /** Best cosine found, -1 to 1; null without a result. */
      similarity: z.number().nullable(),
    }),
  ),
})
export type Gap = z.infer<typeof Gap>

const Side = z.object({
  docId: z.string(),
  name: z.string(),
  text: z.string(),
  /** Contradicts the other side; empty when no rule finds one. */
  sentence: z.string(),
})
export const Conflict = z.object({
  id: z.string(),
  a: Side,
  b: Side,
  about: z.string(),
  judge: z.string(),
  status: z.enum(['open', 'dismissed']),
  /** Unix seconds. */
  ts: z.number().int(),
})
export type Conflict = z.infer<typeof Conflict>

export const ConflictScan = z.object({
  status: z.enum(['never', 'running', 'paused', 'done', 'failed']),
  reason: z.string(),
  reasonMessage: messageRef,
  pairs: z.number().int(),
  total: z.number().int(),
  byModel: z.boolean(),
  /** Unix seconds; null when never. */
  ts: z.number().int().nullable(),
})
export type ConflictScan = z.infer<typeof ConflictScan>
