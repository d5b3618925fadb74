// Tests of agents, their runs and results. A result counts for the very test and configuration it was made with.
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const agentTests = snakeCase.table(
  'agent_tests',
  {
    agentId: text().notNull(),
    id: text().notNull(),
    workspaceId: text().notNull(),
    /** All but the id. */
    definition: jsonb().notNull(),
    /** Of the definition: a result for another one says nothing. */
    hash: text().notNull(),
    createdAt: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] })],
)

export const testRuns = snakeCase.table(
  'test_runs',
  {
    id: text().primaryKey(),
    agentId: text().notNull(),
    workspaceId: text().notNull(),
    copy: text().notNull(),
    version: integer().notNull(),
    /** Of the configuration that is tested. */
    configHash: text().notNull(),
    status: text().notNull().default('running'),
    testIds: jsonb().notNull(),
    startedBy: text().notNull(),
    startedAt: at().notNull(),
    /** When a paused run continued last. */
    resumedAt: at(),
    endedAt: at(),
  },
  (t) => [index('test_runs_agent').on(t.agentId, t.startedAt.desc())],
)

export const testResults = snakeCase.table(
  'test_results',
  {
    runId: text()
      .notNull()
      .references(() => testRuns.id, { onDelete: 'cascade' }),
    testId: text().notNull(),
    agentId: text().notNull(),
    testHash: text().notNull(),
    configHash: text().notNull(),
    passed: boolean().notNull(),
    credits: doublePrecision().notNull(),
    result: jsonb().notNull(),
    at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.testId] }),
    index('test_results_latest').on(t.agentId, t.configHash, t.testId, t.at.desc()),
  ],
)
