// Agents of a region: the published copy, the draft when there are unpublished changes, and older published copies.
import type { Agent, OpenConfig } from '@parlance/contract/agents/schemas'
import type { GeneratedStarters } from '@parlance/contract/agents/generated-starters'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

// Millisecond precision, as in cursors.
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
    config: jsonb().$type<OpenConfig>().notNull(),
    /** The secret key and the secrets of the published configuration, encrypted as one. */
    sealed: text().notNull(),
    /** SHA-256 of the secret key, for look-up. */
    secretHash: text().notNull(),
    internal: jsonb().$type<Agent['internal']>().notNull().default({}),
    version: integer().notNull(),
    /** The highest version given to a published copy or a draft; versions are never reused, so stale copies are detected. */
    lastVersion: integer().notNull(),
    messagesLimit: integer().notNull().default(0),
    maxTokensUsage: integer().notNull().default(0),
    lastModified: moment(),
    createdAt: moment(),
    userId: text().notNull().default(''),
    /** Starter questions generated from its knowledge; null before the first. */
    generatedStarters: jsonb().$type<GeneratedStarters>(),
    /** When they are due to be generated again; null while the knowledge is unchanged. */
    startersDueAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (t) => [
    index('agents_starters_due')
      .on(t.startersDueAt)
      .where(sql`${t.startersDueAt} is not null`),
    uniqueIndex('agents_secret').on(t.secretHash),
    // `nulls first` matches ORDER BY … DESC, so that the index can be used for sorting.
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
    /** Version of the copy while it was published. */
    version: integer().notNull(),
    config: jsonb().$type<OpenConfig>().notNull(),
    title: text().notNull(),
    author: text().notNull(),
    at: moment(),
  },
  (t) => [uniqueIndex('agent_versions_once').on(t.agentId, t.version)],
)

/** Ids of deleted agents. Web pages may still embed them, so no other workspace may reuse one. */
export const agentTombstones = snakeCase.table('agent_tombstones', {
  id: text().primaryKey(),
  workspaceId: text().notNull(),
  deletedAt: moment(),
})

export const agentTemplates = snakeCase.table(
  'agent_templates',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    config: jsonb().$type<OpenConfig>().notNull(),
    createdAt: moment(),
  },
  (t) => [index('agent_templates_list').on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id)],
)

export type TemplateRow = typeof agentTemplates.$inferSelect
export type AgentRow = typeof agents.$inferSelect
export type DraftRow = typeof agentDrafts.$inferSelect
export type VersionRow = typeof agentVersions.$inferSelect
