// Webhook endpoints, deliveries to them and delivery attempts.
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { workspaces } from '../workspaces/schema.ts'

export const EVENT_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const

/** Endpoints besides the default one, which is stored in its workspace (`internal.events`, `sealed_events_secret`). */
export const eventEndpoints = pgTable(
  'event_endpoints',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    name: text('name').notNull().default(''),
    subscribedEvents: jsonb('subscribed_events').$type<string[]>().notNull(),
    /** When each was subscribed to, in milliseconds since 1970; unknown for old subscriptions. */
    subscribedSince: jsonb('subscribed_since').$type<Record<string, number>>().notNull().default({}),
    enabled: boolean('enabled').notNull().default(true),
    sealedSecret: text('sealed_secret').notNull(),
    stoppedAt: timestamp('stopped_at', { withTimezone: true, precision: 3 }),
    /** When the last mail about its failed deliveries went out. */
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [index('event_endpoints_of').on(t.workspaceId, t.createdAt, t.id)],
)

export const eventDeliveries = pgTable(
  'event_deliveries',
  {
    /** `webhook-id` of Standard Webhooks; a replay has its own. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** The exact bytes that are signed and sent. */
    body: text('body').notNull(),
    endpoint: text('endpoint').notNull(),
    endpointId: text('endpoint_id').notNull().default('default'),
    /** The same for all deliveries of one event: the id that its delivery to the default endpoint has. Empty in old rows. */
    eventId: text('event_id').notNull().default(''),
    claimedAt: timestamp('claimed_at', { withTimezone: true, precision: 3 }),
    state: text('state', { enum: EVENT_STATES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    nextAt: timestamp('next_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** Status of the last attempt; 0 if nothing answered. */
    lastStatus: integer('last_status').notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    replayOf: text('replay_of').notNull().default(''),
  },
  (t) => [
    index('event_deliveries_at').on(t.workspaceId, t.createdAt, t.id),
    index('event_deliveries_endpoint').on(t.workspaceId, t.endpointId, t.createdAt, t.id),
    index('event_deliveries_event').on(t.workspaceId, t.eventId),
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
    response: text('response').notNull().default(''),
  },
  (t) => [primaryKey({ name: 'event_attempts_pk', columns: [t.deliveryId, t.number] })],
)
