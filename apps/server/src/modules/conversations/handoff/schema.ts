// Presence of an agent's people: the dashboard open in some window, and not set to away.
import { boolean, primaryKey, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

export const handoffPresence = snakeCase.table(
  'handoff_presence',
  {
    workspaceId: text().notNull(),
    kind: text().notNull(),
    personId: text().notNull(),
    seenAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** For workspace members; a client user's status is kept by their org. */
    isAway: boolean().notNull().default(false),
    /** When they last got a request; null for never. */
    routedAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.kind, t.personId] })],
)
