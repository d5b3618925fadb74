// Copies of master agents, and pushes with each copy's previous state.
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import { PUSH_STATES } from '@parlance/contract/fleet/schemas'
import type { Conflict } from './merge.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true, precision: 3 })

export const fleetCopies = snakeCase.table(
  'fleet_copies',
  {
    agentId: text().primaryKey(),
    workspaceId: text().notNull(),
    masterId: text().notNull(),
    orgId: text().notNull().default(''),
    /** The master as last pushed here: the base of the next merge. */
    base: jsonb().$type<OpenConfig>().notNull(),
    baseVersion: integer().notNull(),
    pushedAt: moment().notNull(),
  },
  (t) => [index('fleet_copies_master').on(t.masterId, t.agentId)],
)

export const fleetPushes = snakeCase.table(
  'fleet_pushes',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    masterId: text().notNull(),
    masterVersion: integer().notNull(),
    config: jsonb().$type<OpenConfig>().notNull(),
    state: text({ enum: PUSH_STATES }).notNull(),
    /** A stored message; empty unless it was halted. */
    reason: text().notNull().default(''),
    startedBy: text().notNull(),
    startedAt: moment().notNull(),
    /** Time of the job's last progress. */
    workedAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [
    index('fleet_pushes_master').on(t.masterId, t.startedAt.desc()),
    uniqueIndex('fleet_pushes_one')
      .on(t.masterId)
      .where(sql`${t.state} in ('running', 'testing', 'rolling_back')`),
  ],
)

export const fleetPushItems = snakeCase.table(
  'fleet_push_items',
  {
    pushId: text()
      .notNull()
      .references(() => fleetPushes.id, { onDelete: 'cascade' }),
    agentId: text().notNull(),
    place: integer().notNull(),
    isFirst: boolean().notNull(),
    state: text({ enum: ['waiting', 'pushed', 'unchanged', 'failed', 'rolled_back'] })
      .notNull()
      .default('waiting'),
    /** The copy and its base before the push; null until then. */
    before: jsonb().$type<{ config: OpenConfig; base: OpenConfig; baseVersion: number }>(),
    conflicts: jsonb().$type<readonly Conflict[]>().notNull().default([]),
    /** Run of its required tests; empty without any. */
    runId: text().notNull().default(''),
    isTested: boolean().notNull().default(false),
    failedTests: jsonb().$type<string[]>().notNull().default([]),
    error: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.pushId, t.agentId] }), index('fleet_push_items_order').on(t.pushId, t.place)],
)

export type CopyRow = typeof fleetCopies.$inferSelect
export type PushRow = typeof fleetPushes.$inferSelect
export type ItemRow = typeof fleetPushItems.$inferSelect
