// Workspaces of a region, who belongs to them, and their own provider keys.
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const workspaces = pgTable(
  'workspaces',
  {
    uid: text('uid').primaryKey(),
    /** Account of the owner in the identity database. */
    ownerId: text('owner_id').notNull(),
    /** The one that every account gets on its first visit. */
    personal: boolean('personal').notNull(),
    email: text('email').notNull(),
    /** Whether the owner's address was confirmed when they were last here. */
    ownerVerified: boolean('owner_verified').notNull(),
    joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
    /** Last free refill; null before the first. */
    freeAt: timestamp('free_at', { withTimezone: true }),
    workspaceName: text('workspace_name').notNull(),
    workspacePhotoURL: text('workspace_photo_url').notNull().default(''),
    photoURL: text('photo_url').notNull().default(''),
    displayName: text('display_name').notNull().default(''),
    referredFrom: text('referred_from').notNull().default(''),
    /** SHA-256 of the secret, for look-up; the secret itself is sealed beside it, because its owner may see it again. */
    secretHash: text('secret_hash').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().default(''),
    hasEverPaid: boolean('has_ever_paid').notNull().default(false),
    doubleAccountWarningHidden: boolean('double_account_warning_hidden').notNull().default(false),
    stripeConnect: jsonb('stripe_connect'),
    internal: jsonb('internal').notNull().default({}),
    v2StripeConfig: jsonb('v2_stripe_config'),
    usersPerms: jsonb('users_perms').notNull().default({}),
  },
  (t) => [
    uniqueIndex('workspaces_personal')
      .on(t.ownerId)
      .where(sql`${t.personal}`),
    uniqueIndex('workspaces_secret').on(t.secretHash),
    index('workspaces_free_plan')
      .on(t.freeAt)
      .where(sql`${t.stripeSubscriptionId} = ''`),
  ],
)

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'workspace_members_pk', columns: [t.workspaceId, t.email] }),
    index('workspace_members_email').on(t.email),
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
  },
  (t) => [primaryKey({ name: 'credentials_pk', columns: [t.workspaceId, t.provider] })],
)
