// Visitors' questions that the knowledge could not answer, and contradictory passages.
import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'

export const Gap = z.object({
  id: z.string(),
  /** The representative question of the group. */
  question: z.string(),
  /** How often it was asked in any form. */
  count: z.number().int(),
  status: z.enum(['open', 'answered', 'dismissed']),
  /** The document that answers it now; empty while open. */
  docId: z.string(),
  /** Unix seconds of the first and the last question. */
  firstAt: z.number().int(),
  lastAt: z.number().int(),
  /** The newest few questions, each with its conversation. */
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
  /** Empty for a deleted document. */
  name: z.string(),
  text: z.string(),
  /** The sentence of the text that contradicts the other side; empty where no rule finds one. */
  sentence: z.string(),
})
export const Conflict = z.object({
  id: z.string(),
  a: Side,
  b: Side,
  /** What they disagree about, in one sentence. */
  about: z.string(),
  /** The name of the model, or `rules`. */
  judge: z.string(),
  status: z.enum(['open', 'dismissed']),
  /** Unix seconds. */
  ts: z.number().int(),
})
export type Conflict = z.infer<typeof Conflict>

/** The last scan of an agent's knowledge for contradictions. */
export const ConflictScan = z.object({
  status: z.enum(['never', 'running', 'paused', 'done', 'failed']),
  /** Why it failed or is paused, for people; empty otherwise. */
  reason: z.string(),
  reasonMessage: messageRef,
  /** Judged pairs of passages, and all candidates. */
  pairs: z.number().int(),
  total: z.number().int(),
  /** Whether a model judged. */
  byModel: z.boolean(),
  /** Unix seconds; null when never. */
  ts: z.number().int().nullable(),
})
export type ConflictScan = z.infer<typeof ConflictScan>
