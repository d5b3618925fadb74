// Events on their way to a workspace's endpoint, and every try to deliver one.
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { workspaces } from '../workspaces/workspaces.table.ts'

export const EVENT_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const

export const eventDeliveries = pgTable(
  'event_deliveries',
  {
    /** `webhook-id` of Standard Webhooks; a replay has one of its own. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** The exact bytes that are signed and sent. */
    body: text('body').notNull(),
    endpoint: text('endpoint').notNull(),
    state: text('state', { enum: EVENT_STATES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    nextAt: timestamp('next_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** Of the last try; 0 when nothing answered. */
    lastStatus: integer('last_status').notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    /** The delivery that this one repeats. */
    replayOf: text('replay_of').notNull().default(''),
  },
  (t) => [
    index('event_deliveries_at').on(t.workspaceId, t.createdAt, t.id),
    index('event_deliveries_due').on(t.state, t.nextAt),
  ],
)

export const eventAttempts = pgTable(
  'event_attempts',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => eventDeliveries.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    durationMs: integer('duration_ms').notNull(),
    status: integer('status').notNull(),
    error: text('error').notNull().default(''),
    /** Beginning of what was answered. */
    response: text('response').notNull().default(''),
  },
  (t) => [primaryKey({ name: 'event_attempts_pk', columns: [t.deliveryId, t.number] })],
)
