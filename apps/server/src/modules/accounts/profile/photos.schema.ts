// Profile photos are in the identity database, because a person may be a member in both regions.
import { customType, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '../schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const profilePhotos = snakeCase.table('profile_photos', {
  /** Part of the URL; a new photo gets a new id. */
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A square WebP. */
  bytes: bytea().notNull(),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
