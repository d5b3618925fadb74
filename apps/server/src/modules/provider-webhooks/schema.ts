// Deliveries of outside services, each stored once, and counts of refused calls.
import {
  bigserial,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const inboundDeliveries = pgTable(
  'inbound_deliveries',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    provider: text('provider').notNull(),
    account: text('account').notNull(),
    deliveryId: text('delivery_id').notNull(),
    workspaceId: text('workspace_id').notNull().default(''),
    connectionId: text('connection_id').notNull().default(''),
    /** JSON in UTF-8; null once handled. JSON columns refuse some of what providers send. */
    body: bytes('body'),
    /** `received`, `handled` or, after all tries, `failed`. */
    state: text('state').notNull().default('received'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error').notNull().default(''),
    repeats: integer('repeats').notNull().default(0),
    receivedAt: at('received_at').notNull(),
    handledAt: at('handled_at'),
  },
  (t) => [
    uniqueIndex('inbound_deliveries_once').on(t.provider, t.account, t.deliveryId),
    index('inbound_deliveries_received').on(t.receivedAt),
    index('inbound_deliveries_workspace').on(t.workspaceId, t.connectionId, t.receivedAt),
  ],
)

/** Refused calls, counted per hour so that a flood cannot fill the table. */
export const inboundRefusals = pgTable(
  'inbound_refusals',
  {
    provider: text('provider').notNull(),
    /** Empty when the call names none of our accounts. */
    account: text('account').notNull(),
    reason: text('reason').notNull(),
    hour: at('hour').notNull(),
    count: integer('count').notNull().default(1),
    lastAt: at('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.account, t.reason, t.hour] }),
    index('inbound_refusals_hour').on(t.hour),
  ],
)
