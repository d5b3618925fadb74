// Tests of agents, their runs and results. A result applies to one definition and one configuration.
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
    definition: jsonb().notNull(),
    /** Hash of what is sent and expected; results of another one don't count. */
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
    configHash: text().notNull(),
    status: text().notNull().default('running'),
    testIds: jsonb().notNull(),
    startedBy: text().notNull(),
    startedAt: at().notNull(),
    /** When a paused run was last resumed. */
    resumedAt: at(),
    /** Of its last pause within a test. */
    pause: jsonb(),
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
