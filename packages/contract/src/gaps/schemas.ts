// What visitors asked and the knowledge could not serve; and passages that contradict each other.
import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'

export const Gap = z.object({
  id: z.string(),
  /** The question that stands for the group. */
  question: z.string(),
  /** How often it was asked in all its forms. */
  count: z.number().int(),
  status: z.enum(['open', 'answered', 'dismissed']),
  /** The document that answers it now; empty while open. */
  docId: z.string(),
  /** Unix seconds of the first and the last time. */
  firstAt: z.number().int(),
  lastAt: z.number().int(),
  /** The newest few, as they were asked, each with its conversation. */
  examples: z.array(
    z.object({
      question: z.string(),
      conversationId: z.string(),
      ts: z.number().int(),
      /** Best cosine that was found, -1 to 1; null when nothing was. */
      similarity: z.number().nullable(),
    }),
  ),
})
export type Gap = z.infer<typeof Gap>

const Side = z.object({
  docId: z.string(),
  /** Empty when the document is gone. */
  name: z.string(),
  text: z.string(),
})
export const Conflict = z.object({
  id: z.string(),
  a: Side,
  b: Side,
  /** What they disagree about, in a sentence. */
  about: z.string(),
  /** The name of the model, or `rules`. */
  judge: z.string(),
  status: z.enum(['open', 'dismissed']),
  /** Unix seconds. */
  ts: z.number().int(),
})
export type Conflict = z.infer<typeof Conflict>

/** The last look through an agent's knowledge for contradictions. */
export const ConflictScan = z.object({
  status: z.enum(['never', 'running', 'paused', 'done', 'failed']),
  /** Why it failed or is paused, for people; empty otherwise. */
  reason: z.string(),
  reasonMessage: messageRef,
  /** Pairs of passages that were judged so far, of those that are worth it. */
  pairs: z.number().int(),
  total: z.number().int(),
  /** Whether a model was asked. */
  byModel: z.boolean(),
  /** Unix seconds; null when never. */
  ts: z.number().int().nullable(),
})
export type ConflictScan = z.infer<typeof ConflictScan>
