// Organisations of an agency, the client users in them, and how these sign in.
import { CLIENT_TABS } from '@parlance/contract/lib/client-tabs'
import type { PersonalNotifications } from '@parlance/contract/notifications/schemas'
import type { OrgProfile } from '@parlance/contract/orgs/schemas'
import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
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
    /** Agents of the workspace that the org has. */
    agentIds: text().array().notNull().default([]),
    /** What differs from the defaults of `OrgProfile`. */
    profile: jsonb().$type<Partial<OrgProfile>>().notNull().default({}),
    createdAt: moment(),
    updatedAt: moment(),
  },
  (t) => [
    // Nulls first is what an ORDER BY … DESC asks for; otherwise the index could not give the order.
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
    /** As `Email` of the contract writes it. */
    email: text().notNull(),
    name: text().notNull(),
    squarePhotoUrl: text().notNull().default(''),
    /** Argon2id; empty until a password was set. */
    passwordHash: text().notNull().default(''),
    agentIds: text().array().notNull().default([]),
    canAccess: text({ enum: CLIENT_TABS }).array().notNull().default([]),
    tabOrder: text({ enum: CLIENT_TABS }).array().notNull().default([]),
    isOrgAdmin: boolean().notNull().default(false),
    allowCreateAgents: boolean().notNull().default(false),
    /** Whether they take new requests. */
    isOnline: boolean().notNull().default(true),
    preferredLanguage: text().notNull().default('en'),
    notifications: jsonb().$type<Partial<PersonalNotifications>>().notNull().default({}),
    /** Names their newest browser that takes push messages; empty for none. */
    pushToken: text().notNull().default(''),
    createdAt: moment(),
    updatedAt: moment(),
    /** Wrong passwords in a row, until when none is looked at, and when the last came. */
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

/** The logo of an org, and the photos of its client users; they go with whom they show. */
export const orgPictures = snakeCase.table(
  'org_pictures',
  {
    /** Part of the address; a new picture gets a new id. */
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    orgId: text()
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** Null for the logo of the org. */
    clientId: text().references(() => clients.id, { onDelete: 'cascade' }),
    /** A square WebP. */
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
    /** Null for the agency's admin, and where the person was deleted: then the two below are empty. */
    clientId: text().references(() => clients.id, { onDelete: 'cascade' }),
    /** Of the agency's admin: the address of who made the link, who has to be an admin of the workspace still. */
    adminEmail: text().notNull().default(''),
    /** Of who came with the agency's secret: its SHA-256, which has to be the present one. */
    secretHash: text().notNull().default(''),
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

/** `password` sets a password · `sign-in` signs in · `admin` signs in as the agency's admin · `proved` follows a right code. */
export const LINK_PURPOSES = ['password', 'sign-in', 'admin', 'proved'] as const

export const clientLinks = snakeCase.table(
  'client_links',
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    workspaceId: text().notNull(),
    agencyId: text().notNull(),
    /** Null for `admin`. */
    clientId: text().references(() => clients.id, { onDelete: 'cascade' }),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** Of `admin`: who made it. */
    createdBy: text().notNull().default(''),
    expiresAt: moment(),
    usedAt: at(),
  },
  (t) => [index('client_links_client').on(t.clientId, t.purpose), index('client_links_expiry').on(t.expiresAt)],
)

/** Codes that were mailed to a client user, each for the browser that asked. Rows count as sent mails, and go after a day. */
export const clientSignInCodes = snakeCase.table(
  'client_sign_in_codes',
  {
    id: text().primaryKey(),
    clientId: text()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    /** SHA-256 of client and code; empty once it opens nothing any more. */
    codeHash: text().notNull(),
    /** SHA-256 of what the browser that asked was given. */
    browserHash: text().notNull(),
    /** SHA-256 of the network address that asked. */
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

/** Mails that invited somebody: only so many to a mailbox, whoever sends them. Rows go after a day. */
export const clientInvitationMails = snakeCase.table(
  'client_invitation_mails',
  {
    id: text().primaryKey(),
    /** SHA-256 of the mailbox. */
    mailbox: text().notNull(),
    at: moment(),
  },
  (t) => [index('client_invitation_mails_mailbox').on(t.mailbox, t.at)],
)

/** Codes as versions before `client_sign_in_codes` keep them, which may run beside this one. */
export const clientCodes = snakeCase.table('client_codes', {
  clientId: text()
    .primaryKey()
    .references(() => clients.id, { onDelete: 'cascade' }),
  /** SHA-256 of client and code. */
  codeHash: text().notNull(),
  /** SHA-256 of what the browser that asked was given. */
  browserHash: text().notNull(),
  tries: integer().notNull().default(0),
  sentAt: moment(),
  /** When the codes of the last 15 minutes were sent, the newest last. */
  sends: jsonb().$type<readonly string[]>().notNull().default([]),
  expiresAt: moment(),
})
