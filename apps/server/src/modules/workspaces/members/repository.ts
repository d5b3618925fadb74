import { and, asc, count, desc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Limits } from '@parlance/contract/billing/entitlements'
import type { Role } from '@parlance/contract/lib/roles'
import type { Db } from '../../../lib/db/pool.ts'
import { apiKeys, workspaceMembers, workspaces, workspaceSupport } from '../schema.ts'
import { insertOwner, type NewWorkspace, type WorkspaceRow } from '../repository.ts'

export type MemberRow = typeof workspaceMembers.$inferSelect

/** Key of the advisory lock on members. Its queue is fair; with a row lock, sharers overtake a waiting writer. */
const membersOf = (uid: string) => sql`hashtextextended(${`members:${uid}`}, 0)`

/** Locks the workspace and its members until the transaction ends. */
export async function lockWorkspace(db: Db, uid: string): Promise<WorkspaceRow | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(${membersOf(uid)})`)
  const [row] = await db.select().from(workspaces).where(eq(workspaces.uid, uid)).for('no key update')
  return row
}

/** Whether the workspace exists. Keeps its members from changing until the transaction ends; a shared lock. */
export async function shareLockMembers(db: Db, uid: string): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${membersOf(uid)})`)
  const rows = await db.select({ uid: workspaces.uid }).from(workspaces).where(eq(workspaces.uid, uid)).for('share')
  return rows.length > 0
}

/** Whether the workspace exists. Keeps it from being deleted until the transaction ends. */
export async function shareLockWorkspace(db: Db, uid: string): Promise<boolean> {
  const rows = await db.select({ uid: workspaces.uid }).from(workspaces).where(eq(workspaces.uid, uid)).for('key share')
  return rows.length > 0
}

/** Serializes the creation of workspaces by one owner. */
export async function lockOwner(db: Db, ownerId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`workspaces:${ownerId}`}, 0))`)
}

export async function countOwned(db: Db, ownerId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(workspaces).where(eq(workspaces.ownerId, ownerId))
  return row?.n ?? 0
}

export async function insert(db: Db, workspace: NewWorkspace): Promise<void> {
  await db.insert(workspaces).values(workspace)
  await insertOwner(db, workspace)
}

export async function update(
  db: Db,
  uid: string,
  change: Partial<Pick<WorkspaceRow, 'workspaceName' | 'workspacePhotoURL'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(workspaces).set(change).where(eq(workspaces.uid, uid))
}

/** Sets these limits of the workspace's own plan and keeps its others; false for an unknown workspace. */
export async function setPlanLimits(db: Db, uid: string, change: Partial<Limits>): Promise<boolean> {
  const limits = sql`coalesce(internal #> '{customPlan,limits}', '{}') || ${JSON.stringify(change)}::jsonb`
  const plan = sql`coalesce(internal -> 'customPlan', '{}') || jsonb_build_object('limits', ${limits})`
  const changed = await db
    .update(workspaces)
    .set({ internal: sql`internal || jsonb_build_object('customPlan', ${plan})` })
    .where(eq(workspaces.uid, uid))
    .returning({ uid: workspaces.uid })
  return changed.length > 0
}

/** Rows that reference the workspace are deleted with it. */
export const remove = (db: Db, uid: string) => db.delete(workspaces).where(eq(workspaces.uid, uid))

/** The owner first, then by address. */
export const list = (db: Db, uid: string): Promise<MemberRow[]> =>
  db
    .select()
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, uid))
    .orderBy(desc(sql`${workspaceMembers.role} = 'owner'`), asc(workspaceMembers.email))

const isMember = (uid: string, email: string) =>
  and(eq(workspaceMembers.workspaceId, uid), eq(workspaceMembers.email, email))

export async function find(db: Db, uid: string, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(workspaceMembers).where(isMember(uid, email))
  return row
}

export async function countMembers(db: Db, uid: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(workspaceMembers).where(eq(workspaceMembers.workspaceId, uid))
  return row?.n ?? 0
}

export const add = (db: Db, row: typeof workspaceMembers.$inferInsert) => db.insert(workspaceMembers).values(row)

export const setRole = (db: Db, uid: string, email: string, role: Role) =>
  db.update(workspaceMembers).set({ role }).where(isMember(uid, email))

export const removeMember = (db: Db, uid: string, email: string) =>
  db.delete(workspaceMembers).where(isMember(uid, email))

export async function markJoined(db: Db, email: string, at: Date, uid: string): Promise<boolean> {
  const joined = await db
    .update(workspaceMembers)
    .set({ joinedAt: at })
    .where(
      and(eq(workspaceMembers.email, email), isNull(workspaceMembers.joinedAt), eq(workspaceMembers.workspaceId, uid)),
    )
    .returning({ email: workspaceMembers.email })
  return joined.length > 0
}

/** Whether the person owns a workspace on which the warning was dismissed. */
export async function isWarningHidden(db: Db, ownerId: string): Promise<boolean> {
  const rows = await db
    .select({ uid: workspaces.uid })
    .from(workspaces)
    .where(and(eq(workspaces.ownerId, ownerId), workspaces.doubleAccountWarningHidden))
    .limit(1)
  return rows.length > 0
}

export const hideWarning = (db: Db, ownerId: string) =>
  db.update(workspaces).set({ doubleAccountWarningHidden: true }).where(eq(workspaces.ownerId, ownerId))

export const setOwnerVerified = (db: Db, ownerId: string) =>
  db
    .update(workspaces)
    .set({ ownerVerified: true })
    .where(and(eq(workspaces.ownerId, ownerId), ne(workspaces.ownerVerified, true)))

/**
 * Moves everything of `before` to `after`. Where both are members, the older membership is kept. Idempotent.
 */
export async function changeAddress(
  db: Db,
  ownerId: string,
  { before, after, at }: { readonly before: string; readonly after: string; readonly at: Date },
): Promise<void> {
  // Another person may have signed up with the old address since `at`, or was invited: theirs is left alone.
  const owned = db.select({ uid: workspaces.uid }).from(workspaces).where(eq(workspaces.ownerId, ownerId))
  const mine = and(
    eq(workspaceMembers.email, before),
    or(
      and(ne(workspaceMembers.role, 'owner'), lte(workspaceMembers.invitedAt, at)),
      and(eq(workspaceMembers.role, 'owner'), inArray(workspaceMembers.workspaceId, owned)),
    ),
  )
  const theirs = db.select({ uid: workspaceMembers.workspaceId }).from(workspaceMembers).where(mine)
  await db
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.email, after), inArray(workspaceMembers.workspaceId, theirs)))
  await db.update(workspaceMembers).set({ email: after }).where(mine)
  await db.update(workspaces).set({ email: after, ownerVerified: true }).where(eq(workspaces.ownerId, ownerId))
  await renameInviter(db, before, after, at)
}

/** Renames a person as inviter, creator of keys and granter of support access, up to `at` if given. */
export async function renameInviter(db: Db, email: string, name: string, at?: Date): Promise<void> {
  await db
    .update(workspaceMembers)
    .set({ invitedBy: name })
    .where(and(eq(workspaceMembers.invitedBy, email), at && lte(workspaceMembers.invitedAt, at)))
  await db
    .update(apiKeys)
    .set({ createdBy: name })
    .where(and(eq(apiKeys.createdBy, email), at && lte(apiKeys.createdAt, at)))
  await db
    .update(workspaceSupport)
    .set({ grantedBy: name })
    .where(and(eq(workspaceSupport.grantedBy, email), at && lte(workspaceSupport.grantedAt, at)))
}

/** Except from the ones they own. Who was invited after `at` is a next holder of the address, and stays. */
export const removeFromAllWorkspaces = (db: Db, email: string, at: Date) =>
  db
    .delete(workspaceMembers)
    .where(
      and(eq(workspaceMembers.email, email), ne(workspaceMembers.role, 'owner'), lte(workspaceMembers.invitedAt, at)),
    )

export const setReferredFrom = (db: Db, uid: string, referredFrom: string) =>
  db
    .update(workspaces)
    .set({ referredFrom })
    .where(and(eq(workspaces.uid, uid), eq(workspaces.referredFrom, '')))
