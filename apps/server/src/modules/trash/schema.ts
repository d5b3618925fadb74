// Deleted items that can be restored: copies of their rows.
import { bigint, index, jsonb, snakeCase, text, timestamp, unique } from 'drizzle-orm/pg-core'

export const trashedItems = snakeCase.table(
  'trashed_items',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** Empty if it belongs to no agent. */
    agentId: text().notNull(),
    kind: text({ enum: ['document', 'golden', 'test', 'theme', 'lead'] }).notNull(),
    itemId: text().notNull(),
    fileKeys: text().array().notNull(),
    deletedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    unique('trashed_items_item').on(t.workspaceId, t.agentId, t.kind, t.itemId),
    index('trashed_items_deleted').on(t.deletedAt),
    index('trashed_items_agent').on(t.agentId),
  ],
)

export const trashedRows = snakeCase.table(
  'trashed_rows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    trashId: text()
      .notNull()
      .references(() => trashedItems.id, { onDelete: 'cascade' }),
    tableName: text().notNull(),
    row: jsonb().notNull(),
  },
  (t) => [index('trashed_rows_item').on(t.trashId, t.tableName)],
)
