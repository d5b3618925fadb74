// Who did what in a workspace, as a chain: each entry holds the previous one's hash.
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const auditEntries = pgTable(
  'audit_entries',
  {
    workspaceId: text('workspace_id').notNull(),
    /** From 1, without gaps. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** `session`, `workspace` (its secret), `key` (an API key), `agent`, `system`. */
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** Truncated after 30 days. */
    ip: text('ip').notNull().default(''),
    action: text('action').notNull(),
    objectType: text('object_type').notNull().default(''),
    objectId: text('object_id').notNull().default(''),
    /** No texts of people and no secrets. */
    detail: jsonb('detail').notNull().default({}),
    requestId: text('request_id').notNull().default(''),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    primaryKey({ name: 'audit_entries_pk', columns: [t.workspaceId, t.seq] }),
    index('audit_entries_at').on(t.workspaceId, t.at),
  ],
)
