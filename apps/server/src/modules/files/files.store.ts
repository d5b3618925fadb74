// All SQL of uploaded files.
import { and, count, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/pool.ts'
import { files, fileUses } from './files.table.ts'

export type FileRow = typeof files.$inferSelect

/** Uploads of one workspace take turns until the transaction ends, so that none slips past the daily limit. */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files:${workspaceId}`}, 0))`)
}

export async function countSince(db: Db, workspaceId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(files)
    .where(and(eq(files.workspaceId, workspaceId), gt(files.createdAt, since), isNull(files.conversationId)))
  return row?.n ?? 0
}

export async function insert(db: Db, file: FileRow): Promise<void> {
  await db.insert(files).values(file)
  await db.insert(fileUses).values({ fileId: file.id, agentId: file.agentId })
}

/** Visitors' uploads to one agent take turns until the transaction ends, so that none slips past a limit. */
export async function lockAgent(db: Db, agentId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files-of-visitors:${agentId}`}, 0))`)
}

export async function usedByVisitors(
  db: Db,
  agentId: string,
  conversationId: string,
): Promise<{ bytesOfAgent: number; filesOfConversation: number }> {
  const [row] = await db
    .select({
      bytes: sql<string>`coalesce(sum(${files.size}), 0)`,
      here: sql<string>`count(*) filter (where ${files.conversationId} = ${conversationId})`,
    })
    .from(files)
    .where(and(eq(files.agentId, agentId), isNotNull(files.conversationId)))
  return { bytesOfAgent: Number(row?.bytes ?? 0), filesOfConversation: Number(row?.here ?? 0) }
}

/** Without a use by an agent: no duplicate keeps it. */
export const insertOfVisitor = (db: Db, file: FileRow) => db.insert(files).values(file)

export const lockOfConversations = (db: Db, conversationIds: readonly string[]): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(inArray(files.conversationId, [...conversationIds]))
    .for('update')

export const lockOfVisitors = (db: Db, workspaceId: string, agentId: string): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, workspaceId), eq(files.agentId, agentId), isNotNull(files.conversationId)))
    .for('update')

export const remove = (db: Db, ids: readonly string[]) => db.delete(files).where(inArray(files.id, [...ids]))

/** One that has not expired. */
export async function find(db: Db, id: string, now: Date): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), or(isNull(files.expiresAt), gt(files.expiresAt, now))))
  return row
}

/** Files of a workspace that no agent but this one has; locked, so that no copy can begin to use them meanwhile. */
export function lockOnlyUsedBy(db: Db, workspaceId: string, agentId: string): Promise<FileRow[]> {
  const other = alias(fileUses, 'other')
  const own = db.select({ id: fileUses.fileId }).from(fileUses).where(eq(fileUses.agentId, agentId))
  const elsewhere = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.fileId, files.id), sql`${other.agentId} <> ${agentId}`))
  return db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, workspaceId), inArray(files.id, own), notExists(elsewhere)))
    .for('update')
}

export const removeUses = (db: Db, agentId: string) => db.delete(fileUses).where(eq(fileUses.agentId, agentId))

export async function copyUses(db: Db, workspaceId: string, from: string, to: string): Promise<void> {
  await db.execute(sql`insert into file_uses (file_id, agent_id)
    select u.file_id, ${to} from file_uses u join files f on f.id = u.file_id
    where u.agent_id = ${from} and f.workspace_id = ${workspaceId} on conflict do nothing`)
}

export function listExpired(db: Db, now: Date, limit: number): Promise<FileRow[]> {
  return db.select().from(files).where(lte(files.expiresAt, now)).orderBy(files.expiresAt).limit(limit)
}
