// Crawl jobs that read web sites into the knowledge base, and the result of each page.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const list = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

export const crawls = pgTable(
  'crawls',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    startUrls: list('start_urls'),
    kind: text('kind', { enum: ['site', 'sitemap'] }).notNull(),
    include: list('include'),
    exclude: list('exclude'),
    maxDepth: integer('max_depth').notNull(),
    maxPages: integer('max_pages').notNull(),
    stayOnDomain: boolean('stay_on_domain').notNull(),
    refresh: text('refresh', { enum: ['never', '6h', '12h', '24h'] }).notNull(),
    agentIds: list('agent_ids'),
    tags: list('tags'),
    status: text('status', { enum: ['queued', 'processing', 'paused', 'completed', 'failed', 'cancelled'] }).notNull(),
    reason: text('reason').notNull().default(''),
    /** Incremented with every run; pages store the run of their last visit. */
    run: integer('run').notNull().default(0),
    pagesFound: integer('pages_found').notNull().default(0),
    pagesRead: integer('pages_read').notNull().default(0),
    pagesFailed: integer('pages_failed').notNull().default(0),
    pagesSkipped: integer('pages_skipped').notNull().default(0),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    nextRunAt: at('next_run_at'),
    /** Until then, the process with this name works on it. */
    leaseUntil: at('lease_until'),
    lease: text('lease').notNull().default(''),
    /** Hold for pages being read (empty: none), and how many were read. */
    holdKey: text('hold_key').notNull().default(''),
    holdPages: integer('hold_pages').notNull().default(0),
    /** Set for a deleted job whose documents are still being removed. */
    deletedAt: at('deleted_at'),
  },
  (t) => [
    index('crawls_workspace').on(t.workspaceId, t.createdAt.desc(), t.id.desc()),
    index('crawls_next')
      .on(t.nextRunAt)
      .where(sql`${t.nextRunAt} is not null`),
  ],
)

/** One row per URL of a job: the frontier of a run, and its log. */
export const crawlPages = pgTable(
  'crawl_pages',
  {
    crawlId: text('crawl_id')
      .notNull()
      .references(() => crawls.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Order in which it was found. */
    n: bigint('n', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    run: integer('run').notNull(),
    depth: integer('depth').notNull(),
    status: text('status', {
      enum: ['waiting', 'read', 'unchanged', 'duplicate', 'skipped', 'failed'],
    }).notNull(),
    reason: text('reason').notNull().default(''),
    title: text('title').notNull().default(''),
    /** HTTP status; 0 before any answer. */
    code: integer('code').notNull().default(0),
    bytes: integer('bytes').notNull().default(0),
    ms: integer('ms').notNull().default(0),
    canonical: text('canonical').notNull().default(''),
    contentHash: text('content_hash').notNull().default(''),
    etag: text('etag').notNull().default(''),
    lastModified: text('last_modified').notNull().default(''),
    fetchedAt: at('fetched_at'),
    /** Failed tries in this run, and when the next one is due; null for at once. */
    tries: integer('tries').notNull().default(0),
    dueAt: at('due_at'),
  },
  (t) => [
    primaryKey({ name: 'crawl_pages_pk', columns: [t.crawlId, t.url] }),
    index('crawl_pages_waiting')
      .on(t.crawlId, t.n)
      .where(sql`${t.status} = 'waiting'`),
    index('crawl_pages_log').on(t.crawlId, t.fetchedAt.desc(), t.n.desc()),
    index('crawl_pages_hash').on(t.crawlId, t.contentHash),
  ],
)
