// Hosts of agencies, in the identity database, because the host determines a request's region and belongs to one agency
// globally.
import { REGIONS } from '@parlance/contract/lib/regions'
import { index, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true, precision: 3 })

/**
 * `live`: served. `quarantined`: its records are gone, it is not served and its agency was notified. `released`: free.
 */
export const HOST_STATES = ['live', 'quarantined', 'released'] as const

export const hosts = snakeCase.table(
  'hosts',
  {
    host: text().primaryKey(),
    kind: text({ enum: ['subdomain', 'custom'] }).notNull(),
    region: text({ enum: REGIONS }).notNull(),
    agencyId: text().notNull(),
    workspaceId: text().notNull(),
    status: text({ enum: HOST_STATES }).notNull(),
    checkedAt: moment(),
    /** Since when its records are missing; null if they exist. */
    failingSince: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [index('hosts_agency').on(t.agencyId), index('hosts_status').on(t.status, t.checkedAt)],
)
export type HostRow = typeof hosts.$inferSelect
