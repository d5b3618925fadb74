// Unanswered questions of visitors, grouped by meaning, and passages that contradict each other.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A group of questions with the same meaning. */
export const gaps = pgTable(
  'gaps',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** The representative question: the one nearest to the centroid. */
    question: text('question').notNull(),
    count: integer('count').notNull(),
    status: text('status', { enum: ['open', 'answered', 'dismissed'] }).notNull(),
    /** The document that answers it, or answered it until it was deleted; empty without one. */
    docId: text('doc_id').notNull().default(''),
    firstAt: at('first_at').notNull(),
    lastAt: at('last_at').notNull(),
    /** Centroid of the group, a unit vector as 32-bit little-endian floats; null if none could be embedded. */
    centre: bytea('centre'),
    embeddingModel: text('embedding_model').notNull().default(''),
  },
  (t) => [index('gaps_agent').on(t.agentId, t.status, t.count.desc(), t.lastAt.desc(), t.id.desc())],
)

export const gapQuestions = pgTable(
  'gap_questions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gapId: text('gap_id').references(() => gaps.id, { onDelete: 'cascade' }),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    conversationId: text('conversation_id').notNull(),
    turnId: text('turn_id').notNull(),
    question: text('question').notNull(),
    /** Best cosine of the search, -1 to 1; null if nothing was found by meaning. */
    similarity: real('similarity'),
    embedding: bytea('embedding'),
    askedAt: at('asked_at').notNull(),
  },
  (t) => [
    uniqueIndex('gap_questions_turn').on(t.turnId),
    index('gap_questions_asked').on(t.workspaceId, t.askedAt),
    index('gap_questions_gap').on(t.gapId, t.askedAt.desc()),
    index('gap_questions_new')
      .on(t.agentId, t.id)
      .where(sql`${t.gapId} is null`),
    index('gap_questions_conversation').on(t.conversationId),
  ],
)

export const conflicts = pgTable(
  'conflicts',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** The two documents, the smaller id first, and the passages as they were when compared. */
    docA: text('doc_a').notNull(),
    docB: text('doc_b').notNull(),
    textA: text('text_a').notNull(),
    textB: text('text_b').notNull(),
    /** SHA-256 over both texts: the same pair is judged once. */
    pairHash: text('pair_hash').notNull(),
    /** What they disagree about, in one sentence; empty for an agreeing pair. */
    about: text('about').notNull(),
    /** `agrees` marks a judged pair without contradiction. */
    status: text('status', { enum: ['open', 'dismissed', 'agrees'] }).notNull(),
    judge: text('judge').notNull(),
    foundAt: at('found_at').notNull(),
  },
  (t) => [
    uniqueIndex('conflicts_pair').on(t.agentId, t.pairHash),
    index('conflicts_agent').on(t.agentId, t.status, t.foundAt.desc(), t.id.desc()),
  ],
)

/** The last scan of an agent's knowledge for contradictions, and when the next one is due. */
export const conflictScans = pgTable(
  'conflict_scans',
  {
    agentId: text('agent_id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    /** Id of the running or last scan; empty before the first one. */
    scanId: text('scan_id').notNull().default(''),
    status: text('status', { enum: ['never', 'running', 'paused', 'done', 'failed'] }).notNull(),
    reason: text('reason').notNull().default(''),
    pairs: integer('pairs').notNull().default(0),
    total: integer('total').notNull().default(0),
    byModel: boolean('by_model').notNull().default(false),
    /** When it started or, if it has ended, when it ended; null before the first one. */
    at: at('at'),
    /** Since when a scan by a model is paused for lack of credits; null otherwise. */
    pausedAt: at('paused_at'),
    dueAt: at('due_at'),
  },
  (t) => [
    index('conflict_scans_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('conflict_scans_running')
      .on(t.at)
      .where(sql`${t.status} = 'running'`),
    index('conflict_scans_paused')
      .on(t.workspaceId)
      .where(sql`${t.pausedAt} is not null`),
  ],
)
