// The library of tools of a workspace (Functions), and the secrets that its tools may use.
import type { Tool } from '@parlance/contract/tools/schemas'
import { index, jsonb, primaryKey, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { workspaces } from '../workspaces/schema.ts'

// Millisecond precision, as in cursors.
const moment = () => timestamp({ withTimezone: true, precision: 3 }).notNull()
const workspaceId = () =>
  text()
    .notNull()
    .references(() => workspaces.uid, { onDelete: 'cascade' })

export const tools = snakeCase.table(
  'tools',
  {
    workspaceId: workspaceId(),
    /** Chosen by the client; unique per workspace. */
    id: text().notNull(),
    name: text().notNull(),
    config: jsonb().$type<Tool>().notNull(),
    lastModified: moment(),
  },
  (t) => [
    primaryKey({ name: 'tools_pk', columns: [t.workspaceId, t.id] }),
    uniqueIndex('tools_name').on(t.workspaceId, t.name),
    // `nulls first` matches ORDER BY … DESC, so that the index can be used for sorting.
    index('tools_list').on(t.workspaceId, t.lastModified.desc().nullsFirst(), t.id),
  ],
)

export const toolSecrets = snakeCase.table(
  'tool_secrets',
  {
    workspaceId: workspaceId(),
    name: text().notNull(),
    sealed: text().notNull(),
    updatedAt: moment(),
  },
  (t) => [primaryKey({ name: 'tool_secrets_pk', columns: [t.workspaceId, t.name] })],
)

export type ToolRow = typeof tools.$inferSelect
export type SecretRow = typeof toolSecrets.$inferSelect
