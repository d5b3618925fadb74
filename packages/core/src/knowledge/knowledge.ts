// Knowledge of an agent: documents people write, the chunks they are cut into, and the passages a question finds.
import { z } from 'zod'

export const Document = z.object({
  ID: z.string(),
  name: z.string(),
  content: z.string(),
  /** Unix seconds of the last change. */
  ts: z.number().int(),
  userId: z.string(),
  agentId: z.string(),
  /** `indexing` until every chunk can be found by meaning; words are found at once. */
  status: z.enum(['indexing', 'ready', 'failed']),
  /** Why indexing failed, for people; empty otherwise. */
  reason: z.string(),
  chunkCount: z.number().int(),
})
export type Document = z.infer<typeof Document>
export const DocumentSummary = Document.omit({ content: true }).extend({
  /** Characters of content. */ size: z.number().int(),
})
export type DocumentSummary = z.infer<typeof DocumentSummary>

/** A chunk found for a question. Ranks start at 1; null when that search did not find it. */
export const Passage = z.object({
  docId: z.string(),
  title: z.string(),
  chunk: z.number().int(),
  text: z.string(),
  /** Fused score, higher is better; comparable within one answer only. */
  score: z.number(),
  textRank: z.number().int().nullable(),
  vectorRank: z.number().int().nullable(),
  /** Cosine similarity to the question, -1 to 1; null when it was not found by meaning. */
  similarity: z.number().nullable(),
})
export type Passage = z.infer<typeof Passage>

export const MAX_DOCUMENT_CHARS = 500_000
/** Embedding a document costs one credit for every page begun; a page has so many characters. */
export const PAGE_CHARS = 3000
export const pagesOf = (chars: number): number => Math.ceil(chars / PAGE_CHARS)
