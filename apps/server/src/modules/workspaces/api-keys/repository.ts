import { and, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { apiKeys, workspaceMembers, workspaces } from '../schema.ts'

export type KeyRow = typeof apiKeys.$inferSelect

/** Keys of a workspace that are not revoked, newest first. */
export const list = (db: Db, workspaceId: string, limit: number): Promise<KeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit)

export async function countKeys(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
  return row?.n ?? 0
}

export const revokeAll = (db: Db, workspaceId: string, at: Date) =>
  db
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))

export const insert = (db: Db, row: KeyRow) => db.insert(apiKeys).values(row)

export async function lock(db: Db, workspaceId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
    .for('update')
  return row
}

export async function update(db: Db, id: string, set: Partial<KeyRow>): Promise<KeyRow | undefined> {
  const [row] = await db.update(apiKeys).set(set).where(eq(apiKeys.id, id)).returning()
  return row
}

/** The key with this hash, or with it before its last rotation: one query over two indexes. */
export async function findByHash(db: Db, hash: string): Promise<KeyRow | undefined> {
  const previous = and(eq(apiKeys.previousHash, hash), ne(apiKeys.previousHash, ''))
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.keyHash, hash), previous))
    .limit(1)
  return row
}

/** Stores the last use, never replacing a later time by an earlier one. Returns whether it was the first use. */
export async function setUsed(db: Db, id: string, at: Date): Promise<{ first: boolean } | undefined> {
  const { rows } = await db.execute<{ first: boolean }>(sql`
    with before as (select id, last_used_at from api_keys where id = ${id} for update)
    update api_keys k set last_used_at = greatest(k.last_used_at, ${at.toISOString()}::timestamptz)
    from before where k.id = before.id returning before.last_used_at is null as first`)
  return rows[0]
}

export async function removeRevoked(db: Db, before: Date): Promise<number> {
  const done = await db.delete(apiKeys).where(and(isNotNull(apiKeys.revokedAt), lt(apiKeys.revokedAt, before)))
  return done.rowCount ?? 0
}

export async function existingWorkspaces(db: Db, uids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ uid: workspaces.uid })
    .from(workspaces)
    .where(inArray(workspaces.uid, [...uids]))
  return new Set(rows.map(({ uid }) => uid))
}

/** Owners, and invited people who have joined. */
const hasJoined = or(eq(workspaceMembers.role, 'owner'), isNotNull(workspaceMembers.joinedAt))

/** Those of these addresses that belong to a workspace's member. */
export async function memberEmailsAmong(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ email: workspaceMembers.email })
    .from(workspaceMembers)
    .where(and(inArray(workspaceMembers.email, [...emails]), hasJoined))
  return new Set(rows.map(({ email }) => email))
}

export async function workspacesOfMember(db: Db, email: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ uid: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.email, email), hasJoined))
    .limit(limit)
  return rows.map(({ uid }) => uid)
}
