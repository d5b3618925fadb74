// Questions with the source that should be found for them, and how each look at them ended.
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const goldenQuestions = pgTable(
  'golden_questions',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    question: text('question').notNull(),
    /** The document that holds the answer. */
    docId: text('doc_id').notNull(),
    /** Words of the passage that answers; empty when any passage of the document will do. */
    quote: text('quote').notNull().default(''),
    /** Where it stood when last asked, from 1; null when it was not found or not asked yet. */
    rank: integer('rank'),
    askedAt: at('asked_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('golden_questions_agent').on(t.agentId, t.createdAt.desc(), t.id.desc())],
)

export const goldenRuns = pgTable(
  'golden_runs',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    cause: text('cause', { enum: ['manual', 'changed'] }).notNull(),
    status: text('status', { enum: ['running', 'done', 'failed'] }).notNull(),
    total: integer('total').notNull(),
    hits: integer('hits').notNull(),
    /** Per question: `{ id, question, rank, before }`. */
    results: jsonb('results').notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [index('golden_runs_agent').on(t.agentId, t.createdAt.desc(), t.id.desc())],
)

/** Agents whose knowledge changed: their questions are asked once it has been left alone until then. */
export const goldenDue = pgTable(
  'golden_due',
  {
    agentId: text('agent_id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    dueAt: at('due_at').notNull(),
  },
  (t) => [index('golden_due_at').on(t.dueAt)],
)
