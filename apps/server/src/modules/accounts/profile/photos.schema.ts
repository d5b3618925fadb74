// Photos of people, in the identity database: they belong to the person, who may be a member in both regions, and lie where
// the name and the address lie.
import { customType, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '../schema.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const profilePhotos = snakeCase.table('profile_photos', {
  /** Names it in its address; another photo has another one. */
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A square WebP. */
  bytes: bytea().notNull(),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
