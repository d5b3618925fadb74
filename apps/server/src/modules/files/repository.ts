// All SQL of uploaded files.
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../lib/db/pool.ts'
import { files, fileUses } from './schema.ts'

export type FileRow = typeof files.$inferSelect

/** Serialises uploads of a workspace until the transaction ends, so that the daily limit holds. */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files:${workspaceId}`}, 0))`)
}

export async function countSince(db: Db, workspaceId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(files)
    .where(
      and(
        eq(files.workspaceId, workspaceId),
        gt(files.createdAt, since),
        isNull(files.conversationId),
        isNull(files.visitorHash),
      ),
    )
  return row?.n ?? 0
}

/** Includes pictures, and files that visitors sent or are about to send. */
export async function bytesOfWorkspace(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(eq(files.workspaceId, workspaceId))
  return Number(row?.bytes ?? 0)
}

export async function insert(db: Db, file: FileRow): Promise<void> {
  await db.insert(files).values(file)
  await db.insert(fileUses).values({ fileId: file.id, agentId: file.agentId })
}

/** Serialises visitors' uploads to an agent until the transaction ends, so that limits hold. */
export async function lockAgent(db: Db, agentId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files-of-visitors:${agentId}`}, 0))`)
}

export async function visitorUsage(
  db: Db,
  agentId: string,
  conversationId: string,
): Promise<{ bytesOfAgent: number; filesOfConversation: number }> {
  const [row] = await db
    .select({
      bytes: sql<string>`coalesce(sum(${files.size}), 0)`,
      here: sql<string>`count(*) filter (where ${files.conversationId} = ${conversationId} and ${files.visitorHash} is null)`,
    })
    .from(files)
    .where(and(eq(files.agentId, agentId), isNotNull(files.conversationId)))
  return { bytesOfAgent: Number(row?.bytes ?? 0), filesOfConversation: Number(row?.here ?? 0) }
}

interface VisitorOf {
  readonly agentId: string
  readonly visitorHash: string
}

/** Bytes of all the agent's visitors, and this visitor's number of attachments since a time. */
export async function attachmentUsage(
  db: Db,
  of: VisitorOf & { readonly workspaceId: string; readonly since: Date },
): Promise<{ bytes: number; today: number }> {
  const { agentId, visitorHash, workspaceId, since } = of
  const unsent = and(
    eq(files.workspaceId, workspaceId),
    gt(files.createdAt, since),
    eq(files.agentId, agentId),
    isNotNull(files.visitorHash),
  )
  const [[recent], [sent]] = await Promise.all([
    db
      .select({
        bytes: sql<string>`coalesce(sum(${files.size}) filter (where ${files.conversationId} is null), 0)`,
        mine: sql<string>`count(*) filter (where ${files.visitorHash} = ${visitorHash})`,
      })
      .from(files)
      .where(unsent),
    db
      .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
      .from(files)
      .where(and(eq(files.agentId, agentId), isNotNull(files.conversationId))),
  ])
  return { bytes: Number(recent?.bytes ?? 0) + Number(sent?.bytes ?? 0), today: Number(recent?.mine ?? 0) }
}

const ofVisitor = ({ agentId, visitorHash }: VisitorOf) =>
  and(eq(files.agentId, agentId), eq(files.visitorHash, visitorHash))

export async function findOfVisitor(db: Db, owner: VisitorOf, ids: readonly string[], now: Date): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), ofVisitor(owner), or(isNull(files.expiresAt), gt(files.expiresAt, now))))
}

/** A file about to expire is not accepted any more, because the sweep may be deleting it. */
const GRACE_MS = 60_000

/** Locked in id order, so that two transactions can't deadlock. */
export async function lockUnsent(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const found = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        inArray(files.id, [...ids]),
        isNull(files.conversationId),
        isNotNull(files.visitorHash),
        gt(files.expiresAt, new Date(now.getTime() + GRACE_MS)),
      ),
    )
    .orderBy(files.id)
    .for('update')
  return found.map(({ id }) => id)
}

export async function markSent(
  db: Db,
  sent: readonly { readonly id: string; readonly conversationId: string }[],
): Promise<void> {
  await db.execute(sql`update files set conversation_id = r.c, expires_at = null
    from jsonb_to_recordset(${JSON.stringify(sent.map(({ id, conversationId }) => ({ i: id, c: conversationId })))}::jsonb) as r(i text, c text)
    where files.id = r.i`)
}

export async function lockOneUnsent(db: Db, owner: VisitorOf, id: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ofVisitor(owner), isNull(files.conversationId)))
    .for('update')
  return row
}

/** Unsent ones only; sent ones are found by their conversation. */
export const moveUnsent = (db: Db, { agentId, visitorHash }: Pick<VisitorOf, 'agentId' | 'visitorHash'>, to: string) =>
  db
    .update(files)
    .set({ visitorHash: to })
    .where(
      and(
        eq(files.agentId, agentId),
        eq(files.visitorHash, visitorHash),
        isNull(files.conversationId),
        isNotNull(files.expiresAt),
      ),
    )

export const expire = (db: Db, id: string, now: Date) =>
  db.update(files).set({ expiresAt: now }).where(eq(files.id, id))

/** Attachments of visitors' messages, without form files and people's attachments. */
export const attachedTo = (db: Db, conversationId: string, limit: number): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.conversationId, conversationId), isNotNull(files.visitorHash), eq(files.userId, '')))
    .orderBy(desc(files.createdAt), files.id)
    .limit(limit)

/** Without a use by an agent, so that duplicates don't keep it. */
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
    .where(
      and(
        eq(files.workspaceId, workspaceId),
        eq(files.agentId, agentId),
        or(isNotNull(files.conversationId), isNotNull(files.visitorHash)),
      ),
    )
    .for('update')

export const lockLogos = (db: Db, workspaceId: string, until: Date): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, workspaceId), eq(files.agentId, ''), lte(files.createdAt, until)))
    .for('update')

export const lockOfWorkspace = (db: Db, workspaceId: string, limit: number): Promise<FileRow[]> =>
  db.select().from(files).where(eq(files.workspaceId, workspaceId)).limit(limit).for('update')

export const remove = (db: Db, ids: readonly string[]) => db.delete(files).where(inArray(files.id, [...ids]))

export async function find(db: Db, id: string, now: Date): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), or(isNull(files.expiresAt), gt(files.expiresAt, now))))
  return row
}

/** The workspace's files that only this agent uses; locked, so that no copy can start to use them. */
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

/** Only pictures of this workspace; one that is being deleted is left out. */
export async function addUses(
  db: Db,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
  ids: readonly string[],
): Promise<void> {
  await db.execute(sql`with shown as (
      select id from files where workspace_id = ${workspaceId} and id = any(${sql.param([...ids])}::text[])
        and conversation_id is null and visitor_hash is null for key share)
    insert into file_uses (file_id, agent_id) select id, ${agentId} from shown on conflict do nothing`)
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
