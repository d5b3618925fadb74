// Golden questions with their expected source, and runs with results.
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const goldenQuestions = pgTable(
  'golden_questions',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    question: text('question').notNull(),
    docId: text('doc_id').notNull(),
    /** Words of the expected passage; empty if any passage of the document counts. */
    quote: text('quote').notNull().default(''),
    /** Last rank, from 1; null if not found or not searched yet. */
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

/** Agents whose knowledge changed, and when their run is due. */
export const goldenDue = pgTable(
  'golden_due',
  {
    agentId: text('agent_id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    dueAt: at('due_at').notNull(),
  },
  (t) => [index('golden_due_at').on(t.dueAt)],
)
