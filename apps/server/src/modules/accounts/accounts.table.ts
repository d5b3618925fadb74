// The identity database: people who sign in, how they prove it, and where they are signed in.
// better-auth reads and writes these tables by their property names; see accounts.auth.ts for the names it knows them by.
import { REGIONS } from '@parlance/core/kit/regions'
import { boolean, index, snakeCase, text, timestamp, unique } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true, precision: 3 })
const made = () => ({ createdAt: moment().notNull().defaultNow(), updatedAt: moment().notNull().defaultNow() })

export const users = snakeCase.table('users', {
  id: text().primaryKey(),
  /** In lower case. */
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull(),
  image: text(),
  /** Where the personal workspace lives. */
  region: text({ enum: REGIONS }).notNull(),
  /** Whether `account.created` was handed on; until then every sign-in tries again. */
  announced: boolean().notNull().default(false),
  ...made(),
})

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = snakeCase.table(
  'sessions',
  {
    id: text().primaryKey(),
    userId: userId(),
    /** SHA-256 of the token in hex. */
    token: text().notNull().unique(),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    ...made(),
  },
  (t) => [index().on(t.userId)],
)

/** One row per way to sign in: the password is provider 'credential', its `accountId` the user's id. */
export const credentials = snakeCase.table(
  'credentials',
  {
    id: text().primaryKey(),
    userId: userId(),
    providerId: text().notNull(),
    accountId: text().notNull(),
    /** Argon2id in PHC format. */
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    ...made(),
  },
  (t) => [index().on(t.userId), unique().on(t.providerId, t.accountId)],
)

/** One-time tokens of mails. The id is `<purpose>:<user>`, so a newer token takes the place of the older one. */
export const verifications = snakeCase.table(
  'verifications',
  {
    id: text().primaryKey(),
    /** SHA-256 of purpose and token in hex. */
    identifier: text().notNull(),
    /** Id of the user. */
    value: text().notNull(),
    expiresAt: moment().notNull(),
    ...made(),
  },
  (t) => [index().on(t.identifier)],
)
