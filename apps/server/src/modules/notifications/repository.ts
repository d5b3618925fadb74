// All SQL of notifications; every query is bound to a workspace, person, conversation or agent that was checked before.
import type { NotificationLevel, PersonalNotifications } from '@parlance/contract/notifications/schemas'
import { and, desc, eq, gt, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import type { Delivered } from './delivery-limits.ts'
import {
  type NotificationRow,
  notifications,
  notificationSettings,
  type PushSubscriptionRow,
  pushSubscriptions,
  vapidKeys,
} from './schema.ts'

export interface Readership {
  readonly workspaceId: string
  readonly orgId: string
  readonly personId: string
  /** Undefined for all agents of the workspace. */
  readonly agentIds: readonly string[] | undefined
}

const textArray = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

const readable = ({ workspaceId, orgId, personId, agentIds }: Readership) =>
  and(
    eq(notifications.workspaceId, workspaceId),
    eq(notifications.orgId, orgId),
    agentIds && sql`${notifications.agentId} = any(${textArray(agentIds)})`,
    sql`(${notifications.notifyOnly} = '{}' or ${notifications.notifyOnly} @> ${textArray([personId])})`,
  )

/** Unread ones of a level, newest first. */
export const listUnread = (
  db: Db,
  readership: Readership,
  level: NotificationLevel,
  limit: number,
): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(
      and(
        readable(readership),
        eq(notifications.level, level),
        sql`not (${notifications.readBy} @> ${textArray([readership.personId])})`,
      ),
    )
    .orderBy(desc(notifications.createdAt), notifications.id)
    .limit(limit)

export async function insertNotifications(db: Db, rows: readonly NotificationRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const made = await db
    .insert(notifications)
    .values([...rows])
    .onConflictDoNothing({ target: [notifications.workspaceId, notifications.orgId, notifications.key] })
    .returning({ id: notifications.id })
  return new Set(made.map(({ id }) => id))
}

/** Serializes deliveries of a workspace until the transaction ends, so that limits hold. */
export const lockDeliveries = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notification-mails|${workspaceId}`}, 0))`)
export async function listDelivered(
  db: Db,
  by: 'mailedTo' | 'pushedTo',
  workspaceId: string,
  since: Date,
): Promise<ReadonlyMap<string, readonly Delivered[]>> {
  const rows = await db
    .select({
      personId: sql<string>`unnest(${notifications[by]})`,
      agentId: notifications.agentId,
      conversationId: notifications.conversationId,
      kind: notifications.kind,
      readBy: notifications.readBy,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(and(eq(notifications.workspaceId, workspaceId), gt(notifications.createdAt, since)))
  return new Map(
    [...Map.groupBy(rows, ({ personId }) => personId)].map(([personId, sent]) => [
      personId,
      sent.map(({ agentId, conversationId, kind, readBy, createdAt }) => ({
        agentId,
        conversationId,
        kind,
        isSettled: readBy.includes(personId),
        at: createdAt.getTime(),
      })),
    ]),
  )
}
export const setDelivered = (
  db: Db,
  by: 'mailedTo' | 'pushedTo',
  { id, workspaceId }: NotificationRow,
  personIds: readonly string[],
) =>
  db
    .update(notifications)
    .set({ [by]: [...personIds] })
    .where(and(eq(notifications.workspaceId, workspaceId), eq(notifications.id, id)))

export async function findNotification(db: Db, workspaceId: string, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.workspaceId, workspaceId), eq(notifications.id, id)))
  return row
}

/** Marks all of them if `ids` is undefined. */
export async function mark(
  db: Db,
  as: 'seenBy' | 'readBy',
  readership: Readership,
  ids: readonly string[] | undefined,
): Promise<void> {
  const { personId } = readership
  const column = notifications[as]
  await db
    .update(notifications)
    .set({ [as]: sql`array_append(${column}, ${personId})` })
    .where(
      and(
        readable(readership),
        ids && inArray(notifications.id, [...ids]),
        sql`not (${column} @> ${textArray([personId])})`,
      ),
    )
}

/** Marks requests for people in a conversation as read by these. Returns whether any was unread. */
export async function markHandoffsRead(
  db: Db,
  workspaceId: string,
  conversationId: string,
  personIds: readonly string[],
): Promise<boolean> {
  const all = textArray(personIds)
  const marked = await db
    .update(notifications)
    .set({ readBy: sql`array(select distinct unnest(${notifications.readBy} || ${all}))` })
    .where(
      and(
        eq(notifications.workspaceId, workspaceId),
        eq(notifications.conversationId, conversationId),
        eq(notifications.kind, 'handoff'),
        sql`not (${notifications.readBy} @> ${all})`,
      ),
    )
    .returning({ id: notifications.id })
  return marked.length > 0
}

export const removeBefore = (db: Db, time: Date) => db.delete(notifications).where(lt(notifications.createdAt, time))
export const removeOfConversations = (db: Db, ids: readonly string[]) =>
  db.delete(notifications).where(inArray(notifications.conversationId, [...ids]))
export const removeOfAgent = (db: Db, workspaceId: string, agentId: string) =>
  db.delete(notifications).where(and(eq(notifications.workspaceId, workspaceId), eq(notifications.agentId, agentId)))

export async function removeOfOrg(db: Db, workspaceId: string, orgId: string): Promise<void> {
  for (const table of [notifications, pushSubscriptions] as const)
    await db.delete(table).where(and(eq(table.workspaceId, workspaceId), eq(table.orgId, orgId)))
}
export async function removeOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  for (const table of [notifications, notificationSettings, pushSubscriptions] as const)
    await db.delete(table).where(eq(table.workspaceId, workspaceId))
}
export async function removeOfPerson(db: Db, personId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.personId, personId))
  await db.delete(notificationSettings).where(eq(notificationSettings.userId, personId))
}

export async function readSettings(
  db: Db,
  workspaceId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Partial<PersonalNotifications>>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(notificationSettings)
    .where(and(eq(notificationSettings.workspaceId, workspaceId), inArray(notificationSettings.userId, [...userIds])))
  return new Map(rows.map(({ userId, settings }) => [userId, settings]))
}
export const saveSettings = (
  db: Db,
  row: { readonly workspaceId: string; readonly userId: string; readonly settings: Partial<PersonalNotifications> },
) =>
  db
    .insert(notificationSettings)
    .values(row)
    .onConflictDoUpdate({
      target: [notificationSettings.workspaceId, notificationSettings.userId],
      set: { settings: row.settings },
    })
/** Serializes changes of one person until the transaction ends. */
export const lockPerson = (db: Db, workspaceId: string, personId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notified|${workspaceId}|${personId}`}, 0))`)

/** Whether a member of the workspace subscribed to messages. */
export async function hasSubscribedMember(db: Db, workspaceId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: notificationSettings.userId })
    .from(notificationSettings)
    .where(
      and(
        eq(notificationSettings.workspaceId, workspaceId),
        sql`${notificationSettings.settings} ->> 'notifyIf' = 'all'`,
      ),
    )
    .limit(1)
  return row !== undefined
}

export const listSubscriptions = (
  db: Db,
  workspaceId: string,
  personIds: readonly string[],
): Promise<PushSubscriptionRow[]> =>
  personIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(pushSubscriptions)
        .where(and(eq(pushSubscriptions.workspaceId, workspaceId), inArray(pushSubscriptions.personId, [...personIds])))

export async function findSubscription(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<PushSubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.workspaceId, workspaceId), eq(pushSubscriptions.id, id)))
  return row
}

export async function findByEndpoint(db: Db, endpointHash: string): Promise<PushSubscriptionRow | undefined> {
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpointHash, endpointHash))
  return row
}

/** Moves the browser to this person, and removes their oldest beyond the maximum. */
export async function saveSubscription(db: Db, row: PushSubscriptionRow, most: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpointHash, row.endpointHash))
  await db.insert(pushSubscriptions).values(row)
  const of = and(eq(pushSubscriptions.workspaceId, row.workspaceId), eq(pushSubscriptions.personId, row.personId))
  const kept = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(of)
    .orderBy(desc(pushSubscriptions.createdAt), pushSubscriptions.id)
    .limit(most)
  await db.delete(pushSubscriptions).where(and(of, notInArray(pushSubscriptions.id, kept)))
}
export const removeSubscription = (db: Db, workspaceId: string, id: string) =>
  db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.workspaceId, workspaceId), eq(pushSubscriptions.id, id)))
/** Removes them in all workspaces; returns the removed ones. */
export const removeSubscriptionsOf = (db: Db, personId: string, until: Date): Promise<PushSubscriptionRow[]> =>
  db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.personId, personId), lte(pushSubscriptions.createdAt, until)))
    .returning()

const VAPID = 'current'
export async function findVapidKeys(db: Db) {
  const [row] = await db.select().from(vapidKeys).where(eq(vapidKeys.id, VAPID))
  return row
}
/** Keeps an existing pair. */
export const insertVapidKeys = (
  db: Db,
  row: { readonly publicKey: string; readonly sealedPrivateKey: string; readonly createdAt: Date },
) =>
  db
    .insert(vapidKeys)
    .values({ id: VAPID, ...row })
    .onConflictDoNothing()
