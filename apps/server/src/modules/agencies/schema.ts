// The white-label identity of a workspace.
import type { AgencyProfile } from '@parlance/contract/agencies/schemas'
import { customType, index, integer, jsonb, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true, precision: 3 }).notNull()

export const agencies = snakeCase.table(
  'agencies',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** Differences from the defaults of `AgencyProfile`. */
    profile: jsonb().$type<Partial<AgencyProfile>>().notNull().default({}),
    /** SHA-256, for look-ups; the secret itself is encrypted next to it, because admins may see it again. */
    secretHash: text().notNull(),
    sealedSecret: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment(),
    updatedAt: moment(),
  },
  // One per workspace, also if two first organisations are created at once.
  (t) => [uniqueIndex('agencies_workspace').on(t.workspaceId), uniqueIndex('agencies_secret').on(t.secretHash)],
)
export type AgencyRow = typeof agencies.$inferSelect

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Logos; unused ones are deleted after a day. */
export const agencyPictures = snakeCase.table(
  'agency_pictures',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    bytes: bytea().notNull(),
    createdAt: moment(),
  },
  (t) => [index('agency_pictures_workspace').on(t.workspaceId, t.createdAt)],
)
