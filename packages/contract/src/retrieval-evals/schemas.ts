import { z } from 'zod'

/** A passage of the expected document within this many results is a hit. */
export const RETRIEVAL_DEPTH = 5
export const MAX_RETRIEVAL_QUESTIONS = 200

export const GoldenQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** The name is empty when the document is gone. */
  docId: z.string(),
  docName: z.string(),
  /** Words of the passage to find; empty when any passage of the document will do. */
  quote: z.string(),
  /** Rank in the latest run, from 1; null when it was not among the first, or not asked yet. */
  rank: z.number().int().nullable(),
  /** Unix seconds; null when not asked yet. */
  askedAt: z.number().int().nullable(),
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

export const GoldenResult = z.object({
  id: z.string(),
  question: z.string(),
  rank: z.number().int().nullable(),
  before: z.number().int().nullable().optional(),
})
export type GoldenResult = z.infer<typeof GoldenResult>

export const GoldenRun = z.object({
  id: z.string(),
  /** `changed`: automatically, after the knowledge changed. */
  cause: z.enum(['manual', 'changed']),
  status: z.enum(['running', 'done', 'failed']),
  total: z.number().int(),
  hits: z.number().int(),
  /** Unix seconds. */
  ts: z.number().int(),
  results: z.array(GoldenResult),
})
export type GoldenRun = z.infer<typeof GoldenRun>
