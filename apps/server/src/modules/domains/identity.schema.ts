// Hosts of agencies, in the identity database: a request finds its region by its host, and a host is one agency's anywhere.
import { REGIONS } from '@parlance/contract/lib/regions'
import { index, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true, precision: 3 })

/** `live`: served. `quarantined`: its records are gone, it is not served and its agency was told. `released`: nobody's. */
export const HOST_STATES = ['live', 'quarantined', 'released'] as const

export const hosts = snakeCase.table(
  'hosts',
  {
    /** In lower case and ASCII. */
    host: text().primaryKey(),
    kind: text({ enum: ['subdomain', 'custom'] }).notNull(),
    region: text({ enum: REGIONS }).notNull(),
    agencyId: text().notNull(),
    workspaceId: text().notNull(),
    status: text({ enum: HOST_STATES }).notNull(),
    /** Of the last check of its records. */
    checkedAt: moment(),
    /** Since when its records are missing; null while they are there. */
    failingSince: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [index('hosts_agency').on(t.agencyId), index('hosts_status').on(t.status, t.checkedAt)],
)
export type HostRow = typeof hosts.$inferSelect
