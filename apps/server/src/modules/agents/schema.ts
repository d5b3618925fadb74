// Agents of a region: the published copy, the draft when there are unpublished changes, and older published copies.
import type { Agent, OpenConfig } from '@parlance/contract/agents/schemas'
import type { GeneratedStarters } from '@parlance/contract/agents/generated-starters'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

// To the millisecond, so that a page's cursor gives back the very moment it was made from.
const moment = () => timestamp({ withTimezone: true, precision: 3 }).notNull()

export const agents = snakeCase.table(
  'agents',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    roundedImageUrl: text().notNull().default(''),
    platform: text({ enum: ['vg', 'vf'] }).notNull(),
    /** The published configuration without its secrets. */
    config: jsonb().$type<OpenConfig>().notNull(),
    /** The secret key and the secrets of the published configuration, encrypted as one. */
    sealed: text().notNull(),
    /** SHA-256 of the secret key, for look-up. */
    secretHash: text().notNull(),
    internal: jsonb().$type<Agent['internal']>().notNull().default({}),
    /** Of the published copy. */
    version: integer().notNull(),
    /** The highest number given to a published copy or a draft; none is given twice, so an older copy always shows. */
    lastVersion: integer().notNull(),
    messagesLimit: integer().notNull().default(0),
    maxTokensUsage: integer().notNull().default(0),
    lastModified: moment(),
    createdAt: moment(),
    userId: text().notNull().default(''),
    /** Starter questions made from its knowledge; null before any were made. */
    generatedStarters: jsonb().$type<GeneratedStarters>(),
    /** When they are made anew; null while the knowledge is as it was. */
    startersDueAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (t) => [
    index('agents_starters_due')
      .on(t.startersDueAt)
      .where(sql`${t.startersDueAt} is not null`),
    uniqueIndex('agents_secret').on(t.secretHash),
    // Nulls first is what an ORDER BY … DESC asks for; otherwise the index could not give the order.
    index('agents_list').on(t.workspaceId, t.lastModified.desc().nullsFirst(), t.id),
    index('agents_title').using('gin', t.title.op('gin_trgm_ops')),
  ],
)

const agentId = () => text().references(() => agents.id, { onDelete: 'cascade' })

export const agentDrafts = snakeCase.table('agent_drafts', {
  agentId: agentId().primaryKey(),
  config: jsonb().$type<OpenConfig>().notNull(),
  sealed: text().notNull(),
  version: integer().notNull(),
  updatedAt: moment(),
  updatedBy: text().notNull(),
})

export const agentVersions = snakeCase.table(
  'agent_versions',
  {
    id: text().primaryKey(),
    agentId: agentId().notNull(),
    /** The number the copy had while it was published. */
    version: integer().notNull(),
    config: jsonb().$type<OpenConfig>().notNull(),
    title: text().notNull(),
    author: text().notNull(),
    at: moment(),
  },
  (t) => [uniqueIndex('agent_versions_once').on(t.agentId, t.version)],
)

/** Ids of agents that are gone. Pages elsewhere still name them, so nobody else may ever answer under one. */
export const agentTombstones = snakeCase.table('agent_tombstones', {
  id: text().primaryKey(),
  workspaceId: text().notNull(),
  deletedAt: moment(),
})

export type AgentRow = typeof agents.$inferSelect
export type DraftRow = typeof agentDrafts.$inferSelect
export type VersionRow = typeof agentVersions.$inferSelect
