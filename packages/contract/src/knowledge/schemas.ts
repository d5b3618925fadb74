import { z } from 'zod'
import { Refresh } from './refresh.ts'
import { messageRef } from '../lib/rules.ts'

/** `qa` is a question (the name) with its answer (the content). */
export const SOURCE_TYPES = ['text', 'file', 'url', 'qa'] as const
export const SourceType = z.enum(SOURCE_TYPES)
export type SourceType = z.infer<typeof SourceType>

/**
 * `queued` waits to be read · `reading` is fetched or parsed · `indexing` can already be found by words, but not yet by
 * meaning · `paused` waits for credits and continues once there are enough.
 */
export const DOCUMENT_STATES = ['queued', 'reading', 'indexing', 'paused', 'ready', 'failed'] as const
export const DocumentState = z.enum(DOCUMENT_STATES)
export type DocumentState = z.infer<typeof DocumentState>

export const Document = z.object({
  ID: z.string(),
  name: z.string(),
  content: z.string(),
  /** Unix seconds of the last change. */
  ts: z.number().int(),
  userId: z.string(),
  agentId: z.string(),
  status: DocumentState,
  reason: z.string(),
  reasonMessage: messageRef,
  /** What reading the source left out, e.g. scanned pages; empty if nothing. */
  warning: z.string(),
  warningMessage: messageRef,
  creditsNeeded: z.number().int().nullable(),
  /** The document failed or is paused, and a retry may succeed; an unreadable file has to be uploaded again. */
  mayRetry: z.boolean(),
  /** Percent. */
  progress: z.number().int().min(0).max(100),
  chunkCount: z.number().int(),
  sourceType: SourceType,
  /** Shown to visitors; empty when there is none. */
  sourceUrl: z.string(),
  fileName: z.string(),
  /** 0 for texts. */
  bytes: z.number().int(),
  /** Null without pages or slides. */
  pages: z.number().int().nullable(),
  tags: z.array(z.string()),
  refresh: Refresh,
  /** Unix seconds; null when it is not fetched or refreshed automatically. */
  fetchedAt: z.number().int().nullable(),
  nextFetchAt: z.number().int().nullable(),
  crawlId: z.string(),
})
export type Document = z.infer<typeof Document>
export const DocumentSummary = Document.omit({ content: true }).extend({
  /** Characters of content. */ size: z.number().int(),
})
export type DocumentSummary = z.infer<typeof DocumentSummary>

export const FoundDocument = Document.pick({
  ID: true,
  agentId: true,
  name: true,
  sourceType: true,
  sourceUrl: true,
}).extend({ agentTitle: z.string() })
export type FoundDocument = z.infer<typeof FoundDocument>

/** Ranks start at 1 and are null when that search did not find the chunk. */
export const Passage = z.object({
  docId: z.string(),
  title: z.string(),
  chunk: z.number().int(),
  text: z.string(),
  /** Fused score, comparable within one answer only. */
  score: z.number(),
  textRank: z.number().int().nullable(),
  vectorRank: z.number().int().nullable(),
  /** Cosine similarity to the question, -1 to 1; null when it was not found by meaning. */
  similarity: z.number().nullable(),
})
export type Passage = z.infer<typeof Passage>

export const MAX_DOCUMENT_CHARS = 500_000
/** Documents per bulk change. */
export const MAX_DOCUMENTS_CHOSEN = 100
export const MAX_SOURCE_CHARS = 4_000_000
/** Bytes of one uploaded file, and files a workspace may upload within 24 hours. */
export const MAX_SOURCE_BYTES = 50_000_000
export const MAX_SOURCES_A_DAY = 1000
export const MAX_SOURCE_PAGES = 2000
/** Per agent. */
export const MAX_DOCUMENTS = 50_000
export const MAX_URLS_AT_ONCE = 500
export const MAX_TAGS = 20
/** Embedding costs one credit for each started page of this many characters. */
export const PAGE_CHARS = 3000
export const pagesOf = (chars: number): number => Math.ceil(chars / PAGE_CHARS)

export const SOURCE_ENDINGS = [
  '.txt',
  '.md',
  '.html',
  '.htm',
  '.csv',
  '.xlsx',
  '.docx',
  '.pptx',
  '.pdf',
  '.json',
  '.srt',
  '.vtt',
] as const

/** Trims tags and removes duplicates regardless of case, keeping the order. */
export const Tags = z
  .array(z.string().trim().min(1).max(50))
  .max(MAX_TAGS)
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()])
