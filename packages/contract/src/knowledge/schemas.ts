// Knowledge of an agent: documents from people, files and pages, the chunks they are cut into, and the passages a question
// finds.
import { z } from 'zod'
import { Refresh } from './refresh.ts'
import { messageRef } from '../lib/rules.ts'

/** Where a document came from; `qa` is a question people wrote (its name) with their answer (its content). */
export const SOURCE_TYPES = ['text', 'file', 'url', 'qa'] as const
export const SourceType = z.enum(SOURCE_TYPES)
export type SourceType = z.infer<typeof SourceType>

/**
 * `queued` waits to be read · `reading` is fetched or parsed · `indexing` until every chunk can be found by meaning; words
 * are found at once · `paused` waits for credits, and continues by itself once there are enough.
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
  /** Why reading or indexing failed or is paused, for people; empty otherwise. */
  reason: z.string(),
  reasonMessage: messageRef,
  /** Of a paused document: how many credits it takes to finish it; null otherwise. */
  creditsNeeded: z.number().int().nullable(),
  /** It failed or is paused, and another try may go well; a file that cannot be read has to be uploaded again. */
  mayRetry: z.boolean(),
  /** Progress of reading and indexing, in percent. */
  progress: z.number().int().min(0).max(100),
  chunkCount: z.number().int(),
  sourceType: SourceType,
  /** Address the content was read from, which visitors may open; empty when there is none. */
  sourceUrl: z.string(),
  fileName: z.string(),
  /** Bytes of the uploaded file or fetched page; 0 for texts. */
  bytes: z.number().int(),
  /** Pages or slides of the file; null where it has none. */
  pages: z.number().int().nullable(),
  tags: z.array(z.string()),
  refresh: Refresh,
  /** Unix seconds; null when never fetched, or not to be fetched by itself. */
  fetchedAt: z.number().int().nullable(),
  nextFetchAt: z.number().int().nullable(),
  /** The crawl that found it; empty otherwise. */
  crawlId: z.string(),
})
export type Document = z.infer<typeof Document>
export const DocumentSummary = Document.omit({ content: true }).extend({
  /** Characters of content. */ size: z.number().int(),
})
export type DocumentSummary = z.infer<typeof DocumentSummary>

/** A document found among those of all agents. */
export const FoundDocument = Document.pick({
  ID: true,
  agentId: true,
  name: true,
  sourceType: true,
  sourceUrl: true,
}).extend({ agentTitle: z.string() })
export type FoundDocument = z.infer<typeof FoundDocument>

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

/** What people write into a form, or send as a text. */
export const MAX_DOCUMENT_CHARS = 500_000
/** What is read out of a file or a page. */
export const MAX_SOURCE_CHARS = 4_000_000
/** Bytes of one uploaded file, and files a workspace may upload within 24 hours. */
export const MAX_SOURCE_BYTES = 50_000_000
export const MAX_SOURCES_A_DAY = 1000
/** Pages of one file that are read. */
export const MAX_SOURCE_PAGES = 2000
/** Documents of one agent. */
export const MAX_DOCUMENTS = 50_000
export const MAX_URLS_AT_ONCE = 500
export const MAX_TAGS = 20
/** Embedding a document costs one credit for every page begun; a page has so many characters. */
export const PAGE_CHARS = 3000
export const pagesOf = (chars: number): number => Math.ceil(chars / PAGE_CHARS)

/** Endings of files that can be read, as they stand in file choosers. */
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

/** Tags as they are kept: trimmed, without doubles in another case, in the order given. */
export const Tags = z
  .array(z.string().trim().min(1).max(50))
  .max(MAX_TAGS)
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()])
