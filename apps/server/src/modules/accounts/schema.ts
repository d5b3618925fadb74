// The identity database: users, their credentials and their sessions. better-auth reads and writes these tables by
// their property names; see sessions/better-auth.ts for the names it knows them by.
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { REGIONS } from '@parlance/contract/lib/regions'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  snakeCase,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { idempotencyColumns } from '../../lib/http/idempotency/columns.ts'

const moment = () => timestamp({ withTimezone: true, precision: 3 })
const made = () => ({ createdAt: moment().notNull().defaultNow(), updatedAt: moment().notNull().defaultNow() })

export const users = snakeCase.table('users', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull(),
  image: text(),
  /** Where the personal workspace lives. */
  region: text({ enum: REGIONS }).notNull(),
  /** Whether `account.created` was emitted; until then every sign-in tries again. */
  announced: boolean().notNull().default(false),
  language: text({ enum: LANGUAGES }).notNull().default('en'),
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
    /** The truncated IP address: the last byte is 0, of IPv6 all after the first 48 bits. */
    ipAddress: text(),
    /** `<browser>/<platform>` with the names of analytics; the user agent itself is not stored. */
    userAgent: text(),
    /** Last use, to five minutes. */
    seenAt: moment().notNull().defaultNow(),
    ...made(),
  },
  (t) => [index().on(t.userId)],
)

/**
 * Devices an account was signed in from: the owner is mailed about new ones. Rows go half a year after their last use.
 */
export const knownDevices = snakeCase.table(
  'known_devices',
  {
    userId: userId(),
    ipAddress: text().notNull(),
    userAgent: text().notNull(),
    /** 0 after only a sign-up. */
    signIns: integer().notNull(),
    seenAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.userAgent, t.ipAddress] })],
)

/** One row per sign-in method: a password has the user's id as `accountId`, a provider `<issuer>|<subject>`. */
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

/**
 * One-time tokens: `<purpose>:<user>` for mails, so that newer ones replace older ones, `<purpose>:<random>` for
 * browser flows (sign-in/tickets.ts) and invitations (invitations/invitations.repository.ts).
 */
export const verifications = snakeCase.table(
  'verifications',
  {
    id: text().primaryKey(),
    /** SHA-256 of purpose and token in hex. */
    identifier: text().notNull(),
    /** Id of the user; for passkeys the challenge; for invitations the time of creation in ms. */
    value: text().notNull(),
    expiresAt: moment().notNull(),
    ...made(),
  },
  (t) => [index().on(t.identifier)],
)

/** Mails asking a mailbox to confirm an address change, for the daily limit. Rows are deleted after that. */
export const addressMails = snakeCase.table(
  'address_mails',
  {
    id: text().primaryKey(),
    /** SHA-256 of the mailbox in hex. */
    mailbox: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [index().on(t.mailbox, t.at)],
)

/** Password tries for an account or an unknown address. Rows are deleted a day after the last wrong one. */
export const passwordGuesses = snakeCase.table(
  'password_guesses',
  {
    /** SHA-256 in hex of the key of the counter. */
    id: text().primaryKey(),
    failures: integer().notNull(),
    /** Until then passwords are rejected unchecked. */
    blockedUntil: moment().notNull(),
    lastAt: moment().notNull(),
    /** When the owner was last notified. */
    warnedAt: moment(),
  },
  (t) => [index().on(t.lastAt)],
)

export const twoFactors = snakeCase.table('two_factors', {
  userId: userId().primaryKey(),
  /** Sealed. */
  secret: text().notNull(),
  /** Encrypted: the HMAC keys of recovery codes. '' for old codes, which used the master key. */
  recoveryKey: text().notNull().default(''),
  /** Null until the first valid code confirmed the secret; not active before. */
  confirmedAt: moment(),
  lastStep: bigint({ mode: 'number' }),
  wrong: integer().notNull().default(0),
  lockedUntil: moment(),
  ...made(),
})

export const recoveryCodes = snakeCase.table(
  'recovery_codes',
  {
    userId: userId(),
    /** HMAC of account and code under the account's own key: codes are too short for a plain hash. */
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

export const passkeys = snakeCase.table(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    /** Credential id, base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Signature counter; always 0 for authenticators without one. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    synced: boolean().notNull(),
    lastUsedAt: moment(),
    ...made(),
  },
  (t) => [index().on(t.userId)],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Stored here and not per region, because a person may be a member in both. */
export const profilePhotos = snakeCase.table('profile_photos', {
  /** Part of the URL; a new photo gets a new id. */
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bytea().notNull(),
  createdAt: moment().notNull(),
})

export const idempotencyKeys = pgTable('idempotency_keys', idempotencyColumns(), (t) => [
  index('idempotency_keys_actor').on(t.actorHash),
  index('idempotency_keys_expires').on(t.expiresAt),
])
