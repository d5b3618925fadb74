// Organisations of an agency, their client users, and sign-in data.
import type { ClientPath } from '@parlance/contract/lib/client-tabs'
import type { PersonalNotifications } from '@parlance/contract/notifications/schemas'
import type { OrgProfile } from '@parlance/contract/orgs/schemas'
import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, precision: 3 })
const moment = () => at().notNull()
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const orgs = snakeCase.table(
  'orgs',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agencyId: text().notNull(),
    name: text().notNull(),
    agentIds: text().array().notNull().default([]),
    /** Differences from the defaults of `OrgProfile`. */
    profile: jsonb().$type<Partial<OrgProfile>>().notNull().default({}),
    createdAt: moment(),
    updatedAt: moment(),
  },
  (t) => [
    // `nulls first` matches ORDER BY … DESC, so that the index can be used for sorting.
    index('orgs_list').on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id),
    index('orgs_agents').using('gin', t.agentIds),
  ],
)
export type OrgRow = typeof orgs.$inferSelect

export const clients = snakeCase.table(
  'clients',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agencyId: text().notNull(),
    orgId: text()
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** Normalised as `Email` of the contract. */
    email: text().notNull(),
    name: text().notNull(),
    squarePhotoUrl: text().notNull().default(''),
    /** Argon2id; empty until a password was set. */
    passwordHash: text().notNull().default(''),
    agentIds: text().array().notNull().default([]),
    canAccess: text().$type<ClientPath>().array().notNull().default([]),
    tabOrder: text().$type<ClientPath>().array().notNull().default([]),
    isOrgAdmin: boolean().notNull().default(false),
    allowCreateAgents: boolean().notNull().default(false),
    isOnline: boolean().notNull().default(true),
    preferredLanguage: text().notNull().default('en'),
    notifications: jsonb().$type<Partial<PersonalNotifications>>().notNull().default({}),
    /** Identifies their newest browser with push messages; empty for none. */
    pushToken: text().notNull().default(''),
    createdAt: moment(),
    updatedAt: moment(),
    /** Consecutive wrong passwords, the end of the wait, and the time of the last one. */
    failures: integer().notNull().default(0),
    blockedUntil: at(),
    guessedAt: at(),
  },
  (t) => [
    uniqueIndex('clients_email').on(t.agencyId, t.email),
    index('clients_org').on(t.orgId, t.name, t.id),
    index('clients_workspace').on(t.workspaceId),
    index('clients_agents').using('gin', t.agentIds),
  ],
)
export type ClientRow = typeof clients.$inferSelect

/** Logos of orgs and photos of their client users; deleted with their owner. */
export const orgPictures = snakeCase.table(
  'org_pictures',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    orgId: text()
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    clientId: text().references(() => clients.id, { onDelete: 'cascade' }),
    bytes: bytea().notNull(),
    createdAt: moment(),
  },
  (t) => [
    uniqueIndex('org_pictures_client').on(t.clientId),
    uniqueIndex('org_pictures_logo')
      .on(t.orgId)
      .where(sql`${t.clientId} is null`),
    index('org_pictures_org').on(t.orgId),
    index('org_pictures_workspace').on(t.workspaceId),
  ],
)

export const clientSessions = snakeCase.table(
  'client_sessions',
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    workspaceId: text().notNull(),
    agencyId: text().notNull(),
    /** Null for the agency's admin, and after the person was deleted (then the two columns below are empty). */
    clientId: text().references(() => clients.id, { onDelete: 'cascade' }),
    /** For the agency's admin: address of the creator of the link, who must still be an admin of the workspace. */
    adminEmail: text().notNull().default(''),
    /** For sign-in with the agency's secret: its SHA-256, which must still be current. */
    secretHash: text().notNull().default(''),
    /** The agency's host on which it was opened; empty for our own. */
    host: text().notNull().default(''),
    createdAt: moment(),
    lastUsedAt: moment(),
    expiresAt: moment(),
  },
  (t) => [
    index('client_sessions_client').on(t.clientId),
    index('client_sessions_agency').on(t.agencyId),
    index('client_sessions_expiry').on(t.expiresAt),
  ],
)

/**
 * `password` sets a password · `sign-in` signs in · `admin` signs in as the agency's admin · `proved` follows a right code.
 */
export const LINK_PURPOSES = ['password', 'sign-in', 'admin', 'proved'] as const

export const clientLinks = snakeCase.table(
  'client_links',
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    workspaceId: text().notNull(),
    agencyId: text().notNull(),
    clientId: text().references(() => clients.id, { onDelete: 'cascade' }),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** For `admin`: the creator. */
    createdBy: text().notNull().default(''),
    /** The agency's host on which it works; empty for our own. */
    host: text().notNull().default(''),
    expiresAt: moment(),
    usedAt: at(),
  },
  (t) => [index('client_links_client').on(t.clientId, t.purpose), index('client_links_expiry').on(t.expiresAt)],
)

/** Codes mailed to client users, each bound to a browser. Rows also count mails, and are deleted after a day. */
export const clientSignInCodes = snakeCase.table(
  'client_sign_in_codes',
  {
    id: text().primaryKey(),
    clientId: text()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    /** SHA-256 of the requesting browser's cookie. */
    browserHash: text().notNull(),
    /** SHA-256 of the requesting IP address. */
    addressHash: text().notNull(),
    tries: integer().notNull().default(0),
    sentAt: moment(),
    expiresAt: moment(),
  },
  (t) => [
    index('client_sign_in_codes_client').on(t.clientId, t.sentAt),
    index('client_sign_in_codes_sent').on(t.sentAt),
  ],
)

/** Browsers where a client user has signed in: guesses elsewhere do not lock them out. */
export const clientBrowsers = snakeCase.table(
  'client_browsers',
  {
    clientId: text()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    /** SHA-256 of the browser's cookie. */
    browserHash: text().notNull(),
    usedAt: moment(),
    failures: integer().notNull().default(0),
    blockedUntil: at(),
    guessedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.browserHash] }), index('client_browsers_used').on(t.usedAt)],
)
export type ClientBrowserRow = typeof clientBrowsers.$inferSelect

/** Sent invitations, for the limit per mailbox. Rows are deleted after a day. */
export const clientInvitationMails = snakeCase.table(
  'client_invitation_mails',
  {
    id: text().primaryKey(),
    mailbox: text().notNull(),
    at: moment(),
  },
  (t) => [index('client_invitation_mails_mailbox').on(t.mailbox, t.at)],
)

/** Codes of releases before `client_sign_in_codes`, which may run in parallel. */
export const clientCodes = snakeCase.table('client_codes', {
  clientId: text()
    .primaryKey()
    .references(() => clients.id, { onDelete: 'cascade' }),
  codeHash: text().notNull(),
  /** SHA-256 of the requesting browser's cookie. */
  browserHash: text().notNull(),
  tries: integer().notNull().default(0),
  sentAt: moment(),
  /** Times of codes sent in the last 15 minutes, newest last. */
  sends: jsonb().$type<readonly string[]>().notNull().default([]),
  expiresAt: moment(),
})
