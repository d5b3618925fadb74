// Workspaces of a region, their members, and their own provider keys.
import { type AddOns, PLAN_IDS } from '@parlance/contract/billing/entitlements'
import { ROLES } from '@parlance/contract/lib/roles'
import { DEFAULT_SEATS } from '@parlance/contract/workspaces/members'
import type { StripeConfig } from '@parlance/contract/workspaces/schemas'
import { SUPPORT_ROLES } from '@parlance/contract/workspaces/support'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { MessageRef } from '@parlance/i18n/messages'

export const workspaces = pgTable(
  'workspaces',
  {
    uid: text('uid').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** The workspace that every account gets on its first visit. */
    personal: boolean('personal').notNull(),
    email: text('email').notNull(),
    /** Whether the owner's address was confirmed at their last visit. */
    ownerVerified: boolean('owner_verified').notNull(),
    joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
    /** Last free refill; null before the first. */
    freeAt: timestamp('free_at', { withTimezone: true }),
    workspaceName: text('workspace_name').notNull(),
    workspacePhotoURL: text('workspace_photo_url').notNull().default(''),
    photoURL: text('photo_url').notNull().default(''),
    displayName: text('display_name').notNull().default(''),
    referredFrom: text('referred_from').notNull().default(''),
    /** SHA-256 of the secret, for look-ups; the secret is encrypted next to it, because its owner may see it again. */
    secretHash: text('secret_hash').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** The plan; written only by `payments`. */
    plan: text('plan', { enum: PLAN_IDS }).notNull().default('free'),
    addOns: jsonb('add_ons').$type<AddOns>().notNull().default({}),
    automaticBilling: boolean('automatic_billing').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id').notNull().default(''),
    /** Only shown; nothing depends on it. */
    stripeSubscriptionId: text('stripe_subscription_id').notNull().default(''),
    hasEverPaid: boolean('has_ever_paid').notNull().default(false),
    doubleAccountWarningHidden: boolean('double_account_warning_hidden').notNull().default(false),
    stripeConnect: jsonb('stripe_connect'),
    internal: jsonb('internal').notNull().default({}),
    v2StripeConfig: jsonb('v2_stripe_config').$type<Omit<StripeConfig, 'limits' | 'features'>>(),
    usersPerms: jsonb('users_perms').notNull().default({}),
    /** The owner has not completed onboarding. */
    showOnboarding: boolean('show_onboarding').notNull().default(false),
    onboarding: jsonb('onboarding').notNull().default({}),
    /** Seats without a plan, unless the installation sets them; 5 for workspaces older than the default of 1. */
    defaultSeats: integer('default_seats').notNull().default(DEFAULT_SEATS),
    /** Signs events to the workspace's endpoint; empty until there is one. */
    sealedEventsSecret: text('sealed_events_secret').notNull().default(''),
    eventsMailedAt: timestamp('events_mailed_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('workspaces_personal')
      .on(t.ownerId)
      .where(sql`${t.personal}`),
    uniqueIndex('workspaces_secret').on(t.secretHash),
    index('workspaces_on_free_plan')
      .on(t.freeAt)
      .where(sql`${t.plan} = 'free'`),
    uniqueIndex('workspaces_stripe_customer')
      .on(t.stripeCustomerId)
      .where(sql`${t.stripeCustomerId} <> ''`),
    check('workspaces_plan', sql`${t.plan} in ('free', 'pay_as_you_go', 'enterprise')`),
  ],
)

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Address of the inviter; empty for the owner. */
    invitedBy: text('invited_by').notNull().default(''),
    invitedAt: timestamp('invited_at', { withTimezone: true }).notNull().defaultNow(),
    /** Their first visit with a confirmed address; until then they are invited and take a seat. */
    joinedAt: timestamp('joined_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ name: 'workspace_members_pk', columns: [t.workspaceId, t.email] }),
    index('workspace_members_email').on(t.email),
  ],
)

/** Access for the operator's support staff, granted by admins. The row is kept until the next grant. */
export const workspaceSupport = pgTable(
  'workspace_support',
  {
    workspaceId: text('workspace_id')
      .primaryKey()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    role: text('role', { enum: SUPPORT_ROLES }).notNull(),
    grantedBy: text('granted_by').notNull(),
    grantedAt: timestamp('granted_at', { withTimezone: true }).notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
    /** When its end was logged; access ends at `until` regardless. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** By account, or `listed:` and the account: the last UTC day on which a visit or listing was logged. */
    opened: jsonb('opened').$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  (t) => [
    index('workspace_support_open')
      .on(t.until)
      .where(sql`${t.endedAt} is null`),
  ],
)

export const credentials = pgTable(
  'credentials',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    sealedKey: text('sealed_key').notNull(),
    /** Last four characters of the key. */
    hint: text('hint').notNull(),
    baseUrl: text('base_url').notNull().default(''),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    testedAt: timestamp('tested_at', { withTimezone: true }),
    /** The test's problem, as `result` or `result:status`; '' if it worked or was not tested. */
    testError: text('test_error').notNull().default(''),
  },
  (t) => [primaryKey({ name: 'credentials_pk', columns: [t.workspaceId, t.provider] })],
)

export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key, which is shown once when created. */
    keyHash: text('key_hash').notNull(),
    hint: text('hint').notNull(),
    scopes: jsonb('scopes').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** The key before a rotation stays valid until `previousUntil`. */
    previousHash: text('previous_hash').notNull().default(''),
    previousUntil: timestamp('previous_until', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('api_keys_hash').on(t.keyHash),
    index('api_keys_previous')
      .on(t.previousHash)
      .where(sql`${t.previousHash} <> ''`),
    index('api_keys_workspace').on(t.workspaceId, t.createdAt),
  ],
)

/** Mails sent by API calls of a workspace, for the quota. */
export const workspaceMails = pgTable(
  'workspace_mails',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind').notNull(),
  },
  (t) => [index('workspace_mails_at').on(t.workspaceId, t.at)],
)

/** Log entries written by integrations. */
export const workspaceLogs = pgTable(
  'workspace_logs',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    at: timestamp('at', { withTimezone: true }).notNull(),
    userId: text('user_id').notNull().default(''),
    agentId: text('agent_id').notNull().default(''),
    type: text('type').notNull(),
    content: text('content').notNull(),
    contentMessage: jsonb('content_message').$type<MessageRef>(),
    channel: text('channel').notNull().default(''),
    metadata: jsonb('metadata').notNull().default({}),
    mailed: boolean('mailed').notNull().default(false),
  },
  (t) => [index('workspace_logs_at').on(t.workspaceId, t.at, t.id)],
)
