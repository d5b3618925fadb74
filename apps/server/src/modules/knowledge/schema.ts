// Knowledge of agents: documents, their chunks, and words. The migration adds the folding function, and how vectors and
// word lists are stored.
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** One per agent that ever had a document. Locked by writers of chunks, which serializes them. */
export const collections = pgTable('collections', {
  agentId: text('agent_id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text('name').notNull(),
  chunks: integer('chunks').notNull().default(0),
  vectors: integer('vectors').notNull().default(0),
  /** Grows with every change of the vectors; used by caches. */
  version: bigint('version', { mode: 'number' }).notNull().default(0),
})

export const documents = pgTable(
  'documents',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    content: text('content').notNull(),
    /** Characters of the content. */
    size: integer('size').notNull(),
    contentHash: text('content_hash').notNull(),
    userId: text('user_id').notNull(),
    sourceType: text('source_type', { enum: ['text', 'file', 'url', 'qa'] })
      .notNull()
      .default('text'),
    /** URL of the source, or of a page that people may open; may be empty. */
    sourceUrl: text('source_url').notNull().default(''),
    /** Uploaded file: name, type and size, and its key in the bucket until it was read. */
    fileName: text('file_name').notNull().default(''),
    mediaType: text('media_type').notNull().default(''),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    fileKey: text('file_key').notNull().default(''),
    /** Pages or slides of the source; null where there are none. */
    pages: integer('pages'),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The crawl that found it; empty otherwise. */
    crawlId: text('crawl_id').notNull().default(''),
    refresh: text('refresh', { enum: ['never', '6h', '12h', '24h'] })
      .notNull()
      .default('never'),
    fetchedAt: at('fetched_at'),
    nextFetchAt: at('next_fetch_at'),
    /** Validators of the last fetched version, for conditional requests. */
    etag: text('etag').notNull().default(''),
    lastModified: text('last_modified').notNull().default(''),
    /** SHA-256 of the last fetched text: a manual edit is kept until the source changes. Empty before. */
    sourceHash: text('source_hash').notNull().default(''),
    status: text('status', { enum: ['queued', 'reading', 'indexing', 'ready', 'failed'] }).notNull(),
    progress: smallint('progress').notNull().default(0),
    reason: text('reason').notNull().default(''),
    /** What the last reading left out, e.g. scanned pages; empty after an edit by hand. */
    warning: text('warning').notNull().default(''),
    chunkCount: integer('chunk_count').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Failed indexing tries since the last change. */
    attempts: integer('attempts').notNull().default(0),
    /** End of the lease of the process that indexes it. */
    leaseUntil: at('lease_until'),
    /** When the sweep checks it; null if nothing is to be done. */
    dueAt: at('due_at'),
    /** Missing milli-credits; null unless it is paused for lack of credits. */
    creditsNeeded: bigint('credits_needed', { mode: 'number' }),
    /** Key of the open hold for the rest of indexing; empty otherwise. */
    creditHold: text('credit_hold').notNull().default(''),
  },
  (t) => [
    index('documents_agent').on(t.agentId, t.createdAt.desc(), t.id.desc()),
    index('documents_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('documents_paused')
      .on(t.workspaceId, t.createdAt, t.id)
      .where(sql`${t.creditsNeeded} is not null`),
    index('documents_indexing')
      .on(t.workspaceId, t.createdAt, t.id)
      .where(sql`${t.status} = 'indexing'`),
    index('documents_fetch')
      .on(t.nextFetchAt)
      .where(sql`${t.nextFetchAt} is not null`),
    index('documents_source')
      .on(t.agentId, t.sourceUrl)
      .where(sql`${t.sourceUrl} <> ''`),
    index('documents_uploads')
      .on(t.workspaceId, t.createdAt)
      .where(sql`${t.sourceType} = 'file'`),
    index('documents_crawl')
      .on(t.crawlId)
      .where(sql`${t.crawlId} <> ''`),
    index('documents_names').using('gin', t.workspaceId, sql`knowledge_fold(name || ' ' || source_url) gin_trgm_ops`),
    check('documents_status', sql`${t.status} in ('queued', 'reading', 'indexing', 'ready', 'failed')`),
  ],
)

/** Earlier contents of documents; the newest ten are kept. */
export const documentVersions = pgTable(
  'document_versions',
  {
    id: text('id').primaryKey(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    content: text('content').notNull(),
    size: integer('size').notNull(),
    /** Why it was replaced. */
    cause: text('cause', { enum: ['edit', 'refresh', 'restore'] }).notNull(),
    userId: text('user_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('document_versions_document').on(t.documentId, t.createdAt.desc(), t.id.desc())],
)

export const chunks = pgTable(
  'chunks',
  {
    /** Never reused, so cached data stays valid. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    agentId: text('agent_id').notNull(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    /** Name of the document, searched along with the text. */
    title: text('title').notNull(),
    heading: text('heading').notNull(),
    text: text('text').notNull(),
    /** Offsets in the content: `[start, end)` in UTF-16 units. */
    start: integer('char_start').notNull().default(0),
    end: integer('char_end').notNull().default(0),
    /** Folded words of title (C), heading (B) and text (A); in D their stems, and the chunk's language as `=german`. */
    tsv: tsvector('tsv')
      .notNull()
      .generatedAlwaysAs(sql`knowledge_words("title", "heading", "text")`),
    /** Unit vector as 32-bit little-endian floats. */
    embedding: bytea('embedding'),
    embeddingModel: text('embedding_model'),
    dimensions: integer('dimensions'),
    /** Version of the collection when the vector was written. */
    version: bigint('version', { mode: 'number' }),
  },
  (t) => [
    uniqueIndex('chunks_document').on(t.documentId, t.n),
    index('chunks_words').using('gin', t.agentId, t.tsv),
    index('chunks_vectors')
      .on(t.agentId, t.version)
      .where(sql`${t.embedding} is not null`),
  ],
)

/** Number of chunks of an agent that contain a word: for weights, prefixes and typos. */
export const words = pgTable(
  'words',
  { agentId: text('agent_id'), word: text('word'), chunks: integer('chunks').notNull() },
  (t) => [
    primaryKey({ name: 'words_pk', columns: [t.agentId, t.word] }),
    index('words_prefix').on(t.agentId, t.word.op('text_pattern_ops')),
    index('words_spelling').using('gin', t.agentId, t.word.op('gin_trgm_ops')),
  ],
)
