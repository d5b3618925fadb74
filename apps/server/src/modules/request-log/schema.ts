// The request log of a workspace, and responses stored under an Idempotency-Key.
import { bigserial, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { idempotencyColumns } from '../../lib/http/idempotency/columns.ts'
import { workspaces } from '../workspaces/schema.ts'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ...idempotencyColumns(),
    /** Null for calls without a workspace. */
    workspaceId: text('workspace_id').references(() => workspaces.uid, { onDelete: 'cascade' }),
  },
  (t) => [
    index('idempotency_keys_actor').on(t.actorHash),
    index('idempotency_keys_expires').on(t.expiresAt),
    index('idempotency_keys_workspace').on(t.workspaceId),
  ],
)

/** Calls made with a key or secret of the workspace. No queries, bodies or addresses. */
export const requestLog = pgTable(
  'request_log',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    requestId: text('request_id').notNull(),
    /** `key`, `workspace` (its secret) or `agent` (its secret). */
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    method: text('method').notNull(),
    /** Name of the call: `agents.list`. */
    operation: text('operation').notNull(),
    /** Ids are filled in; other values stay as `{name}`. */
    path: text('path').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull().default(''),
    durationMs: integer('duration_ms').notNull(),
  },
  (t) => [
    index('request_log_newest').on(t.workspaceId, t.at, t.seq),
    index('request_log_request').on(t.workspaceId, t.requestId),
    index('request_log_at').on(t.at),
  ],
)
