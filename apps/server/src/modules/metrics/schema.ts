// Metrics of agents, answers of models and people, and monthly costs.
import type { MetricKind } from '@parlance/contract/metrics/schemas'
import { bigint, boolean, index, integer, primaryKey, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'
import { conversations } from '../conversations/schema.ts'

const at = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const metrics = snakeCase.table(
  'metrics',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    name: text().notNull(),
    question: text().notNull(),
    kind: text().$type<MetricKind>().notNull(),
    choices: text().array().notNull().default([]),
    samplePercent: integer().notNull(),
    monthlyCap: integer().notNull(),
    enabled: boolean().notNull().default(false),
    /** Grows with every change of the question: answers to other versions do not count. */
    version: integer().notNull().default(1),
    /** Conversations that ended before this time were processed; null if it was never enabled. */
    scannedUntil: at(),
    /** Consecutive failures of the next conversation. */
    failures: integer().notNull().default(0),
    createdAt: at().notNull(),
  },
  (t) => [index('metrics_agent').on(t.agentId, t.createdAt)],
)
export type MetricRow = typeof metrics.$inferSelect

export const metricResults = snakeCase.table(
  'metric_results',
  {
    metricId: text()
      .notNull()
      .references(() => metrics.id, { onDelete: 'cascade' }),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceId: text().notNull(),
    version: integer().notNull(),
    value: text().notNull(),
    quote: text().notNull(),
    seq: integer().notNull(),
    reason: text().notNull(),
    model: text().notNull(),
    cost: bigint({ mode: 'number' }).notNull(),
    label: text(),
    endedAt: at().notNull(),
    judgedAt: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.metricId, t.conversationId] }),
    index('metric_results_ended').on(t.metricId, t.endedAt.desc(), t.conversationId.desc()),
    index('metric_results_conversation').on(t.conversationId),
  ],
)
export type ResultRow = typeof metricResults.$inferSelect

export const metricUsage = snakeCase.table(
  'metric_usage',
  {
    metricId: text()
      .notNull()
      .references(() => metrics.id, { onDelete: 'cascade' }),
    month: text().notNull(),
    workspaceId: text().notNull(),
    milli: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.metricId, t.month] })],
)

/** Claims of conversations being judged, so that no other process judges the same. */
export const metricClaims = snakeCase.table(
  'metric_claims',
  {
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    metricId: text()
      .notNull()
      .references(() => metrics.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    workspaceId: text().notNull(),
    claimedAt: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.metricId, t.version] })],
)
