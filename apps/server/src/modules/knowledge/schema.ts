// What agents know: documents, the chunks they are cut into, and the words that stand in them.
// The migration adds what no table describes: the folding function, and how vectors and word lists are stored.
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

/** One per agent that ever had a document. Whoever writes chunks locks it first, so writers of one agent take turns. */
export const collections = pgTable('collections', {
  agentId: text('agent_id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text('name').notNull(),
  /** Chunks of the agent, and how many of them have a vector. */
  chunks: integer('chunks').notNull().default(0),
  vectors: integer('vectors').notNull().default(0),
  /** Grows with every change of the vectors; tells caches what they have not seen. */
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
    /** SHA-256 of the content. */
    contentHash: text('content_hash').notNull(),
    userId: text('user_id').notNull(),
    sourceType: text('source_type', { enum: ['text', 'file', 'url', 'qa'] })
      .notNull()
      .default('text'),
    /** Where it was read, or what people may open as its source; empty when there is nothing. */
    sourceUrl: text('source_url').notNull().default(''),
    /** Of an uploaded file: its name, kind and size, and its key in the bucket until it was read. */
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
    /** The job of the crawler that found it; empty otherwise. */
    crawlId: text('crawl_id').notNull().default(''),
    refresh: text('refresh', { enum: ['never', '6h', '12h', '24h'] })
      .notNull()
      .default('never'),
    fetchedAt: at('fetched_at'),
    nextFetchAt: at('next_fetch_at'),
    /** What its server said of the version that was read, to ask for newer ones alone. */
    etag: text('etag').notNull().default(''),
    lastModified: text('last_modified').notNull().default(''),
    /** SHA-256 of what was read last: an edit stays until the source itself changes. Empty before. */
    sourceHash: text('source_hash').notNull().default(''),
    status: text('status', { enum: ['queued', 'reading', 'indexing', 'ready', 'failed'] }).notNull(),
    /** Of reading and indexing, in percent. */
    progress: smallint('progress').notNull().default(0),
    reason: text('reason').notNull().default(''),
    chunkCount: integer('chunk_count').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Failed tries of indexing since the last change. */
    attempts: integer('attempts').notNull().default(0),
    /** Until then one process is indexing it. */
    leaseUntil: at('lease_until'),
    /** When the sweep looks after it; null while nothing is to be done. */
    dueAt: at('due_at'),
    /** Milli-credits without which it does not go on; null unless it is paused for lack of credits. */
    creditsNeeded: bigint('credits_needed', { mode: 'number' }),
    /** Key of the open hold that pays for indexing it to its end; empty otherwise. */
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

/** What a document held before its content changed; the newest ten are kept. */
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
    /** Who replaced it; empty for a refresh. */
    userId: text('user_id').notNull(),
    /** When it was replaced. */
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('document_versions_document').on(t.documentId, t.createdAt.desc(), t.id.desc())],
)

export const chunks = pgTable(
  'chunks',
  {
    /** Never used again: what a cache holds under it stays true or is gone. */
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
    /** Where it stands in the content: `[start, end)` in UTF-16 units. */
    start: integer('char_start').notNull().default(0),
    end: integer('char_end').notNull().default(0),
    /**
     * Words as they stand, without case and accents, in title (weight C), heading (B) and text (A); beside them, in weight D,
     * their stems in the language of the chunk where they differ, and that language itself as `=german`.
     */
    tsv: tsvector('tsv')
      .notNull()
      .generatedAlwaysAs(sql`knowledge_words("title", "heading", "text")`),
    /** Unit vector as 32-bit little-endian floats. */
    embedding: bytea('embedding'),
    embeddingModel: text('embedding_model'),
    dimensions: integer('dimensions'),
    /** Of the collection when the vector was written. */
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

/** How many chunks of an agent hold a word: says how much it tells, which words begin alike, and what a misspelt one means. */
export const words = pgTable(
  'words',
  { agentId: text('agent_id'), word: text('word'), chunks: integer('chunks').notNull() },
  (t) => [
    primaryKey({ name: 'words_pk', columns: [t.agentId, t.word] }),
    index('words_prefix').on(t.agentId, t.word.op('text_pattern_ops')),
    index('words_spelling').using('gin', t.agentId, t.word.op('gin_trgm_ops')),
  ],
)
