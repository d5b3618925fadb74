// The identity database: people who sign in, how they prove it, and where they are signed in.
// better-auth reads and writes these tables by their property names; see sessions/better-auth.ts for the names it knows them by.
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
  /** In lower case. */
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull(),
  image: text(),
  /** Where the personal workspace lives. */
  region: text({ enum: REGIONS }).notNull(),
  /** Whether `account.created` was handed on; until then every sign-in tries again. */
  announced: boolean().notNull().default(false),
  /** Of the dashboard and of mails. */
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
    /** The network of whoever signed in: the last byte of the address is 0, of IPv6 all behind the first 48 bits. */
    ipAddress: text(),
    /** `<browser>/<platform>`, by the names of analytics; nothing else of what the browser said. */
    userAgent: text(),
    /** Last use, to five minutes. */
    seenAt: moment().notNull().defaultNow(),
    ...made(),
  },
  (t) => [index().on(t.userId)],
)

/**
 * From where an account was entered, also after those sessions ended: a sign-in from elsewhere is told by mail. What is kept
 * of a device is what sessions keep; rows go half a year after their last use.
 */
export const knownDevices = snakeCase.table(
  'known_devices',
  {
    userId: userId(),
    ipAddress: text().notNull(),
    userAgent: text().notNull(),
    /** 0 where only a sign-up came from there. */
    signIns: integer().notNull(),
    seenAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.userAgent, t.ipAddress] })],
)

/**
 * One row per way to sign in: the password is provider 'credential', its `accountId` the user's id; of other providers
 * `accountId` is `<issuer>|<subject>`. Their tokens are not kept.
 */
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
 * One-time tokens of mails: the id is `<purpose>:<user>`, so a newer token takes the place of the older one. And what a
 * browser has begun (sign-in/tickets.ts): the id is `<purpose>:<random>`. And invitations, whose id names nobody
 * (invitations/invitations.repository.ts).
 */
export const verifications = snakeCase.table(
  'verifications',
  {
    id: text().primaryKey(),
    /** SHA-256 of purpose and token in hex. */
    identifier: text().notNull(),
    /** Id of the user; of a challenge for passkeys the challenge; of an invitation when it was made, in ms. */
    value: text().notNull(),
    expiresAt: moment().notNull(),
    ...made(),
  },
  (t) => [index().on(t.identifier)],
)

/** Mails that asked a mailbox whether an account may have its address: only so many a day, whoever asks. Rows go after it. */
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

/** Passwords that were tried for an account or an address without one. Rows go a day after the last wrong one. */
export const passwordGuesses = snakeCase.table(
  'password_guesses',
  {
    /** SHA-256 in hex of what is counted together. */
    id: text().primaryKey(),
    failures: integer().notNull(),
    /** Until then no password is looked at. */
    blockedUntil: moment().notNull(),
    lastAt: moment().notNull(),
    /** When its owner was last told. */
    warnedAt: moment(),
  },
  (t) => [index().on(t.lastAt)],
)

/** The authenticator app of an account. */
export const twoFactors = snakeCase.table('two_factors', {
  userId: userId().primaryKey(),
  /** Sealed. */
  secret: text().notNull(),
  /** Sealed: the keys of the HMACs of recovery codes, whichever made them. '' for codes of before it, under the master key. */
  recoveryKey: text().notNull().default(''),
  /** Null until a first code proved that the app has the secret: nothing asks for codes before. */
  confirmedAt: moment(),
  /** Time step of the newest code that was taken. */
  lastStep: bigint({ mode: 'number' }),
  wrong: integer().notNull().default(0),
  lockedUntil: moment(),
  ...made(),
})

/** Unused codes that replace the authenticator app once. */
export const recoveryCodes = snakeCase.table(
  'recovery_codes',
  {
    userId: userId(),
    /** HMAC of account and code under the account's own key: too short to be guarded by a plain hash. */
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
    /** As the browser names it, base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Of its signatures; 0 for ever where the authenticator doesn't count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    synced: boolean().notNull(),
    lastUsedAt: moment(),
    ...made(),
  },
  (t) => [index().on(t.userId)],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Here and in no region, because a person may be a member in both. */
export const profilePhotos = snakeCase.table('profile_photos', {
  /** Part of the URL; a new photo gets a new id. */
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A square WebP. */
  bytes: bytea().notNull(),
  createdAt: moment().notNull(),
})

/** Answers of global calls under an Idempotency-Key. */
export const idempotencyKeys = pgTable('idempotency_keys', idempotencyColumns(), (t) => [
  index('idempotency_keys_actor').on(t.actorHash),
  index('idempotency_keys_expires').on(t.expiresAt),
])
