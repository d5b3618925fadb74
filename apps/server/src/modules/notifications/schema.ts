// Notifications, settings of members, and push subscriptions.
import type { PersonalNotifications } from '@parlance/contract/notifications/schemas'
import { sql } from 'drizzle-orm'
import type { NoticeDetails, NoticeKind } from '../../mails/notices.ts'
import { index, integer, jsonb, primaryKey, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true, precision: 3 }).notNull()

export const notifications = snakeCase.table(
  'notifications',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** Empty for workspace members. */
    orgId: text().notNull().default(''),
    agentId: text().notNull(),
    conversationId: text().notNull(),
    key: text().notNull(),
    level: integer().notNull(),
    /** Kind of the text, which is rendered in each reader's language. */
    kind: text().$type<NoticeKind>().notNull(),
    details: jsonb().$type<NoticeDetails>().notNull(),
    urlPathname: text().notNull(),
    notifyOnly: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    seenBy: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    readBy: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    mailedTo: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    pushedTo: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: moment(),
  },
  (t) => [
    uniqueIndex('notifications_key').on(t.workspaceId, t.orgId, t.key),
    index('notifications_list').on(t.workspaceId, t.orgId, t.level, t.createdAt.desc().nullsFirst(), t.id),
    index('notifications_conversation').on(t.conversationId),
    index('notifications_agent').on(t.agentId),
    index('notifications_age').on(t.createdAt),
  ],
)
export type NotificationRow = typeof notifications.$inferSelect

/** Settings of members; those of client users are in their own row. */
export const notificationSettings = snakeCase.table(
  'notification_settings',
  {
    workspaceId: text().notNull(),
    userId: text().notNull(),
    settings: jsonb().$type<Partial<PersonalNotifications>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.userId] }), index('notification_settings_user').on(t.userId)],
)

export const pushSubscriptions = snakeCase.table(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** Org of the client user; empty for a member of the workspace. */
    orgId: text().notNull().default(''),
    personId: text().notNull(),
    /** SHA-256 of the endpoint. A browser belongs to the user who subscribed last. */
    endpointHash: text().notNull(),
    /** Endpoint and keys, as JSON. */
    sealed: text().notNull(),
    createdAt: moment(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpointHash),
    index('push_subscriptions_person').on(t.workspaceId, t.personId, t.createdAt),
    index('push_subscriptions_user').on(t.personId),
  ],
)
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect

/** The VAPID key pair of this installation in this region. */
export const vapidKeys = snakeCase.table('vapid_keys', {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  sealedPrivateKey: text().notNull(),
  createdAt: moment(),
})
